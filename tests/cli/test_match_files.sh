#!/usr/bin/env bash
# What `match` writes besides its table: nothing that others have made is lost, no failure of an hour
# costs a night, and what is lacking is told.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

quick=(match borderline --engine player=random name=a --engine player=random name=b --turns 6)
games_of() { grep -c '^\[Event ' "$1" || true; }

# ---- writes that fail --------------------------------------------------------------------------

# A folder that is away for a while: the games of that time are written as soon as it is back.
"$MARCHER" "${quick[@]}" --games 12 --wait 100 --records away --pgn kept.pgn >out 2>err &
pid=$!
ran='match, whose folder goes away'
await 'Game 2 of' out $pid
mv away gone
await "it is tried again with every game" err $pid
mv gone away
status=0
wait $pid || status=$?
expect_status 0
[[ $(ls away | wc -l) == 12 ]] || fail 'not all games have records'
[[ $(games_of kept.pgn) == 12 ]] || fail 'not all games are in PGN'
[[ $(wc -l <err) == 1 ]] || fail 'it is told more than once'

# One that stays away is told at the end, with what is lacking; the other output has all.
if [[ -e /dev/full ]]; then
  run "${quick[@]}" --games 4 --records whole --pgn /dev/full
  expect_status 1
  expect_err "cannot write '/dev/full': No space left on device; 4 games are not there, the first is game 1"
  expect_out 'Engine '
  [[ $(ls whole | wc -l) == 4 ]] || fail 'PGN that fails has cost records'
  run "${quick[@]}" --games 4 --pgn /dev/full --resume full.journal
  expect_err "'full.journal' has them, and the same command writes them"
  run "${quick[@]}" --games 4 --pgn rest.pgn --resume full.journal
  expect_status 0
  [[ $(games_of rest.pgn) == 4 ]] || fail 'the same command does not write them'
fi

# So it is for the log, whose lines are whole.
fake=$BUILD_DIR/tests/fake_uci
logged=(match borderlands --engine cmd="$fake" name=x nodes=1 --engine player=random name=b --games 2 --turns 8)
if [[ -e /dev/full ]]; then
  run "${logged[@]}" --log /dev/full
  expect_status 1
  [[ $err =~ "cannot write '/dev/full': No space left on device; "[0-9]+' lines are not there' ]] ||
    fail 'nobody is told of the log'
  expect_out 'Engine '
fi
(
  trap '' XFSZ
  ulimit -f 1
  run "${logged[@]}" --log small.log
  [[ $status == 1 && -z $(tail -c 1 small.log | tr -d '\n') ]]
) || fail 'the log has half a line'

# What can never be written is refused before anything is played.
echo mine >file
run "${quick[@]}" --records file
expect_status 1
expect_err "cannot write into 'file'"
reject_out 'Game 1'
if [[ $(id -u) == 0 ]] && command -v setpriv >/dev/null; then
  mkdir -m 755 closed
  chmod 755 . "$work"
  if setpriv --reuid=65534 --regid=65534 --clear-groups test -x "$MARCHER"; then
    status=0
    setpriv --reuid=65534 --regid=65534 --clear-groups "$MARCHER" "${quick[@]}" --records closed \
      >out 2>err || status=$?
    err=$(<err) out=$(<out)
    expect_status 1
    expect_err "cannot write into 'closed': Permission denied"
    reject_out 'Game 1'
  fi
fi

# ---- what is there already ---------------------------------------------------------------------

