#!/usr/bin/env bash
# Where the output goes: pipes that close, disks that are full, colour only where it is wanted.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

# A reader that has seen enough ends the program, quietly and with status 1.
status=0
"$MARCHER" watch borderline --seed 1 --engine random --delay 20 2>err | head -n 1 >out ||
  status=${PIPESTATUS[0]}
[[ $(<out) == 'Borderline GPT, seed 1' ]] || fail 'the first line is another one'
err=$(<err) ran='watch | head'
expect_status 1
expect_no_err
"$MARCHER" show borderline >/dev/full 2>err && fail 'a full disk goes unnoticed'
err=$(<err) ran='show >/dev/full'
expect_err 'cannot write to standard output: No space left'
"$MARCHER" show borderline >&- 2>err && fail 'a closed output goes unnoticed'
# What a program opens takes no stream's place: it reads the end at once, and prints into no file.
status=0
timeout 60 "$MARCHER" uci <&- >out 2>err || status=$?
[[ $status == 0 ]] || fail "uci with a closed input ends with status $status"
"$MARCHER" watch borderline --seed 1 --engine random --save one.mrec <&- >out || fail 'a closed input stops watch'
"$MARCHER" watch borderline --seed 1 --engine random --save two.mrec >&- 2>err && fail 'watch prints to nowhere'
[[ $(head -n 1 one.mrec) == "$(head -n 1 two.mrec)" && $(<two.mrec) != *'to move'* ]] ||
  fail 'what is printed lands in the record'
run rules borderline -o /dev/full
expect_status 1
expect_err "cannot write '/dev/full'"
run rules borderline -o /dev/null
expect_status 0

# In a pipe there is neither colour nor anything but ASCII, whatever the surroundings.
run show borderline --seed 7
reject_out $'\033'
LC_ALL=C grep -q '[^ -~]' out && fail 'not ASCII in a pipe'
cp out plain
TERM=xterm-256color LC_ALL=C.UTF-8 COLUMNS=200 run show borderline --seed 7
diff plain out || fail 'the surroundings change what goes into a pipe'

# Only what can be broken is: a board that is wider keeps its lines, and so does a state.
run show borderline --seed 7 --set columns=20
cp out wide
[[ $(sed '/^state: /d' wide | wc -L) -gt 160 ]] || fail 'a wide board is broken'
[[ $(grep -c '^state: ' wide) == 1 && $(grep '^state: ' wide | wc -L) -gt 100 ]] ||
  fail 'a state is broken'
TERM=xterm-256color LC_ALL=C COLUMNS=40 run show borderline --seed 7 --set columns=20
diff wide out || fail 'the surroundings change a wide board'
for arguments in 'rules borderline' 'rules borderline --keys' games help 'play --help' \
  'watch borderline --seed 1 --engine random'; do
  # shellcheck disable=SC2086 # several words
  run $arguments
  [[ $(wc -L <out) -le 80 ]] || fail 'wider than 80 columns'
done

run show borderline --seed 7 --color always
expect_out $'\033['
NO_COLOR=1 run show borderline --seed 7 --color always
expect_out $'\033['
run show borderline --seed 7 --color always --json
reject_out $'\033'
run show borderline --seed 7 --color always -o file
! grep -q $'\033' file || fail 'colour in a file'
run show borderline --color never --ascii
reject_out $'\033'

# Options may stand before and behind the command.
run --seed 7 show borderline
diff plain out || fail 'an option before the command is lost'

# No command writes over the definition that it was given.
printf '[own:gardner]\ntitle = Own\n' >own.ini
cp own.ini kept.ini
for arguments in 'rules own --html -o own.ini' 'rules own --keys -o own.ini' 'show own --svg -o ./own.ini' \
  'lab puzzles own --count 1 -o own.ini' 'lab openings own --count 1 -o own.ini' 'watch own --nodes 5 --save own.ini' \
  'match own --engine level=1 --engine level=1 --games 2 --pgn own.ini' 'endgame own KRvK --save own.ini' \
  'generate warlord -o own.ini' 'tune own --games 4 -o own.ini'; do
  run $arguments --rules own.ini
  [[ $status != 0 ]] || fail "'$arguments' is done"
  expect_err "is the rules of --rules, which would be overwritten: name another file"
  cmp -s own.ini kept.ini || fail "'$arguments' has lost the definition"
done
printf 'save own.ini\nquit\n' | "$MARCHER" play own --rules own.ini >out 2>err
grep -q 'which would be overwritten' err || fail 'the game is saved over its definition'
cmp -s own.ini kept.ini || fail 'the definition is lost at the prompt'

# A temporary file that somebody has put there, as a link to something precious, is not written to.
printf 'precious' >"$work/victim"
status=0
sh -c 'for n in "$$" "$$-0" "$$-1"; do ln -s "$1/victim" "$1/page.html.$n.tmp"; done
  exec "$2" rules borderline --html -o "$1/page.html"' sh "$work" "$MARCHER" 2>"$work/err" || status=$?
ran='rules -o, beside links'
expect_status 0
[[ $(<"$work/victim") == precious ]] || fail 'a link in the way was followed'
grep -q '<html' "$work/page.html" || fail 'the page was not written'
[[ ! -L $work/page.html ]] || fail 'the page is a link'
finish
