#!/usr/bin/env bash
# `match`: the referee and misbehaving engines, the table, its repeatability, going on after a kill.
# Most cases wait for clocks, so they run beside each other, each in a folder of its own.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"
fake=$BUILD_DIR/tests/fake_uci
top=$work
begun=0
names=()
pids=()

# beside CASE [ARGUMENT...]: begins a case. Its state is its own: failures, output, folder.
beside() {
  begun=$((begun + 1))
  names+=("$*")
  (
    trap - EXIT
    failures=0
    work=$top/case-$begun
    mkdir "$work"
    cd "$work"
    : >out
    : >err
    "$@"
    finish
  ) &
  pids+=($!)
}

# Waits for all that have been begun.
gather() {
  local i
  for i in "${!pids[@]}"; do
    wait "${pids[i]}" || {
      printf 'FAILED: %s\n' "${names[i]}" >&2
      failures=$((failures + 1))
    }
  done
  names=()
  pids=()
}

# versus MODE [OPTION...]: four short games of a fake engine, which misbehaves in its second move.
versus() {
  local mode=$1
  shift
  run match borderlands --engine cmd="$fake" arg="$mode" arg=2 name=fake \
    --engine player=random name=ours --turns 10 --games 4 "$@"
}

# Whether a process is running; one that nobody has waited for yet is not.
lives() {
  local state
  state=$(ps -o stat= -p "$1" 2>/dev/null) || return 1
  [[ $state != Z* ]]
}

# ---- the table -------------------------------------------------------------------------------

small=(match borderline --engine level=2 nodes=20 name=one --engine player=random name=two --games 6)

the_table() {
  run "${small[@]}"
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
    run "${small[@]}" --concurrency "$concurrency"
    diff once out || fail "$concurrency games at once make another table"
  done
  run "${small[@]}" --seed 2
  ! diff -q once out >/dev/null || fail 'another seed makes the same games'
}

# In a pipe one reads now and then who stands where; the last word is the table.
interim_tables() {
  local long=(match borderline --engine player=random name=a --engine player=random name=b --games 40
    --turns 6)
  run "${long[@]}"
  [[ $(grep -c '^After [0-9]* of 40 games:$' out) == 3 ]] || fail 'not after every ten games but the last'
  [[ $(grep -c '^Engine ' out) == 4 ]] || fail 'not a table each time'
  [[ $(grep -A 3 '^After 20 of 40' out | grep -c '^[ab]  *20 ') == 2 ]] || fail 'not 20 games each'
  run "${long[@]}" --ratinginterval 16
  [[ $(grep '^After' out | tr '\n' ' ') == 'After 16 of 40 games: After 32 of 40 games: ' ]] ||
    fail 'not after 16 games each'
  run "${long[@]}" --ratinginterval 0
  reject_out 'After '
  run "${long[@]}" --ratinginterval 16 --json
  [[ $(wc -l <out) == 1 ]] || fail 'more than JSON'
}

# The day, and the start where readers cannot know it.
tags_of_pgn() {
  local two=(--engine player=random name=a --engine player=random name=b --games 1 --turns 4)
  export SOURCE_DATE_EPOCH=86400
  run match chess "${two[@]}" --pgn plain.pgn
  grep -qx '\[Date "1970.01.02"\]' plain.pgn || fail 'not the day that was asked for'
  ! grep -q 'SetUp\|FEN\|Variant' plain.pgn || fail 'what every reader knows is told'
  run match chess --set startFen='4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1' "${two[@]}" --pgn set.pgn
  grep -qx '\[FEN "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1"\]' set.pgn || fail 'the start is not told'
  grep -qx '\[SetUp "1"\]' set.pgn || fail 'nor that it is another'
  echo '4k3/8/8/8/8/8/PPPP4/4K3 b - - 0 1' >start.epd
  run match chess "${two[@]}" --openings start.epd --pgn opening.pgn
  grep -qx '\[FEN "4k3/8/8/8/8/8/PPPP4/4K3 b - - 0 1"\]' opening.pgn || fail 'the opening is not told'
  # Plies are decisions, each of which has its nodes here; what is dealt and diced is none.
  run match borderline --engine nodes=5 --engine nodes=6 --games 1 --seed 3 --pgn dice.pgn
  [[ $(grep -c '' dice.pgn) -gt 10 ]] || fail 'no game with dice'
  grep -qx "\[PlyCount \"$(grep -oE '[0-9]n\}' dice.pgn | wc -l)\"\]" dice.pgn || fail 'PlyCount counts dice'
  # A tag that is misspelt makes the game another one: that is told, once.
  printf '%s\n' '[Event "x"]' '[FENN "4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1"]' '' '1. e4 *' '' >one.pgn
  cat one.pgn one.pgn >misspelt.pgn
  run match chess "${two[@]}" --openings misspelt.pgn
  expect_status 0
  expect_err "misspelt.pgn:1: warning: the tag 'FENN' has no meaning; did you mean 'FEN'? the game is taken to begin as usual, as there is no tag 'FEN'"
  [[ $(grep -c "the tag 'FENN'" err) == 1 ]] || fail 'it is told of every game'
  for file in plain opening; do
    run replay $file.pgn
    expect_status 0
  done
  unset SOURCE_DATE_EPOCH
  run match chess "${two[@]}" --pgn today.pgn
  grep -qx "\[Date \"\($(date +%Y.%m.%d)\|$(date -d yesterday +%Y.%m.%d)\)\"\]" today.pgn ||
    fail 'not the day of today'
}

