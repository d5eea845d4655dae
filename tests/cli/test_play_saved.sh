#!/usr/bin/env bash
# Taking back, saving and resuming: the same actions meet the same dice, and nothing is lost.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

quick=(borderline --seed 9 --nodes 20)
folder=$work/state/marcher
dated='autosave-borderline-[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{6}(-[0-9]+)?\.mrec$'

# saved NUMBER: where the NUMBERth game that was saved in this run went.
saved() {
  sed -n 's/^Saved as //p' "$work/out" | sed -n "$1p"
}

# expect_autosaves COUNT: so many games saved without being asked are kept, and nothing beside them
# but the list of those that were saved elsewhere by name.
expect_autosaves() {
  local count
  count=$({ find "$folder" -mindepth 1 -not -name saved-games.txt 2>/dev/null || true; } | wc -l)
  [[ $count == "$1" ]] || fail "expected $1 saved games, got $count: $(ls "$folder" 2>/dev/null)"
}

# --- where games go --------------------------------------------------------------------------

play 424@d0 quit :: "${quick[@]}"
expect_status 0
autosave=$(saved 1)
[[ $autosave =~ ^$folder/$dated ]] || fail "not a name with game and date: $autosave"
expect_out "marcher play --resume $autosave"
run replay "$autosave"
expect_status 0
expect_out 'verified'
expect_out 'The game is not finished.'
[[ $(stat -c %a "$work/state/marcher") == 700 ]] || fail 'others may read the saved games'

# A game that is over is kept like any other, if nobody has done more than to resign.
play resign quit :: "${quick[@]}"
expect_status 0
[[ $(saved 1) =~ ^$folder/$dated ]] || fail 'a game that is over is not kept'
expect_out "Look at it again with: marcher play --resume $(saved 1)"
rm "$(saved 1)"

# The end of the input is no quit, but nothing is lost by it, either.
play 122@d0 :: "${quick[@]}"
expect_status 0
[[ $(saved 1) != "$autosave" ]] || fail 'the game saved before is written over'
grep -q '^424@d0' "$autosave" || fail 'the game saved before is lost'
grep -q '^122@d0' "$(saved 1)" || fail 'this is not the game that was played'
expect_autosaves 2

# A game not begun is not worth a file, unless somebody says so.
rm -r "$work/state"
play quit :: "${quick[@]}"
reject_out 'Saved'
expect_autosaves 0
play quit :: "${quick[@]}" --save empty.mrec
expect_out 'Saved as empty.mrec'

play 424@d0 'save mine.mrec' quit :: "${quick[@]}"
expect_file mine.mrec
expect_autosaves 0
play 424@d0 'save no/such/folder/x' quit :: "${quick[@]}"
expect_status 0
expect_err "cannot write 'no/such/folder/x'"
expect_autosaves 1
play 424@d0 quit :: "${quick[@]}" --save no/such/folder/x
expect_status 1
expect_err "cannot write 'no/such/folder/x'"
expect_out "Go on with: marcher play --resume $(saved 1)"
expect_autosaves 2
rm -r "$work/state"
play quit :: "${quick[@]}" --save no/such/folder/x
expect_status 1
expect_autosaves 0
play 424@d0 new 122@d0 new quit :: "${quick[@]}" --save no/such/folder/x
[[ $(saved 1) =~ $dated && $(saved 2) =~ $dated ]] || fail 'two games are not kept'
expect_autosaves 2
reject_out 'would be lost'
# What is to be typed next can be: names with blanks and quotes stand in quotes.
play 424@d0 quit :: "${quick[@]}" --save "it's mine.mrec"
expect_out "Go on with: marcher play --resume 'it'\\''s mine.mrec'"
eval "set -- $(sed -n 's/^Go on with: marcher//p' out)"
run "$@" < <(echo quit)
expect_status 0
expect_out 'plies: 2 of 200'
printf 'old' >target.mrec
ln -s target.mrec link.mrec
play 424@d0 quit :: "${quick[@]}" --save link.mrec
[[ -L link.mrec ]] || fail 'the link was replaced'
grep -q Marcher target.mrec || fail 'the target of the link was not written'
XDG_STATE_HOME=relative HOME=$work/home play 424@d0 quit :: "${quick[@]}"
[[ $(saved 1) =~ ^$work/home/.local/state/marcher/$dated ]] || fail 'not in the folder of HOME'
(
  unset XDG_STATE_HOME
  play 424@d0 quit :: "${quick[@]}"
  expect_status 1
  expect_err 'neither HOME nor XDG_STATE_HOME'
  # Nothing takes the place of a game that is nowhere else.
  play 424@d0 new 'resume mine.mrec' 'save here.mrec' new quit :: "${quick[@]}"
  expect_status 0
  [[ $(grep -c '^This game would be lost, so it goes on' out) == 2 ]] || fail 'a game was dropped'
  expect_out 'A new game, seed'
  reject_out 'Resumed'
  grep -q '^424@d0' here.mrec || fail 'not the game that went on'
  finish
) || failures=$((failures + 1))

