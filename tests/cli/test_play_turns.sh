#!/usr/bin/env bash
# `play` where a turn has many actions: turns in one line, undo of each, orders, previews, parts of
# large maps; `watch` and `replay` tell such turns as a whole.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

quick=(warlord-clash-of-arms --seed 9 --nodes 60)

# --- the turn so far -------------------------------------------------------------------------

play 'c4-c5' 'd4 d5' quit :: "${quick[@]}"
expect_status 0
expect_no_err
expect_out 'This turn: (1) c4-c5'
expect_out 'This turn: (1) c4-c5 (2) d4-d5'
expect_out 'activations: 2 of 4'
expect_out 'orders left: 4'
reject_out 'Black plays'

# Two leaders could each have given this order; between them they have one less.
play 'd4-d5' help quit :: "${quick[@]}"
expect_out 'orders left: 5'
expect_out "Without a square: '.' (end turn)."

# At the cap the turn does not end by itself.
play 'c4-c5; d4-d5; f4-f5; g4-g5' . quit :: "${quick[@]}"
expect_out '1-4. White plays c4-c5; d4-d5; f4-f5; g4-g5'
expect_out "Only '.' is left (end turn); 'undo' takes the last one back."
expect_out '5. White plays .'
expect_out '. Black plays '

# All or nothing, with the part that fails and why.
play 'c4-c5; c4-c6; .' 'c4-c5; x' '--; c4-c5' 'c4-c5;.;c5-c6' ';' ' ; ; ' quit :: "${quick[@]}"
expect_status 0
expect_out "Nothing was done: part 2 of 3, 'c4-c6': "
expect_out "Nothing was done: part 2 of 2, 'x': "
expect_out "Nothing was done: part 2 of 2, 'c4-c5': the turn is over before it."
expect_out "Nothing was done: part 3 of 3, 'c5-c6': the turn is over before it."
expect_out 'There is nothing between the semicolons.'
reject_out 'White plays'
reject_out 'Saved'
# Nothing of a part is cut off in silence.
play "c4 c5$(printf ' %.0s' {1..70})d4 d5; ." quit :: "${quick[@]}"
expect_out 'Nothing was done: part 1 of 2, '
expect_out 'too long for an'
reject_out 'White plays'
play 'c4 c5; d4 a1; end' quit :: "${quick[@]}"
expect_out "Nothing was done: part 2 of 3, 'd4 a1': "
play 'c4 c5; d4 d5; end turn' quit :: "${quick[@]}"
expect_out '1-3. White plays c4-c5; d4-d5; .'
play 'c4-c5' end quit :: "${quick[@]}"
expect_out '2. White plays .'
play pass quit :: "${quick[@]}"
expect_out '1. White plays --'
play -- quit :: "${quick[@]}"
expect_out '1. White plays --'

# Undo of the last one, of the N-th and all behind it, and of the turn.
play 'c4-c5; d4-d5; f4-f5' undo 'undo 1' 'undo 1' 'undo turn' quit :: "${quick[@]}"
expect_out 'This turn: (1) c4-c5 (2) d4-d5'$'\n'
[[ $(grep -c '^Taken back' out) == 2 ]] || fail 'two of them can be taken back'
expect_out 'There is nothing to take back.'
play 'c4-c5' . 'undo 1' quit :: "${quick[@]}"
expect_out 'This turn has not begun'
play 'c4-c5; d4-d5; f4-f5' 'undo turn' 'undo 9' 'b3-a5' 'undo 0' 'undo x' quit :: "${quick[@]}"
expect_out 'This turn has 1 so far'
[[ $(grep -c '^This turn has 1 so far' out) == 2 ]] || fail 'a number too small, or a word'
play 'c4-c5; d4-d5; .' 'undo turn' 'c4-c5' quit :: "${quick[@]}"
expect_out 'Taken back.'
tail -n 20 out | grep -q 'This turn: (1) c4-c5$' || fail 'the whole turn was to be taken back'
play 'c4-c5; d4-d5; .' 'undo' quit :: "${quick[@]}"
tail -n 5 out | grep -q '^This turn: (1) c4-c5 (2) d4-d5$' || fail 'only the end was to be'

# --- who commands whom, and where one can go --------------------------------------------------

