#!/usr/bin/env bash
# The truth about endings: figures, examples, probes, and what is refused.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

# A crooked bishop mates alone. The king's side is on the light squares if it is Black's.
run endgame colorboundmost ZvK
expect_status 0
expect_no_err
expect_out 'ZvK: 1024 positions for each side to move'
expect_out 'White to move: 450 legal'
expect_out 'won 450 (100.00%), lost 0 (0.00%), drawn 0 (0.00%)'
expect_out 'longest win, 7 plies: '
expect_out 'lost 792 (79.84%)'
expect_out 'longest loss, 8 plies: '
run endgame colorboundmost KvZ
expect_out 'White to move: 992 legal'
expect_out ' w - - 0 1 d -'
[[ $out != *$'\033'* && $out != *$'\r'* ]] || fail 'progress in a pipe'

# The men of one row, on squares of their own.
run endgame nearly-colorboundmost KQvK --squares dlvl
expect_out 'White to move: 8576 legal'
cp out with
run endgame nearly-colorboundmost KQvK --squares dll
diff <(sed '$d' with) <(sed '$d' out) || fail 'the v in --squares makes a difference'

# A probe tells the result, what each move is worth, and the best line to the end.
hunt='8/8/8/8/8/5k2/8/7Z b - - 0 1 l -'
run endgame colorboundmost ZvK --probe "$hunt" --probe "${hunt/ b / w }"
expect_status 0
expect_out 'Black to move: lost in 8'
expect_out 'f3d3 lost in 6'
expect_out 'best line: f3e4 '
expect_out 'the end, by CB-8'
expect_out 'White to move: won in 7'
run endgame colorboundmost PvK --probe - <<<'8/8/8/8/8/3P4/8/3k4 w - - 0 1 l -'
expect_out 'moves: d3c4 drawn, d3e4 drawn'
reject_out 'best line'

run endgame colorboundmost PvK --probe '8/8/8/8/8/3P4/8/3k4 w - - 0 1 l -' --json
expect_status 0
jq -e '.game == "colorboundmost" and (.tables | length) == 6 and .tables[0].men == "PvK" and
  .tables[0].sides[0].longest_win.plies == 15 and .tables[0].sides[1].longest_win == null and
  .probes[0].winner == null and (.probes[0].actions | length) == 2' out >/dev/null ||
  fail 'the JSON is another'

