#!/usr/bin/env bash
# `lab quick`: what fast games say, the same each time.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

write_race race.ini
quick() {
  run lab quick race --rules race.ini --games 10 --nodes 200 "$@"
  expect_status 0
}

quick --seed 3
expect_out 'Race: 10 games, nodes:200 for each side, seed 3'
expect_out '  White   '
expect_out "Kinds of pieces that never moved: 1 of 3"
expect_out "  White's Immobile, there in 10 of 10 games"
expect_out 'Turns: '
first=$out
quick --seed 3
[[ $out == "$first" ]] || fail 'the same games say something else'
for threads in 1 3; do
  quick --seed 3 --threads "$threads"
  [[ $out == "$first" ]] || fail "$threads threads play other games"
done
quick --seed 4
[[ $out != "$first" ]] || fail 'the seed changes nothing'
quick --seed 3 --json
expect_out '"games": 10'
expect_out '{"kind": "won", "player": "White", "count": '

# A wall is ground, and no piece that never moves; programs and people are told of it by name.
cp "$SOURCE_DIR/tests/data/ford.ini" .
run lab quick ford --rules ford.ini --games 10 --nodes 20 --seed 1
expect_status 0
expect_out 'The Ford: 10 games'
reject_out 'wall'
run lab quick ford --rules ford.ini --games 4 --nodes 20 --json
expect_status 0
run show ford --rules ford.ini --json
expect_status 0
expect_out '"wall"'
run rules ford --rules ford.ini
expect_out 'Nothing ever comes to a wall (*) or slides past it; leaps go over it.'

# What is in reserve to the end was never there, and is told apart from what stood still.
write_ferry ferry.ini
run lab quick ferry --rules ferry.ini --games 6 --nodes 20
expect_status 0
expect_out 'Kinds of pieces that never came: 1 of 6'
expect_out "  Black's cannon"
reject_out 'cannon, there in'
run lab quick ferry --rules ferry.ini --games 6 --nodes 20 --json
jq -e '[.pieces[] | select(.piece == "cannon" and .owner == "Black").games] == [0]' <<<"$out" >"$work/jq" ||
  fail 'what never came is there'
# Where no game was over there is no rule to be told.
run lab run ferry --rules ferry.ini --games 2 --players nodes:5 --length 4 --to unfinished
expect_status 0
expect_out '  unfinished               100.0%'
reject_out 'By which rule'

# Armies that come once more show the rule by which they come, also where their owners place them.
run lab quick warlord-valley-war-placed --set 'arrivals=2 3' --set towns_to_win=0 --games 2 --nodes 5
expect_status 0
reject_out 'WL-36'

run lab quick chess --games 0
expect_status 2
expect_err "whole number from 1 to 1000000, not '0'"
run lab quick chess --nodes 5 --level 3
expect_status 2
expect_err 'either of --nodes or of a --level'

# A signal tells what the games say that were over by then, or that none was.
for games in 100000 1 json; do
  json=()
  [[ $games != json ]] || json=(--json) games=1
  nodes=$((games > 1 ? 20 : 1000000000))
  ran="marcher lab quick, interrupted after games of $nodes nodes"
  "$MARCHER" lab quick chess --games "$games" --nodes "$nodes" "${json[@]}" \
    >"$work/out" 2>"$work/err" &
  pid=$!
  sleep $((${#SLOW} > 0 ? 6 : 1)) # nothing is written before it ends
  kill -INT "$pid"
  status=0
  wait "$pid" || status=$?
  out=$(<"$work/out") err=$(<"$work/err")
  expect_status 130
  if ((games > 1)); then
    expect_out ' of 100000 games.'
    expect_out 'Who wins:'
  else
    expect_err 'broken off before the first game was over'
    ((${#json[@]} == 0)) || expect_err '"exit": 130'
  fi
done

# Who captures is counted, and a team has its pieces in common.
run lab quick warlord-clash-of-arms --set teams=2 --games 6 --nodes 40 --json
expect_status 0
grep -q '"piece": "infantry", "owner": "White 1", [^}]*"captures": [1-9]' out || fail 'no captures'
reject_out '"owner": "White 2"'

run lab quick chess --level 9
expect_status 2
expect_err "from 1 to 8, not '9'"
run lab quick ches
expect_status 1
expect_err "unknown game 'ches'"
finish