# --- several games in one sitting ------------------------------------------------------------

# first_is ACTION FILE: the human's first action in a record.
first_is() {
  grep -q "^$1" "$2" || fail "$2 is not the game that begins with $1"
}

mkdir sitting
play 424@d0 new 122@d0 new 121@a0 quit :: "${quick[@]}" --save sitting/s.mrec
expect_status 0
expect_out 'Saved as sitting/s.mrec'
expect_out 'Saved as sitting/s-2.mrec'
expect_out 'Saved as sitting/s-3.mrec'
first_is 424@d0 sitting/s.mrec
for file in sitting/s.mrec sitting/s-2.mrec sitting/s-3.mrec; do
  run replay "$file"
  expect_status 0
done
[[ $(sed -n 's/^\[Seed "\(.*\)"\]/\1/p' sitting/s*.mrec | sort -n | tr '\n' ' ') == '9 10 11 ' ]] ||
  fail 'three games are not in three files'

# Without --save, too, and what is there already is not written over.
rm -rf state
play 424@d0 new 122@d0 quit :: "${quick[@]}"
autosave=$(saved 1)
first_is 424@d0 "$autosave"
first_is 122@d0 "$(saved 2)"
play 526@d0 new 122@d0 new 121@a0 quit :: "${quick[@]}"
first_is 424@d0 "$autosave"
first_is 526@d0 "$(saved 1)"
expect_autosaves 5

# A game of that kind stays in its file, and its name alone finds it.
second=$(saved 2)
run play --resume "$second" < <(printf 'undo\n422@d0\nquit\n')
expect_out "Saved as $second"
first_is 422@d0 "$second"
expect_autosaves 5
other=122@d0
for name in "${second##*/}" "$(basename "$second" .mrec)" last; do
  run play --resume "$name" < <(printf 'undo\n%s\nquit\n' $other)
  expect_out "Saved as $second"
  first_is $other "$second"
  other=$([[ $other == 122@d0 ]] && echo 422@d0 || echo 122@d0)
done
play "resume $(basename "$second" .mrec)" quit :: "${quick[@]}"
expect_out "Resumed $second."
run play --resume nothing < <(echo quit)
expect_err "cannot open 'nothing'"

# Nor does a game that nobody has begun take a file, or a game that is gone on with.
play new new 424@d0 quit :: "${quick[@]}" --save sitting/begun.mrec
reject_out 'begun-2.mrec'
play 424@d0 'resume sitting/s-2.mrec' resign quit :: "${quick[@]}" --save sitting/mixed.mrec
first_is 424@d0 sitting/mixed.mrec
grep -q '^\[Seed "10"\]' sitting/mixed-2.mrec || fail 'the game gone on with is not kept'

# Going on with the file that the game just left takes: both are kept.
rm -rf state
play 526@d0 quit :: "${quick[@]}"
autosave=$(saved 1)
play 424@d0 "resume $autosave" quit :: "${quick[@]}"
expect_out 'Resumed'
first_is 526@d0 "$autosave"
first_is 424@d0 "$(saved 1)"
play 424@d0 "resume $autosave" undo 122@d0 quit :: "${quick[@]}" --save "$autosave"
first_is 424@d0 "$autosave"
first_is 122@d0 "$(saved 2)"

