#!/usr/bin/env bash
# The ladder of levels: a table, the same on any number of cores.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

# without_times FILE: the column of milliseconds taken out.
without_times() {
  awk -F'|' -v OFS='|' '{ $10 = ""; print }' "$1"
}

games=${SLOW:+2}
games=${games:-4}
run ladder chess --games "$games" --to 2 --seed 3
expect_status 0
expect_no_err
expect_out '### Chess'
expect_out '| level | against | games |'
expect_out "| 1 | random | $games |"
expect_out "| 2 | level 1 | $games |"
reject_out 'level 3'
cp out alone
run ladder chess --games "$games" --to 2 --seed 3 -j 3
diff <(without_times alone) <(without_times out) || fail 'three at once play other games'

run ladder borderline --games 2 --from 2 --to 2 --json
expect_status 0
jq -e '.ladders[0].game == "borderline" and (.ladders[0].levels | length) == 1 and
  .ladders[0].levels[0].level == 2 and .ladders[0].levels[0].games == 2' out >/dev/null ||
  fail 'the JSON is another'

run ladder
expect_status 2
run ladder chess --to 9
expect_status 2
run ladder no-such-game
expect_status 1
finish
