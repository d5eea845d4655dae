#!/usr/bin/env bash
# `lab balance`, `lab compare` and `lab report`: measures, wishes, pages, refusals.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

write_race race.ini
# Its games are short: they begin where the game begins, for else they would show random turns alone.
small=(--rules race.ini --nodes 20,80 --games 40 --pairs 4 --probe 40 --opening 0)

# A report with all of its parts takes a quarter of a minute of one core: it is looked at in the end.
if [[ -z $SLOW ]]; then
  cat >pawns.ini <<'INI'
[pawns]
title = Pawns
maxFile = 4
maxRank = 4
king = k
pawn = p
rook = r
castling = false
promotionPieceTypes = r
startFen = rkpp/4/4/PPKR w - - 0 1
nMoveRule = 5
INI
  report_all() {
    rm -rf all
    "$MARCHER" lab report pawns --rules pawns.ini --nodes 5,10 --probe 0 --seconds "$1" --threads 1 \
      --html all.html --folder all --json >all.json 2>all.out
  }
  report_all 15 &
  whole_report=$!
fi

run lab report pawns --minutes 1 --hours 1
expect_status 2
expect_err 'the time is either --hours, --minutes or --seconds'
run lab report pawns --minutes 1 --seconds 10
expect_status 2
run lab report pawns --seconds 4
expect_status 2
expect_err '--seconds needs a whole number from 5 to 3600'

run lab balance race "${small[@]}" --seed 3
expect_status 0
expect_out 'Race does not do all that is wished'
expect_out 'first mover'
expect_out 'Results of 40 games, nodes:80 for each side'
expect_out 'The rule that ended each of 40 games'
expect_out "Pieces that never moved: White's Immobile."
expect_out 'changes of the lead'
expect_out 'Where pieces go: '
expect_out 'marcher lab balance race --rules race.ini --games 40 --nodes 20,80 --opening 0 --pairs 4 --probe 40 --seed 3'
expect_out 'Made by marcher 0.1.0-'
expect_out '; rules of race: definition '
expect_out 'The same words play the same games on any machine.'
expect_out 'The players know no more of this game than its rules'
first=$out
# What a page says it was made by says the same once more.
again() {
  local words
  words=$(grep '^marcher lab ' <<<"$first")
  eval "run ${words#marcher }"
  expect_status 0
  [[ $out == "$first" ]] || fail "the words of the page make another: $words"
}
again
run lab balance race "${small[@]}" --seed 3 --threads 1
[[ $out == "$first" ]] || fail 'one thread says something else than many'
run lab balance race "${small[@]}" --seed 4
[[ $out != "$first" ]] || fail 'the seed changes nothing'

# The verdict does not speak against what stands below it.
run lab balance race --rules race.ini --nodes 20,40 --opening 0 --games 40 --pairs 0 --probe 0 --seed 3 --want first=0..95
expect_status 0
expect_out 'No wish of Race is refuted, and moving first is an advantage, but so few games'
reject_out 'Nothing speaks against'
expect_out 'Unfair to who does not move first'
# Figures of too few games leave the others of a table their room.
run lab balance race --rules race.ini --nodes 20,40 --games 4 --pairs 0 --probe 0 --seed 3
expect_out 'A figure without an interval is of too few games for one.'
[[ $(sed -n '/^players /,/^How games end/p' <<<"$out" | grep -c .) -le 9 ]] ||
  fail 'a column of the strengths is squeezed'

# A game of three turns, of which two are random: solving says that Black wins, and as they are drawn
# White mostly does. Nothing is said of who is favoured before the players begin it themselves.
cat >hexa.ini <<'INI'
[hexa]
maxFile = 3
maxRank = 3
customPiece1 = p:mfWcfF
startFen = ppp/3/PPP w - - 0 1
stalemateValue = loss
flagPiece = p
flagRegionWhite = *3
flagRegionBlack = *1
INI
hexa=(hexa --rules hexa.ini --nodes 2000 --games 200 --pairs 0 --probe 0)
run lab balance "${hexa[@]}"
expect_status 0
expect_out '2.05 of the 3 turns of the median game were random'
expect_out "first mover's points  not decided"
expect_out 'no advantage can be told apart from theirs'
run lab balance "${hexa[@]}" --json
jq -e '.random.many and .random.of == 3 and .advantage == "none"' <<<"$out" >"$work/jq" ||
  fail 'the document tells an advantage of random turns'
