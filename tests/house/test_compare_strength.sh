#!/usr/bin/env bash
# script/compare-strength: which build plays which game, what is played, and what the table says, with
# programs that only say what they were asked.
set -euo pipefail
cd /

compare=$SOURCE_DIR/script/compare-strength
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  printf '%s\n' "$1" >&2
  exit 1
}

printf '#!/bin/sh\n' >"$work/large"
cp "$work/large" "$work/small"
cat >"$work/marcher" <<'STUB'
#!/bin/sh
echo "$*" >>"${0%/*}/calls"
case " $* " in
*' crazyhouse '*) exit 1 ;;
*' games --rules '*) echo '{"games": [{"name": "chess", "source": null}, {"name": "mine", "source": "mine.ini"},
 {"name": "crazyhouse", "source": "mine.ini"}, {"name": "yours", "source": "mine.ini"}]}' ;;
*' --json '*) cat <<'END' ;;
{"engines": [{"name": "marcher", "all": {"games": 4, "wins": 2, "draws": 1, "losses": 1,
 "score": {"value": 0.625, "low": 0.2, "high": 0.9}, "elo": {"value": 88.7, "low": -240.2, "high": null},
 "pentanomial": [0, 0, 1, 1, 0], "pair_quarters": []}, "lost_by": {"time": 1, "illegal": 0},
 "actions": 10, "nodes": 1000, "milliseconds": 95, "mean_depth": 7.25},
 {"name": "fairy-stockfish", "all": {}, "lost_by": {"time": 0, "illegal": 2}, "actions": 0, "nodes": 0,
 "milliseconds": 0, "mean_depth": null}]}
END
esac
STUB
chmod +x "$work"/{large,small,marcher}
run=("$compare" --marcher "$work/marcher" --folder "$work/kept" --small "$work/small" "$work/large")

# Boards of up to eight by eight are for the small build; both read the games that neither has.
"${run[@]}" --only chess --only wide-fairies --only borderlands --games 4 --nodes 500 --ours 400 >"$work/out"
grep -q "^match chess .*player=alphabeta hash=64 nodes=400 .*cmd=$work/small .*--each nodes=500 .*--games 4 " "$work/calls" ||
  fail "chess was not played as it was asked for: $(<"$work/calls")"
grep -q "^match wide-fairies --rules .*/bench/compare/unseen.ini .*cmd=$work/large .*VariantPath=.*/unseen.ini " "$work/calls" ||
  fail 'the game of unseen.ini was not played'
grep -q '^match borderlands .*VariantPath=.*/borderlands.ini ' "$work/calls" || fail 'borderlands was not played'
grep -qxF '| chess | 4 | +2 =1 -1 | 62.5 (20 to 90) | at least -240 | 0 0 1 1 0 | 100, 0 | 10, 0 | 7.3, - | 1, 2 |' "$work/out" ||
  fail "the table is not right: $(<"$work/out")"
[[ $(grep -c '^    .*marcher match' "$work/out") == 3 ]] || fail 'the commands are not told'

# The table is made of what is kept; what was not played is told.
before=$(<"$work/calls")
status=0
"${run[@]}" --only chess --only antichess --table >"$work/out" 2>"$work/err" || status=$?
[[ $status == 1 && $(<"$work/calls") == "$before" ]] || fail '--table has played, or did not miss a game'
grep -q '^| chess ' "$work/out" || fail 'the table lacks what was played'
grep -q 'antichess: not played' "$work/err" || fail 'nobody says what was not played'
"${run[@]}" --only capablanca --commands | grep -q -- '--each st=0.1 .*--games 200 ' || fail 'no command is printed'
[[ $("$compare" --list | wc -l) == 14 ]] || fail 'the games are not listed'

# Games of a file that both read.
echo '[mine:chess]' >"$work/mine.ini"
"${run[@]}" --rules "$work/mine.ini" --only mine --games 2 >"$work/out"
grep -q "^match mine --rules $work/mine.ini .*cmd=$work/large .*VariantPath=$work/mine.ini " "$work/calls" ||
  fail 'the game of a file was not played'
status=0
"${run[@]}" --rules "$work/no.ini" --only mine >"$work/out" 2>"$work/err" || status=$?
((status == 2)) || fail 'a file that is not there was not refused'

# All of them; one that fails does not stop the others.
status=0
"${run[@]}" --rules "$work/mine.ini" --games 4 >"$work/out" 2>"$work/err" || status=$?
((status == 1)) || fail "a game that failed was passed over: $status"
grep -q '^| yours ' "$work/out" || fail "not all games of a file: $(<"$work/out")"
! grep -q '^| chess ' "$work/out" || fail 'games of the catalogue were played as well'
grep -q 'crazyhouse was not played to its end' "$work/err" || fail 'the game that failed is not told'
grep -qxF 'Together: 62.5% of 8 games of 2 of 3 kinds; at least a half in 2 of them.' "$work/out" ||
  fail "the sum is not right: $(<"$work/out")"

# What fails is told, and what makes no sense refused.
status=0
"${run[@]}" --only crazyhouse >"$work/out" 2>"$work/err" || status=$?
((status == 1)) || fail 'a failure was passed over'
grep -q 'crazyhouse was not played to its end' "$work/err" || fail 'a failure is not told'
for wrong in '--only nonsense' '--games 0' '--games x' '--seconds' '--weights x' '--table-'; do
  status=0
  # shellcheck disable=SC2086
  "${run[@]}" $wrong >/dev/null 2>&1 || status=$?
  ((status == 2)) || fail "$wrong ends with $status, not 2"
done

# Every game is there for both.
for name in $("$compare" --list | awk 'NR > 1 { print $1 }'); do
  "$MARCHER" rules "$name" --rules "$SOURCE_DIR/bench/compare/unseen.ini" >/dev/null || fail "$name is not there"
done
