#!/usr/bin/env bash
# `show`, `moves`, `perft` and `bench` on positions: dealt, given, and reached by actions.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run show borderline
expect_status 0
expect_no_err
expect_out '|_|_|_|'
expect_out "Red's hand (15)"
expect_out "Blue's hand (15)"
expect_out 'Red to move'
expect_out 'state: 6/6/6/6/6/6/6/6 R '
first=$out
run show borderline --seed 1
[[ $out == "$first" ]] || fail 'the default seed is not 1'
run show borderline --seed 2
[[ $out != "$first" ]] || fail 'another seed deals the same hands'
state=$(sed -n 's/^state: //p' "$work/out")
drawn=$out
run show borderline --state "$state"
[[ $out == "$drawn" ]] || fail 'the text of a state does not give the state back'
run show borderline --state - <<<"  $state  "
[[ $out == "$drawn" ]] || fail 'standard input does not give the state back'

run show borderline --svg -o "$work/start.svg"
expect_status 0
grep -q '<svg' "$work/start.svg" || fail 'no SVG'
run show borderline --side blue
expect_status 0

# A duel: one placement later it is for the dice.
duel='R777R222R2223/R2225/6/6/6/6/B2225/B777B222B2223 R 777 777 0 8'
run moves borderline --state "$duel"
expect_status 0
expect_out '777@'
count=$(wc -l <"$work/out")
sort -u "$work/out" | wc -l | grep -qx "$count" || fail 'an action is listed twice'

run moves borderline --state "R7775/6/B7775/6/6/6/6/B7775 R 222,777 777 0 4" --after '777@a1'
expect_status 0
expect_out 'win 15/36'
expect_out 'lose 21/36'
[[ $(wc -l <"$work/out") == 2 ]] || fail 'a duel has two outcomes'
run show borderline --state "R7775/6/B7775/6/6/6/6/B7775 R 222,777 777 0 4" --after '777@a1'
expect_out '15/36 (42%)'
# Semicolons separate actions, as they do at the prompt of play.
run show warlord-clash-of-arms --after '-- --'
expect_out 'A draw, 1/2-1/2 (WL-14: A turn without activations is a pass; a pass answered by'
expect_out '  a pass draws the game.)'
run show chess --after 'e2e4; e7e5;g1f3 ;'
expect_status 0
cp "$work/out" "$work/semicolons"
run show chess --after 'e2e4 e7e5 g1f3'
diff "$work/semicolons" "$work/out" || fail 'semicolons separate other actions than blanks'
run show chess --after 'e2e4; e7e6; e4e6'
expect_err "action 3, 'e4e6'"
run show borderline --state "R7775/6/B7775/6/6/6/6/B7775 R 222,777 777 0 4" --after '777@a1 r5b3'
expect_out 'Blue to move'

run perft borderline 0
expect_out 'depth 0: 1 nodes'
run perft borderline 2 --seed 7
expect_status 0
expect_out 'depth 2: 3600 nodes'
run perft borderline 2 --seed 7 --divide
[[ $(sed -n '/@/p' "$work/out" | awk '{ sum += $2 } END { print sum }') == 3600 ]] ||
  fail 'the parts do not add up'

# On several cores: the same numbers in the same order, whatever their number.
run perft borderline 3 --seed 7 --divide
sed '$d' "$work/out" >"$work/alone"
numbers=(1 2 5 256)
[[ -z $SLOW ]] || numbers=(5)
for threads in "${numbers[@]}"; do
  run perft borderline 3 --seed 7 --divide --threads "$threads"
  expect_status 0
  expect_no_err
  sed '$d' "$work/out" | diff "$work/alone" - || fail 'the number of threads changes the parts'
done
run perft borderline 3 --seed 7 --threads 2 --json
expect_out '"threads": 2'
expect_out '"nodes": 33000'
for threads in 0 257 two; do
  run perft borderline 2 --threads "$threads"
  expect_status 2
  expect_err '--threads'
done

# Where the dice decide, by their outcomes.
chance=(--state "R7775/6/B7775/6/6/6/6/B7775 R 222,777 777 0 4" --after '777@a1')
run perft borderline 2 "${chance[@]}"
expect_status 0
total=$(sed -n 's/^depth 2: \([0-9]*\) nodes.*/\1/p' "$work/out")
((total > 0)) || fail 'nothing is counted behind the dice'
run perft borderline 2 "${chance[@]}" --divide
expect_status 0
expect_out "depth 2: $total nodes"
[[ $(sed '$d' "$work/out" | cut -d' ' -f1 | tr '\n' ' ') == 'lose win ' ||
  $(sed '$d' "$work/out" | cut -d' ' -f1 | tr '\n' ' ') == 'win lose ' ]] ||
  fail 'the outcomes are not those of a duel'
[[ $(sed '$d' "$work/out" | awk '{ sum += $2 } END { print sum }') == "$total" ]] ||
  fail 'the outcomes do not add up'
run perft borderline 2 "${chance[@]}" --divide --threads 3
expect_out "depth 2: $total nodes"
run perft borderline 2 "${chance[@]}" --divide --json
expect_out '"action": "win"'

# The signatures and everything else but the times.
run bench borderline --games 40 --nodes 40
expect_status 0
expect_out 'ended by   BD-1'
sed 's/[0-9.]* s$//; s/.*games\/s.*//; s/[0-9]* nodes\/s//' "$work/out" >"$work/once"
run bench borderline --games 40 --nodes 40
sed 's/[0-9.]* s$//; s/.*games\/s.*//; s/[0-9]* nodes\/s//' "$work/out" |
  diff "$work/once" - || fail 'two runs of bench differ'
few=${SLOW:+1}
few=${few:-5}
run bench --games "$few" --nodes 5 --seed 3
expect_status 0
while read -r name; do
  expect_out "$name: $few random game"
done < <("$MARCHER" games --json | grep -o '"name": "[^"]*"' | cut -d'"' -f4)
expect_out 'borderline:'
expect_out 'borderline-strict:'
finish
