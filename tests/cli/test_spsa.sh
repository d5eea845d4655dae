#!/usr/bin/env bash
# marcher spsa tunes parameters of the search over several games, the same with any number of threads,
# and goes on where it was killed.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run spsa chess --list
expect_status 0
expect_out 'NullStep '
expect_out 'late move reduction'
run spsa chess --list --json
expect_status 0
expect_out '"name": "NullStep"'

small=(gardner losalamos --parameters "ReductionDivisor=1000,SeeQuiet=20:5:80" --trials 4 --pairs 1
  --nodes 120 --gate 4 --seed 3)
run spsa "${small[@]}" --journal "$work/one.journal"
expect_status 0
expect_no_err
expect_out '4 trials in 2 games at 120 nodes'
expect_out 'as text           ReductionDivisor='
expect_out 'all games'
expect_out 'LLR '
reject_out 'better than what there is'
first=$out
run spsa "${small[@]}" --threads 2
expect_status 0
[[ $out == "$first" ]] || fail 'two threads gave other numbers'

# What passes by likelihood alone, while the test is open, is no more than likely.
run spsa losalamos --trials 3 --pairs 1 --nodes 100 --rate 3000 --gate 30 --threads 1 --seed 58
expect_status 0
expect_out ' (-2.94 to 2.94): likely better (LOS 9'
expect_out '%, the test is open)'
run spsa losalamos --trials 3 --pairs 1 --nodes 100 --rate 3000 --gate 30 --threads 1 --seed 58 --json
jq -e '.match | .verdict == "open" and .los > 0.9 and .better' <<<"$out" >/dev/null || fail 'the JSON says more'

# Killed at any time, the same command goes on.
"$MARCHER" spsa "${small[@]}" --journal "$work/two.journal" >"$work/log" 2>&1 &
sleep 0.1
kill -9 $! 2>"$work/log" || true # who is through already goes on, too
wait $! 2>"$work/log" || true
run spsa "${small[@]}" --journal "$work/two.journal"
expect_status 0
[[ $out == "$first" ]] || fail 'going on gave other numbers'
cmp -s "$work/one.journal" "$work/two.journal" || fail 'the journals differ'
# One at a time.
exec 9<"$work/two.journal"
flock 9
run spsa "${small[@]}" --journal "$work/two.journal"
expect_status 1
expect_err 'two.journal: another search is being written to it right now'
exec 9<&-
run spsa "${small[@]}" --seed 4 --journal "$work/two.journal"
expect_status 1
expect_err 'journal of another tuning'
sed -i '3s/ 4 / 5 /' "$work/two.journal"
run spsa "${small[@]}" --journal "$work/two.journal"
expect_status 1
expect_err 'two.journal:3: '

# A setting can be played with.
run match gardner --engine name=a 'parameters=SeeQuiet=5 NullStep=100' --engine name=b --each nodes=60 \
  --games 2 --seed 1
expect_status 0
run match gardner --engine name=a parameters=SeeQuit=5 --engine name=b --each nodes=60 --games 2 --seed 1
expect_status 1
expect_err "did you mean 'SeeQuiet'?"

# In UCI it is listed for who asks, and set in any case.
run uci --parameters < <(printf 'uci\nquit\n')
expect_out 'option name NullStep type spin default 96 min 30 max 600'
run uci < <(printf 'uci\nsetoption name nullstep value 90\nsetoption name NullStep value 9\ngo nodes 50\nquit\n')
[[ $out != *'option name NullStep'* ]] || fail 'parameters are listed unasked'
expect_out 'NullStep takes a number from 30 to 600'
expect_out 'bestmove'

# What cannot be done is told.
run spsa borderline
expect_status 1
expect_err 'the search of borderline has no parameters'
run spsa chess --parameters NulStep
expect_status 2
expect_err "did you mean 'NullStep'?"
run spsa chess --parameters NullStep=100:1
expect_status 2
run spsa chess --parameters NullStep,NullStep
expect_status 2
expect_err 'twice'
run spsa chess --parameters NullStep=100:0:9999 --trials 1
expect_status 1
expect_err 'NullStep takes numbers from 30 to 600'
run spsa
expect_status 2

finish
