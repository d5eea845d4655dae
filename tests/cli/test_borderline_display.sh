#!/usr/bin/env bash
# BD-15 and BD-17 as the terminal shows them: the board and the hands in the document's style, what
# happens in every turn, two computers to watch, and a seat for a person on either side.
set -euo pipefail

[[ -x ${MARCHER:-} ]] || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HOME=$folder XDG_STATE_HOME=$folder/state
unset NO_COLOR
cd "$folder"

fail() {
  printf 'not so: %s\n' "$1" >&2
  [[ -f ${2:-} ]] && cat "$2" >&2
  exit 1
}

# says FILE TEXT: the file holds the text, line breaks and indents being one blank.
says() {
  grep -qF -- "$2" <(tr -s ' \n' ' ' <"$1") || fail "the output says \"$2\"" "$1"
}

line_of() {
  grep -nF -m 1 -- "$2" "$1" | cut -d: -f1
}

# --- BD-15: the board, and below it the hands --------------------------------------------------

state='R5225/6/6/6/6/6/6/5B124 R 573 326 0 4'
"$MARCHER" show borderline --state "$state" >board.txt
says board.txt '|R|_|R| |_|_|_|'
says board.txt '|_|_|_| |B|_|_|'
empty=$(grep -oF '|_|_|_|' board.txt | wc -l)
((empty == 46 * 3)) || fail "46 squares are empty, not $empty rows of PIPs" board.txt
red=$(line_of board.txt '|R|R|R|')
blue=$(line_of board.txt '|_|B|B|')
last=$(line_of board.txt '|B|_|_|')
((last < red && red < blue)) || fail 'board, then the hand of Red, then that of Blue' board.txt

! grep -q $'\033' board.txt || fail 'no colour in a pipe' board.txt
"$MARCHER" show borderline --state "$state" --color always >colour.txt
grep -q $'\033' colour.txt || fail 'colour where it is asked for' colour.txt
sed $'s/\033\\[[0-9;]*m//g' colour.txt | tr -d ' ' >bare.txt
[[ $(grep -oF '|R|_|R|' bare.txt | wc -l) == 2 ]] || fail 'the same PIPs in colour' colour.txt

# --- BD-15: what happens in a turn; BD-17: two computers ----------------------------------------

# Red has one placement, and it touches the enemy on its right.
"$MARCHER" watch borderline --set columns=2 --set rows=3 --set ply_cap=6 \
  --state 'R777B777/1B777/2 R 777 222,424 0 0' --seed 5 --nodes 200 >watch.txt
says watch.txt 'Red places 777 on a1'
says watch.txt 'Blue places '
shows() {
  grep -qE -- "$1" <(tr -s ' \n' ' ' <watch.txt) || fail "$2 is shown" watch.txt
}
shows '1\. Red [a-z]* ?777@a1' 'the decision'
shows '2\. Blue [a-z]* ?[1-7]{3}@[ab]2.*[0-9]+%' 'what a decision promises'
shows '(Red|Blue) rolls [1-6], (Red|Blue) rolls [1-6]' 'the dice of a combat'
shows "777 on (a1|b1) beats (Red|Blue)'s 777 on (a1|b1)" 'the result of a combat'
grep -qE '\(BD-1[24]' watch.txt || fail 'the rule that ended the game is named' watch.txt

game=(watch borderline --set columns=3 --set rows=4 --set pieces=4 --nodes 100)
"$MARCHER" "${game[@]}" --seed 11 >first.txt
"$MARCHER" "${game[@]}" --seed 11 >again.txt
"$MARCHER" "${game[@]}" --seed 12 >other.txt
cmp -s first.txt again.txt || fail 'the same seed shows the same game'
! cmp -s first.txt other.txt || fail 'another seed shows another game'

# --- BD-17: a person on either side ---------------------------------------------------------------

position='6/6/6/6/6/6/6/6 R 222 124 0 0'
for side in Red Blue; do
  action=222@a0
  [[ $side == Red ]] || action=124@c7
  "$MARCHER" play borderline --side "$side" --state "$position" --seed 3 --nodes 100 \
    <<<"$action" >play.txt 2>&1
  says play.txt "$side places ${action%@*} on ${action#*@}"
  says play.txt 'Red places 222 on'
  says play.txt 'Blue places 124 on'
  says play.txt 'BD-14'
done