run lab balance "${hexa[@]}" --opening 0
expect_out 'Unfair to who moves first'
expect_out 'Games begin with 0 random'
reject_out 'turns of the median game were random'
run lab compare hexa --rules hexa.ini --set stalemateValue=draw --nodes 200 --games 20 --pairs 0 --probe 0
expect_out 'hexa: 2.05 of the 3 turns of the median game were random'

# Games without an end are no draws: nothing is said of them but that.
cat >endless.ini <<'INI'
[endless]
title = Endless
maxFile = 5
maxRank = 5
king = k
immobile = x
startFen = 2k2/1x3/5/3X1/2K2 w - - 0 1
nMoveRule = 0
nFoldRule = 0
castling = false
INI
endless=(--rules endless.ini --nodes 2 --games 40 --pairs 10 --probe 0)
run lab balance endless "${endless[@]}"
expect_status 0
expect_out "first mover's points   not decided   50.0% (0.0 to 100.0)"
expect_out 'drawn games            not decided   0.0% (0.0 to 100.0)'
expect_out 'The median game has at least 1000 turns and at least 1000 actions.'
expect_out '  broken off ######'
printf '%s\n' 'first endless in 45..55' 'skill10 endless < 60' 'turns endless < 1100' 'turns endless > 900' >claims.txt
run lab claims claims.txt "${endless[@]}"
expect_out 'undecided     first endless in 45..55: 50.0% (0.0 to 100.0)'
expect_out 'undecided     skill10 endless < 60: 50.0% (0.0 to 100.0)'
expect_out 'undecided     turns endless < 1100: at least 1000'
expect_out 'true          turns endless > 900: at least 1000'
run lab balance endless "${endless[@]}" --folder unending --json
jq -e '[.strengths[].measures[] | select(.id == "turns")][0] | .value == 1000 and .high == null' <<<"$out" \
  >"$work/jq" || fail 'a length without a bound has one'
grep -qr '^neither10 [1-9]' unending/batches || fail 'pairs that were broken off are not kept'

# The same for programs, and as a page that needs nothing else.
run lab balance race "${small[@]}" --seed 3 --json
expect_status 0
jq -e '.strengths | length == 2' <<<"$out" >"$work/jq" || fail 'not two strengths'
jq -e '[.strengths[1].measures[] | select(.id == "first")][0] | .low <= .value and .value <= .high and .n == 40' \
  <<<"$out" >"$work/jq" || fail 'first has no interval'
jq -e '[.wishes[] | select(.measure == "first")][0].answer == "no"' <<<"$out" >"$work/jq" ||
  fail 'a race that White wins passes for fair'
jq -e '.made.definition == .definition and .made.weights == null and (.made.program | startswith("0.1.0-"))' \
  <<<"$out" >"$work/jq" || fail 'the document does not say what made it'
jq -e '.trend.per == "doubling"' <<<"$out" >"$work/jq" || fail 'no trend'
run lab balance race "${small[@]}" --seed 3 --html race.html
expect_status 0
page=$(<race.html)
[[ $page == '<!DOCTYPE html>'*'</html>' ]] || fail 'the page is not whole'
[[ $page == *'<svg'*'var(--bar)'* && $page == *'lab balance race'* ]] || fail 'the page has no charts'
[[ $page != *' src='* && $page != *'<link'* && $page != *'@import'* && $page != *'url('* ]] ||
  fail 'the page needs something else'
grep -q '<figcaption>Game 0 of seed 3, nodes:80 for each side. White wins by flag after ' race.html ||
  fail 'no game to step through'
sed -n '/id="reel">/,/<.script>/p' race.html | sed 's/.*id="reel">//;s/<.script>.*//' >reel.json
jq -e '(.films | length >= 1) and all(.films[]; length > 3) and (.lines | length > 20)' reel.json \
  >"$work/jq" || fail 'the games on the page cannot be read'

