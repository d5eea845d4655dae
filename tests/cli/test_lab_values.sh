#!/usr/bin/env bash
# `lab values`, `lab solve`, and the claims that tables, solving and values settle.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

cat >small.ini <<'INI'
[odd]
title = Odd
maxFile = 5
maxRank = 5
king = k
customPiece1 = g:NW
customPiece2 = h:F
pawn = p
pieceNames = g:Goat h:Hen
pieceValues = g:3.5 h:1.5 p:1
promotionPieceTypes = g
startFen = hgkgh/ppppp/5/PPPPP/HGKGH w - - 0 1

[two-armies]
title = Two Armies
maxFile = 5
maxRank = 5
king = k
rook = r
customPiece1 = w:WD
startFen = wwkww/5/5/5/R1K1R w - - 0 1

[walk]
title = Walk
maxFile = 3
maxRank = 2
king = -
customPiece1 = w:W
startFen = w2/2W w - - 0 1

[hexapawn]
title = Hexapawn
maxFile = 3
maxRank = 3
customPiece1 = p:mfWcfF
startFen = ppp/3/PPP w - - 0 1
stalemateValue = loss
flagPiece = p
flagRegionWhite = *3
flagRegionBlack = *1
INI
games=${SLOW:+30}
# As expect_out, wherever lines were broken.
expect_words() {
  [[ ${out//$'\n'/ } == *"$1"* ]] || fail "expected in the output: $1"
}
few=(--rules small.ini --games "${games:-60}" --nodes 20 --pairs 2)

# Values, the same whoever plays, beside what the designer says.
run lab values odd "${few[@]}"
expect_status 0
expect_out 'What pieces of Odd are worth'
expect_out 'One more Pawn is worth'
expect_out 'designer'
expect_out 'G Goat'
expect_out '3.50'
expect_out 'Replacement matches'
expect_out 'P less against nothing'
expect_out "marcher lab values odd --rules small.ini --games ${games:-60} --nodes 20 --pairs 2 --seed 1"
if [[ -z $SLOW ]]; then
  # Games so few cannot tell a pawn from nothing: quotients by it would say nothing.
  expect_words 'That cannot be told from nothing, so what each piece is worth by games is told in points'
  expect_words '--unit G measures in the Goat, which these tell best.'
  expect_out 'by games, in points '
fi
first=$out
run lab values odd "${few[@]}" --threads 1
[[ $out == "$first" ]] || fail 'one thread says something else than many'
# Kept in a folder it goes on after a kill, with the same bytes, and any machine computes its batches.
run lab values odd "${few[@]}" --folder kept
expect_status 0
[[ ${out/ --folder kept/} == "$first" ]] || fail 'a folder changes the figures'
run lab run kept
expect_out 'What pieces of Odd are worth'
cp -r kept again
last=$(printf '%s\n' kept/batches/* | sort -t/ -k3n | tail -n 1)
rm again/batches/[0-5] again/summary "again/batches/${last##*/}"
run lab batch again "${last##*/}"
expect_status 75
expect_err 'rests on batch 0'
run lab values odd "${few[@]}" --folder again --threads 2
expect_status 0
diff -r kept again >"$work/out" || fail 'values that went on have other bytes'
run lab values odd "${few[@]}" --folder kept --seed 2
expect_status 1
expect_err 'holds another experiment'
run lab values odd "${few[@]}" --on slurm
expect_status 2
expect_err '--on slurm needs --folder'
run lab run odd --rules small.ini --kind fair --players nodes:20 --games 20 --batch 5 --to fair
expect_status 0
expect_out 'Odd: '
expect_out 'fair is 40 to 60%'

run lab values odd "${few[@]}" --pairs 0 --unit goat
expect_words "the designer's"
if [[ -z $SLOW ]]; then # fewer games may not tell a goat from nothing
  expect_words "designer's table"
  expect_out 'by games, in units of a Goat'
fi
run lab values odd "${few[@]}" --pairs 0 --json
[[ -n $SLOW ]] || jq -e '[.pieces[] | .by_games // empty | .units] | all(. == null)' <<<"$out" >"$work/jq" ||
  fail 'units of what may be nothing'
run lab values odd "${few[@]}" --pairs 0 --unit goat --json
expect_status 0
jq -e '.unit == "G" and (.pieces | map(.piece) | sort == ["G", "H", "P"])' <<<"$out" >"$work/jq" ||
  fail 'not the pieces that there are, in goats'
jq -e '.pieces[] | select(.piece == "P") | .designer > 0.28 and .designer < 0.29' <<<"$out" >"$work/jq" ||
  fail 'what the designer says is not in goats'
jq -e '[.pieces[] | .by_games // empty | .odds | .low <= .value and .value <= .high] | all and length > 0' \
  <<<"$out" >"$work/jq" || fail 'values without intervals'
run lab values odd "${few[@]}" --seed 3 --html values.html
expect_status 0
expect_words 'One more Pawn is worth'
expect_out 'Wrote values.html.'
[[ $(<values.html) == '<!DOCTYPE html>'*'<svg'*'</html>' ]] || fail 'the page is not whole'
run lab values two-armies "${few[@]}" --nodes 10
expect_status 0
expect_out 'W less against nothing'

# Men that walk until they become others, and are never taken: the one is what the other lacks.
cat >racer.ini <<'INI'
[racer]
title = Racer
maxFile = 4
maxRank = 5
customPiece1 = p:mfW
customPiece2 = s:mW
promotionPawnTypes = p
promotionPieceTypes = s
promotionRegionWhite = *5
promotionRegionBlack = *1
flagPiece = s
flagRegionWhite = *2
flagRegionBlack = *4
startFen = 4/p1p1/4/1P1P/4 w - - 0 1
nMoveRule = 40
stalemateValue = draw
castling = false
doubleStep = false
INI
racer=(racer --rules racer.ini --games 300 --nodes 8 --pairs 0)
run lab values "${racer[@]}"
expect_status 0
expect_out 'By games P is not told apart from S'
reject_out '-1.00'
run lab values "${racer[@]}" --json
jq -e '.by_games.bound == [["P", "S"]] and all(.pieces[]; .by_games == null)' <<<"$out" >"$work/jq" ||
  fail 'pieces that are bound together have worths'
printf 'worth racer S > P\n' >claims.txt
run lab claims claims.txt --rules racer.ini --games 300 --nodes 8
expect_out 'undecided     worth racer S > P: not told apart from P'

# Captures go to hands, and what promoted is a pawn again there: a piece of its own.
run lab values crazyhouse --games "${games:-60}" --nodes 10 --pairs 2
expect_status 0
expect_out 'Q~ Queen that was a Pawn'
expect_words 'P less against nothing'
expect_words 'P as Q~'
reject_out 'does not begin with a position'
run lab balance crazyhouse --games 4 --nodes 10 --pairs 0 --probe 0
expect_status 0
expect_out 'Pieces that never came to be'
expect_out 'that was a'
# Letters that say how promoted men move are no men.
run lab values minishogi --games 40 --nodes 10 --pairs 4
expect_status 0
expect_words 'B as +B'
reject_out ' as D'
reject_out 'Dragon king'
# Kings alone, and games that all end alike.
printf '[cage]\ntitle = Cage\nmaxFile = 3\nmaxRank = 3\nking = k\nstartFen = k2/3/2K w - - 0 1\n' >cage.ini
run lab values cage --rules cage.ini
expect_status 1
expect_err 'no piece of Cage can be more or fewer'
# Also men of families that list no kinds can be taken off, and lots may draw who begins.
write_ferry ferry.ini
run lab values ferry --rules ferry.ini --games 60 --nodes 10 --pairs 3
expect_status 0
expect_words 'the beginning as it is; L less against nothing'
expect_words 'I less against nothing'
reject_out 'does not begin with a position'
run lab values warlord-lakes --games 12 --nodes 20 --pairs 0
expect_status 1
expect_err 'results do not vary, so nothing can be said'
# An article for every name; and what runs against the designer's order does not agree with it.
cat >apes.ini <<'INI'
[apes:odd]
title = Apes
pieceNames = p:Ape g:Goat h:Hen
pieceValues = g:1 h:1.5 p:40
INI
run lab values apes --rules small.ini --rules apes.ini --games "${games:-100}" --nodes 20 --pairs 2 --unit p
expect_status 0
expect_words 'an Ape'
reject_out ' a Ape'
expect_words 'The order of 3 pieces by games '
expect_words 'Spearman'
reject_out 'agrees with the designer'
run lab values apes --rules small.ini --rules apes.ini --games "${games:-100}" --nodes 20 --pairs 2 --unit g
expect_status 0
if [[ -z $SLOW ]]; then
  expect_words "Where it deviates from the designer's table"
  expect_words 'one in twenty excludes what is true by chance'
fi
run lab values apes --rules small.ini --rules apes.ini --games "${games:-100}" --nodes 20 --pairs 2 --unit g --json
jq -e '.by_games.rank_correlation | .low <= .value and .value <= .high' <<<"$out" >"$work/jq" ||
  fail 'the correlation has no interval'
jq -e '[.pieces[] | .by_games // empty] | all(has("why") and has("deviates"))' <<<"$out" >"$work/jq" ||
  fail 'deviations without reasons'
# What the table says less than nothing of may be the unit: its dearest piece stays the dearest one.
sed -i 's/g:1 /g:-1 /' apes.ini
run lab values apes --rules small.ini --rules apes.ini --games "${games:-100}" --nodes 20 --pairs 0 --unit g
expect_status 0
[[ -n $SLOW || $out =~ P\ +-40\.00\ .*\ 1,\ [123]$'\n' ]] || fail 'a negative unit turns the order of the table'

# What is not right is refused with a reason.
run lab values odd --rules small.ini --unit king
expect_status 2
expect_err "not 'king': P G H"
run lab values odd --rules small.ini --level 3 --nodes 10
expect_status 2
expect_err 'either of --nodes or of a --level'
run lab values borderline --games 2 --nodes 2
expect_status 1
expect_err 'nothing can be said of what pieces are worth'
run lab values odd --rules small.ini --html /nowhere/at/all.html
expect_status 1

# Small boards exactly.
# Where not all was looked at there may be a shorter way: with more nodes it is 14.
cat >few.ini <<'INI'
[few]
maxFile = 4
maxRank = 4
commoner = e
customPiece1 = a:WAnD
customPiece2 = g:gQ
customPiece3 = p:fmWfcF
promotionPawnTypes = p
promotionPieceTypes = ag
promotionRegionWhite = *4
promotionRegionBlack = *1
extinctionPieceTypes = e
extinctionValue = loss
flagPiece = p
flagRegionWhite = d4
flagRegionBlack = a1
stalemateValue = loss
startFen = eg2/p3/3P/2GE w - - 0 1
INI
run lab solve few --rules few.ini --state '4/4/Gp2/e1E1 w - - 0 1' --nodes 300000
expect_status 0
expect_out 'Black wins with best play, in at most 16 actions.'
run lab solve hexapawn --rules small.ini
expect_status 0
expect_out 'Black wins with best play, in 6 actions.'
expect_out 'against every reply'
expect_out 'Best line: '
expect_out 'By every position visited: 135 positions'
run lab solve hexapawn --rules small.ini --state 'ppp/1P1/P1P b - - 0 1' --json
expect_status 0
jq -e '.value == "second side wins" and .plies == (.line | length) and .complete' <<<"$out" >"$work/jq" ||
  fail 'the position is not solved'
run lab solve chess --nodes 500 --memory 4
expect_status 0
expect_out 'Not settled'
expect_out 'more to look at than allowed'
reject_out 'Best line'
# Two kings that walk about: what was seen of it is no line of best play.
run lab solve walk --rules small.ini
expect_status 0
reject_out 'Best line'
expect_out 'A line in which neither side loses: '
run lab solve walk --rules small.ini --set nFoldValue=loss
expect_status 0
expect_out 'Not settled'
reject_out 'Best line'
expect_out 'A line that was seen, of which nothing is proven: '
# A game that begins with a deal is solved from one of them, which is told.
tiny=(--set columns=3 --set rows=3 --set pieces=3)
run lab solve borderline "${tiny[@]}"
expect_status 0
expect_out 'The deal of seed 1: 3/3/3 R 222,421,422 222,224,424 0 0'
expect_out 'Blue wins with best play.'
run lab solve borderline "${tiny[@]}" --seed 2 --json
jq -e '.seed == 2 and .stopped == false' <<<"$out" >"$work/jq" || fail 'the deal has no seed'
run lab solve borderline "${tiny[@]}" --state '3/3/3 R 222,421,422 222,224,424 0 0'
reject_out 'The deal'
run lab solve hexapawn --rules small.ini --json
jq -e '.seed == null' <<<"$out" >"$work/jq" || fail 'a seed of no deal'
ran='marcher lab solve borderline, interrupted'
# More memory than it fills before it is interrupted: on an idle machine 1000 took less than six seconds.
"$MARCHER" lab solve borderline --nodes 1000000000000 --memory 4000 >"$work/out" 2>"$work/err" &
pid=$!
sleep $((${#SLOW} > 0 ? 6 : 1)) # nothing is written before it ends
kill -INT "$pid"
status=0
wait "$pid" || status=$?
out=$(<"$work/out")
expect_status 130
expect_out 'Broken off: '
expect_out 'dice weighed, broken off: '
reject_out 'more to look at than allowed'
run lab solve warlord-border-war --nodes 500 --memory 4
expect_status 1
expect_err 'hidden from a player'
run lab solve chess --state 'no position'
expect_status 1

# Claims that need no games, and those about worth.
cat >claims.txt <<'END'
wins hexapawn Black
wins hexapawn white   # it cannot
draw hexapawn at 3/1p1/1P1 w - - 0 1
mate gardner KRvK
mate gardner KNvK
mate gardner KNvK < 10
worth odd g > h
worth odd p in 0..2
END
run lab claims claims.txt --rules small.ini --games "${games:-60}"
expect_status 0
expect_out 'true          wins hexapawn Black: Black wins in 6 plies, by solving'
expect_out 'false         wins hexapawn white: '
expect_out 'false         draw hexapawn at 3/1p1/1P1 w - - 0 1: '
expect_out 'true          mate gardner KRvK: KRvK: to move it wins 7040 of 7040 positions (100.00%)'
expect_out 'false         mate gardner KNvK: '
expect_out 'true          mate gardner KNvK < 10: '
expect_out 'worth odd g > h: '
expect_out 'true          worth odd p in 0..2: 1.00 Pawn'
# Few games that foretell their results: Newton's method ran away from them, to hundreds of odds.
if [[ -z $SLOW ]]; then
  printf 'worth ford c > s\n' >claims.txt
  run lab claims claims.txt --rules "$SOURCE_DIR/tests/data/ford.ini" --games 60 --nodes 50
  expect_status 0
  [[ $out =~ 'difference in log odds '[+-][0-9]\.[0-9]+' (' ]] || fail 'odds that nothing has'
fi
for line in 'worth odd g' 'worth odd g = h' 'mate gardner' 'wins odd' 'draw odd White' 'first odd < 20 at x' \
  'worth odd g in 3..2'; do
  printf '# one\n%s\n' "$line" >claims.txt
  run lab claims claims.txt --rules small.ini
  expect_status 1
  expect_err 'claims.txt:2: '
done
for line in 'worth odd x > h' 'mate gardner XvK' 'wins hexapawn Green' 'draw hexapawn at ppp'; do
  printf '%s\n' "$line" >claims.txt
  run lab claims claims.txt --rules small.ini --games 2
  expect_status 1
done

# The words of a run's page make it again.
run lab run odd --rules small.ini --kind values --to worths --games 30 --batch 10 --players nodes:10 --pairs 2
expect_status 0
expect_out 'marcher lab run odd --rules small.ini --kind values --to worths --games 30 --players nodes:10 --batch 10 --pairs 2 --seed 1'
first=$out
rm -r worths
eval "run $(sed -n 's/^marcher \(lab run\)/\1/p' <<<"$first")"
expect_status 0
[[ $out == "$first" ]] || fail 'the words of the page make another'

# Broken off among its games it says why there are no matches.
if [[ -z $SLOW ]]; then
  for form in '' --json; do
    # shellcheck disable=SC2086 # a word or none
    interrupted "cut$form/batches/0" lab run odd --rules small.ini --kind values --to "cut$form" \
      --games 40000 --batch 10 --players nodes:400 --pairs 2 $form
    expect_status 130
    expect_out 'its matches begin when all games are played'
  done
fi
finish
