#!/usr/bin/env bash
# XBoard, on a screen that nobody sees, lets `marcher cecp` play whole games against itself: what it
# was taught (board, pieces, hands, start), the moves, the result and its last position are right.
#
# With SHOTS=FOLDER, and ImageMagick, pictures of the games under way are left there.
set -euo pipefail
PATH=$PATH:/usr/games
skip=77

for program in xboard Xvfb; do
  command -v "$program" >/dev/null || {
    printf 'skipped: there is no %s (script/deps test installs it)\n' "$program"
    exit "$skip"
  }
done

work=$(mktemp -d)
pids=()
# shellcheck disable=SC2317 # the trap calls it
clean_up() {
  ((${#pids[@]} == 0)) || kill "${pids[@]}" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap clean_up EXIT
export HOME=$work LC_ALL=C
cd "$work"

failures=0
fail() {
  printf 'FAILED: %s: %s\n' "$1" "$2" >&2
  tail -n 5 "$1.debug" >&2 || true
  failures=$((failures + 1))
}

# The server chooses a display that is free and says which.
mkfifo display
Xvfb -displayfd 3 -screen 0 1280x1024x24 -nolisten tcp 3>display >screen.log 2>&1 &
pids+=($!)
read -r -t 120 number <display || {
  printf 'FAILED: Xvfb does not start\n' >&2
  cat screen.log >&2
  exit 1
}
export DISPLAY=:$number

# XBoard knows neither the rules of these games nor when they are drawn: all is left to the engines.
play() {
  local game=$1
  xboard -fcp "$MARCHER cecp" -scp "$MARCHER cecp" -variant "$game" -testLegality false \
    -matchGames 1 -popupExitMessage false -saveSettingsOnExit false -soundProgram '' -animateMoving false \
    -depth 2 -timeControl 60 -xponder -ruleMoves 0 -repeatsToDraw 0 -boardSize 33 \
    -saveGameFile "$game.pgn" -savePositionFile "$game.fen" -debug -nameOfDebugFile "$game.debug" \
    >"$game.out" 2>&1
}

# The moves that the engines made, in the order of the game, as marcher writes them: boards of ten
# ranks count these from 0 in XBoard's protocol.
moves_of() {
  local from_0=$2
  sed -n 's/^[0-9]* <\(first \|second\): move \([^ ]*\)$/\2/p' "$1.debug" |
    awk -v from_0="$from_0" '{
      out = ""
      while (match($0, /[0-9]+/)) {
        out = out substr($0, 1, RSTART - 1) (substr($0, RSTART, RLENGTH) + from_0)
        $0 = substr($0, RSTART + RLENGTH)
      }
      print out $0
    }'
}

sorted_hand() {
  local hand=${1#*[}
  [[ $1 == *'['*']'* ]] || hand=
  printf '%s' "${hand%%]*}" | tr -d - | grep -o . | sort | tr -d '\n' || true
}

# check GAME RULES FROM_0 TAUGHT: what XBoard wrote of a game.
check() {
  local game=$1 rules=$2 from_0=$3 taught=$4 result count ours theirs
  [[ -s $game.pgn ]] || {
    fail "$game" 'no game was saved'
    return
  }
  result=$(sed -n 's/^\[Result "\(.*\)"\]$/\1/p' "$game.pgn")
  [[ $result =~ ^(1-0|0-1|1/2-1/2)$ ]] || fail "$game" "the result is '$result'"
  tr '\n' ' ' <"$game.pgn" | grep -qE "by $rules-[0-9]+[^:]*: [^}]*} $result" ||
    fail "$game" 'the result does not name its rule'
  ((!taught)) || grep -q '^\[VariantMen "' "$game.pgn" || fail "$game" 'the pieces were not taught'
  if grep -nE 'Illegal|Error \(|tellusererror|Forfeit|Bad FEN|exited unexpectedly|False ' \
    "$game.debug" >&2; then
    fail "$game" 'something went wrong in the conversation'
  fi
  moves_of "$game" "$from_0" >"$game.moves"
  count=$(wc -l <"$game.moves")
  ((count >= 12)) || fail "$game" "only $count moves were made"
  ours=$(printf 'setoption name UCI_Variant value %s\nposition startpos moves %s\nd\nquit\n' \
    "$game" "$(tr '\n' ' ' <"$game.moves")" | "$MARCHER" uci | sed -n 's/^Fen: //p')
  theirs=$(grep -m 1 / "$game.fen" || true)
  [[ -n $ours && ${ours%%[[ ]*} == "${theirs%%[[ ]*}" ]] ||
    fail "$game" "XBoard's last position is $theirs, ours is $ours"
  [[ $(sorted_hand "$ours") == "$(sorted_hand "$theirs")" ]] ||
    fail "$game" "XBoard's last hands are $theirs, ours are $ours"
  printf '%s: %s after %s moves\n' "$game" "$result" "$count"
}

# Hands, promoted forms and captures in passing; armies that differ; castling onto the partner and
# kings that leap. Then games whose names XBoard takes for its own: told of the same variant, or nothing.
games=(borderlands:BL:1:1 battle-of-ideologies:BI:0:1 nearly-colorboundmost:CB:0:1
  capablanca:CH:0:1 crazyhouse:CH:0:0 minishogi:CL:0:1 shogi:CL:0:0)
screen=${pids[0]}
for entry in "${games[@]}"; do
  play "${entry%%:*}" &
  pids+=($!)
done
if [[ -n ${SHOTS:-} ]] && command -v import >/dev/null; then
  for i in 1 2 3 4; do
    sleep 1
    import -window root "$SHOTS/xboard-$i.png"
  done
fi
for pid in "${pids[@]:1}"; do
  wait "$pid" || {
    printf 'FAILED: an xboard ends with status %s\n' "$?" >&2
    failures=$((failures + 1))
  }
done
pids=("$screen")
for entry in "${games[@]}"; do
  IFS=: read -r game rules from_0 taught <<<"$entry"
  check "$game" "$rules" "$from_0" "$taught"
done
((failures == 0))