# Each chart as a file, to be shown anywhere; and one strength with fewer games than the other.
run lab balance race --rules race.ini --nodes 20,80 --games 40,10 --pairs 4 --probe 40 --seed 3 \
  --pictures a/book/charts --html race.html
expect_status 0
expect_out 'pictures into a/book/charts.'
ls a/book/charts >names
for name in who-wins at-several-strengths how-games-end how-long-games-are where-it-happens \
  where-it-happens-2; do
  grep -qx "$name.svg" names || fail "no picture $name"
done
[[ $(head -c 4 a/book/charts/who-wins.svg) == '<svg' ]] || fail 'a picture is no SVG'
grep -q '<p>.*of 10 games\|of 10 games' race.html || fail 'the page is not about the 10 games'
run lab balance race --rules race.ini --nodes 20,80 --games 40,10 --pairs 4 --probe 40 --seed 3 --json
expect_status 0
jq -e '[.strengths[].measures[] | select(.id == "first").n] == [40, 10]' <<<"$out" >"$work/jq" ||
  fail 'the strengths have other numbers of games'
run lab balance race --rules race.ini --nodes 20,80 --games 40,10,5
expect_status 2
expect_err 'as many as there are strengths, 2'
run lab balance race --rules race.ini --nodes 20,80 --games 40,x
expect_status 2
expect_err 'needs a whole number from 1 to'
# Games a minute are those of this sitting, also behind a batch that lacks.
run lab balance race "${small[@]}" --folder sitting
expect_status 0
all=$(sed -n 's/.*: \([0-9]*\) games in .* a minute/\1/p' err)
rm sitting/batches/1 sitting/summary
run lab balance race "${small[@]}" --folder sitting
expect_status 0
now=$(sed -n 's/.*: \([0-9]*\) games in .* a minute/\1/p' err)
[[ -n $all && -n $now ]] && ((now > 0 && now < all / 2)) || fail "$now games of this sitting, $all in all"
# What changes with the players, but on no line, has no sentence of a line.
cat >pawn-duel.ini <<'INI'
[pawn-duel]
maxFile = 4
maxRank = 5
pawn = p
king = k
castling = false
stalemateValue = loss
startFen = kppp/pppp/4/PPPP/KPPP w - - 0 1
INI
run lab balance pawn-duel --rules pawn-duel.ini --nodes 5,10,20 --games 60 --pairs 0 --probe 0 --seed 1
expect_status 0
expect_out "The first mover's share does not change steadily with the players"
reject_out 'The better the players'
reject_out 'No trend'
run lab balance race "${small[@]}" --pictures race.ini/charts
expect_status 1
expect_err "cannot make the folder 'race.ini/charts'"
[[ $err != *'games a minute'* ]] || fail 'games were played before the folder was looked at'
for what in balance values; do
  run lab "$what" race --rules race.ini --html ./race.ini
  expect_status 2
  expect_err "'./race.ini' is the rules of --rules, which would be overwritten"
done
cp race.ini a/book/charts/who-wins.svg
run lab balance race --rules a/book/charts/who-wins.svg --pictures a/book/charts
expect_status 2
expect_err 'which would be overwritten'

# Games that are kept are gone on with after a kill, and are what they would have been.
run lab balance race "${small[@]}" --seed 3 --json
whole=$out
run lab balance race "${small[@]}" --seed 3 --json --folder kept
[[ $out == "$whole" ]] || fail 'games that are kept say something else'
rm kept/batches/0 kept/batches/7 kept/summary
printf 'half' >kept/batches/3
run lab batch kept 7
expect_status 0
run lab balance race "${small[@]}" --seed 3 --json --folder kept --threads 1
[[ $out == "$whole" ]] || fail 'games that were lost are others the next time'
run lab run kept
expect_status 0
expect_out '  nodes:80       first mover'
run lab balance race "${small[@]}" --seed 4 --folder kept
expect_status 1
expect_err "'kept' holds another experiment"
run lab balance race "${small[@]}" --on slurm
expect_status 2
expect_err '--on slurm needs --folder FOLDER'
run lab compare race race --rules race.ini --nodes 20 --games 20 --pairs 0 --probe 0 --folder both
expect_status 0
[[ -f both/first/summary && -f both/second/summary ]] || fail 'what is compared is not kept'
mkdir own
TMPDIR=$PWD/own run lab balance race "${small[@]}" --seed 3 --json
[[ $out == "$whole" && -z $(ls own) ]] || fail 'a folder is left behind'
# What a killed one has left goes with the next; one that is at work, and what others call so, stay.
mkdir own/marcher-lab-others
TMPDIR=$PWD/own "$MARCHER" lab balance race "${small[@]}" --games 100000 >killed.out 2>&1 &
pid=$!
for ((tries = 0; tries < 1200; tries++)); do
  compgen -G 'own/marcher-lab-*/lock' >/dev/null && break
  sleep 0.05
