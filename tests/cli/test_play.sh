#!/usr/bin/env bash
# `play` by lines: actions, picks, commands, complaints that say why, undo, saving and resuming.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

quick=(borderline --seed 9 --nodes 20)

play 'help all' help quit :: "${quick[@]}"
expect_status 0
expect_no_err
expect_out 'Borderline GPT, seed 9'
expect_out 'Red: human'
expect_out 'Blue: level 5, nodes 20'
expect_out 'Red> help'
expect_out 'Type an action, such as 121@a0'
for command in moves hint why undo board regions level rules save resume new resign quit; do
  expect_out $'\n'"  $command"
done
reject_out $'\033'

# An action as it is written; a piece, then a square; both in one line; letters of either case.
play 424@d0 quit :: "${quick[@]}"
expect_status 0
expect_out 'Red places 424 on d0.'
expect_out '2. Blue plays '
# Its estimate is said once, here and in the record.
told=$(sed -n '/^2[.] Blue plays/,/^$/p' "$work/out")
[[ $(grep -o 'Blue expects to score' <<<"$told" | wc -l) == 1 ]] || fail 'no estimate'
[[ $(grep -o '[0-9]%' <<<"$told" | wc -l) == 1 ]] || fail 'the estimate is said twice'
play 424@d0 hint why quit :: "${quick[@]}" --save "$work/said.mrec"
grep -q ' {Blue expects to score [0-9]*%, ' "$work/said.mrec" || fail 'the record has no estimate'
grep -q '{[0-9]*%: ' "$work/said.mrec" && fail 'the record has the estimate twice'
[[ $out == *'I would play '*'. Red expects to score '* ]] || fail 'the hint lacks its estimate'
reject_out '%: '
reject_out ', expects '
play 424 d0 q :: "${quick[@]}"
expect_out 'can go here'
expect_out 'With 424 you can play:'
expect_out '424@a0  424@b0'
expect_out 'Red 424> d0'
expect_out 'Red places 424 on d0.'
play '424 D0' quit :: "${quick[@]}"
expect_out 'Red places 424 on d0.'
play 'd0' '424' quit :: "${quick[@]}"
expect_out 'With d0 you can play:'
expect_out 'Now a piece, or an empty line'
expect_out 'Red places 424 on d0.'
play 424 '' 122 d0 quit :: "${quick[@]}"
expect_out 'Red places 122 on d0.'
play 424 122 d0 quit :: "${quick[@]}"
expect_out 'Red places 122 on d0.'
# Where pieces are turned, a piece picks; then comes a square, and then one way to lay it there.
for rotation in on mirror; do
  turned=(borderline --side both --seed 4 --set rotation=$rotation --set three_pip=1/3)
  play 122 list quit :: "${turned[@]}"
  expect_out 'With 122 you can play:'
  expect_out 'Now a square, or an empty line'
  reject_out 'Red plays'
  play 122 d0 224 quit :: "${turned[@]}"
  expect_out 'Now one of these or the beginning of one, or an empty line'
  expect_out 'Red plays 224@d0'
  play '122 d0' 122 quit :: "${turned[@]}"
  expect_out 'Red plays 122@d0'
  play 224 quit :: "${turned[@]}"
  expect_out "6 actions begin with '224'"
  reject_out 'Red plays'
done
play '526@' '526@d' quit :: "${quick[@]}"
expect_out "6 actions begin with '526@'; type more of one:"
expect_out $'\n  526@a0  526@b0  526@c0  526@d0  526@e0  526@f0\n'
expect_out 'Red places 526 on d0.'
# A square where several kinds can go is no action yet; where one kind can, and nothing moves, it is.
play a1 quit :: borderline --seed 4 --nodes 20 --state 'R7775/6/B7775/6/6/6/6/B7775 R 222,122 777 0 4'
expect_out 'With a1 you can play:'
expect_out 'Now a piece, or an empty line'
reject_out 'Red places'
play a1 222 quit :: borderline --seed 4 --nodes 20 \
  --state 'R7775/6/B7775/6/6/6/6/B7775 R 222,122 777 0 4'
expect_out 'Red places 222 on a1.'
play a1 quit :: borderline --seed 4 --nodes 20 --state 'R7775/6/B7775/6/6/6/6/B7775 R 222 777 0 4'
expect_out 'Red places 222 on a1.'

play 777 quit :: borderline --seed 4 --nodes 20 \
  --state 'R777R2224/6/B7772B2222/6/6/6/6/B777B2224 R 222,777 777,224 0 6'
expect_out 'can capture or fight here'
expect_out '|x|x|x| |.|.|.|'

