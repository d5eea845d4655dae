# Sourced after lib.sh by the tests that need a terminal: a shell in tmux, keys for it, and its screen.
# shellcheck shell=bash

command -v tmux >/dev/null || {
  echo 'tmux is lacking; script/deps test installs it' >&2
  exit 1
}
server=marcher-test-$$
ran='keys in tmux'

# All that came to the terminal, with how much of it had come when keys were last sent after a look.
heard=$work/heard
mark=0
looked=0

# terminal COLUMNS ROWS: a shell that waits at its prompt; it goes with the test.
terminal() {
  trap 'tmux -L "$server" kill-server 2>/dev/null; rm -rf "$work"' EXIT
  tmux -L "$server" -f /dev/null new-session -d -x "$1" -y "$2" \
    "env MARCHER='$MARCHER' XDG_STATE_HOME='$XDG_STATE_HOME' LC_ALL=C.UTF-8 PS1='ready: ' bash --norc"
  wait_for_screen 'ready: ' -F 'ready:'
  : >"$heard"
  tmux -L "$server" pipe-pane -o "cat >>'$heard'"
}

# What is on the screen, or as far back as arguments of capture-pane ask for.
screen() {
  tmux -L "$server" capture-pane -p "$@"
}

keys() {
  ((!looked)) || mark=$(stat -c %s "$heard")
  looked=0
  tmux -L "$server" send-keys "$@"
}

# Leaves a game by Ctrl-C, which takes two in a row.
break_twice() {
  keys C-c
  see 'Ctrl-C once more leaves the game, saved.'
  keys C-c
}

# What came to the terminal since keys were first sent after the last look, without its escapes.
answer() {
  tail -c "+$((mark + 1))" "$heard" | sed 's/\x1b\[[0-9;?]*[A-Za-z]//g; s/\x1b[()].//g; s/\x1b[=>78]//g; s/\r//g'
}

# wait_for_screen WHAT GREP-ARGUMENT...: a minute at most.
wait_for_screen() {
  local tries
  looked=1
  for ((tries = 0; tries < 600; tries++)); do
    # All of it is read: a grep that left early would make tmux fail.
    if screen | grep "${@:2}" >/dev/null; then
      return 0
    fi
    sleep 0.1
  done
  screen | grep . >"$work/out"
  fail "never seen on the screen: $1"
  return 1
}

# Waits until the screen shows a text that came after the keys: what stood there before them says
# nothing about what they did. The screen is given without the blanks at the ends of its lines.
see() {
  local tries
  for ((tries = 0; tries < 600; tries++)); do
    ! answer | grep -F -- "$1" >/dev/null || break
    sleep 0.1
  done
  if ((tries == 600)); then
    screen | grep . >"$work/out"
    fail "nothing says since the last keys: $1"
    return 1
  fi
  wait_for_screen "$1" -F -- "${1% }"
}

# Waits until the screen has a line like that.
see_line() {
  wait_for_screen "a line like $1" -- "$1"
}

# resize COLUMNS ROWS: at the shell's prompt; waits until programs see it, too.
resize() {
  local tries
  tmux -L "$server" resize-window -x "$1" -y "$2"
  for ((tries = 0; tries < 100; tries++)); do
    keys 'clear; stty size' Enter
    sleep 0.2
    if screen | grep -F "$2 $1" >/dev/null; then
      return 0
    fi
  done
  fail "the terminal never has $1 columns and $2 lines"
  return 1
}