# Without a journal PGN is appended to; with one its file is this match's alone, and never emptied.
run "${quick[@]}" --games 3 --pgn all.pgn
cp all.pgn before.pgn
run "${quick[@]}" --games 2 --pgn all.pgn --resume new.journal
expect_status 1
expect_err "'all.pgn' holds what is no game of this match in 'new.journal', and was left as it is: name another file"
reject_out 'Game 1'
reject_out 'Engine '
cmp all.pgn before.pgn || fail 'games of another match are gone'
run "${quick[@]}" --games 2 --pgn all.pgn
[[ $(games_of all.pgn) == 5 ]] || fail 'PGN is not appended to'
echo 'my notes' >notes.txt
run "${quick[@]}" --games 2 --pgn notes.txt --resume new.journal
expect_status 1
[[ $(<notes.txt) == 'my notes' ]] || fail 'notes were taken for PGN'
run "${quick[@]}" --games 4 --pgn own.pgn --records own --resume new.journal
expect_status 0
cp own.pgn whole.pgn

# A match that goes on finds its games, with a cut one behind them.
head -c $(($(wc -c <whole.pgn) - 30)) whole.pgn >own.pgn
rm own/000003.mrec
run "${quick[@]}" --games 4 --pgn own.pgn --records own --resume new.journal
expect_status 0
expect_no_err
cmp own.pgn whole.pgn || fail 'the cut game was not written again'
[[ $(ls own | wc -l) == 4 ]] || fail 'the missing record was not written again'
# So does one that was played on another day.
sed -i 's/^\[Date .*/[Date "2001.02.03"]/' own.pgn
run "${quick[@]}" --games 4 --pgn own.pgn --resume new.journal
expect_status 0
[[ $(grep -c 2001.02.03 own.pgn) == 4 ]] || fail 'games have got another day'
# Each game has the day on which it was played, however often the match is gone on with.
SOURCE_DATE_EPOCH=0 run "${quick[@]}" --games 2 --resume days.journal
SOURCE_DATE_EPOCH=864000 run "${quick[@]}" --games 4 --resume days.journal --pgn days.pgn
[[ $(grep '^\[Date' days.pgn | cut -d '"' -f 2 | tr '\n' ' ') == \
  '1970.01.01 1970.01.01 1970.01.11 1970.01.11 ' ]] || fail 'the days are others'
# Games that somebody has added are not lost.
cat before.pgn >>own.pgn
cp own.pgn before.pgn
run "${quick[@]}" --games 6 --pgn own.pgn --resume new.journal
expect_status 1
expect_err "'own.pgn' holds what is no game of this match in 'new.journal'"
reject_out 'Game 5'
cmp own.pgn before.pgn || fail 'added games are gone'

# Records of another match stay, and are not mixed with those of this one.
cp -r own own.before
run "${quick[@]}" --games 2 --seed 8 --records own
expect_status 1
expect_err "'own' has a record of another game (00000"
expect_err 'name another folder for --records'
reject_out 'Game 1'
run "${quick[@]}" --games 2 --seed 8 --records own --resume eight.journal
expect_status 1
diff -r own own.before || fail 'records of another match were touched'
run "${quick[@]}" --games 6 --records own --resume new.journal
expect_status 0
[[ $(ls own | wc -l) == 6 ]] || fail 'a longer match does not go on in its folder'

# ---- files that are one, and lines that were cut -----------------------------------------------

for names in '--resume same --pgn same' '--resume same --pgn ./same' '--resume same --log same' \
  '--pgn same --log same'; do
  # shellcheck disable=SC2086
  run "${quick[@]}" $names
  expect_status 2
  expect_err ", too, which would be destroyed: name another"
done
[[ ! -e same ]] || fail 'something was written nevertheless'
ln -s new.journal link
cp new.journal before
run "${quick[@]}" --resume new.journal --pgn link
expect_status 2
cmp new.journal before || fail 'a journal was taken for PGN'
run "${quick[@]}" --pgn /dev/null --log /dev/null
expect_status 0

# Behind a game that a power cut has left in the middle of a line the next one can be read.
head -c $(($(wc -c <whole.pgn) - 30)) whole.pgn >cut.pgn
run "${quick[@]}" --games 2 --seed 4 --pgn cut.pgn
for number in 4 6; do
  run replay cut.pgn --game $number
  expect_status 0
done
[[ $(games_of cut.pgn) == 6 ]] || fail 'a game does not begin on a line of its own'
finish