done
TMPDIR=$PWD/own run lab balance race "${small[@]}" --seed 3
[[ $(find own -mindepth 1 -maxdepth 1 | wc -l) == 2 ]] || fail "a folder at work is gone: $(ls own)"
kill -9 $pid
wait $pid 2>/dev/null || true
TMPDIR=$PWD/own run lab balance race "${small[@]}" --seed 3
[[ $(ls own) == marcher-lab-others ]] || fail "what a killed one has left is still there: $(ls own)"
TMPDIR=/nowhere/at/all run lab balance race "${small[@]}"
expect_status 1
expect_err 'cannot make a folder for the games'

# A start with one pawn less is unfair, and 300 games show it: a statement on the game, for one build.
if [[ -z $SLOW ]]; then
  run lab balance chess --set 'startFen=rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' \
    --games 300 --nodes 60 --pairs 0 --probe 0 --json
  expect_status 0
  jq -e '.advantage == "first"' <<<"$out" >"$work/jq" || fail 'a pawn less passes for fair'
fi
run lab balance race "${small[@]}" --json
jq -e '.advantage == "first"' <<<"$out" >"$work/jq" || fail 'a race that White wins passes for fair'

# Wishes of one's own.
run lab balance race "${small[@]}" --want 'first=90..100' --want 'turns<9' --want 'end:flag>0'
expect_status 0
expect_out 'turns of a game'
[[ $out != *'drawn games '*'at most'* ]] || fail 'the usual wishes stand beside those that are given'
run lab balance race --rules race.ini --want frist=50
expect_status 2
expect_err "there is no measure 'frist'; did you mean 'first'?"
run lab balance race --rules race.ini --want 'end:XX-9>5'
expect_status 2
expect_err "--want end:XX-9>5: Race has no rule 'XX-9'"
run lab balance race --rules race.ini --want 'moved:Zebra>5'
expect_status 2
expect_err "Race has no piece 'Zebra'"
run lab balance race --rules race.ini --want 'luck<3'
expect_status 2
expect_err 'Race has no dice'
run lab balance race --rules race.ini --nodes 20 --games 6 --pairs 0 --probe 0 --want 'skill10>60' --want 'unfinished<90'
expect_out 'Race does what is wished as far as it was measured: 1 of 2 wishes.'
expect_out 'Nothing is known of skill10: no pairs of games were played'
run lab balance race --rules race.ini --nodes 20 --games 6 --pairs 0 --probe 0 --want 'skill10>60'
expect_out 'Of what is wished of Race nothing could be measured.'
run lab balance race --rules race.ini --want 'first=60..40'
expect_status 2
expect_err 'nothing can be as'
run lab balance race --rules race.ini --want first
expect_status 2
expect_err 'is no wish'

# What is not right is refused with a reason.
run lab balance race --rules race.ini --nodes 100,50
expect_status 2
expect_err 'weakest first'
run lab balance race --rules race.ini --nodes 10,x
expect_status 2
expect_err "whole numbers from 1 to 1000000000 with commas, not '10,x'"
run lab balance race --rules race.ini --levels 9
expect_status 2
expect_err 'from 1 to 8'
run lab balance race --rules race.ini --levels 2 --nodes 10
expect_status 2
expect_err 'either --nodes or --levels'
run lab balance race --rules race.ini --html /nowhere/at/all.html
expect_status 1
run lab balance race other --rules race.ini
expect_status 2
expect_err "unexpected argument 'other'"

