#!/usr/bin/env bash
# `watch` shows every turn, alike for the same seed; `replay` shows the record and verifies it.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

run watch borderline --seed 12 --engine random --save first.mrec
expect_status 0
expect_no_err
expect_out 'Borderline GPT, seed 12'
expect_out 'Red: level 5, engine random'
expect_out '1. Red plays '
expect_out '2. Blue plays '
expect_out '15/36 (42%): '
expect_out ' rolls '
expect_out ' beats '
expect_out "Blue's hand"
expect_out 'BD-1'
expect_out 'Saved as first.mrec'
reject_out $'\033'
grep -v '^Saved' out >once
run watch borderline --seed 12 --engine random --save second.mrec
grep -v '^Saved' out | diff once - || fail 'the same seed shows another game'
diff first.mrec second.mrec || fail 'the same seed records another game'
run watch borderline --seed 13 --engine random
grep -v '^Saved' out | diff -q once - >/dev/null && fail 'another seed shows the same game'

# The best engine, too, plays the same when its budget is one of nodes.
run watch borderline --seed 3 --nodes 30 --json
expect_status 0
cp out once
run watch borderline --seed 3 --nodes 30 --json
diff once out || fail 'the same seed and budget make another game'

# Without --seed a fresh one is taken, told, and enough to see the game again.
run watch borderline --engine random
seed=$(sed -n 's/^Borderline GPT, seed //p' out)
cp out once
run watch borderline --engine random --seed "$seed"
diff once out || fail 'the seed that was told shows another game'

run watch borderline --seed 5 --player Red=engine:random --player blue=level:2,nodes:20 --json
expect_status 0
head -n 1 out | grep -q '"seat": "level 5, engine random"' || fail 'Red is not the random player'
head -n 1 out | grep -q '"seat": "level 2, nodes 20"' || fail 'Blue is not of level 2'
tail -n 1 out | grep -q '"type": "end"' || fail 'the last line does not tell the end'

run watch borderline-strict --seed 5 --engine random --set pieces=3 --save strict.mrec
expect_status 0
grep -q '^\[Set "pieces=3"\]' strict.mrec || fail 'the record lacks the changed key'
run watch borderline --save "$work/no/folder/x.mrec" --engine random
expect_status 1
expect_err 'cannot write'
[[ ! -s out ]] || fail 'a game was played that could not be kept'
run watch borderline --save "$work" --engine random
expect_status 1
expect_err 'Is a directory'

state='R777R777R7773/6/6/6/6/6/6/B777B777B7773 B 777 777 0 6'
run watch borderline --state "$state" --engine random --seed 1 --save given.mrec
expect_status 0
expect_out '1. Blue plays '
grep -qF "[Start \"$state\"]" given.mrec || fail 'the record lacks its start'

# --- replay ----------------------------------------------------------------------------------

for record in first strict given; do
  run replay "$record.mrec"
  expect_status 0
  expect_no_err
  expect_out 'verified: final state and hash agree'
done
run replay first.mrec
expect_out '15/36 (42%): '
expect_out 'Picked blindly'
expect_out 'BD-1'
run replay first.mrec --to 2
expect_status 0
expect_out '2. Blue plays '
reject_out '3. Red plays '
run replay first.mrec --to 0
reject_out '1. Red plays '
run replay - <first.mrec
expect_status 0
expect_out 'verified'
run replay first.mrec --json
expect_status 0
tail -n 1 out | grep -q '"type": "verified"' || fail 'the last line is no verdict'
run replay first.mrec --step < <(yes '')
expect_status 0
expect_out 'verified'
run replay first.mrec --step </dev/null
expect_status 0

# lie WHAT SED-SCRIPT: the record with one claim changed is refused with a message about it.
lie() {
  sed "$2" first.mrec >lie.mrec
  cmp -s first.mrec lie.mrec && fail "the script changes nothing: $2"
  run replay lie.mrec
  expect_status 1
  expect_err "lie.mrec"
  expect_err "$1"
  reject_out 'verified'
}

lie 'but the record claims' 's/^\[Result ".*/[Result "0-1"]/; s/^\[Score ".*/[Score "0 4"]/'
lie 'hash' 's/^\[Hash "...../[Hash "00000/'
lie 'final state' 's/^\[Final "\(.*\) \([0-9]*\)"\]/[Final "\1 199"]/'
lie 'definition' 's/^\[Definition "...../[Definition "00000/'
lie "'zz@d0'" 's/^[0-9]*@/zz@d0 &/; t'
printf '[Marcher "1"]\n[Result "*"]\n\n' >none.mrec
run replay none.mrec
expect_status 1
expect_err 'names no game'
head -c 5000 /dev/urandom >noise.mrec
run replay noise.mrec
expect_status 1
expect_err 'noise.mrec'
finish
