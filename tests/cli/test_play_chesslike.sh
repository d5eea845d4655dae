#!/usr/bin/env bash
# `play` where pieces go from square to square: squares that are picked, letters of the hand, lists
# by pieces, choices of a promotion, regions.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

quick=(borderlands --seed 3 --nodes 20)

# A square lists what its piece can do and marks it on the board; the next square makes the move.
play c3 d5 quit :: "${quick[@]}"
expect_status 0
expect_no_err
expect_out 'With c3 you can play:'
expect_out '| F | W |@G | W | * |'
expect_out '@ chosen   * can go here'
expect_out 'White c3> d5'
expect_out "White's Guard goes from c3 to d5."
# The answer of the computer is marked.
expect_out '> last move'
play 'B3 b5' quit :: "${quick[@]}"
expect_out "White's Warrior goes from b3 to b5."
play d5 quit :: "${quick[@]}"
expect_out 'With d5 you can play:'
reject_out ' goes from '
play a1 a9 quit :: "${quick[@]}"
expect_out 'a1a9 is illegal: '

# A letter of the hand lists its drops, and so does its name.
for word in M Marauder; do
  play "$word" e6 quit :: "${quick[@]}"
  expect_out "With $word you can play:"
  expect_out '  M@a6  M@b6  M@c6'
  expect_out 'White places Marauder on e6.'
done
play M c4 quit :: "${quick[@]}"
expect_out 'M@c4 is illegal: '
# A drop in two steps may have its sign in the second.
play M @e6 quit :: "${quick[@]}"
expect_out 'White places Marauder on e6.'
reject_out 'no action here'
play M @c4 quit :: "${quick[@]}"
expect_out 'M@c4 is illegal: '

# Coordinates of two digits stand where they belong.
play quit :: "${quick[@]}"
expect_out $'\n10 | a |   | h | s |   | s | h |   | a | 10\n'
expect_out $'\n 9 |   | c | e |   | l |   | e | c |   | 9\n'
expect_out "White's hand (2):   M x2 Marauder"

# Many actions are sorted by pieces and keep within the terminal.
play moves quit :: "${quick[@]}"
expect_out '88 legal actions:'
expect_out $'\n  Lion      e2'
expect_out $'\n  Marauder  M@a6  '
expect_out $'\n            '
awk 'length($0) > 80 { exit 1 }' "$work/out" || fail 'a line is wider than the terminal'
[[ $(sed -n '/^88 legal/,/^White>/p' "$work/out" | grep -oE '[a-iM][0-9@][0-9a-i]*[0-9]' | wc -l) == 88 ]] ||
  fail 'not all of the actions are listed'

# Regions: all of them are not under the pieces until they are wanted, as there are many.
play regions 'regions lion' 'regions on' quit :: "${quick[@]}"
expect_out ' e2 d4 f4'
expect_out 'a4-a7 e4-e7 i4-i7'
lions=$(sed -n '/> regions lion/,/^White>/p' "$work/out")
[[ $lions == *"Lion"* && $lions != *'| G |'* ]] || fail 'the regions are not drawn on an empty board'
[[ $(sed -n '/> regions on/,$p' "$work/out") == *'| G |'*"incursion zone"* ]] ||
  fail 'the regions are not shown under the pieces'

# A reason that lists many actions is broken at blanks.
play 'e2 c3' quit :: "${quick[@]}"
expect_out $'e2c3 is illegal: c3 is taken by your own Guard; it may play e2e1, e2d2, e2f2,\n  e2e3,'

# Dice are spoken of only where there are some.
play e2e1 undo quit :: "${quick[@]}"
expect_out 'Taken back.'
reject_out 'dice'

# A rule that comes to bear is told with its words: the third occurrence freezes a colour.
play c5a5 a1c1 a5c5 c1a1 c5a5 a1c1 a5c5 c1a1 quit :: \
  colorboundmost --side both --state '8/8/8/2z5/8/8/8/K7 b - - 0 1 d -'
told=$(tr -s '\n ' ' ' <"$work/out")
[[ $told == *'applies to Black (A half-drawn colour is frozen and play goes on'* ]] ||
  fail 'a half-draw is not explained'

# A picture shows the smallest that do not overlap, and others on demand; programs get all of them.
run show borderlands
expect_out 'roads'
expect_out '| w |   | w |   | w |   | w |   | w |'
expect_out "White's Lion's incursion squares: d7 f7"
expect_out 'roads: a4-a7 e4-e7 i4-i7'
reject_out 'zone'
run show borderlands --regions territory
expect_out "' White's territory"
reject_out 'incursion'
run show borderlands --regions all
expect_out 'incursion zone'
run show borderlands --regions none
reject_out 'roads'
run show borderlands --regions moat
expect_status 2
expect_err "no region of borderlands is called 'moat'"
run show borderlands --json
expect_out 'incursion zone'

# A promotion: what is left to say is which piece, and 'q' is the queen, not the way out.
pawn=(chess --seed 3 --nodes 20 --state '7k/P7/8/8/8/8/8/K7 w - - 0 1')
for word in q queen a7a8q; do
  play a7 a8 "$word" quit :: "${pawn[@]}"
  expect_out 'With a7 a8 you can play:'
  expect_out 'Now one of these or the end of one'
  expect_out '1. White plays a7a8q'
done
play a7a8 quit :: "${pawn[@]}"
expect_out "4 actions begin with 'a7a8'; type more of one:"
expect_out '  a7a8q  a7a8r  a7a8b  a7a8n'
# What it becomes is no move of its own: which of two pawns?
play queen quit :: chess --seed 3 --nodes 20 --state '7k/PP6/8/8/8/8/8/K7 w - - 0 1'
reject_out 'White plays'
play a7 q :: "${pawn[@]}"
reject_out 'White plays'
finish
