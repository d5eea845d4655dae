#!/usr/bin/env bash
# Files that version 0.1.0 has written (tests/data/v0.1) are still read, what a newer version writes
# is refused by name, and damage is named and costs little.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"
cp "$SOURCE_DIR"/tests/data/v0.1/* .

# refused MESSAGE ARGUMENT...: with exit status 1 and nothing on standard output.
refused() {
  local message=$1
  shift
  run "$@"
  expect_status 1
  expect_err "$message"
}

# --- records ---------------------------------------------------------------------------------

run replay tiny.mrec --rules tiny.ini
expect_status 0
expect_out 'verified'
run play --resume tiny.mrec --rules tiny.ini --save on.mrec < <(printf 'e2e3\nquit\n')
expect_status 0
expect_out 'Saved as on.mrec'

# --- journals of matches ---------------------------------------------------------------------

matching=(match tiny --rules tiny.ini --seed 3 --engine player=random name=a
  --engine player=random name=b --turns 20)
run "${matching[@]}" --games 4
cp out whole
run "${matching[@]}" --games 6
cp out longer
cp match.journal old.journal
run "${matching[@]}" --games 4 --resume match.journal --pgn games.pgn
expect_status 0
expect_no_err
diff whole out || fail 'the journal of version 0.1 gives another match'
cmp match.journal old.journal || fail 'a match that is over has changed its journal'
# The day of a game and its start are new in PGN.
known() { grep -Ev '^\[(Date|SetUp|FEN) ' "$1"; }
diff <(known match.pgn) <(known games.pgn) || fail 'the games are others'
run "${matching[@]}" --games 6 --resume match.journal
diff longer out || fail 'a match of version 0.1 that is made longer is another one'
head -n 5 match.journal | cmp - old.journal || fail 'what was there is not there any more'

# A journal of this version; the same for damage in the middle, which costs its own game alone.
run "${matching[@]}" --games 6 --resume new.journal
diff longer out || fail 'the journal makes a difference'
for journal in match new; do
  [[ $(wc -l <$journal.journal) == 7 ]] || fail 'not one line for each game'
  sed '3s/ 20 / 21 /' $journal.journal >damaged.journal
  cp damaged.journal before
  run "${matching[@]}" --games 6 --resume damaged.journal
  expect_status 0
  expect_err 'damaged.journal:3: this line is damaged; what cannot be read of it is played again'
  diff longer out || fail 'a damaged line changes the match'
  [[ $(wc -l <damaged.journal) == 8 ]] || fail 'more was played again than the damaged game'
  head -n 7 damaged.journal | cmp - before || fail 'lines have changed'
  run "${matching[@]}" --games 6 --resume damaged.journal
  diff longer out || fail 'it is not gone on with'
  [[ $(wc -l <damaged.journal) == 8 ]] || fail 'a game was played again'
done
run "${matching[@]}" --games 6 --resume damaged.journal --json
expect_no_err
jq -e '.damaged == 1 and .games == 6' out >/dev/null || fail 'a program is not told of the damage'
{
  echo 'marcher match 3 0123456789abcdef 0123456789abcdef'
  sed 1d new.journal
} >newer.journal
cp newer.journal before
refused 'newer.journal is a journal of version 3; this program reads versions 1 to 2' \
  "${matching[@]}" --games 4 --seed 4 --resume newer.journal
cmp newer.journal before || fail 'a newer journal was touched'

# --- weights ---------------------------------------------------------------------------------

cp new.weights tiny.weights
run check tiny.ini
expect_status 0
expect_out 'tiny.ini: ok'
rm tiny.weights
tuning=(tune tiny --rules tiny.ini --games 10 --nodes 20 --rounds 1 --epochs 2 --gate 2 --seed 2)
for version in 1 2; do
  sed "s/^\[tiny\]/&\nversion = $version/" new.weights >versioned.weights
  status_wanted=$((version - 1))
  run check --rules tiny.ini versioned.weights
  expect_status $status_wanted
  run "${matching[@]}" --games 2 --each weights=versioned.weights --engine player=alphabeta nodes=9
  expect_status $status_wanted
done
expect_err "'2': these weights are of a newer version; this program reads version 1"
# Whoever is asked says the same of an empty file.
printf '# nothing\n' >empty.weights
refused 'there are no weights in it' check --rules tiny.ini empty.weights
refused 'there are no weights in it' "${matching[@]}" --games 2 --each weights=empty.weights \
  --engine player=alphabeta nodes=9
refused 'empty.weights: there are no weights in it' "${tuning[@]}" --weights empty.weights
cp empty.weights tiny.weights
refused 'tiny.weights: error: there are no weights in it' check tiny.ini
refused 'tiny.weights: error: there are no weights in it' show tiny --rules tiny.ini
rm tiny.weights

# --- games for tuning ------------------------------------------------------------------------

cp positions.txt before
run "${tuning[@]}" --positions positions.txt -o again.weights
expect_status 0
cmp positions.txt before || fail 'games of version 0.1 are played again'
expect_out 'learnt from   183 positions'
sed '20s/^./x/' before >positions.txt
refused 'positions.txt:20: expected a number and a position' "${tuning[@]}" --positions positions.txt
sed '3s/23$/22/' before >positions.txt
refused 'positions.txt:26: expected game NUMBER' "${tuning[@]}" --positions positions.txt
for count in 24 9999; do
  sed "3s/23\$/$count/" before >positions.txt
  cp positions.txt changed
  refused 'positions.txt:' "${tuning[@]}" --positions positions.txt
  cmp positions.txt changed || fail 'a damaged number has cost all games behind it'
done
sed '1s/1/2/' before >positions.txt
refused 'positions.txt:1: games for tuning of version 2; this program reads version 1' \
  "${tuning[@]}" --positions positions.txt
head -c -20 before >positions.txt
run "${tuning[@]}" --positions positions.txt
expect_status 0
# The last one, by the player of today: the others stay to the byte.
[[ $(grep -c '^game ' positions.txt) == $(grep -c '^game ' before) ]] ||
  fail 'an unfinished game is not played again'
last=$(grep -n '^game ' before | tail -n 1 | cut -d : -f 1)
diff <(head -n "$last" before | head -n -1) <(head -n $((last - 1)) positions.txt) ||
  fail 'a finished game was touched'

# --- tables ----------------------------------------------------------------------------------

run endgame tiny KRvK --rules tiny.ini
cp out made
run endgame tiny --rules tiny.ini --load tiny.KRvK.endgame
expect_status 0
diff <(grep -v ' s$' made) <(grep -v ' s$' out) || fail 'tables of version 0.1 say something else'
{
  head -c 8 tiny.KRvK.endgame
  printf '\2'
  tail -c +10 tiny.KRvK.endgame
} >newer.endgame
refused 'newer.endgame: tables of version 2; this program reads version 1' \
  endgame tiny --rules tiny.ini --load newer.endgame
finish
