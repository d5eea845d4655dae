#!/usr/bin/env bash
# A terminal that knows no escapes, as in an editor or behind a line reader: no line is written over,
# and nothing pages.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/tmux.sh"
cd "$work"

terminal 60 20
keys 'clear; TERM=dumb "$MARCHER" play borderline --seed 7 --time 400' Enter
see 'Red> '
from=$(stat -c %s "$heard")
keys hint Enter
see 'I would play'
keys rules Enter
see 'Red> '
keys goal Enter
see 'The goal: '
to=$(stat -c %s "$heard")
head -c "$to" "$heard" | tail -c "+$((from + 1))" >"$work/words"
LC_ALL=C grep -q $'\033' "$work/words" && fail 'escapes on a terminal without them'
sed 's/\r$//' "$work/words" | grep -q $'\r' && fail 'a line is written over'
keys quit Enter
see 'ready: '

finish
