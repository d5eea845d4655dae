#!/usr/bin/env bash
# `match`: the referee and misbehaving engines, the table, its repeatability, going on after a kill.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"
fake=$BUILD_DIR/tests/fake_uci
own='player=random name=ours'

# versus MODE [ARGUMENT...]: four short games of a fake engine, which misbehaves in its second move.
versus() {
  local mode=$1
  shift
  # shellcheck disable=SC2086
  run match borderlands --engine cmd="$fake" arg="$mode" arg=2 name=fake --engine $own \
    --each st=0.1 patience=800 timemargin=100 --turns 10 --games 4 "$@"
}

# Whether a process is running; one that nobody has waited for yet is not.
lives() {
  local state
  state=$(ps -o stat= -p "$1" 2>/dev/null) || return 1
  [[ $state != Z* ]]
}

# ---- the table -------------------------------------------------------------------------------

run match borderline --engine level=2 nodes=20 name=one --engine player=random name=two --games 6
expect_status 0
expect_no_err
expect_out 'Borderline GPT: one against two; 6 games, seed 1'
expect_out 'Game 6 of 6: two (Red) - one (Blue) '
expect_out 'one - two: pairs ['
expect_out 'Red scores '
expect_out 'who moves first '
expect_out 'draws '
expect_out 'Ended by BD-'
reject_out $'\033'
reject_out 'a move'
cp out once
for concurrency in 1 3 8; do
  run match borderline --engine level=2 nodes=20 name=one --engine player=random name=two \
    --games 6 --concurrency "$concurrency"
  diff once out || fail "$concurrency games at once make another table"
done
run match borderline --engine level=2 nodes=20 name=one --engine player=random name=two --games 6 \
  --seed 2
diff -q once out >/dev/null && fail 'another seed makes the same games'

# Three engines meet each other; a gauntlet is the first against the rest.
run match borderline --engine player=random --engine player=random --engine player=random --games 2
expect_out '6 games'
expect_out 'random-2 - random-3: '
run match borderline --engine player=random --engine player=random --engine player=random \
  --games 2 --tournament gauntlet
expect_out '4 games'
reject_out 'random-2 - random-3: '

# Turns of two actions, points in quarters.
run match colorboundmost --engine player=random name=a --engine player=random name=b --games 4 \
  --turns 30 --records two --pgn two.pgn