# Three engines meet each other; a gauntlet is the first against the rest.
three_engines() {
  local three=(match borderline --engine player=random --engine player=random
    --engine player=random --games 2)
  run "${three[@]}"
  expect_out ', random-2, random-3, each against each; 6 games'
  expect_out 'random-2 - random-3: '
  run "${three[@]}" --tournament gauntlet
  expect_out ' against random-2, random-3; 4 games'
  reject_out 'random-2 - random-3: '
}

# Turns of two actions, points in quarters.
files_of_games() {
  run match colorboundmost --engine player=random name=a --engine player=random name=b --games 4 \
    --turns 30 --records two --pgn two.pgn
  expect_status 0
  for record in two/*.mrec; do
    "$MARCHER" replay "$record" >/dev/null 2>replay.err || fail "$record: $(<replay.err)"
  done
  [[ $(ls two | wc -l) == 4 ]] || fail 'four games are not four records'
  [[ $(grep -c '^\[White ' two.pgn) == 4 ]] || fail 'four games are not four games of PGN'
}

json() {
  run match borderline --engine player=random name=a --engine player=random name=b --games 2 --json
  expect_status 0
  [[ $(wc -l <out) == 1 ]] || fail 'not one line of JSON'
  expect_out '"pentanomial": ['
  expect_out '"first_mover_quarters": '
  expect_out '"adjudicated": 0'
  [[ ! -e /dev/full ]] && return
  run match borderline --engine player=random name=a --engine player=random name=b --games 2 \
    --json --pgn /dev/full
  expect_status 1
  expect_err '/dev/full'
}

# A test ends the match as soon as it is clear, at the same game on any number of cores.
sequential_test() {
  local tested=(match borderline --engine player=mcts nodes=40 name=strong
    --engine player=random name=weak --games 400 --sprt elo0=0 elo1=100 model=logistic)
  run "${tested[@]}"
  expect_out 'H1 accepted'
  reject_out 'Game 400 of 400'
  cp out once
  run "${tested[@]}" --concurrency 4
  diff once out || fail 'the test ends elsewhere with four games at once'
}

# The PGN of every family is read back: tiles are called by numbers, and doing nothing by a dot.
pgn_of_other_families() {
  for game in borderline warlord-river; do
    run match "$game" --engine player=random name=a --engine player=random name=b --games 2 \
      --turns 16 --pgn "$game.pgn" --records "$game"
    expect_status 0
    for number in 1 2; do
      run replay "$game.pgn" --game $number --json
      expect_status 0
      # Only the record claims a state and a hash.
      tail -n 1 out | jq -c 'del(.agree)' >read
      run replay "$game/00000$number.mrec" --json
      tail -n 1 out | jq -c 'del(.agree)' | diff read - || fail "game $number of $game is another"
    done
  done
  run match chess --set stalemateValue=win --engine player=random name=a --engine player=random name=b \
    --games 1 --turns 8 --pgn other.pgn
  run replay other.pgn
  expect_status 1
  expect_err 'played by other rules of chess'
  run match borderline --openings borderline.pgn --plies 3 --engine player=random name=a \
    --engine player=random name=b --games 2 --turns 8
  expect_status 0
}

# On a terminal that is too small for it the table stays in its place.
on_a_terminal() {
  command -v tmux >/dev/null || return 0
  local server=marcher-match-$$
  local tries screen='' most=1200
  tmux -L "$server" -f /dev/null new-session -d -x 60 -y 8 "env TERM=screen '$MARCHER' match chess \
    --engine player=random --engine player=random --engine player=random --games 9000"
  for ((tries = 0; tries < most; tries++)); do
    sleep 0.1
    screen=$(tmux -L "$server" capture-pane -p -S -)
    # Drawn often enough: another game has been counted since.
    [[ $screen =~ ^Chess.*$'\n'([4-9]|[1-9][0-9]+)' of 27000 games, ' ]] && break
  done
  tmux -L "$server" kill-server
  printf '%s\n' "$screen" >out
  ((tries < most)) || fail 'no table was seen'
  [[ $(grep -c ' of 27000 games, ' out) == 1 ]] || fail 'the table does not stay in its place'
  grep -q '^Engine ' out || fail 'the table has no title'
}

beside the_table
beside on_a_terminal
beside three_engines
beside interim_tables
beside tags_of_pgn
beside pgn_of_other_families
beside files_of_games
beside json
beside sequential_test

# ---- misbehaviour ----------------------------------------------------------------------------

# Who misbehaves is named, and the match goes on. Machines may be slow: one that is so slow that a game
# is lost on time before it comes to that has others that are not, and a flood has time to rise.
faulty() {
  local mode=$1
  local what=$2
  shift 2
  versus "$mode" --each "$@"
  expect_status 0
  grep -qE "^fake lost by ([a-z]+: [0-9]+, )*$what: " out ||
    fail "expected in the output: fake lost by $what: "
  expect_out 'Game 4 of 4'
}

harmless() {
  versus good --each nodes=1
  expect_status 0
  reject_out 'lost by'
  expect_out 'length: 4'
  versus die --each nodes=1
  reject_out 'lost by'
  expect_status 0
}

# Who cannot even begin ends the match, or loses with --recover.
cannot_begin() {
  for mode in mute unready deaf; do
    versus "$mode" --each nodes=1 patience=300
    expect_status 1
    expect_err 'fake does not answer'
    reject_out 'Points'
  done
  versus mute --each nodes=1 patience=300 --recover --games 2
  expect_status 0
  expect_out 'fake lost by crash: 2'
  run match borderlands --engine cmd="$fake" arg=mute name=a --engine cmd="$fake" arg=mute name=b \
    --each nodes=1 patience=300 --recover --games 2
  expect_status 0
  expect_out 'a lost by crash: 1'
  expect_out 'b lost by crash: 1'
  versus plain --each nodes=1
  expect_status 1
  expect_err 'UCI_Variant'
  run match borderlands --engine cmd="$work/nothing" name=no --engine player=random --each nodes=1
  expect_status 1
  expect_err "cannot start $work/nothing"
}

# Neither children nor open files are left behind, however often an engine dies.
nothing_is_left_open() {
  [[ -d /proc/self/fd && -z $SLOW ]] || return 0
  "$MARCHER" match borderlands --engine cmd="$fake" arg=crash name=fake --engine player=random \
    --each nodes=1 --games 60 --concurrency 3 >out 2>err &
  pid=$!
  most=0
  while kill -0 $pid 2>/dev/null; do
    # The match may end between two looks; a pattern that matches nothing is no failure.
    open=(/proc/"$pid"/fd/*)
    most=$((${#open[@]} > most ? ${#open[@]} : most))
    sleep 0.05
  done
  wait $pid || fail 'sixty crashes are too many'
  ((most < 40)) || fail "up to $most files were open"
}

# Options reach the engine, and what was said is written down.
the_log() {
  run match borderlands --engine cmd="$fake" name=fake option.Hsah=7 --engine player=random \
    --each nodes=5
  expect_status 1
  expect_err "fake has no option 'Hsah'"
  run match borderlands --engine cmd="$fake" name=fake option.hash=7 option.Move\ Overhead=20 \
    option.Clear= --engine player=random --each nodes=5 option.Threads=1 --games 2 --turns 8 \
    --log said.log
  expect_status 0
  grep -q 'fake\[[0-9]*\] < setoption name hash value 7' said.log || fail 'Hash was not sent'
  grep -q '< setoption name Move Overhead value 20' said.log || fail 'Move Overhead was not sent'
  grep -q '< setoption name Clear$' said.log || fail 'no button was pressed'
  ! grep -q 'setoption name Threads' said.log || fail 'an option was sent that it does not have'
  grep -q '< setoption name UCI_Variant value borderlands' said.log || fail 'no variant was sent'
  grep -q '< go nodes 5' said.log || fail 'the limit was not sent'
  [[ $(grep -c '< uci$' said.log) == 1 ]] || fail 'the engine did not go on running between games'
}

# It thinks on the other side's time, and is told when it guessed right.
pondering() {
  run match borderlands --engine cmd="$fake" arg=ponder name=fake ponder --engine cmd="$fake" \
    name=other --each tc=5+0.1 --games 2 --turns 14 --log ponder.log
  expect_status 0
  reject_out 'lost by'
  grep -q '< go ponder wtime' ponder.log || fail 'nobody ponders'
  grep -q '< ponderhit' ponder.log || fail 'nobody guessed right'
}

# Both clocks begin behind the opening; one that begins empty has its first increment.
clocks() {
  run match borderlands --engine cmd="$fake" name=a --engine cmd="$fake" name=b --each tc=2/9 \
    --games 1 --turns 12 --log clock.log
  expect_status 0
  reject_out 'lost by'
  grep -o '\(a\|b\)\[.*movestogo .' clock.log | sed 's/\[.* / /' >said
  printf '%s\n' 'a 2' 'b 2' 'a 1' 'b 1' 'a 2' 'b 2' >wanted
  diff wanted said || fail 'a side is told of another number of turns'
  run match borderlands --engine cmd="$fake" name=a --engine player=random name=b --each tc=0+5 \
    --games 2 --turns 12 --log empty.log
  expect_out 'length: 2'
  grep -q 'go wtime 5000 btime 5000' empty.log || fail 'an empty clock has no first increment'
  run match borderlands --engine cmd="$fake" name=a --engine player=random name=b --each st=9 \
    --games 1 --turns 8 --log move.log
  grep -q '< go movetime 9000$' move.log || fail 'the time for a move was not sent'
}

while read -r mode what limits; do
  # shellcheck disable=SC2086
  beside faulty "$mode" "$what" $limits
done <<'END'
illegal illegal nodes=1
garbage illegal nodes=1
slow time st=0.1 timemargin=100
late time st=0.1 timemargin=100 --concurrency 2
hang stall st=0.1 timemargin=100 --concurrency 2
crash crash nodes=1
exit crash nodes=1
flood flood nodes=1
chatter flood st=0.1 timemargin=5000 --concurrency 2
close disconnect nodes=1
END
beside harmless
beside cannot_begin
gather
beside nothing_is_left_open
beside the_log
beside pondering
beside clocks

# ---- adjudication ----------------------------------------------------------------------------

adjudication() {
  local fakes=(--engine cmd="$fake" arg=loser name=l --engine cmd="$fake" name=w --each nodes=1
    --games 2 --turns 20)
  run match borderlands "${fakes[@]}" --engine cmd="$fake" arg=winner name=v --tournament gauntlet \
    --resign movecount=2 score=500
  expect_out 'resign: 2'
  expect_out 'length: 2'
  expect_out 'l (White) - v (Black) 0-1'
  expect_out 'v (White) - l (Black) 1-0'
  run match borderlands "${fakes[@]}" --resign movecount=2 score=500 onesided
  expect_out 'resign: 2'
  run match borderlands --engine cmd="$fake" name=a --engine cmd="$fake" name=b --each nodes=1 \
    --games 2 --draw movenumber=8 movecount=3 score=5
  expect_out 'draw: 2'
  expect_out '16 turns'
  # A turn of two actions is one turn.
  run match colorboundmost --engine cmd="$fake" name=a --engine cmd="$fake" name=b --each nodes=1 \
    --games 1 --openings start --draw movenumber=1 movecount=3 score=5
  expect_out ' 6 turns: adjudicated'
  # Who is ahead may win what lasts too long.
  local battle=(match warlord-battle-line --engine player=random name=a --engine player=random name=b
    --games 2)
  run "${battle[@]}" --turns 40 --standing --pgn standing.pgn
  expect_out 'length: 2'
  expect_out 'is ahead'
  expect_out 'Adjudicated: 2 of 2 games (100.0%)'
  grep -q '^\[Termination "adjudication"\]' standing.pgn || fail 'PGN does not tell of adjudication'
  run "${battle[@]}" --standing
  expect_status 2
  expect_err '--standing is for --turns'
}
beside adjudication

# ---- tables of endings ------------------------------------------------------------------------

# Who has them wins in as few moves as there are, whoever looks a move ahead.
tables() {
  mkdir tables none
  "$MARCHER" endgame gardner KQvK --save tables >/dev/null
  "$MARCHER" endgame gardner --load tables --probe '5/3k1/5/5/KQ3 w - - 0 1' >truth
  local plies ending=(match gardner --openings won.epd --each nodes=200 --games 1
    --engine player=alphabeta name=a)
  plies=$(sed -n 's/.*White to move: won in \([0-9]*\).*/\1/p' truth)
  echo '5/3k1/5/5/KQ3 w - - 0 1' >won.epd
  run "${ending[@]}" endgames=tables --engine player=alphabeta name=b endgames=tables
  expect_out "1-0, $plies turns"
  run "${ending[@]}" --engine player=alphabeta name=b --each endgames=tables
  expect_out "1-0, $plies turns"
  run "${ending[@]}" endgames=none --engine player=alphabeta name=b
  expect_status 1
  expect_err 'none has no tables of gardner'
  run "${ending[@]}" --engine cmd="$fake" endgames=tables
  expect_status 2
  expect_err 'endgames= is for our own players'
  run bench gardner --games 1 --nodes 5 --endgames tables
  expect_status 0
  run bench --games 1 --nodes 5 --endgames tables
  expect_status 2
}
beside tables

