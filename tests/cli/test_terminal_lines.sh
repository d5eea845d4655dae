#!/usr/bin/env bash
# Lines at the prompt of `play` on a terminal: editing, history, completion, Ctrl-C, pasting,
# resizing, and long texts by a pager.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/tmux.sh"
cd "$work"
history=$XDG_STATE_HOME/marcher/history

# Types a line at the prompt of the shell, on an empty screen.
shell() {
  keys C-l
  keys "clear; $1" Enter
}

# The last line of the screen that is not empty is this, without the blanks at its end.
last_line() {
  local tries line
  for ((tries = 0; tries < 100; tries++)); do
    line=$(screen | grep . | tail -n 1)
    [[ $line != "$1" ]] || return 0
    sleep 0.1
  done
  fail "the last line is not '$1' but '$line'"
  return 1
}

# Drops what is typed, so that the next Ctrl-C is a first one again: a key came in between.
drop() {
  keys x C-c
  see 'Ctrl-C once more leaves the game, saved.'
  keys C-l
}

terminal 80 24

# --- editing and history ---------------------------------------------------------------------

shell '"$MARCHER" play chess --seed 1 --level 1 --side both'
see 'White> '
keys e2e4 Left Left BSpace BSpace d2 C-e C-a C-k
keys 'e2e3' Left C-d 4 Enter # e2e4, with the cursor keys
see '1. White plays e2e4'
see 'Black> '
keys Up
last_line 'Black> e2e4'
keys C-a C-k
# Letters of more than one byte are one letter.
keys 'what ä€' BSpace
last_line 'Black> what ä'
keys C-u
keys 'what e7' Enter
see "e7: Black's Pawn (p)."
see 'It can now play: e7e5, e7e6.'
keys Up Up
last_line 'Black> e2e4'
drop

# --- completion ------------------------------------------------------------------------------

keys 'hin' Tab
last_line 'Black> hint'
keys C-u
keys 'e7' Tab Tab
see 'e7    e7e5  e7e6'
last_line 'Black> e7'
keys 'e' Tab Tab
see 'e7e5  e7e6'
keys C-u
keys 'rules cas' Tab
last_line 'Black> rules Castling'
keys C-u
keys 'g8 ' Tab Tab
see 'f6  h6'
keys 'f' Tab
last_line 'Black> g8 f6'
keys Enter
see '2. Black plays g8f6'
mkdir folder
touch folder/game-of-mine.mrec
keys 'save fol' Tab
last_line 'White> save folder/'
keys 'ga' Tab
last_line 'White> save folder/game-of-mine.mrec'
keys C-u

# --- Ctrl-C ----------------------------------------------------------------------------------

keys 'd2' Enter
see 'White d2> '
keys C-c
see 'Let go. Ctrl-C once more leaves the game, saved.'
last_line 'White>'
keys 'd2d4 and mo' C-c
see 'Let go. Ctrl-C once more leaves'
last_line 'White>'
keys 'moves g1' Enter # a line in between: the next one is a first one again
see 'g1f3'
last_line 'White>'
keys C-l C-c
see 'Ctrl-C once more leaves'
last_line 'White>'

# --- pasted lines, another size --------------------------------------------------------------

printf 'what d1\nwhat a1\nwhat h' >lines
tmux -L "$server" load-buffer lines
tmux -L "$server" paste-buffer
see "d1: White's Queen (Q)."
see "a1: White's Rook (R)."
last_line 'White> what h'
tmux -L "$server" resize-window -x 60 -y 20
sleep 0.3
keys 1 Enter
see "h1: White's Rook (R)."
tmux -L "$server" resize-window -x 80 -y 24
keys C-z
see 'ready: '
keys fg Enter
see 'White> '
keys 'list' Enter
see '2. Black: g8f6'

# --- long texts ------------------------------------------------------------------------------

if command -v less >/dev/null; then
  keys 'rules' Enter
  see 'Chess'
  last_line 'space: on   b: back   q: return to marcher'
  # What is typed into it by mistake writes no file.
  keys 's'
  keys -l '11'
  keys Enter Enter
  reject=$(screen | grep -c 'White>' || true)
  [[ $reject == 0 ]] || fail 'the pager shares its screen with the prompt'
  keys q
  see 'White> '
  [[ ! -e 11 ]] || fail 'the pager has written what was typed into it'
  # Who goes on at the end is back.
  keys rules Enter
  see 'return to marcher'
  keys G
  sleep 0.3
  keys Space
  see 'White> '
  # A key that was typed before it began is the pager's.
  keys rules Enter q
  last_line 'White>'
