#!/usr/bin/env bash
# The menu of `marcher` alone: games in their groups, found by numbers, titles and parts of them, and
# saved games with their dates, on a terminal of 80 columns and 24 lines.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/tmux.sh"
cd "$work"

lobby='Which game? > '
menu='What? [1] > '

# asks PROMPT: waits until the last line on the screen is a prompt.
asks() {
  local tries
  for ((tries = 0; tries < 600; tries++)); do
    if [[ $(screen | grep . | tail -n 1) == "${1% }" ]]; then
      return 0
    fi
    sleep 0.1
  done
  fail "never asked: $1"
}

# opens LINE TITLE: a line of the lobby opens the menu of a game.
opens() {
  asks "$lobby"
  keys "$1" Enter
  asks "$menu"
  screen | sed "1,/> $1\$/d" | grep -Fx -- "$2" >/dev/null || fail "'$1' opens no '$2'"
  keys back Enter
}

terminal 80 24
keys 'clear; "$MARCHER" play' Enter
see "$lobby"
screen >first
# All of it is seen at once: the heading, the designs, the groups that are folded, the prompt.
grep -q '^Marcher ' first || fail 'the heading has scrolled away'
grep -q '^   1  Battle of Ideologies' first || fail 'the first design has scrolled away'
grep -q '^The Warlord Games (.*A Test of Wills, ' first || fail 'the war games are not named'
grep -q '^Chess and its relatives (' first || fail 'the classics are not named'
grep -q "'more' lists all games" first || fail 'how to see all games is not said'
[[ $(wc -L <first) -le 80 ]] || fail 'a line is wider than the terminal'

opens colorb 'Colorboundmost Chess'
opens 'border war' 'Border War'
opens nearly-colorboundmost 'Nearly Colorboundmost Chess'
opens 'civil' 'Civil War'
opens 4 'Borderline GPT'
opens 'strict' 'Borderline GPT, strict'
asks "$lobby"
keys 'armies' Enter
see "'armies' may be:"
see 'Which one? (its number; enter goes back)'
# Where one of several is asked for, the words of the list are still understood.
keys more Enter
asks "$lobby"
screen -S - | grep -F 'Antichess' >/dev/null || fail "'more' is taken for one of several games"
keys back Enter
asks "$lobby"
screen | grep -F 'The Warlord Games (' >/dev/null || fail "'back' shows no list"
keys 'armies' Enter
see 'Which one? (its number; enter goes back)'
keys '8' Enter
see "$menu"
see 'Colorboundmost Chess with Different Armies, reversed'
keys back Enter
asks "$lobby"
keys 'colorbuondmost' Enter
see "There is no 'colorbuondmost' here; did you mean 'colorboundmost'?"
keys '999' Enter
see "There is no '999' here: type a game's number or a word of its title."
keys "Shogi's nephew" Enter
see "There is no 'Shogi's nephew' here: type a game's number"
keys 'ls' Enter # no part of "A Test of Wills"
see "There is no 'ls' here: type a game's number"
[[ $(screen | wc -L) -le 80 ]] || fail 'a line of the lobby is wider than the terminal'
keys 'play chess' Enter
see "$menu"
see 'Orthodox chess'
keys 'e2e4' Enter
see "There is no 'e2e4' in this menu: type a number from 1 to 5, or 'back'"
keys 'play' Enter # begins three of its lines
see "There is no 'play' in this menu"
# A word that one line alone has is as good as its number.
keys 'black' Enter
see 'Black> '
keys quit Enter
asks "$menu"
keys 'Rules' Enter
see 'Orthodox chess'
keys q
asks "$menu"
keys back Enter
tmux -L "$server" resize-window -x 80 -y 100 # all games at once
keys more Enter
see ' Civil War'
see '  A Clash of Arms '
screen >all
[[ $(wc -L <all) -le 80 ]] || fail 'a line of all games is wider than the terminal'
"$MARCHER" games --json | grep -c '"name"' >count
[[ $(grep -oE '(^|  ) {0,2}[0-9]+  [A-Z]' all | wc -l) -ge $(<count) ]] || fail 'not all games are listed'

# A saved game: what it is, against whom, how far it has got, when.
keys 'borderline' Enter
see "$menu"
keys 'set pieces=4' Enter
keys 'seed 7' Enter
see 'seed 7'
keys 1 Enter
see 'Red>'
keys 'moves' Enter
see 'legal actions'
action=$(screen | grep -oE '[0-7]{3}@[a-f]0' | head -n 1)
keys "$action" Enter
see 'plies: 2 of'
keys quit Enter
asks "$menu"
keys back Enter
asks "$lobby"
see 'resume a saved game (1)'
keys r Enter
see 'Borderline GPT against level 5, 2 actions, today '
file=$(find "$XDG_STATE_HOME" -name '*.mrec')
touch -d '1 day ago' "$file"
keys Enter
keys r Enter
see ', 2 actions, yesterday '
touch -d '2001-02-03 12:00' "$file"
keys Enter
keys r Enter
see ', 2 actions, 2001-02-03'
cp "$file" "$(dirname "$file")/mine.mrec"
printf 'nonsense' >"$(dirname "$file")/bad.mrec"
keys Enter
keys r Enter
see '(mine.mrec)'
see 'bad.mrec: cannot be read'
keys Enter
asks "$lobby"

# What was saved by name elsewhere is found again, whatever it is called, by number or as a file.
keys 'borderline' Enter
asks "$menu"
see 'seed 7' # a seed stays until another one is wanted
keys 1 Enter
see 'Red>'
keys 'save my game' Enter
see 'Saved as my game'
keys quit Enter
see "Go on with: marcher play --resume 'my game'"
asks "$menu"
keys back Enter
asks "$lobby"
keys r Enter
see '(my game)'
keys 'my game' Enter
see 'Red>'
keys quit Enter
asks "$lobby"
printf '[invented:gardner]\n' >invented.ini
keys invented.ini Enter
see "'invented.ini' defines games"
keys q Enter
see 'ready: '
keys 'clear; "$MARCHER" --rules invented.ini' Enter
see 'From invented.ini'
see '   1  invented 5x5'
keys q Enter
see 'ready: '
finish
