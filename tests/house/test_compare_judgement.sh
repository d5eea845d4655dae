#!/usr/bin/env bash
# script/compare-judgement, with stubs for both programs: actions are worth what the suite says, the
# same seed draws the same positions, and what both choose is collected.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# stub NAME ACTION: a program that always chooses it.
stub() {
  cat >"$work/$1" <<STUB
#!/bin/sh
while read -r first second rest; do
  case \$first in
    uci) echo uciok ;;
    isready) echo readyok ;;
    position) echo "\$first \$second \$rest" >>"$work/$1.asked" ;;
    d) echo 'Fen: 4k3/8/8/8/8/8/4P3/4K3 w - - 3 9' ;;
    go)
      echo "limit \$second \$rest" >>"$work/$1.asked"
      echo 'info depth 7 seldepth 9 score cp 10 nodes 1000 pv e2e4'
      echo 'info depth 8 seldepth 9 score cp 10 lowerbound nodes 1200 pv e2e4'
      echo "bestmove $2 ponder a7a6"
      ;;
  esac
done
STUB
  chmod +x "$work/$1"
}
stub marcher e2e4
stub engine d2d4
stub like e2e4
for i in 1 2 3 4 5 6 7 8; do
  printf '4k3/8/8/8/8/%d/4P3/4K3 w - - bm e4; id "one.%d"; c8 "100 40"; c9 "e2e4 d2d4";\n' 8 "$i"
done >"$work/suite.epd"
printf '4k3/8/8/8/8/8/3P4/4K3 w - - id "other"; c8 "100"; c9 "d2d3";\n' >>"$work/suite.epd"

# compare STATUS ARGUMENT...
compare() {
  local expected=$1 status=0
  shift
  rm -f "$work"/*.asked
  (cd "$work" && "$SOURCE_DIR/script/compare-judgement" --marcher "$work/marcher" "$@") \
    >"$work/out" 2>"$work/err" || status=$?
  if ((status != expected)); then
    echo "script/compare-judgement $* ends with $status, not $expected:" >&2
    cat "$work/out" "$work/err" >&2
    exit 1
  fi
}

expect() {
  grep -qF -- "$1" "$work/out" "$work/err" || {
    echo "expected of script/compare-judgement: $1" >&2
    cat "$work/out" "$work/err" >&2
    exit 1
  }
}

compare 0 --count 0 --seconds 0.25 engine suite.epd
expect '9 positions of suite.epd, movetime 250 each:'
expect '| marcher | 88.9 +- 20.5 | 8 of 9 | 7.0 | 1000 |'
expect '| Fairy-Stockfish | 35.6 +- 8.2 | 0 of 9 | 7.0 | 1000 |'
grep -qx 'limit movetime 250' "$work/marcher.asked"

compare 0 --count 4 --seed 3 --nodes 500 engine suite.epd
expect '4 positions of suite.epd, nodes 500 each:'
cp "$work/marcher.asked" "$work/first"
compare 0 --count 4 --seed 3 --nodes 500 engine suite.epd
diff "$work/first" "$work/marcher.asked"

compare 0 --collect 2 --nodes 10 like
expect '4k3/8/8/8/8/8/4P3/4K3 w - - game "wide-fairies"; id "agreed.01"; c8 "100"; c9 "e2e4";'
expect 'game "uneven-armies"; id "agreed.02"'

# The positions that come with the source: of games that both know, each with its action.
count=$(grep -c ' game "' "$SOURCE_DIR/bench/compare/agreed.epd")
((count == 20)) || {
  echo "expected 20 positions in bench/compare/agreed.epd, got $count" >&2
  exit 1
}
form='^[^ ]+ [wb] [^ ]+ [^ ]+ game "(wide-fairies|uneven-armies)"; id "agreed[.][0-9]+"; c8 "100"; c9 "[a-l0-9]+[a-z]?";$'
if grep -vE "$form" "$SOURCE_DIR/bench/compare/agreed.epd" | grep -v '^#'; then
  echo 'bench/compare/agreed.epd has lines that are no positions' >&2
  exit 1
fi

printf '4k3/8/8/8/8/8/3P4/4K3 w - - c8 "100 x"; c9 "d2d3 d2d4";\n' | cat "$work/suite.epd" - >"$work/damaged.epd"
compare 2 engine damaged.epd
expect 'damaged.epd:10: not a position'
compare 2 --seconds soon engine suite.epd
compare 2 engine no-such-suite
compare 2 no-such-engine
compare 2
