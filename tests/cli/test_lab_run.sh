#!/usr/bin/env bash
# `lab run`, `lab batch` and `lab merge`: runs that are made, ended, gone on with and merged.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

write_race race.ini
race() {
  run lab run race --rules race.ini --games 10 --batch 3 --players nodes:30 --seed 3 "$@"
}

race --to run
expect_status 0
expect_out 'Race: 10 games, nodes:30 for each side, seed 3'
expect_out '  White   '
first=$out
[[ $(ls run/batches | sort -n | tr '\n' ' ') == '0 1 2 3 ' ]] || fail 'there are not four batches'
grep -q '^sum [0-9a-f]\{16\}$' run/batches/0 || fail 'a batch has no sum'
grep -q '^game race [0-9a-f]\{16\}$' run/batches/0 || fail 'a batch does not say what made it'

# It needs nothing but its folder, and says the same again, on one core, too.
mkdir elsewhere
mv race.ini elsewhere/
run lab run run
expect_status 0
[[ $out == "$first" ]] || fail 'a run that is complete says something else'
cp -r run again
rm -r again/batches again/summary # an empty folder is soon lost
run lab run again --cores 1
expect_status 0
diff -r run again >"$work/out" || fail 'the same run has other bytes'
run lab run run --json
expect_status 0
expect_out '"games": 10'
expect_out '"batches": 4, "whole": 4, "damaged": 0'
run moves race --rules run/rules.ini
expect_status 0
mv elsewhere/race.ini .