play orders 'orders c4' 'orders c2' 'orders a6' 'orders z9' 'orders b9' quit :: "${quick[@]}"
expect_out '  c2 leader of level 1, 1 of 1 order left: c4 d4 b3 d3 c2 e2 b1 c1'
expect_out 'c4: infantry. In reach of the orders of c2 (1 of 1 left), e2 (1 of 1 left).'
expect_out 'a6: nobody.'
expect_out "There is no square 'z9'; they go from a1 to"
expect_out $'b9: nobody.\n'
play 'orders c9' quit :: "${quick[@]}"
expect_out "It is Black's; told are the orders of"
play 'b3-c5; c2-c3' 'a5?' 'b3?' 'orders' 'c1?' quit :: "${quick[@]}"
expect_out 'a5: nothing stands there. Nothing can go there now.'
expect_out 'cannot act now:'
play 'd4?' 'moves d4' 'zz?' '?' quit :: "${quick[@]}"
[[ $(grep -c '^6 legal actions:' out) == 2 ]] || fail 'd4? and moves d4 are the same'
expect_out '|@I | * |'
expect_out "Nothing here is called 'zz'."
expect_out 'Type an action, such as '
play 'c5x?' 'c9?' quit :: "${quick[@]}"
expect_out 'There is nothing to be done with c9 now.'
battle='16/16/16/5l10/16/16/16/5I10/5H10/5L10/16/16 w 0 5'
play 'f4?' 'f4xf9' quit :: "${quick[@]}" --state '16/16/16/16/16/5l10/16/5I10/5H10/5L10/l15/16 w 0 5'
expect_out '|xl |'
expect_out 'can capture or fight here'
play 'f5?' quit :: "${quick[@]}" --state "$battle"
expect_out 'f5-f6'

# --- parts of a large map ----------------------------------------------------------------------

war=(warlord-valley-war --seed 9 --nodes 60)
play 'go l12' 'scroll down 3' 'scroll left' 'scroll r' board map quit :: "${war[@]}"
expect_status 0
parts=$(grep -o '^-- [a-z0-9]* to [a-z0-9]* of 24 x 24' out | tr '\n' ',')
[[ $parts == '-- a'*' of 24 x 24,-- a'* ]] || fail "no parts are told: $parts"
[[ $(grep -c '^-- ' out) == 5 ]] || fail 'each picture tells its part'
expect_out "; 'go SQUARE', 'scroll up', 'map'"
expect_out '> ^ the part that is drawn'
play 'go' 'go zz9' 'scroll' 'scroll sideways' 'scroll up x' 'scroll up 0' quit :: "${war[@]}"
expect_out 'go needs a square.'
expect_out "There is no square 'zz9'; they go from a1 to"
[[ $(grep -c "^Type 'scroll' and left" out) == 4 ]] || fail 'four times scroll was misused'
reject_out '-- '
# Without being asked for, a pipe gets the whole map.
run show warlord-valley-war
expect_out $'\n 1 '
play quit :: "${war[@]}"
expect_out $'\n24 '
expect_out $'\n 1 '

# --- watched and replayed ------------------------------------------------------------------------

run watch warlord-clash-of-arms --seed 4 --engine random --state '16/16/5l10/16/5H10/16/16/16/5I10/5H10/5L10/16 w 0 5' --save seen.mrec
expect_status 0
expect_no_err
grep -Eq '^[0-9]+-[0-9]+[.] White plays [^;]*; ' out || fail 'a turn is not told as a whole'
turns=$(grep -Ec '^[0-9]+(-[0-9]+)?[.] (White|Black) plays' out)
boards=$(grep -c '^turn: ' out)
[[ $boards == $((turns + 1)) ]] || fail "$turns turns, but $boards boards"
grep -v '^Saved' out >once
run replay seen.mrec
expect_status 0
expect_out 'verified: final state and hash agree'
diff <(sed '/^verified/d' out) once || fail 'the replay tells another game'
run replay seen.mrec --to 1
[[ $(grep -Ec '^[0-9]+(-[0-9]+)?[.] (White|Black) plays' out) == 1 ]] || fail 'one decision is told'
# A plan is said once a turn, and its words are in the record.
run watch warlord-clash-of-arms --seed 4 --nodes 40 --state "$battle" --save plan.mrec
expect_status 0
[[ $(grep -c 'Goes on with' out) == 0 ]] || fail 'carrying out a plan is not worth a word'

# Saved in the midst of a turn.
play 'c4-c5; d4-d5' quit :: "${quick[@]}" --save mid.mrec
expect_status 0
run replay mid.mrec
expect_status 0
expect_out 'The game is not finished.'
run play --resume mid.mrec < <(printf '%s\n' 'undo 2' 'f4-f5' '.' quit)
expect_status 0
expect_out 'This turn: (1) c4-c5 (2) d4-d5'
expect_out 'This turn: (1) c4-c5 (2) f4-f5'
expect_out '. Black plays '
finish