# --- what is untouched, and what is old ------------------------------------------------------

# A game in which nobody has done anything takes the place of none, however it is left.
rm -rf state
play 424@d0 quit :: "${quick[@]}"
autosave=$(saved 1)
cp "$autosave" real.mrec
echo quit >leaving
for file in /dev/null leaving; do
  for more in '' "--save $autosave" '--save real.mrec' '--side blue' '--side both'; do
    # shellcheck disable=SC2086
    run play "${quick[@]}" $more <"$file"
    expect_status 0
    reject_out 'Saved'
  done
done
for signal in INT:130 HUP:129 TERM:143; do
  for more in '' '--save real.mrec'; do
    mkfifo lines
    # shellcheck disable=SC2086
    env --default-signal=INT "$MARCHER" play "${quick[@]}" $more <lines >left.out 2>err &
    pid=$!
    exec 3<>lines
    await "Type 'help'" left.out "$pid" || true
    kill -"${signal%:*}" "$pid" 2>/dev/null || true
    status=0
    wait "$pid" || status=$?
    exec 3>&-
    mv left.out out
    rm lines
    out=$(<out) ran="kill -${signal%:*} $more"
    expect_status "${signal#*:}"
    reject_out 'Saved'
  done
done
expect_autosaves 1
first_is 424@d0 "$autosave"
diff "$autosave" real.mrec || fail 'an empty game has taken the place of a real one'
# Nor does one that was taken back to its beginning.
play 424@d0 'save twice.mrec' undo quit :: "${quick[@]}" --save twice.mrec
first_is 424@d0 twice.mrec

# The last ten are kept, files with other names for ever: those of version 0.1, and one's own.
rm -rf state
mkdir -p "$folder"
for name in autosave-borderline autosave-borderline.previous autosave-borderline-2 autosave-mine my; do
  cp real.mrec "$folder/$name.mrec"
done
for number in 01 02 03 04 05 06 07 08 09 10 11 12; do
  cp real.mrec "$folder/autosave-chess-2020-01-$number-101112.mrec"
  touch -d "2020-01-$number 10:11:12" "$folder/autosave-chess-2020-01-$number-101112.mrec"
done
: >"$folder/autosave-chess-2020-01-04-101112.mrec.marcher-0.tmp"
touch -d '2020-01-01' "$folder/autosave-chess-2020-01-01-000000.mrec"
play 122@d0 quit :: "${quick[@]}"
expect_autosaves 15
expect_file "$(saved 1)"
for number in 04 05 06 07 08 09 10 11 12; do
  expect_file "$folder/autosave-chess-2020-01-$number-101112.mrec"
done
for name in autosave-borderline autosave-borderline.previous autosave-borderline-2 autosave-mine my; do
  first_is 424@d0 "$folder/$name.mrec"
done
run play --resume autosave-borderline < <(printf 'undo\n122@d0\nquit\n')
expect_out "Saved as $folder/autosave-borderline.mrec"
# What is just saved stays, even if the clock says that all others are newer.
touch -d '2099-01-01' "$folder"/autosave-chess-*
play 526@d0 quit :: "${quick[@]}"
expect_file "$(saved 1)"
expect_autosaves 15

# Where nothing can be written nothing goes, and the exit status says so.
cp -r state kept
status=0
(ulimit -f 0 && exec "$MARCHER" play "${quick[@]}" \
  --save real.mrec < <(printf '121@a0\nquit\n')) 2>&1 | cat >full || status=$?
grep -q "cannot write 'real.mrec': File too large" full || fail 'not tried there'
grep -q "cannot write '$folder/autosave-borderline-" full || fail 'not tried there, either'
expect_status 1
first_is 424@d0 real.mrec
diff -r state kept || fail 'a full disk costs a saved game'
chmod 500 "$folder"
if [[ ! -w $folder ]]; then # root may write everywhere
  play 121@a0 quit :: "${quick[@]}"
  expect_status 1
  expect_err "cannot write '$folder/autosave-borderline-"
