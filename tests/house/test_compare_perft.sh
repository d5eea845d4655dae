#!/usr/bin/env bash
# script/compare-perft, with stubs for both programs: it tells counts that agree from those that do
# not, and what only one of them has.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/marcher" <<'STUB'
#!/bin/sh
[ "$2" != battle-of-ideologies-pychess ] || exit 1
echo "{\"game\": \"$2\", \"depth\": $3, \"nodes\": 4000, \"seconds\": 0.001, \"nodes_per_second\": 1.0}"
STUB
cat >"$work/engine" <<'STUB'
#!/bin/sh
while read -r first second third; do
  case $first in
    uci) echo 'option name UCI_Variant type combo default chess var chess var borderlands'; echo uciok ;;
    isready) echo readyok ;;
    setoption) name=${third##* } ;;
    go) echo 'e2e4: 1'; [ "$name" = chess ] && echo 'Nodes searched: 4000' || echo 'Nodes searched: 3999' ;;
    quit) exit ;;
  esac
done
STUB
chmod +x "$work/marcher" "$work/engine"

# compare STATUS ARGUMENT...
compare() {
  local expected=$1 status=0
  shift
  (cd "$work" && "$SOURCE_DIR/script/compare-perft" "$@") >"$work/out" 2>"$work/err" || status=$?
  if ((status != expected)); then
    echo "script/compare-perft $* ends with $status, not $expected:" >&2
    cat "$work/out" "$work/err" >&2
    exit 1
  fi
}

expect() {
  grep -qF -- "$1" "$work/out" "$work/err" || {
    echo "expected of script/compare-perft: $1" >&2
    cat "$work/out" "$work/err" >&2
    exit 1
  }
}

compare 1 --repeat 3 --marcher marcher engine
expect 'battle-of-ideologies-pychess: marcher does not have it'
expect 'borderlands, depth 4: 4000 leaves; THE COUNTS DIFFER: 3999 there'
expect 'chess, depth 6: 4000 leaves; the counts agree'
expect '  marcher 4.0 M leaves/s, Fairy-Stockfish '
compare 2 --repeat 0 engine
compare 2 --repeat
compare 2 no-such-engine
compare 2

# The definitions go to the engine as they are.
for name in borderlands battle-of-ideologies-pychess; do
  grep -qx "\[$name\]" "$SOURCE_DIR/bench/compare/$name.ini"
done
