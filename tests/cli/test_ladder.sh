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
# A score and its error never say more than all of the points: then there are bounds.
awk -F'|' '$6 ~ /\+-/ { split($6, at, "%"); error = at[2]; sub(/.*\+- /, "", error)
  if (at[1] + error > 100.05 || at[1] - error < -0.05) exit 1 }' out || fail 'more than all points'
# Four wins do not say who is the stronger one: no bound below nothing is told, nor a sum of it.
if grep -q '+4 =0 -0' out; then
  grep -q '| +4 =0 -0 | 100.0% ([0-9.]* to 100.0) | unknown | unknown |' out || fail 'a bound that says nothing'
fi
reject_out 'level 3'
cp out alone
run ladder chess --games "$games" --to 2 --seed 3 -j 3
diff <(without_times alone) <(without_times out) || fail 'three at once play other games'

# Kept in a folder it plays the same games of a step, goes on after a kill, and holds no time.
run ladder chess --games "$games" --to 2 --seed 3 --folder kept -j 2
expect_status 0
diff <(cut -d'|' -f2-7 alone | grep '^ [12]') <(cut -d'|' -f2-7 out | grep '^ [12]') ||
  fail 'a folder has other games'
cp out first
grep -q '^kind = ladder$' kept/experiment || fail 'it is no run of the kind ladder'
cp -r kept again
rm again/batches/0 again/summary
run ladder chess --games "$games" --to 2 --seed 3 --folder again -j 1
cmp -s out first || fail 'a ladder that goes on says something else'
diff -r kept again || fail 'a ladder that goes on has other bytes'
run lab run kept
expect_out 'level:1 - engine:random'
run ladder chess --folder kept --to 2 --seed 4
expect_status 1
expect_err 'holds another experiment'
run ladder chess --on slurm
expect_status 2
expect_err '--on slurm needs --folder'
run ladder chess borderline --folder kept
expect_status 2
run ladder chess --folder kept --top 2
expect_status 2
expect_err '--top is for those that are not kept'
run lab run borderline --games 2 --players nodes:5 --to x
rm -r x
printf '[experiment]\ngame = borderline\nplayers = nodes:5\nresign = 500\n' >odd.ini
run lab run odd.ini --to x
expect_status 1
expect_err "'resign' is of match and ladder"

run ladder borderline --games 2 --from 2 --to 2 --json
expect_status 0
jq -e '.ladders[0].game == "borderline" and (.ladders[0].levels | length) == 1 and
  .ladders[0].levels[0].level == 2 and .ladders[0].levels[0].games == 2' out >/dev/null ||
  fail 'the JSON is another'

# Of a step that nobody notices it is said what sets how much levels look at.
# Few games do not say so: it takes an interval that is below as a whole.
run ladder borderline --from 3 --to 3 --games 60 --seed 2 --set levelNodes3=2 --set levelNodes2=1
expect_status 0
expect_out '| 3 | level 2 | 60 | +7 =47 -6 | 50.8% +- 5.7'
expect_out "Level 3 wins less than 60% against level 2: 'levelNodes2' and 'levelNodes3' in the definition"
run ladder borderline --from 3 --to 3 --games 6 --seed 2 --set levelNodes3=2 --set levelNodes2=1
expect_out '| 3 | level 2 | 6 | +1 =4 -1 | 50.0%'
reject_out 'wins less than'

steep=(ladder chess --from 6 --to 6 --seed 2 --set levelNodes5=1 --set levelNodes6=200)
run "${steep[@]}" --games 60
expect_out "Level 6 wins more than 90% against level 5: 'levelNodes5' and 'levelNodes6' in the definition"
run "${steep[@]}" --games 6
expect_out '| 100.0% ('
reject_out 'wins more than'

# A sum has the errors of its steps, squared and added; with a bound, it is what all have at least.
run ladder borderline --from 2 --to 3 --games 20 --seed 2 --json
jq -e '.ladders[0].levels | .[1] as $b | .[0] as $a | ($a.elo == $a.elo_step) and ($a.elo_low == $a.elo_step_low) and
  ($b.elo - $a.elo - $b.elo_step | fabs < 0.001) and ((($b.elo - $b.elo_low) * ($b.elo - $b.elo_low) -
  ($a.elo - $a.elo_low) * ($a.elo - $a.elo_low) - ($b.elo_step - $b.elo_step_low) * ($b.elo_step - $b.elo_step_low)) |
  fabs < 1)' out >/dev/null || fail 'a sum without its error'
run ladder borderline --from 2 --to 3 --games 20 --seed 2
grep -q '^| 3 .* +- [0-9.]* | -*[0-9]* +- [0-9]* |' out || fail 'the table tells no error of the sum'

# Where all games are won the sum is a bound, and so is what is built on it.
run ladder warlord-border-war --games 16 --to 1 --seed 3
expect_out '| 1 | random | 16 | +16 =0 -0 | '
expect_out ' | at least +'
grep -q '| at least [0-9]* |' out || fail 'the sum of a bound is none'
run ladder warlord-border-war --games 16 --to 1 --seed 3 --json
jq -e '.ladders[0].levels[0] | .at_least and .elo > 0 and .elo == .elo_step and .elo_low == .elo and .elo_high == null' \
  out >/dev/null || fail 'no bound'
run ladder warlord-border-war --games 16 --to 2 --seed 3 --set levelNodes2=400 --json
jq -e '.ladders[0].levels | .[1].elo == null or (.[1].at_least and (.[1].elo - .[0].elo - .[1].elo_step_low | fabs < 0.001))' \
  out >/dev/null || fail 'behind a bound there is more than what is sure'

# Of games whose only chance is who moves first there were two: they begin with random turns.
write_ferry ferry.ini
run ladder ferry --rules ferry.ini --to 1 --games 2 --folder lots
expect_status 0
grep -q '^opening = 6$' lots/experiment || fail 'a lot passes for a deal'
run ladder borderline --to 1 --games 2 --folder dealt
expect_status 0
grep -q '^opening = 0$' dealt/experiment || fail 'what is dealt begins with random turns'

run ladder
expect_status 2
run ladder chess --to 9
expect_status 2
run ladder no-such-game
expect_status 1
finish