expect_status 0
for record in two/*.mrec; do
  "$MARCHER" replay "$record" >/dev/null 2>replay.err || fail "$record: $(<replay.err)"
done
[[ $(ls two | wc -l) == 4 ]] || fail 'four games are not four records'
[[ $(grep -c '^\[White ' two.pgn) == 4 ]] || fail 'four games are not four games of PGN'

run match borderline --engine player=random name=a --engine player=random name=b --games 2 --json
expect_status 0
[[ $(wc -l <out) == 1 ]] || fail 'not one line of JSON'
expect_out '"pentanomial": ['
expect_out '"first_mover_quarters": '

# A test ends the match as soon as it is clear, at the same game on any number of cores.
strong='player=mcts nodes=40 name=strong'
# shellcheck disable=SC2086
run match borderline --engine $strong --engine player=random name=weak --games 400 \
  --sprt elo0=0 elo1=100 model=logistic
expect_out 'H1 accepted'
reject_out 'Game 400 of 400'
cp out once
# shellcheck disable=SC2086
run match borderline --engine $strong --engine player=random name=weak --games 400 \
  --sprt elo0=0 elo1=100 model=logistic --concurrency 4
diff once out || fail 'the test ends elsewhere with four games at once'

# ---- misbehaviour ----------------------------------------------------------------------------

versus good
expect_status 0
reject_out 'lost by'
expect_out 'length: 4'
while read -r mode what; do
  versus "$mode"
  expect_status 0
  expect_out "fake lost by $what: "
  expect_out 'Game 4 of 4'
done <<'END'
illegal illegal
garbage illegal
slow time
late time
hang stall
crash crash
exit crash
flood flood
chatter flood
close disconnect
END
versus die
reject_out 'lost by'
expect_status 0

# Who cannot even begin ends the match, or loses with --recover.
for mode in mute unready deaf; do
  versus "$mode"
  expect_status 1
  expect_err 'fake does not answer'
done
versus mute --recover --games 2
expect_status 0
expect_out 'fake lost by crash: 2'
versus plain
expect_status 1
expect_err 'UCI_Variant'
run match borderlands --engine cmd="$work/nothing" name=no --engine player=random --each nodes=1
expect_status 1
expect_err "cannot start $work/nothing"

# Neither children nor open files are left behind, however often an engine dies.
if [[ -d /proc/self/fd ]]; then
  "$MARCHER" match borderlands --engine cmd="$fake" arg=crash name=fake --engine player=random \
    --each nodes=1 --games 60 --concurrency 3 >out 2>err &
  pid=$!
  most=0
  while kill -0 $pid 2>/dev/null; do
    # shellcheck disable=SC2012
    now=$(ls /proc/$pid/fd 2>/dev/null | wc -l)
    ((now > most)) && most=$now
    sleep 0.05
  done
  wait $pid || fail 'sixty crashes are too many'
  ((most < 40)) || fail "up to $most files were open"
fi

# Options reach the engine, and what was said is written down.
run match borderlands --engine cmd="$fake" name=fake option.Hash=7 option.Move\ Overhead=20 \
  --engine player=random --each nodes=5 --games 2 --turns 8 --log said.log
expect_status 0
grep -q 'fake\[[0-9]*\] < setoption name Hash value 7' said.log || fail 'Hash was not sent'
grep -q '< setoption name Move Overhead value 20' said.log || fail 'Move Overhead was not sent'
grep -q '< setoption name UCI_Variant value borderlands' said.log || fail 'no variant was sent'
grep -q '< go nodes 5' said.log || fail 'the limit was not sent'
[[ $(grep -c '< uci$' said.log) == 1 ]] || fail 'the engine did not go on running between games'

# It thinks on the other side's time, and is told when it guessed right.
run match borderlands --engine cmd="$fake" arg=ponder name=fake ponder --engine cmd="$fake" \
  name=other --each tc=5+0.1 --games 2 --turns 14 --log ponder.log
expect_status 0
reject_out 'lost by'
grep -q '< go ponder wtime' ponder.log || fail 'nobody ponders'
grep -q '< ponderhit' ponder.log || fail 'nobody guessed right'

# ---- adjudication ----------------------------------------------------------------------------

run match borderlands --engine cmd="$fake" arg=loser name=l --engine cmd="$fake" arg=winner name=w \
  --each nodes=1 --games 2 --resign movecount=2 score=500
expect_out 'resign: 2'
expect_out 'l (White) - w (Black) 0-1'
run match borderlands --engine cmd="$fake" arg=loser name=l --engine cmd="$fake" name=w \
  --each nodes=1 --games 2 --resign movecount=2 score=500 --turns 20
expect_out 'length: 2'
run match borderlands --engine cmd="$fake" arg=loser name=l --engine cmd="$fake" name=w \
  --each nodes=1 --games 2 --resign movecount=2 score=500 onesided --turns 20
expect_out 'resign: 2'
run match borderlands --engine cmd="$fake" name=a --engine cmd="$fake" name=b --each nodes=1 \
  --games 2 --draw movenumber=8 movecount=3 score=5
expect_out 'draw: 2'
expect_out '16 turns'

# ---- going on --------------------------------------------------------------------------------

going_on=(match borderlands --engine player=alphabeta nodes=200 name=a
  --engine player=alphabeta nodes=100 name=b --games 30 --pgn games.pgn)
"$MARCHER" "${going_on[@]}" >whole 2>err || fail 'no whole match'
mv games.pgn whole.pgn
for kill in 5 15; do
  "$MARCHER" "${going_on[@]}" --resume state --concurrency 2 >part 2>err &
  pid=$!
  await "Game $kill of" part $pid
  kill -9 $pid 2>/dev/null || true
  wait $pid 2>/dev/null || true
done
printf '123 half a li' >>state
run "${going_on[@]}" --resume state
expect_status 0
diff whole out || fail 'an interrupted match ends otherwise'
diff whole.pgn games.pgn || fail 'an interrupted match has other games'
run "${going_on[@]}" --resume state
diff whole out || fail 'a finished match ends otherwise'
cp state before
run "${going_on[@]}" --resume state --seed 5
expect_status 1
expect_err 'belongs to another match'
cmp state before || fail 'the file of another match was touched'
run "${going_on[@]}" --resume "$SOURCE_DIR/README.md"
expect_err 'is no journal'

# A signal ends it with the table; nobody is left behind.
"$MARCHER" match borderlands --engine cmd="$fake" name=fake --engine player=random --each nodes=1 \
  --games 100000 --concurrency 2 >out 2>err &
pid=$!
await 'Game 3 of' out $pid
children=$(pgrep -P $pid || true)
kill -INT $pid
status=0
wait $pid || status=$?
ran='match, interrupted'
expect_status 130
grep -q '^fake ' out || fail 'no table after the interruption'
for child in $children; do
  ! lives "$child" || fail 'a child has survived'
done
"$MARCHER" match borderlands --engine cmd="$fake" arg=hang name=fake --engine player=random \
  --each nodes=1 --games 1000 --concurrency 2 >out 2>err &
pid=$!
sleep 1
children=$(pgrep -P $pid || true)
[[ -n $children ]] || fail 'no child to look at'
kill -9 $pid
wait $pid 2>/dev/null || true
sleep 0.2
for child in $children; do
  ! lives "$child" || fail 'a child has survived the death of the match'
done

# ---- the command line ------------------------------------------------------------------------

run match chess --engine player=random
expect_status 2
expect_err '2 to 64 times --engine'
run match chess --engine player=random --engine nmae=x
expect_status 2
expect_err "an engine has no 'nmae'"
run match chess --engine player=random --engine cmd=x
expect_status 1
expect_err 'has no limit'
run match chess --engine player=random name=a --engine player=random name=a
expect_status 2
run match chess --engine player=expectimax --engine player=random
expect_status 1
run match chess --engine player=random --engine player=random --each tc=0
expect_status 2
run match chess --engine player=random --engine player=random --sprt elo0=5 elo1=0
expect_status 2
finish