# refused STATUS MESSAGE ARGUMENT...
refused() {
  local status=$1 message=$2
  shift 2
  run endgame "$@"
  expect_status "$status"
  expect_err "$message"
  [[ -z $out ]] || fail 'a refusal writes nothing to standard output'
}
# Without men an ending of this very game is named, and works.
games=(colorboundmost)
[[ $SLOW == yes ]] || games+=(chess minishogi battle-of-ideologies)
for game in "${games[@]}"; do
  refused 2 "MEN is missing, as in 'marcher endgame $game " "$game"
  men=${err#*"marcher endgame $game "}
  run endgame "$game" "${men%%\'*}"
  expect_status 0
  expect_out "${men%%\'*}: "
done
refused 1 'no tables of endings: borderline cannot be set up man by man' borderline
refused 1 'no tables of endings: shatar has a winner by what came before a position' shatar
refused 1 "White has no piece 'T'; known are B, K, N, P, Q, R" chess KTvK
refused 1 "expected 'v' between the men of White and of Black" chess KQK
refused 1 'more than 6 men' chess KQQQvKQQ
refused 1 'KQRBvKN has more than 2^30 positions' chess KQRBvKN
refused 1 'KQvK needs ' chess KQvK --memory 1
refused 1 'no position of ZvK is legal on these squares' colorboundmost ZvK --squares dark
refused 1 'in positions of KQvK more counts than the men on their squares and whose move it is, such as checks that have been given, or walls' 3check KQvK
# A plan promises nothing that the work refuses.
refused 1 'in positions of KQvK more counts than the men on their squares' 3check KQvK --plan
refused 1 'in positions of KQvK more counts than the men on their squares' duck KQvK --plan
refused 1 'in positions of KvK more counts than the men on their squares' duck KvK
# Where a repetition may have a winner, what nobody can force is no draw.
run endgame minishogi KvK --probe '4k/5/5/5/K4[] w - - 0 1'
expect_status 0
expect_out 'lost 0 (0.00%), open 456 (100.00%)'
expect_out 'White to move: open'
expect_out 'open: neither side can force an end, and repetition or a want of progress may'
run endgame minishogi KvK --json
jq -e '.open' out >/dev/null || fail 'JSON does not say that draws are open'
run endgame chess KvK --json
jq -e '.open == false' out >/dev/null || fail 'JSON says that draws are open'
# It is not for the squares that a side never has what the other one has.
cat >hunt.ini <<'END'
[hunt]
maxFile = 6
maxRank = 6
customPiece1 = w:F
customPiece2 = s:fF
startFen = 4w1/6/6/6/6/S1S1S1 w - - 0 1
flagPiece = w
flagRegionBlack = *1
stalemateValue = loss
END
refused 1 "White never has a piece 'W', at the start or later; those that can be are S" hunt.ini WvS
refused 1 "Black never has a piece 's', at the start or later; those that can be are W" hunt.ini SvWs
refused 2 "MEN is missing, as in 'marcher endgame hunt SvW'" hunt.ini
run endgame hunt.ini SvW
expect_status 0
expect_out 'SvW: 1296 positions'
refused 1 'the men can leave the squares that the table is of' chess KQvK --squares dark
refused 1 'no tables of endings: borderline ' borderline KvK
refused 1 '--probe: expected a piece' chess KBNvK --probe nonsense
refused 2 '--squares needs all, dark, light, or a letter' chess KQvK --squares dd
refused 2 '--squares needs all, dark, light, or a letter' chess KQvK --squares ddvdd
refused 2 '--squares needs all, dark, light, or a letter' chess KQvK --squares x
refused 2 '--memory needs' chess KQvK --memory 0

# Tables are kept in files, and come back from one or from a folder.
mkdir tables
run endgame colorboundmost ZvK --save tables
expect_status 0
expect_out 'Saved as tables/colorboundmost.ZvK.light.endgame'
cp out made
run endgame colorboundmost KvZ --save tables/ --json
jq -e '.saved == "tables/colorboundmost.KvZ.dark.endgame"' out >/dev/null || fail 'not told where it is'
run endgame chess KvK --save tables/kings.endgame
run endgame colorboundmost --load tables/colorboundmost.ZvK.light.endgame
expect_status 0
diff <(grep -v ' s$\|^Saved' made) <(grep -v ' s$' out) || fail 'what comes back is another'
run endgame colorboundmost --load tables --probe '8/8/8/8/8/5k2/8/7Z w - - 0 1 l -'
expect_out 'KvZ: 1024 positions'
expect_out 'ZvK: 1024 positions'
expect_out 'White to move: won in 7'
run watch colorboundmost --endgames tables --level 1 --state '8/8/8/8/8/5k2/8/7Z w - - 0 1 l -'
expect_status 0
refused 1 'tables/kings.endgame: the tables are of chess, not of colorboundmost' \
  colorboundmost --load tables/kings.endgame
refused 1 'tables has no tables of borderline' borderline --load tables
refused 1 'cannot find nowhere' chess --load nowhere
refused 1 "cannot write 'nowhere/x': there is no folder 'nowhere/'" chess KvK --save nowhere/x
refused 1 "cannot write 'nowhere/x/': there is no folder" chess KQvK --memory 1 --save nowhere/x/ # said before the work
run endgame chess KvK --save fresh/
expect_out 'Saved as fresh/chess.KvK.endgame'
refused 2 '--load takes tables as they are: without MEN' chess KvK --load tables
refused 2 '--load takes tables as they are: without --save' chess --load tables --save x
head -c 500 tables/kings.endgame >tables/cut.endgame
refused 1 'tables/cut.endgame: the file of tables is damaged: it is not as long as it says' \
  chess --load tables

# What somebody has put in the way is neither written to nor followed.
echo precious >victim
for name in mine.endgame.part mine.endgame.marcher-0.tmp; do
  ln -s ../victim "tables/$name"
done
run endgame chess KvK --save tables/mine.endgame
expect_status 0
[[ $(<victim) == precious ]] || fail 'the target of a link was destroyed'
[[ -L tables/mine.endgame.part && -L tables/mine.endgame.marcher-0.tmp ]] || fail 'a link has gone'
rm victim tables/mine*

# A device is written to, and nothing is kept beside it.
run endgame chess KvK --save /dev/null
expect_status 0
[[ -c /dev/null ]] || fail 'a device was replaced'

# It says beforehand what it will take, and refuses at once what does not fit. How long that is it
# tries out, which takes a build with instruments too long for more than the smallest.
run endgame colorboundmost ZvK --plan
expect_status 0
expect_out 'ZvK: 2 tables to be worked out, '
if [[ -z $SLOW ]]; then
  run endgame chess KQvK --plan
  expect_status 0
  expect_out 'KQvK: 2 tables to be worked out, 0.5 million positions; '
  expect_out ' MiB of memory, '
  run endgame chess KQvK --plan --json
  jq -e '.men == "KQvK" and .tables == 2 and .known == 0 and .positions == 532480 and
    .memory > 6000000 and .disk >= .positions and .seconds > 0' out >/dev/null || fail 'another plan'
  run endgame colorboundmost BPvK --plan
  expect_out 'BPvK: '
  refused 1 'KPvK needs ' chess KPvK --memory 11
  expect_err '--memory 13 allows it; with --save FOLDER, to which finished tables go, 9 would do'
fi
refused 2 '--load takes tables as they are: without --plan' chess --load tables --plan

# What is finished is kept, however the work ends, and the same command goes on. It has to last long
# enough to be caught at it.
board=losalamos
run endgame "$board" KPvK
cp out straight
signals=(INT:130 KILL:137)
[[ -z $SLOW ]] || signals=(INT:130)
for signal in "${signals[@]}"; do
  rm -rf kept
  mkdir kept
  env --default-signal=INT "$MARCHER" endgame "$board" KPvK --save kept >part.out 2>part.err &
  pid=$!
  for ((tries = 0; tries < 1200; tries++)); do
    ! compgen -G "kept/$board.KQvK.*.endgame-part" >/dev/null || break
    sleep 0.02
  done
  kill -"${signal%:*}" "$pid" 2>/dev/null || true
  status=0
  wait "$pid" 2>/dev/null || status=$?
  cp part.err err
  err=$(<err) out='' ran="endgame, ended by ${signal%:*}"
  expect_status "${signal#*:}"
  if [[ $signal == INT* ]]; then
    expect_err "tables are finished and kept in 'kept'; the same command goes on"
  fi
  run endgame "$board" KPvK --save kept --plan
  expect_out 'there already'
  run endgame "$board" KPvK --save kept
  expect_status 0
  diff <(grep -v ' s$' straight) <(grep -v ' s$\|^Saved' out) || fail 'going on ends otherwise'
  [[ $(ls kept) == "$board.KPvK.endgame" ]] || fail "more is left than the ending: $(ls kept)"
done

# What the tables do not have is known only behind them.
run endgame chess KvK --probe '8/8/8/4k3/8/8/8/KQ6 w - - 0 1'
expect_status 1
expect_err 'have no such men on such squares'
finish