# Two definitions: one changed so that Black moves first, and loses.
run lab compare race --rules race.ini --nodes 40 --games 60 --pairs 0 --probe 0 \
  --set 'startFen = 4k/4X/5/5/K4 b - - 0 1'
expect_status 0
expect_out 'What differs'
expect_out "first mover's points"
! grep 'second less first' "$work/out" | tail -n 1 | grep -q 'so?' || fail 'a column that is always empty'
expect_words() {
  [[ $(tr -s ' \n' ' ' <<<"$out") == *"$1"* ]] || fail "not said: $1"
}
expect_words 'Made by marcher 0.1.0-'
expect_words '. The first: rules of race: definition '
expect_words 'no network. The second: rules of race: definition '
first=$out
again
run lab compare race --rules race.ini --set stalemateValue=draw
expect_status 2
expect_err 'race stalemateValue=draw plays by the same rules as race'
cat >>race.ini <<'INI'

[dash:race]
title = Dash
INI
run lab compare race dash --rules race.ini --set nMoveRule=9 --nodes 20 --games 4 --pairs 0 --probe 0
expect_status 0
expect_out 'race nMoveRule=9 against dash nMoveRule=9'
expect_out 'Both games have the same rules: whatever differs does so by chance.'
run lab compare race race --rules race.ini --nodes 40 --games 60 --pairs 0 --probe 0 --json
expect_status 0
expect_err ''
jq -e '[.measures[] | select(.differs)] | length == 0' <<<"$out" >"$work/jq" ||
  fail 'a game differs from itself'
jq -e '.measures | length > 10' <<<"$out" >"$work/jq" || fail 'few measures are compared'
run lab compare race --rules race.ini
expect_status 2
expect_err 'needs a second game, or --set'
run lab compare race race race --rules race.ini
expect_status 2
expect_err "'race' is too many"

# Sentences.
printf '%s\n' '# of races' '' 'first race in 80..100 # White wins' 'first race < 20' 'turns race > 1000' \
  'skill10 race > 60' 'end:flag race > 50' >claims.txt
settled=(--rules race.ini --nodes 40 --games 60 --pairs 0 --probe 0)
run lab claims claims.txt "${settled[@]}"
expect_status 0
expect_out 'undecided     first race < 20: '
expect_out ', 60 cases; 2.15 of the 5 turns of the median game were random'
run lab claims claims.txt "${settled[@]}" --opening 0
expect_status 0
expect_out 'true          first race in 80..100: '
expect_out 'false         first race < 20: '
expect_out 'false         turns race > 1000: '
expect_out 'not measured  skill10 race > 60'
expect_out 'true          end:flag race > 50: '
expect_out ', 60 cases'
run lab claims claims.txt "${settled[@]}" --opening 0 --json
jq -e '.claims | map(.answer) == ["true", "false", "false", "not measured", "true"]' <<<"$out" >"$work/jq" ||
  fail 'the answers are others in JSON'
for line in 'first race' 'frist race < 20' 'first race is 20' 'mate race KvK now' 'a b c d e f g h i'; do
  printf '# one\n%s\n' "$line" >claims.txt
  run lab claims claims.txt --rules race.ini
  expect_status 1
  expect_err 'claims.txt:2: '
done
printf 'first nowhere < 20\n' >claims.txt
run lab claims claims.txt --rules race.ini
expect_status 1
expect_err "unknown game 'nowhere'"
printf 'first\0race < 20\n' >claims.txt
run lab claims claims.txt
expect_status 1
expect_err 'no text'
: >claims.txt
run lab claims claims.txt
expect_status 1
expect_err 'no claim in it'

# A signal tells what there is: of more games than anybody would wait for.
interrupted 'ended/batches/*' lab balance chess --nodes 50 --games 1000000 --pairs 0 --probe 0 --folder ended
expect_status 130
expect_out 'Broken off after '
expect_out 'Verdict'