fi
chmod 700 "$folder"
diff -r state kept || fail 'a folder that cannot be written to costs a saved game'
mkdir "$folder/autosave-borderline.previous.mrec.d" "$folder/autosave-x-2020-01-01-000000.mrec"
play 121@a0 quit :: "${quick[@]}"
expect_status 0
first_is 121@a0 "$(saved 1)"

# What a program that was killed has left goes with the next save.
: >mine.mrec.marcher-0.tmp
play 424@d0 'save mine.mrec' quit :: "${quick[@]}"
[[ ! -e mine.mrec.marcher-0.tmp ]] || fail 'a leftover stays'

# --- going on --------------------------------------------------------------------------------

run play --resume mine.mrec < <(echo quit)
expect_status 0
expect_out 'seed 9'
expect_out 'Red: human'
expect_out 'Blue: level 5, nodes 20'
expect_out 'plies: 2 of 200'
reject_out 'Saved'
play 'resume mine.mrec' 'resume nothing' quit :: borderline --seed 1 --nodes 20
expect_status 0
expect_out 'Resumed mine.mrec.'
expect_out 'plies: 2 of 200'
expect_err "cannot open 'nothing'"
run play --resume mine.mrec --side blue --level 3 < <(echo quit)
expect_out 'Blue: human'
expect_out 'Red: level 3'

# A file that somebody has named is written when it is named again, and not by leaving.
cp mine.mrec before.mrec
run play --resume mine.mrec < <(printf 'do\nquit\n')
expect_out 'Saved as '
expect_out 'mine.mrec stays as it was.'
diff mine.mrec before.mrec || fail 'leaving writes to the file that was resumed'
diff "$(sed -n 's/^Saved as //p' out)" mine.mrec >again && fail 'what was played on is not kept'
run play --resume mine.mrec < <(printf 'undo\n526@a0\nsave named.mrec\nundo\n422@d0\nquit\n')
expect_out 'named.mrec stays as it was.'
first_is 526@a0 named.mrec
first_is 422@d0 "$(sed -n 's/^Saved as //p' out | tail -n 1)"

# A game that only computers have played waits for somebody, whichever way it is gone on with.
run watch borderline --seed 21 --engine random --save whole.mrec
{
  grep -E '^\[(Marcher|Game|Definition|Seed|Player|Start) ' whole.mrec
  printf '\n777@f0 221@c7\n'
} >watched.mrec
run replay watched.mrec
expect_status 0
expect_out 'The game is not finished.'
run play --resume watched.mrec < <(printf 'board\nquit\n')
expect_out 'Red: human'
expect_out 'Red> board'
play 424@d0 'resume watched.mrec' board quit :: "${quick[@]}"
expect_status 0
expect_out 'Resumed watched.mrec.'
expect_out 'Red> board'
expect_out 'Red> quit'
reject_out ' wins, '

sed 's/^424@d0/424@d5/' mine.mrec >bad.mrec
run play --resume bad.mrec </dev/null
expect_status 1
expect_err 'bad.mrec:'

# A game in two sittings is the game in one.
mapfile -t moves < <("$MARCHER" watch borderline --seed 21 --engine random --json |
  sed -n 's/.*"chance": false, "player": "[A-Za-z]*", "action": "\([^"]*@[^"]*\)".*/\1/p')
