#!/usr/bin/env bash
# `lab sweep`: settings of keys that race to a target, kept as runs.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

# Each side has so many pawns to drop; and a king that walks home.
cat >games.ini <<'INI'
[hand]
title = Hand
maxFile = 4
maxRank = 4
king = k
pawn = p
rook = r
castling = false
pieceDrops = true
promotionPieceTypes = r
startFen = rk2/4/4/2K1[PP] w - - 0 1
nMoveRule = 10
INI
sweep() {
  run lab sweep "$@"
}
# As expect_out, wherever lines were broken.
expect_words() {
  [[ ${out//$'\n'/ } == *"$1"* ]] || fail "expected in the output: $1"
}
hand() {
  sweep hand --rules games.ini --games 8 --batch 4 --nodes 10 --seed 3 "$@"
}

# A count of letters, towards a target; two threads say the same as one, to the byte.
hand --key 'startFen=rk2/4/4/2K1[P{1..3}] w - - 0 1' --target first=50 --to two --threads 2
expect_status 0
expect_out 'A sweep of P'
expect_words 'Wished is first between 49.0% and 51.0%. Nearest comes P='
expect_words 'fresh games say first '
expect_out '  P=1 '
expect_out '* comes nearest to what is wished.'
line="--key 'startFen=rk2/4/4/2K1[P{1..3}] w - - 0 1' --target first=50 --players nodes:10 --games 8 --batch 4 --seed 3"
expect_out "marcher lab sweep hand --rules games.ini --to two $line"
expect_out 'Made by marcher 0.1.0-'
expect_words '; rules of hand: definition '
first=$out
# again: what the last page says it was made by says the same once more, and the same of a folder.
again() {
  local words
  words=$(grep '^marcher lab sweep ' <<<"$first")
  eval "run ${words#marcher }"
  expect_status 0
  [[ $out == "$first" ]] || fail "the words of the page make another: $words"
}
again
# What differs is where the game comes from: a folder has its own.
of_a_folder() {
  sed "s|--rules $1/rules.ini --network none|--rules games.ini|" <<<"$out"
}
hand --key 'startFen=rk2/4/4/2K1[P{1..3}] w - - 0 1' --target first=50 --to one --threads 1
[[ ${out//one/two} == "$first" ]] || fail 'one thread says something else'
diff -r one two >"$work/out" || fail 'one thread has other bytes'
grep -q '^kind = sweep$' one/experiment || fail 'it is no run of the kind sweep'
grep -q '^nearest [012]$' one/summary || fail 'the summary lacks the nearest'

# With a page the terminal has the fresh games, too, and not the flattering ones alone.
hand --key 'startFen=rk2/4/4/2K1[P{1..3}] w - - 0 1' --target first=50 --to two --html two.html
expect_status 0
expect_out 'looks a little better than it is. 8 fresh'
expect_out 'Wrote two.html.'
# A trend that may be either way has signs.
hand --key nMoveRule=10..12 --to trend
expect_words 'For each 1 more of nMoveRule, first changes by '
expect_words 'points of a hundred (-'
expect_words ', which may be chance.'

# It goes on where it was ended: batch after batch, as a queue has them computed.
cp -r one three
rm -r three/batches three/summary
while run lab batch three --lacking && [[ -n $out ]]; do
  for batch in $out; do
    "$MARCHER" lab batch three "$batch" || fail "batch $batch cannot be computed"
  done
done
sweep three
expect_status 0
out=$(of_a_folder three)
[[ ${out//three/two} == "$first" ]] || fail 'a sweep that was computed by batches says something else'
diff -r one three >"$work/out" || fail 'batches alone have other bytes'
rm three/batches/0
run lab run three
out=$(of_a_folder three)
[[ ${out//three/two} == "$first" ]] || fail 'lab run says something else of a sweep'
cp -r three part
rm part/batches/*
run lab merge part one
expect_status 0
out=$(of_a_folder part)
[[ ${out//part/two} == "$first" ]] || fail 'what was merged says something else'

# What lies at the end of a range may come nearer beyond it, where the rules have more.
hand --key nMoveRule=0..4:2 --target turns=100
expect_status 0
expect_words 'Nearest comes nMoveRule=0'
reject_out 'lies at the end'
hand --key nMoveRule=2..6:2 --target draws=100
expect_status 0
expect_words 'Nearest comes nMoveRule=2'
expect_words 'It lies at the end of what was tried of nMoveRule: values below 2 may come nearer.'

# Ended in the middle it keeps everything.
if [[ -z $SLOW ]]; then
  "$MARCHER" lab sweep hand --rules games.ini --key nMoveRule=10..20 --games 4000 --nodes 2000 \
    --to long >"$work/out" 2>"$work/err" &
  pid=$!
  for _ in {1..200}; do
    [[ -f long/batches/0 ]] && break
    sleep 0.05
  done
  kill -INT "$pid"
  status=0
  wait "$pid" || status=$?
  expect_status 130
  out=$(<"$work/out")
  err=$(<"$work/err")
  expect_words 'Not complete: it was broken off while settings were measured.'
  expect_err "'marcher lab sweep long' goes on"
fi

# Without --to it has a folder of its own, which the same words find again.
sweep borderline --key pieces=1..3 --key three_pip=80%,200%,0% --games 4 --batch 4 --nodes 5
expect_status 0
expect_out 'Left out'
first=$out
[[ $first != *Scouts* ]] || fail 'scouts are told of where there is no target'
again
expect_words 'three_pip=200%'
expect_words 'are refused: '
[[ $(echo borderline-sweep-*) == borderline-sweep-???????? ]] || fail 'there is no folder'
touch -d 2001-01-01 borderline-sweep-*/batches/*
sweep borderline --key pieces=1..3 --key three_pip=80%,200%,0% --games 4 --batch 4 --nodes 5 --html page.html
expect_status 0
expect_out 'Wrote page.html.'
grep -q '<svg' page.html || fail 'the page has no chart'
[[ -z $(find borderline-sweep-*/batches -newermt 2002-01-01 -type f) ]] || fail 'batches were played again'

# A scenario of the Warlord Games.
sweep warlord-test-of-wills --key cap=1,2 --games 1 --batch 1 --level 1 --length 20 --to war
expect_status 0
expect_out 'A sweep of cap'

# Many keys at once: trials that rest on each other, ended in the middle, by one thread and by two.
search() {
  hand --key 'startFen=rk2/4/4/2K1[P{1..8}] w - - 0 1' --key nMoveRule=6..30 --target first=50 --trials 6 --each 4 "$@"
}
search --to search
expect_status 0
expect_out 'A search through 2 keys of Hand'
expect_words 'Wished is first between 49.0% and 51.0%. Best is P='
expect_words '8 fresh games of the game as it stands say first '
expect_out 'marcher lab sweep hand --rules games.ini --to search --key '
first=$out
again
rm -r search
again
grep -q '^kind = spsa$' search/experiment || fail 'it is no run of the kind spsa'
cp -r search broken
rm broken/batches/[3-9] broken/batches/1?
run lab batch broken 9
expect_status 75
expect_err 'rests on batch 3'
sweep broken --threads 2
expect_status 0
whole=$first
first=$out
again
out=$(of_a_folder broken)
first=$whole
[[ ${out//broken/search} == "$first" ]] || fail 'a search that was broken off says something else'
diff -r search broken >"$work/out" || fail 'a search that was broken off has other bytes'
run lab run search --json
expect_status 0
jq -e '.complete and .trials == 6 and (.keys | length == 2) and .found.games == 8' <<<"$out" >"$work/jq" ||
  fail 'the document is not whole'

# What cannot be.
refused() {
  expect_status "$1"
  expect_err "$2"
}
hand --key strtFen=a,b
refused 1 "there is no key named 'strtFen'; did you mean 'startFen'?"
hand --key three_pip=10%,20%
refused 1 "there is no key named 'three_pip'"
hand --key nMoveRule=0..100000
refused 1 "'nMoveRule' has more than 256 values"
hand --key nMoveRule=9..3
refused 1 "the range '9..3' is empty"
hand --key nMoveRule=1,2 --target first=150
refused 1 "nothing can be as 'first=150' wishes"
hand --key nMoveRule=1,2 --target skill2=60
refused 1 'matches of its own'
hand
refused 2 'a sweep needs --key KEY=VALUES'
hand --key nMoveRule=1,2 --level 3
refused 2 'players are said by one of --nodes, --level and --players'
sweep nothing --key a=1,2
refused 1 "unknown game 'nothing'"
sweep one --key a=1,2
refused 2 'is a run, and what it plays is settled'
hand --key nMoveRule=1,2 --to one
refused 1 'one'
hand --key nMoveRule=1,2 --trials 5
refused 1 'needs a target'
hand --key nMoveRule=1,2 --each 5
refused 2 '--each is for --trials'
hand --key nMoveRule=1,2 --html games.ini
refused 2 "'games.ini' is the rules of --rules, which would be overwritten"
grep -q '^title = Hand$' games.ini || fail 'the rules were overwritten'
hand --key nMoveRule=1,2 --pictures games.ini/charts --to unmade
refused 1 "cannot make the folder 'games.ini/charts'"
[[ ! -e unmade ]] || fail 'games were played before the folder of pictures was looked at'
hand --key nMoveRule=1,2 --html page.html --json
refused 2 '--html and --json exclude each other'
run lab run hand --rules games.ini --trials 5 --to x
refused 1 "'trials' is of spsa"
run lab run hand --rules games.ini --key a=1,2 --to x
refused 2 '--key is of sweeps'

# The ends of what was tried are the least and the greatest number, wherever they were written.
cat >bridge.ini <<'INI'
[bridge]
family = borderline
title = Bridge
columns = 3
rows = 5
rotation = on
start = 1R2721/3/1R2721/2B222/1B2221 R 222,272,777 222,727 0 6
INI
run lab sweep bridge --rules bridge.ini --key dice_sides=2,4,3 --games 20 --nodes 20 --target first=30 --to ends
expect_status 0
[[ ${out//$'\n'/ } == *'Nearest comes dice_sides=4:'*'values above 4 may come nearer'* ]] ||
  fail 'the greatest number is no end where it stands in the middle of the list'

finish

# What is no line has no slope: draws of random players, who seldom capture a king within few moves.
cat >randy.ini <<'INI'
[randy]
title = Randy
maxFile = 5
maxRank = 5
customPiece1 = k:K
customPiece2 = r:R
castling = false
extinctionValue = loss
extinctionPieceTypes = k
startFen = rk2r/5/5/5/R2KR w - - 0 1
nMoveRule = 10
nFoldRule = 0
stalemateValue = draw
INI
run lab sweep randy --rules randy.ini --key nMoveRule=1,2,4,8,16,32 --target 'draws<50' \
  --players engine:random --slips 1000 --games 200 --to bent
expect_status 0
expect_words 'draws does not change evenly with nMoveRule: no line goes through its figures.'
expect_words 'it changes most from 4 to 8, by -'
expect_words 'draws passes 50.0% between '
reject_out 'For each 1 more of nMoveRule, draws falls'