fi
keys 'rules end' Enter
see 'CH-1'
see 'CH-4'
last_line 'White>'
keys 'rules nonsense' Enter
see "The rules say nothing about 'nonsense'. Their chapters: Board, End, Pieces,"
# All of the help is one screen.
keys 'clear' C-u C-l 'help' Enter
see 'two in a row leave, saved.'
screen >seen
grep -q '^White> help' seen || fail 'the help does not fit a screen of 24 lines'

# --- the end of the input, and what is kept --------------------------------------------------

keys C-d
see 'Go on with: marcher play --resume'
see 'ready: '
keys "echo status=\$?" Enter
see 'status=0'
[[ $(stat -c %a "$history") == 600 ]] || fail 'others can read the history'
grep -qx 'e2e4' "$history" || fail 'the history lacks a line'
grep -q 'and mo' "$history" && fail 'the history has a line that was dropped'
shell '"$MARCHER" play borderline --seed 1 --level 1'
see 'Red> '
keys Up
last_line 'Red> help'
keys C-c
see 'Let go.'
keys C-c
see 'ready: '
for ((i = 1; i <= 600; i++)); do
  echo "what a$i"
done >>"$history"
shell '"$MARCHER" play borderline --seed 1 --level 1'
see 'Red> '
keys 'what f7' Enter
see 'f7: nothing stands there.'
keys C-d
see 'ready: '
[[ $(wc -l <"$history") == 500 ]] || fail "the history has $(wc -l <"$history") lines"
[[ $(tail -n 1 "$history") == 'what f7' ]] || fail 'the history lacks its last line'

# What two people set up in secret is neither kept nor brought back.
shell '"$MARCHER" play warlord-test-of-wills --seed 1 --nodes 1 --side both'
see 'White> '
keys 'place L c2' Enter
see 'deployed: 1 of 32'
keys Up
last_line 'White> what f7'
keys C-u C-d
see 'ready: '
grep -q 'place' "$history" && fail 'a secret set-up is in the history'

# Lines that are no text, and a file that is none, do no harm.
printf 'what a1\n\377\376\nwhat b1\n' >"$history"
shell '"$MARCHER" play chess --seed 1 --side both --time 60000'
see 'White> '
keys Up Up Up Up Enter
keys C-u C-l
keys 'hint' Enter
see 'is thinking'
keys C-c
see 'Stopped thinking; this is the best so far.'
see 'I would play '
keys 'what h8' Enter # a line in between
see "h8: Black's Rook (r)."
keys C-c
see 'Ctrl-C once more leaves'
keys C-d
see 'ready: '
rm "$history"
mkdir "$history"
shell 'TERM=no-such-terminal "$MARCHER" play chess --seed 1'
see 'White> '
keys 'what a8' Enter
see "a8: Black's Rook (r)."
keys quit Enter
see 'ready: '
rmdir "$history" || fail 'a folder in the place of the history was written to'

# What is typed for the shell while a game ends is not thrown away. A pipe in the history's place
# holds the end up until somebody opens it.
shell '"$MARCHER" play chess --seed 1'
see 'White> '
mkfifo "$history"
keys quit Enter
sleep 0.3 # the program waits however long
keys 'echo typed $((40 + 2)) ahead' Enter
sleep 0.3
: >"$history"
see 'typed 42 ahead'
rm "$history"
shell '"$MARCHER" play chess --seed 1'
see 'White> '
keys quit Enter 'echo typed $((50 + 2)) at once' Enter
see 'typed 52 at once'

# A pager of the user's, and one that is not there.
printf '#!/bin/sh\necho "by a pager of mine: $(wc -l)"\n' >mine
chmod +x mine
shell 'PAGER=./mine "$MARCHER" rules chess'
see 'by a pager of mine: '
shell 'PAGER=no-such-pager "$MARCHER" rules chess 2>/dev/null | tail -n 1'
see 'rnbqkbnr/pppppppp'
shell 'PAGER= "$MARCHER" rules chess'
see 'rnbqkbnr/pppppppp'
# In a terminal that knows no escapes lines are read as they come.
shell 'TERM=dumb "$MARCHER" play chess --seed 1 --level 1'
see 'White> '
keys 'what e1' Enter
see "e1: White's King (K)."
keys C-c
see 'Ctrl-C once more leaves'
keys C-c
see 'ready: '
finish