((${#moves[@]} > 20)) || fail 'too short a game for this test'
play "${moves[@]}" quit :: borderline --seed 21 --side both --save one.mrec
expect_status 0
play "${moves[@]:0:9}" quit :: borderline --seed 21 --side both --save two.mrec
run play --resume two.mrec --save two.mrec < <(printf '%s\n' "${moves[@]:9}" quit)
expect_status 0
diff one.mrec two.mrec || fail 'the game in two sittings is another one'

# --- taking back -----------------------------------------------------------------------------

# A position where Red can duel at once. The dice fall alike, however often he tries.
duel=(borderline --state 'R777R777R7773/R7775/6/B7775/6/6/6/B777B777B7773 R 777,777,777 777,777,777 0 8')
play undo quit :: "${quick[@]}"
expect_out 'There is nothing to take back.'
play 'undo 2' quit :: chess
expect_out 'There is nothing to take back.'
play 'undo 2' quit :: warlord-clash-of-arms
expect_out 'There is nothing to take back.'
play 777@a2 undo 777@a2 undo 777@a2 undo quit :: "${duel[@]}" --seed 4 --nodes 20
expect_status 0
[[ $(grep -c 'Taken back' out) == 3 ]] || fail 'three times is not three times'
mapfile -t rolls < <(awk '/^Red> 777@a2/ { wanted = 1 }
  wanted && match($0, /Red rolls [1-6], Blue rolls [1-6]/) {
    print substr($0, RSTART, RLENGTH); wanted = 0
  }' out)
((${#rolls[@]} == 3)) || fail 'three duels are not three'
[[ ${rolls[0]} == "${rolls[1]}" && ${rolls[0]} == "${rolls[2]}" ]] || fail 'undo rolls other dice'
play 777@a2 quit :: "${duel[@]}" --seed 4 --nodes 20
grep -qF "${rolls[0]}" out || fail 'the dice depend on what was taken back'
for seed in 1 2 3 5 6 7 8 9; do
  play 777@a2 quit :: "${duel[@]}" --seed "$seed" --nodes 20
  grep -qF "${rolls[0]}" out || different=1
done
[[ ${different:-0} == 1 ]] || fail 'every seed rolls the same dice'

play 424@d0 undo 424@d0 quit :: "${quick[@]}" --save undone.mrec
play 424@d0 quit :: "${quick[@]}" --save straight.mrec
diff undone.mrec straight.mrec || fail 'taking back leaves a trace'
play 424@d0 'save kept.mrec' undo 122@d0 quit :: "${quick[@]}" --save kept.mrec
grep -q '^122@d0' kept.mrec || fail 'what changed after saving is lost'

# --- signals ---------------------------------------------------------------------------------

for signal in HUP:129 TERM:143; do
  mkfifo lines
  ran="kill -${signal%:*}"
  # Files of its own: what 'run' left in the others would end the waiting too early.
  "$MARCHER" play "${quick[@]}" --save hung.mrec <lines >hung.out 2>hung.err &
  pid=$!
  exec 3<>lines # for reading, too, so that neither this nor writing waits for a reader
  echo 424@d0 >&3
  await '2. Blue plays' hung.out "$pid" || kill -KILL "$pid" 2>/dev/null || true
  kill -"${signal%:*}" "$pid" 2>/dev/null || true
  status=0
  wait "$pid" || status=$?
  exec 3>&-
  mv hung.out out
  mv hung.err err
  out=$(<out) err=$(<err)
  expect_status "${signal#*:}"
  expect_out 'Saved as hung.mrec'
  grep -q "^424@d0" hung.mrec || fail 'the game is lost'
  rm hung.mrec lines
done

# --- giving up -------------------------------------------------------------------------------

play 424@d0 resign quit :: "${quick[@]}" --save resigned.mrec
grep -q '^\[Result "0-1"\]' resigned.mrec || fail 'the record knows nothing of the resignation'
grep -q '^\[Rule "resignation"\]' resigned.mrec || fail 'the record does not name the resignation'
run replay resigned.mrec
expect_status 0
expect_out 'Red resigns: 0-1'
run play --resume resigned.mrec < <(printf 'undo\nquit\n')
expect_status 0
expect_out 'over> undo'
expect_out 'Red> quit'

# The line that goes on with a game of a file's names that file, too.
run generate warlord --size 12x12 --seed 2 --output map.ini
run play warlord-generated --rules map.ini --seed 1 --nodes 20 --save map.mrec < <(echo --)
go_on=$(sed -n 's/^Go on with: marcher //p' out)
[[ $go_on == 'play --resume map.mrec --rules map.ini' ]] || fail 'the map is to be named'
read -ra words <<<"$go_on"
run "${words[@]}" < <(echo quit)
expect_status 0
finish