# Of two games the first is told where the second was not begun.
for form in '' --json; do
  # shellcheck disable=SC2086 # a word or none
  interrupted "duel$form/second/batches" lab compare race chess --rules race.ini --nodes 400000 --games 4 \
    --pairs 0 --probe 0 --folder duel$form $form
  expect_status 130
  [[ -n $form ]] || expect_out 'Broken off before a game of the second, chess, was over.'
done
jq -e '.after == null and .before.games == 4 and (.measures | length > 8)' <<<"$out" >"$work/jq" ||
  fail 'what there is of the first is not told to programs'

# The page of a report is there long before the time is over, and whole.
ran='marcher lab report race'
"$MARCHER" lab report race --rules race.ini --nodes 20,40 --opening 0 --probe 0 --minutes 5 --want 'first>50' \
  --html night.html --folder night >"$work/out" 2>"$work/err" &
pid=$!
for ((i = 0; i < 1200; i++)); do
  [[ -s night.html ]] && break
  sleep 0.05
done
grep -q 'How far to believe it' night.html || fail 'no page within a minute'
kill -INT "$pid"
status=0
wait "$pid" || status=$?
out=$(<"$work/out")
expect_status 130
expect_out 'min will reach is measured first, by 16 games at each of 2'
expect_out '5 min: the first 3.25 are enough for about'
expect_out 'what pieces are worth: not on the page, which says why'
expect_out 'first        yes'
grep -q '</html>' night.html || fail 'the page was left half-written'
grep -q 'the report was broken off before it was made' night.html || fail 'parts that were not made are not told'
for words in 'lab report race --rules race.ini --minutes 5 --nodes 20,40 --opening 0' 'lab values race --rules race.ini --nodes 40' \
  'lab solve race --rules race.ini' 'lab openings race --rules race.ini --count 8' 'lab sweep race --rules race.ini --key'; do
  grep -q "$words" night.html || fail "the page does not say: $words"
done
[[ -n $(ls night/batches) ]] || fail 'the games of the night are gone'

# What makes players stronger is named for games that can have it: no other family learns weights.
grep -qF "'marcher tune' or 'marcher train' makes them stronger" <(tr -s '\n ' ' ' <"$work/out") ||
  fail 'tune is not named'
[[ $(wc -L <"$work/out") -le 80 ]] || fail 'the first line of a report is wider than 80 columns'
"$MARCHER" lab report borderline --nodes 5 --probe 0 --minutes 5 --html dice.html >"$work/out" 2>"$work/err" &
pid=$!
for ((i = 0; i < 1200; i++)); do
  [[ -s dice.html ]] && break
  sleep 0.05
done
kill -INT "$pid"
wait "$pid" || true
grep -q 'the players are those of all games of this family' "$work/out" || fail 'the players are not told'
! grep -q 'marcher t' "$work/out" || fail 'what this game cannot have is named'

# Openings, which matches read.
run lab openings chess --count 4 --turns 4 --nodes 300 --seed 2 -o even.txt
expect_status 0
[[ $(wc -l <even.txt) == 4 && $(sort -u even.txt | wc -l) == 4 ]] || fail 'not four openings'
run lab openings chess --count 4 --turns 4 --nodes 300 --seed 2
[[ $out == "$(<even.txt)" ]] || fail 'the same words find other openings'
run match chess --engine name=one --engine name=other --each nodes=20 --games 4 --openings even.txt
expect_status 0
run lab openings chess --count 2 --turns 5 --nodes 300 --sharp --json
expect_status 0
jq -e '.openings | length == 2 and all(.centipawns >= -50 and .centipawns <= 50)' <<<"$out" >"$work/jq" ||
  fail 'openings are not even'