# ---- going on --------------------------------------------------------------------------------

going_on() {
  export SOURCE_DATE_EPOCH=0 # it may be midnight
  local nodes=${SLOW:+40} # long enough to be killed in the middle
  nodes=${nodes:-200}
  local games=${SLOW:+8} kills=(4 11)
  games=${games:-20}
  [[ -z $SLOW ]] || kills=(2 5)
  local whole=(match borderlands --engine player=alphabeta nodes="$nodes" name=a
    --engine player=alphabeta nodes=$((nodes / 2)) name=b --games "$games" --pgn games.pgn)
  "$MARCHER" "${whole[@]}" >whole 2>err || fail 'no whole match'
  mv games.pgn whole.pgn
  for kill in "${kills[@]}"; do
    "$MARCHER" "${whole[@]}" --resume state --concurrency 2 >part-$kill 2>err &
    pid=$!
    await "Game $kill of" part-$kill $pid
    kill -9 $pid 2>/dev/null || true
    wait $pid 2>/dev/null || true
  done
  printf '123 half a li' >>state
  run "${whole[@]}" --resume state
  expect_status 0
  diff whole out || fail 'an interrupted match ends otherwise'
  diff whole.pgn games.pgn || fail 'an interrupted match has other games'
  run "${whole[@]}" --resume state
  diff whole out || fail 'a finished match ends otherwise'
  cp state before
  run "${whole[@]}" --resume state --seed 5
  expect_status 1
  expect_err 'belongs to another match'
  reject_out 'Points'
  cmp state before || fail 'the file of another match was touched'
  cmp whole.pgn games.pgn || fail 'a match that was refused has destroyed the games'
  run "${whole[@]}" --resume "$SOURCE_DIR/README.md"
  expect_err 'is no journal'
}