# What is illegal is said to be so, and why.
play 424@a4 quit :: "${quick[@]}"
expect_out '424@a4 is illegal: '
play 424 a4 quit :: "${quick[@]}"
expect_out '424@a4 is illegal: '
play '424 a4' quit :: "${quick[@]}"
expect_out '424@a4 is illegal: '
play 777@a0 quit :: "${quick[@]}"
expect_out '777@a0 is illegal: '
play resi e0 '424 424' d1 hi quit :: "${quick[@]}"
reject_out 'resigns'
expect_out "did you mean 'resign'?"
expect_out 'd1: nothing stands there. 121@d1 is illegal: '
expect_out 'I would play '
play quti quit :: "${quick[@]}"
expect_out "did you mean 'quit'?"
play 'x y z' '@' '424@' '}{' $'\001\002' quit :: "${quick[@]}"
expect_status 0
expect_out 'is no action here'
run play "${quick[@]}" < <(head -c 3000 /dev/zero | tr '\0' a && echo && echo quit)
expect_status 0
expect_out 'That line is too long.'
expect_out 'Red> quit'

# The computer explains itself, and helps.
play 'why' 424@d0 why hint quit :: "${quick[@]}"
expect_out 'has not thought about anything yet'
expect_out 'considered'
expect_out 'expected:'
expect_out 'I would play '
play 424@d0 why quit :: borderline --seed 9 --nodes 3000
grep -Eq '^    [^ ]+ +at most [0-9]+%$' "$work/out" || fail 'no candidate is shown to be only a bound'
grep -Eq '^    considered +expects$' "$work/out" || fail 'no head of the candidates'
reject_out 'nodes: positions' # a column that is not there
run watch borderline --seed 9 --nodes 3000 --json < /dev/null
expect_out '"at_most": true, "visits"'
expect_out '"at_most": false, "visits"'
play 'moves 424' 'moves d0' 'moves 999' moves quit :: "${quick[@]}"
expect_out '6 legal actions:'
expect_out '10 legal actions:'
expect_out "Nothing here is called '999'."
expect_out '60 legal actions:'
expect_out $'\n  424@a0  424@b0  424@c0  424@d0  424@e0  424@f0\n'
# Many actions are sorted by their pieces.
expect_out $'\n  424  424@a0  424@b0  424@c0  424@d0  424@e0  424@f0\n  526  526@a0  526@b0'

# Regions: all of them with their squares, one on the board without pieces, and under the pieces.
play regions quit :: "${quick[@]}"
expect_out $'\n 1. Red\'s home row: row 0\n 2. Blue\'s home row: row 7\n'
play 424@d0 'regions BLUE' quit :: "${quick[@]}"
drawn=$(sed -n '/> regions BLUE/,/: row 7/p' "$work/out")
[[ $drawn == *"7  Blue's home row"*$'\n 2. Blue\'s home row: row 7' && $drawn != *"Red's"* &&
  $drawn != *'|R'* ]] || fail 'the region is not drawn alone'
play 'regions 2' 'regions 3' 'regions nowhere' quit :: "${quick[@]}"
expect_out "No region is called '3'; 'regions' lists them."
expect_out "No region is called 'nowhere'"
play 'regions off' 'regions on' quit :: "${quick[@]}"
[[ $(grep -c "Red's home row" "$work/out") == 2 ]] || fail 'regions are not hidden and shown again'
play level 'level 2' 'level 9' quit :: "${quick[@]}"
expect_out '5: '
expect_out '(now)'
expect_out 'Level 2: '
expect_out "There is no level '9'; there are 1 to 8:"
play rules quit :: "${quick[@]}"
expect_out 'BD-12'

# Seats.
play 121@a0 quit :: borderline --seed 9 --side both
expect_out 'Red places 121 on a0.'
expect_out 'Blue> quit'
play quit :: borderline --seed 9 --side BLUE --nodes 20
expect_out '1. Red plays '
expect_out 'Blue> quit'
play quit :: borderline --seed 9 --side 2 --nodes 20
expect_out 'Blue> quit'
run play borderline --seed 12 --side none --engine random </dev/null
expect_status 0
reject_out '> '
expect_out 'BD-1'

# The end: of the game by resignation, and by the rules.
play 424@d0 resign why undo quit :: "${quick[@]}"
expect_status 0
expect_out 'Red resigns: 0-1'
expect_out 'over> why'
expect_out 'Red> quit'
play resign 424@d0 :: "${quick[@]}"
expect_out 'The game is over'

# Game after game.
play 424@d0 new quit :: "${quick[@]}"
expect_status 0
expect_out 'A new game, seed 10.'

# Standard output that cannot be written to is a failure.
status=0
printf 'quit\n' | "$MARCHER" play "${quick[@]}" >/dev/full 2>"$work/err" || status=$?
err=$(<"$work/err")
expect_status 1
expect_err 'cannot write to standard output'
finish