run lab openings gardner --sharp --count 1 --within 1 --turns 1 --nodes 20
expect_status 1
expect_err 'found 0 of 1 opening; --within N lets them be less even, --turns N brings others, without --sharp there are more'
# White has neither queen nor rooks: that its men may go back where they came from makes nothing even.
printf '[odds:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NB1KBN1 w kq - 0 1\n' >odds.ini
run lab openings odds --rules odds.ini --count 1 --turns 4 --nodes 300 --within 100
expect_status 1
expect_err 'found 0 of 1 opening'
# A lot for the first move is no deal: positions behind it are openings, which matches begin with.
write_ferry ferry.ini
run lab openings ferry --rules ferry.ini --count 2 --within 400 -o lots.txt
expect_status 0
run match ferry --rules ferry.ini --engine nodes=9 name=a --engine nodes=5 name=b --games 4 --openings lots.txt --pgn lots.pgn
expect_status 0
# By itself a match begins with random turns there, as many as it has pairs: else there were two games.
run match ferry --rules ferry.ini --engine nodes=9 name=a --engine nodes=5 name=b --games 12 --pgn six.pgn
[[ $(grep -oE '^(white|black) 1\.+ [^ ]+ +[^ ]+' six.pgn | sort -u | grep -c .) -gt 2 ]] || fail 'a match of two games'
run lab openings borderline
expect_status 1
expect_err 'every deal is an opening'
run lab openings chess --turns 0
expect_status 2

# Every family, with dice and with leaders.
for game in borderline warlord-test-of-wills colorboundmost; do
  run lab balance "$game" --nodes 20 --games 3 --pairs 1 --probe 20 --seed 2
  expect_status 0
  expect_out 'Verdict'
done
# A tile that chance deals now and then is not "hardly used".
run lab balance borderline --nodes 20 --games 40 --pairs 0 --probe 0 --seed 2
expect_status 0
[[ $out != *'Pieces that '* ]] || fail 'tiles of the deal are told as hardly used'
# Where all was used the page says so, and not nothing.
printf '%s\n' '[small:borderline]' 'columns = 3' 'rows = 3' 'pieces = 3' 'three_pip = 1/2' 'dice_sides = 8' \
  'rotation = mirror' 'first = drawn' 'ply_cap = 9' 'victory = strict' >small.ini
run lab balance small.ini --games 300 --nodes 3 --pairs 0 --probe 0 --seed 2
expect_out 'Every piece moved, and every rule showed, in at least 5 of 100 games.'
run lab balance borderline --nodes 20 --games 4 --pairs 0 --probe 0 --json
[[ $out == *'"id": "turns"'* && $out != *'"id": "moved:'* ]] || fail 'that tiles do not move is told of each'
# One pawn less is found unfair; script/measure-pawn-odds has more games of it, and what the pawn is worth.
if [[ -z $SLOW ]]; then
  run lab balance chess --set 'startFen=rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1' --games 400 --nodes 60 \
    --pairs 0 --probe 0 --seed 1 --json
  expect_status 0
  jq -e '.advantage == "first"' <<<"$out" >"$work/jq" || fail 'a missing pawn is not found unfair'
fi

# The report: none of its time is wasted, games go on at the end.
if [[ -z $SLOW ]]; then
  wait "$whole_report" || fail "the report ended with status $?: $(<all.out)"
  # Where the machine was busy with other things it gets a whole minute.
  if jq -e '.parts.values.why // "" | startswith("There was no time")' all.json >"$work/jq"; then
    report_all 60 || fail "the report ended with status $?: $(<all.out)"
  fi
  jq -e '.game == "pawns" and (.strengths | length == 2) and .parts.values.why == null
    and .parts.values.found.unit == "P" and (.parts.values.found.pieces | length > 1)
    and (.parts.values.command | startswith("marcher lab values pawns --rules pawns.ini --games "))
    and (.parts.solve | .found.way == "positions" or (.why | test("too large to be solved in the time")))
    and (.parts.openings.found.openings | length == 8)' all.json >"$work/jq" ||
    fail "the parts of the report: $(jq -c .parts all.json)"
  for words in 'What pieces of Pawns are worth' 'Who wins with best play' 'Even openings' 'Which number should it be?'; do
    grep -q "$words" all.html || fail "the page lacks: $words"
  done
  grep -q 'with as many, the same words play the same ones anywhere' all.html ||
    fail 'the page promises the same games whatever the time'
  [[ -f all/summary && -f all/values/summary ]] || fail 'the parts of the report are not kept'
fi
finish