# A fast look says the same as a run of the same games.
run lab quick race --rules race.ini --games 10 --nodes 30 --seed 3
[[ ${out#*$'\n'} == "${first#*$'\n'}" ]] || fail 'lab quick says something else'

# A run that was made in part is made.
race --make --to half
rm -f half/experiment
race --make --to half
expect_status 0
cmp run/experiment half/experiment || fail 'the experiment is another one'

# One batch after the other; those that are there are left alone.
race --make --to single
expect_status 0
expect_out 'single: 4 batches'
run lab batch single --count
expect_out '4'
run lab batch single 2
expect_status 0
cmp single/batches/2 run/batches/2 || fail 'a batch alone has other bytes'
touch -d 2001-01-01 single/batches/2
run lab batch single 1 --base 1 --json
expect_status 0
expect_out '{"version": 1, "batch": 2, "computed": false}'
run lab batch single --lacking
[[ $out == $'0\n1\n3' ]] || fail 'not those are lacking'

# What a queue has to know.
for words in 'single 4' 'single x' 'single' 'single 1 2' 'single 1 --count'; do
  # shellcheck disable=SC2086 # words
  run lab batch $words
  expect_status 64
done
run lab batch nowhere 0
expect_status 65
expect_err "'nowhere' is no run"
if ((EUID != 0)); then
  chmod 555 single/batches
  run lab batch single 0
  expect_status 75
  chmod 755 single/batches
fi

# Damage is named, and costs itself alone.
cp -r run hurt
printf 'x' | dd of=hurt/batches/1 bs=1 seek=90 conv=notrunc status=none
head -c 100 run/batches/3 >hurt/batches/3
run lab run hurt
expect_status 0
expect_err 'batch 1 is damaged: its bytes are not those that were written; 2 in all, computed again'
diff -r run hurt >"$work/out" || fail 'what was damaged is not as it was'

# Merging.
race --make --to left
cp -r left right
run lab batch left 0
run lab batch left 1
run lab batch right 1
run lab batch right 3
run lab merge left right
expect_status 0
expect_err "'right': 1 batch taken"
expect_err '1 of 4 batches is lacking: 2'
expect_out 'Race: 3 of 4 batches, 7 games'
run lab run left
expect_status 0
diff -r run left >"$work/out" || fail 'merged runs have other bytes'
race --games 11 --make --to eleven
run lab merge left eleven
expect_status 1
expect_err "'left' and 'eleven' are of different experiments"
cp left/batches/0 eleven/batches/0
run lab run eleven
expect_status 1
expect_err "batch 0 in 'eleven' is of another experiment: 'experiment "
cp left/batches/0 left/batches/1
run lab run left
expect_status 1
expect_err "batch 1 in 'left' is another batch, copied under its number: 'batch 0 games "

# What is settled is settled.
race --games 20 --to run
expect_status 1
expect_err "'run' holds another experiment: 'games' is 10 there and 20 here; name another folder"
race --set nMoveRule=77 --to run
expect_status 1
expect_err "'run' holds another experiment: 'sets' is - there and nMoveRule=77 here"
sed '$a nMoveRule = 77' race.ini >edited.ini
run lab run race --rules edited.ini --games 10 --batch 3 --players nodes:30 --seed 3 --to run
expect_status 1
expect_err "'run' holds another experiment: its rules differ; name another folder"
run lab run run --games 20
expect_status 2
expect_err "'run' is a run, and what it plays is settled"
run lab run chess
expect_status 2
expect_err '--to FOLDER says where one is made'
run lab run chess --make
expect_status 2
run lab run chess --to new --on parallel
expect_status 2
run lab run chess --to new --players time:5
expect_status 1
expect_err 'counts nodes or a level, not time'
run lab run chess --to new --players nodes:5 --players nodes:6 --players nodes:7
expect_status 1
expect_err "'players' has one line for all seats, or 2"
run lab quick chess more
expect_status 2
expect_err "unexpected argument 'more'"
[[ ! -e new ]] || fail 'a run that was refused has left something'

# The file of an experiment.
cat >plan.ini <<'INI'
[experiment]
game = race
players = nodes:30
games = 10
batch = 3
seed = 3
INI
run lab run plan.ini --rules race.ini --to planned
expect_status 0
diff -r run planned >"$work/out" || fail 'the file says something else than the options'
sed -i 's/^games/gaems/' plan.ini
run lab run plan.ini --rules race.ini --to planned2
expect_status 1
expect_err "marcher: plan.ini:4:1: there is no key named 'gaems'; did you mean 'games'?"
sed -i 's/^gaems/games/;s/^players.*/players = nodez:30/' plan.ini
run lab run plan.ini --rules race.ini --to planned2
expect_status 1
expect_err "marcher: plan.ini:3:11: a player has level, engine, time and nodes, but no 'nodez'"
printf '[experiment]\ngame = race\nkind = study\nplayers =\n  nodes:5,games:2\n  nodes:0\n' >plan.ini
run lab run plan.ini --rules race.ini --to planned2
expect_err "marcher: plan.ini:6:3: nodes needs a whole number from 1 to "

# Every kind of a file can be said in words.
run lab run race --rules race.ini --kind study --players nodes:5 --players nodes:9 --games 4 --pairs 1 --probe 0 --to studied
expect_status 0
expect_out '  nodes:9        first mover'
run lab run race --rules race.ini --kind selfplay --players nodes:5 --games 2 --to played
expect_status 0
expect_out 'Race: self-play, round 1, 2 games'
run lab run studied --json
jq -e '.run.weights == null and (.run.definition | length == 16)' <<<"$out" >"$work/jq" ||
  fail 'a run does not say what made it'

# A match as a run says what 'marcher match' says of the same games.
run lab run borderline --kind match --players nodes:30 --players nodes:10 --games 8 --batch 2 --to match
expect_status 0
said=$(sed -n '/^Red scores/,$p' <<<"$out")
run match borderline --engine nodes=30 name=a --engine nodes=10 name=b --each hash=16 --games 8 \
  --seed 1 --openings start --turns 1000 --ratinginterval 0
expect_status 0
[[ -n $said && $out == *"$said"* ]] || fail "lab run says something else: $said"
run lab run match --json
expect_status 0
expect_out '"games": 8, "planned": 8'
# Games of a run that go as others did are no evidence either.
run lab run chess --kind match --players nodes:1 --players nodes:2 --games 8 --batch 2 --opening 0 --length 40 --to alike
expect_status 0
expect_out '; 1 of them different, by which errors go'
# A lot for the first move tells no two games apart; deals and dice do.
write_ferry ferry.ini
for game in 'ferry 6 2 50' 'borderline 0 0 0'; do
  read -r name opening first slips <<<"$game"
  run lab run "$name" --rules ferry.ini --kind match --players nodes:5 --players nodes:5 --games 4 --make --to "m-$name"
  grep -q "^opening = $opening\$" "m-$name/experiment" || fail "matches of $name have other openings"
  run lab run "$name" --rules ferry.ini --players nodes:5 --games 4 --make --to "g-$name"
  grep -q "^opening = $first\$" "g-$name/experiment" || fail "games of $name have other openings"
  grep -q "^slips = $slips\$" "g-$name/experiment" || fail "games of $name have other slips"
done
run lab run borderline --kind match --players nodes:30 --to one
expect_status 1
expect_err "a match has 2 to 16 players: a line of 'players' for each"
run lab run borderline --kind ladder --players level:1 --players level:2 --players level:3 --games 3 \
  --batch 3 --to ladder
expect_status 0
expect_out 'Borderline GPT: 8 games, level:1 against level:2 against level:3, seed 1'
expect_out 'level:1 - level:2: '
expect_out 'level:2 - level:3: '
! [[ $out == *'level:1 - level:3'* ]] || fail 'a ladder has more than its steps'
run lab batch ladder --count
expect_out '2'
run lab run borderline --kind match --players time:9 --players nodes:1 --to one
expect_status 1
expect_err 'counts nodes or a level, not time'

# Ended in the middle, it keeps what it has; it goes on; killed, too.
run lab run borderline --games 400 --batch 2 --players nodes:40 --make --to long
count() {
  find long/batches -type f -name '*[0-9]' | wc -l
}
for signal in INT TERM KILL; do
  before=$(count)
  "$MARCHER" lab run long >"$work/out" 2>"$work/err" &
  pid=$!
  until (($(count) > before + 2)); do sleep 0.05; done
  kill "-$signal" "$pid"
  status=0
  { wait "$pid"; } 2>/dev/null || status=$?
  ran="lab run long, by $signal"
  case $signal in
    INT) ((status == 130)) || fail "it ended with $status" ;;
    TERM) ((status == 143)) || fail "it ended with $status" ;;
    KILL) ((status == 137)) || fail "it ended with $status" ;;
  esac
  [[ $signal == KILL || -z $(find long/batches -name '*.tmp') ]] || fail 'temporary files are left'
  run lab batch long --lacking
  expect_status 0
  (($(wc -l <<<"$out") == 200 - $(count))) || fail 'what was ended has left a file that is not whole'
