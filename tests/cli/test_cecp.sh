#!/usr/bin/env bash
# `marcher cecp` as a program: what a board program that starts it can rely on.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

# What is piped in is answered in order; the end of the input is the end, without a complaint.
run cecp <<<$'xboard\nprotover 2\nnew\nvariant borderlands\nsd 2\nforce\nusermove c3c4\ngo\nping 1'
expect_status 0
expect_no_err
expect_out 'feature done=1'
expect_out '9x10+2_bughouse'
expect_out 'move '
expect_out 'pong 1'
[[ $(grep -A 1 '^move ' out) == *$'\n''pong 1' ]] || fail 'the ping is not answered right after the move'

run cecp borderlands <<<$'force\nusermove c3c4\nusermove e1e9\nquit\nping 1'
expect_status 0
expect_out 'Illegal move ('
reject_out 'pong'

# Tables of endings, in a folder whose name has a blank: who has them sees the mate at once.
mkdir 'all tables'
"$MARCHER" endgame chess KQvK --save 'all tables/' >/dev/null
ending=$'force\nsetboard 8/8/8/3k4/8/8/8/KQ6 w - - 0 1\npost\nsd 3\ngo\n'
mate='^[0-9]+ 1000[0-9]{2} '
talk "xboard\nnew\n$ending" 'move ' cecp
! grep -E "$mate" out || fail 'it sees a mate without tables'
talk "xboard\negtpath marcher $work/all tables\nnew\n$ending" 'move ' cecp
grep -E "$mate" out >said || fail 'it does not see the mate'
reject_out 'egtpath'

run cecp nonsense </dev/null
expect_status 1
expect_err 'nonsense'
run cecp --json </dev/null
expect_status 2

# A whole game against itself, the moves carried to and fro: a result at last, the same from both.
mkfifo to_white to_black from_white from_black
"$MARCHER" cecp battle-of-ideologies <to_white >from_white &
white=$!
"$MARCHER" cecp battle-of-ideologies <to_black >from_black &
black=$!
exec 3>to_white 4>to_black 5<from_white 6<from_black
printf 'xboard\nnew\neasy\nsd 1\nforce\ngo\n' >&3
printf 'xboard\nnew\neasy\nsd 1\n' >&4
mover=5
result=''
moves=0
while [[ -z $result ]] && read -r -t 60 -u "$mover" line; do
  case $line in
    'move '*)
      moves=$((moves + 1))
      other=$((mover == 5 ? 4 : 3))
      printf 'usermove %s\n' "${line#move }" >&"$other"
      mover=$((mover == 5 ? 6 : 5))
      ;;
    [01]*'{'*) result=$line ;;
    *) fail "an answer that was not expected: $line" ;;
  esac
done
ran="a game of two engines, $moves moves"
[[ $result =~ ^(1-0|0-1|1/2-1/2)\ \{.*\ by\ BI-[0-9]+ ]] || fail "the result is '$result'"
((moves > 20)) || fail 'the game is too short'
read -r -t 60 -u $((mover == 5 ? 6 : 5)) line || true
[[ $line == "$result" ]] || fail "the other says '$line' and not '$result'"
printf 'quit\n' >&3
printf 'quit\n' >&4
wait "$white" || fail 'White ends badly'
wait "$black" || fail 'Black ends badly'
exec 3>&- 4>&- 5<&- 6<&-

finish
