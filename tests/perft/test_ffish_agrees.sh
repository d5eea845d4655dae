#!/usr/bin/env bash
# Random games played with marcher and with ffish, a build of Fairy-Stockfish, agree at every step on
# the legal moves and on the position. FFISH_POSITIONS (2400 of each game, 1200 where SLOW says that the
# build has instruments, which finds nothing else about rules; 400 of some classics) and FFISH_SEED (1)
# in the environment set others; all classics are played then. Skipped, and not passed, where node
# or ffish is lacking.
set -euo pipefail

skip() {
  printf 'SKIPPED, NOTHING WAS COMPARED WITH FFISH: %s\n' "$1" >&2
  exit 77
}

peer=$SOURCE_DIR/tests/ffish
ffish=$("$peer/install" --where)
command -v node >/dev/null || skip 'node is not installed (script/deps test)'
[[ -f $ffish/ffish.wasm ]] || skip 'ffish is not installed (script/deps test, with a network connection)'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat "$SOURCE_DIR"/bench/compare/*.ini >"$work/variants.ini"

# walk GAME POSITIONS VARIANTS: games from the start, from public positions and from our own.
walk() {
  {
    [[ ! -f $SOURCE_DIR/tests/data/$1.perft.jsonl ]] ||
      sed -n 's/.*"state": *"\([^"]*\)".*/\1/p' "$SOURCE_DIR/tests/data/$1.perft.jsonl" | sort -u
    # Thrice: what they are made for is rare elsewhere.
    [[ ! -f $peer/$1.states ]] || cat "$peer/$1.states"{,,}
  } >"$work/states"
  "$BUILD_DIR/tests/random_games" "$1" "$2" "${FFISH_SEED:-1}" "$work/states" |
    node "$peer/walk.mjs" "$ffish" "$3" "$1"
}

failed=0
slow=${SLOW:-}
most=$((2400 / (${#slow} > 0 ? 2 : 1)))
for game in chess borderlands battle-of-ideologies-pychess; do
  walk "$game" "${FFISH_POSITIONS:-$most}" "$work/variants.ini" || failed=1
done
# The classics are games that it knows by itself.
classics=(capablanca crazyhouse extinction antichess breakthrough minishogi shogi)
[[ -z ${FFISH_POSITIONS:-} ]] ||
  classics+=(kingofthehill 3check 5check pocketknight gardner losalamos janus giveaway gorogoro)
for game in "${classics[@]}"; do
  walk "$game" "${FFISH_POSITIONS:-400}" "$work/variants.ini" || failed=1
done

# A wrong definition is noticed.
sed 's/^doubleStepRegionWhite = \*3/doubleStepRegionWhite = *4/' "$work/variants.ini" >"$work/wrong.ini"
status=0
walk borderlands 500 "$work/wrong.ini" >"$work/out" || status=$?
if ((status != 1)) || ! grep -q '^borderlands, game 0, ply 0: they differ' "$work/out"; then
  echo 'a wrong definition was not noticed' >&2
  cat "$work/out" >&2
  failed=1
fi
exit "$failed"