# A signal ends it with the table; nobody is left behind.
interrupted() {
  "$MARCHER" match borderlands --engine cmd="$fake" name=fake --engine player=random \
    --each nodes=1 --games 100000 --concurrency 2 --openings start >out 2>err &
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
    ! lives "$child" || fail "child $child has survived: $(ps -o pid,stat,args -p "$child")"
  done
}

# What is interrupted while an engine that is late has its last second is no game that it has lost.
interrupted_late() {
  "$MARCHER" match borderlands --engine cmd="$fake" arg=interrupt name=fake --engine player=random \
    --each st=0.1 --games 2 --log late --resume state --openings start >out 2>err || status=$?
  ran='match, interrupted by its engine'
  grep -q '< stop' late || fail 'the engine was not told to stop'
  expect_status 130
  [[ $(wc -l <state) == 1 ]] || fail "an interruption was taken for a loss: $(<state)"
}

# nothing_left LOG: of what engines have started nobody runs, whatever it did to get away.
nothing_left() {
  local left
  mapfile -t left < <(sed -n 's/.* > info string left //p' "$1")
  ((${#left[@]} >= 4)) || fail 'the engine has started nobody'
  for child in "${left[@]}"; do
    ! lives "$child" || fail "$child, which an engine has started, has survived"
    kill -9 "$child" 2>/dev/null || true
  done
}

# Children with a session of their own, without a parent, without an environment: whether the engine
# quits, crashes, is killed, or the match is.
children_that_get_away() {
  [[ -d /proc/self ]] || return 0
  versus litter --each nodes=1 --log quits.log
  expect_status 0
  expect_out 'fake lost by crash: '
  nothing_left quits.log
  run match borderlands --engine cmd="$fake" arg=litter arg=99999 name=fake \
    --engine cmd="$fake" arg=litter arg=99999 name=other --each nodes=1 --games 2 --turns 4 \
    --log two.log --concurrency 2
  expect_status 0
  reject_out 'lost by'
  nothing_left two.log
  for signal in INT TERM; do
    "$MARCHER" match borderlands --engine cmd="$fake" arg=litter arg=99999 name=fake \
      --engine player=random --each nodes=1 --games 100000 --turns 4 --log $signal.log \
      --openings start >$signal.out 2>err & # not out: what is there already is no sign of life
    pid=$!
    await 'Game 2 of' $signal.out $pid
    kill -$signal $pid
    wait $pid || true
    nothing_left $signal.log
  done
}

killed() {
  "$MARCHER" match borderlands --engine cmd="$fake" arg=hang name=fake --engine player=random \
    --each nodes=1 --games 1000 --concurrency 2 --log killed.log --openings start >out 2>err &
  pid=$!
  await '< go' killed.log $pid
  children=$(pgrep -P $pid || true)
  [[ -n $children ]] || fail 'no child to look at'
  kill -9 $pid
  wait $pid 2>/dev/null || true
  for child in $children; do
    gone "$child" || fail "child $child has survived the death of the match"
  done
}

beside going_on
beside interrupted
beside interrupted_late
beside killed
beside children_that_get_away

# ---- the command line ------------------------------------------------------------------------

# refused STATUS TEXT ARGUMENT...: what two of our own players in chess cannot do.
refused() {
  local expected=$1
  local text=$2
  shift 2
  run match chess --engine player=random "$@"
  expect_status "$expected"
  expect_err "$text"
}

command_line() {
  local other=(--engine player=random)
  refused 2 '2 to 64 times --engine'
  refused 2 "an engine has no 'nmae'" --engine nmae=x
  refused 2 "an engine is described as in 'level=5', 'player=random'" --engine random
  refused 2 "the words of an engine stand apart by blanks: 'player=mcts nodes=50'" \
    --engine player=mcts,nodes=50
  refused 2 'has no limit' --engine cmd=x
  refused 2 'a sequential test is between two engines' "${other[@]}" "${other[@]}" --sprt elo1=9
  refused 2 'a match has 1 to' "${other[@]}" --games 9999999 --rounds 9
  refused 2 "called 'a'" name=a --engine player=random name=a
  refused 1 'expectimax' --engine player=expectimax
  refused 2 'tc needs' "${other[@]}" --each tc=0
  refused 2 'elo0 (5) must be less' "${other[@]}" --sprt elo0=5 elo1=0
  refused 2 'movecount needs' "${other[@]}" --resign movecount=
  refused 2 'no line of text' "name=$(printf 'a\tb')" "${other[@]}"
  refused 2 'no line of text' "name=$(printf '\377')" "${other[@]}"
  # What would do nothing is a mistake.
  refused 2 'hash= is for our own players' --engine cmd=x hash=4 nodes=1
  refused 2 'variant is for programs' variant=x "${other[@]}"
  refused 2 '--balance is for' "${other[@]}" --openings start --balance 5
  refused 2 '--plies is for' "${other[@]}" --openings start --plies 5
  refused 2 '--judge is for' "${other[@]}" --judge 5
}
beside command_line
gather
# Damaged weights are told by their file.
printf '[chess]\nmiddle P 100\n' >"$work/damaged.weights"
: >"$work/nothing.weights"
run match chess --engine level=1 --engine level=1 weights="$work/damaged.weights" --games 2
expect_status 1
expect_err "$work/damaged.weights:2:1: expected 'key = value'"
run match chess --engine level=1 weights="$work/nothing.weights" --engine level=1 --games 2
expect_status 1
expect_err "$work/nothing.weights: there are no weights in it"
# A game in which nothing is even is found out, with what helps.
uneven=(--set 'startFen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1')
run match chess "${uneven[@]}" --engine player=alphabeta nodes=1 --engine player=alphabeta nodes=1 --games 2 \
  --plies 2 --balance 100 --judge 20
expect_status 1
expect_err 'none of 300 openings of 2 turns is even to 100 hundredths of a pawn: engine 1 finds the 300'
expect_err 'a wider --balance takes them, and the seats even it out'

# A game without its pair counts among games and points, and says so.
run match gardner --engine nodes=40 --engine nodes=10 --games 3 --turns 8
expect_status 0
expect_out 'nodes-40 - nodes-10: pairs ['
expect_out 'Scores and Elo are of pairs, without 1 game whose pair is not whole'
run match gardner --engine nodes=40 --engine nodes=10 --games 4 --turns 8
reject_out 'whose pair is not whole'
reject_out 'different'
expect_no_err

# Games that go as others did have points, and are no evidence: not for errors, nor for the test.
again=(match chess --engine name=a nodes=1 --engine name=b nodes=2 --games 40 --turns 30 --seed 1)
printf '%s\n' 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' \
  'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' >few.epd
run "${again[@]}" --openings few.epd --sprt elo0=0 elo1=50 --resume again.state
expect_status 0
expect_out '] by points 0 .. 2; 2 of them different, by which errors go'
expect_out 'goes on'
expect_err '2 openings for 20 are repeated; games that go as others did are no further evidence'
table=$(tail -n 8 <<<"$out")
head -n 12 again.state >begun.state
run "${again[@]}" --openings few.epd --sprt elo0=0 elo1=50 --resume begun.state
[[ $(tail -n 8 <<<"$out") == "$table" ]] || fail 'a match that goes on has other samples'
run "${again[@]}" --openings start --json
jq -e '.meetings[0].results | .games == 40 and .repeats == 19' <<<"$out" >/dev/null || fail 'the JSON says nothing of repeats'
run "${again[@]}" --openings start --single
expect_out 'a - b: 40 games; 2 of them different, by which errors go'
expect_err 'all games begin at the start; games that go as others did are no further evidence'
run match chess --engine name=a level=6 nodes=60 --engine name=b player=random --games 100 --turns 60 --standing \
  --sprt elo0=0 elo1=200
if grep -q 'H1 accepted' <<<"$out"; then
  expect_out 'Stopped by the test: Elo is drawn to H1, which won, and errors are too small'
else
  fail "no verdict: $out"
fi

# Several meetings share an opening and its favour: it is one sample of what a seat is worth.
three=(match chess --engine name=a nodes=1 --engine name=b nodes=2 --engine name=c nodes=3 --turns 30)
run "${three[@]}" --games 8
expect_out 'White scores '
expect_out '% (too few openings for an error); who moves first'
run "${three[@]}" --games 12
reject_out 'too few openings'
run "${three[@]}" --games 12 --json
jq -e '(.first_seat.value * 144 - .seat_quarters.White | fabs) < 0.01 and .first_seat.low <= .first_seat.value and
  (.engines[2].all.first_seat | .low < .high)' <<<"$out" >/dev/null || fail 'the JSON has another share of the first seat'
run match borderline --engine nodes=5 name=a --engine nodes=6 --games 4 --openings start
expect_no_err
run match chess --engine nodes=1 --engine nodes=2 --games 2 --turns 9 --openings start
expect_no_err
finish
