#!/usr/bin/env bash
# On a terminal: the lobby, the keys of `watch`, and that every way out leaves the terminal sane.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/tmux.sh"
cd "$work"

# Types a line at the prompt of the shell, on an empty screen.
shell() {
  keys C-l
  keys "clear; $1" Enter
}

# Keeps the terminal's settings in a file.
settings() {
  shell "stty -a >'$work/$1'; echo kept-'$1'"
  see "kept-$1"
}

# After a command: its status, and a terminal as it was.
left_sane() {
  see 'ready: '
  keys "echo status=\$?" Enter
  see "status=$1"
  settings after
  diff before after || fail 'the terminal is not as it was'
}

terminal 110 70
settings before

# --- the lobby -------------------------------------------------------------------------------

shell '"$MARCHER"'
see 'Which game? > '
see '  4  Borderline GPT'
keys nonsense Enter
see "There is no 'nonsense' here: type"
keys r Enter
see 'There is no saved game yet.'
see 'Which file? (enter goes back)'
keys Enter
keys borderline Enter
see 'What? [1] > '
keys 'level 1' Enter
see '1: a beginner who often slips (now)'
keys 'set' Enter
see 'Pieces dealt to each player.'
keys 'set pieces' Enter
see "'set' alone lists the keys."
keys 'set pieces=4' Enter
see 'pieces = 4'
keys 'set peices=4' Enter
see "did you mean 'pieces'?"
keys 'level 99' Enter
see "There is no level '99'; there are 1 to 8:"
keys 'seed 7' Enter
see '  seed 7'
keys 'seed abc' Enter
see "A seed is a whole number from 0 to 9223372036854775807, not 'abc'."
keys 1 Enter
see 'Red> '
see 'Borderline GPT, seed 7'
see "Red's hand (4)"
keys hint Enter
see 'I would play '
keys quit Enter
see 'What? [1] > '
keys 5 Enter
see 'return to marcher'
keys q
see 'What? [1] > '
keys back Enter
see 'Which game? > '
keys 'borderline' Enter
see 'What? [1] > '
keys 2 Enter
see 'Blue> '
keys quit Enter
see 'What? [1] > '

# Each game of the lobby has a file of its own.
games=$XDG_STATE_HOME/marcher
keys 'seed 9' Enter
for number in 1 2 3; do
  keys 3 Enter
  keys 424@d0 Enter
  keys quit Enter
  see "Saved as $games/autosave-borderline-"
  see 'What? [1] > '
  [[ $(find "$games" -name 'autosave-borderline-*.mrec' | wc -l) == "$number" ]] ||
    fail 'a game of the lobby has taken the place of another one'
done
rm -r "$XDG_STATE_HOME"
keys q Enter
left_sane 0

# Ctrl-C in a game of the lobby ends the program and saves the game.
shell '"$MARCHER"'
see 'Which game? > '
keys borderline Enter
see 'What? [1] > '
keys 'seed 9' Enter
keys 1 Enter
see 'Red> '
keys 424@d0 Enter
see '2. Blue plays'
see 'Red> '
break_twice
see 'Go on with: marcher play --resume'
left_sane 130
shell '"$MARCHER"'
see 'resume a saved game (1)'
keys r Enter
see 'Borderline GPT against level 5, 2 actions, today '
keys 1 Enter
see 'Red> '
keys C-d

left_sane 0

# --- play ------------------------------------------------------------------------------------

shell '"$MARCHER" play borderline --seed 9 --nodes 30 --save game.mrec'
see 'Red> '
keys 424 Enter
see 'Red 424> '
keys d0 Enter
see '2. Blue plays'
see 'Red> '
break_twice
see 'Saved as game.mrec'
left_sane 130
grep -q '^424@d0' game.mrec || fail 'the saved game lacks the action'

# While the computer thinks, too.
shell '"$MARCHER" play borderline --seed 9 --side blue --time 60000'
see 'Red is thinking'
keys C-c
see 'Red stops thinking and plays the best so far.'
see 'Blue> '
keys C-c
left_sane 130
[[ $(find "$XDG_STATE_HOME" -name '*.mrec' | wc -l) == 1 ]] || fail 'a game that nobody began was saved'

# Who only looks on leaves at once.
shell '"$MARCHER" play borderline --seed 9 --side none --time 60000'
see 'Red is thinking'
keys C-c
left_sane 130

# Terminated from elsewhere.
shell "sh -c 'echo \$\$ >pid; exec \"\$MARCHER\" play borderline --seed 9 --save term.mrec'"
see 'Red> '
# The shell notes the number, perhaps after the program's first words.
until [[ -s pid ]]; do sleep 0.05; done
kill -TERM "$(<pid)"
see 'Saved as term.mrec'
left_sane 143

# --- watch and replay ------------------------------------------------------------------------

shell '"$MARCHER" watch borderline --seed 5 --nodes 20 --delay 1000'
see 'q leaves --'
keys Space
see 'stopped:'
number=$(screen | sed -n 's/^plies: \([0-9]*\) of.*/\1/p' | tail -n 1)
keys Space
see "plies: $((number + 1)) of 200"
see 'stopped:'
keys -
keys Enter
see ' ms: space stops'
keys C-z
see 'Stopped'
left_sane 148
keys fg Enter
see ' ms: space stops'
keys q
left_sane 0
shell '"$MARCHER" watch borderline --seed 5 --nodes 20 --delay 1000 --save seen.mrec'
see 'Blue plays '
keys C-c
see 'Saved as seen.mrec'
left_sane 130
"$MARCHER" replay seen.mrec >/dev/null || fail 'the record of half a game is none'
shell '"$MARCHER" replay seen.mrec --step'
see 'stopped:'
keys q
left_sane 0

# A game that can be kept nowhere is not let go at the first word.
shell 'env -u XDG_STATE_HOME "$MARCHER" play borderline --seed 9 --nodes 20'
see 'Red>'
keys 424@d0 Enter
see 'plies: 2 of 200'
keys quit Enter
see "This game would be lost: 'save FILE' keeps it, 'quit' once more lets it go."
keys 'save nearly.mrec' Enter
see 'Saved as nearly.mrec'
keys quit Enter
left_sane 0

# Colour and box drawing on a terminal, unless they are not wanted.
shell '"$MARCHER" show borderline --seed 7'
see '│_│_│_│'
shell '"$MARCHER" show borderline --seed 7 --ascii'
see '|_|_|_|'
finish