done

# Keys of one kind are refused in another, and what a study needs is told.
printf '[experiment]\ngame = chess\npairs = 5\n' >odd.ini
run lab run odd.ini --to odd
expect_status 1
expect_err "'pairs' is of study and values, and this is of the kind 'games'"
for players in 'nodes:9\n  nodes:5' 'nodes:5\n  level:2'; do
  printf "[experiment]\nkind = study\ngame = chess\nplayers =\n  $players\n\n" >odd.ini
  run lab run odd.ini --to odd
  expect_status 1
  expect_err 'the weakest first'
done

# A cluster that loses an array with all that was on it: it is asked once more. What stands for Slurm here
# computes at once, and drops as many arrays as `drops` says.
mkdir cluster
cat >cluster/sbatch <<'END'
#!/bin/sh
[ "$1" = --parsable ] || exit 0
cat >"$CLUSTER/script"
echo array >>"$CLUSTER/asked"
left=$(cat "$CLUSTER/drops")
if [ "$left" -gt 0 ]; then
  echo $((left - 1)) >"$CLUSTER/drops"
  exit 0
fi
for SLURM_ARRAY_TASK_ID in 0 1 2 3; do
  export SLURM_ARRAY_TASK_ID
  sh "$CLUSTER/script"
done
END
printf '#!/bin/sh\n' >cluster/squeue
cp cluster/squeue cluster/scontrol
chmod +x cluster/*
on_cluster() {
  echo "$2" >cluster/drops
  rm -f cluster/asked
  race --make --to "$1"
  expect_status 0
  ran="marcher lab run $1 --on slurm, of which $2 arrays are lost"
  status=0
  CLUSTER=$work/cluster PATH=$work/cluster:$PATH "$MARCHER" lab run "$1" --on slurm >out 2>err || status=$?
  out=$(<out) err=$(<err)
}
on_cluster lost 1
expect_status 0
[[ $(wc -l <cluster/asked) == 2 ]] || fail 'the array that was lost was not asked for again'
on_cluster lost-twice 9
expect_status 1
expect_err '4 of 4 batches were not computed, the first is 0'
[[ $(wc -l <cluster/asked) == 2 ]] || fail 'a cluster that computes nothing is not asked twice'
finish
