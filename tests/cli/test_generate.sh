#!/usr/bin/env bash
# `generate` makes definitions that can be played at once; `setup` judges set-ups.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

run generate
expect_status 0
expect_out warlord
reject_out fairy
run generate --json
expect_out '"name": "warlord"'
expect_out '"name": "towns"'
run generate warlord --help
expect_status 0
expect_out 'usage: marcher generate'
expect_out '--size WxH'
expect_out '(24x24)'

run generate warlord --size 48x72 --towns 9 --terrain 20% --leaders 12 --seed 5
expect_status 0
expect_no_err
expect_out 'generate warlord --size 48x72 --towns 9 --terrain 20% --leaders 12 --seed 5'
printf '%s\n' "$out" >my.ini
run check my.ini
expect_status 0
run generate --seed 5 warlord --leaders=12 --towns=9 --size=48x72 --terrain=20% -o again.ini
expect_status 0
cmp -s my.ini again.ini || fail 'the same words make another map'
run play warlord-generated --rules my.ini --seed 1 --nodes 1 < <(printf 'w4-w5\nquit\n')
expect_status 0
run show warlord-generated --rules my.ini
expect_status 0
expect_out 'White to move'
run generate warlord --seed 5 --json
expect_out '"seed": 5'
expect_out '"size": "24x24"'
expect_out '[warlord-generated]'
run generate warlord
expect_status 0
expect_out ' --seed '
# A map takes the place of a map, and of nothing else.
printf '[mine]\nfamily = warlord\n' >own.ini
run generate warlord --seed 5 -o own.ini
expect_status 2
expect_err "'own.ini' is there, and this command has not made it"
[[ $(<own.ini) == $'[mine]\nfamily = warlord' ]] || fail 'a definition was lost'
cp my.ini old.ini
: >empty.ini
for file in old.ini empty.ini /dev/null; do
  run generate warlord --seed 6 -o "$file"
  expect_status 0
  [[ $file == /dev/* ]] || grep -q ' --seed 6$' "$file" || fail 'a map was not replaced'
done
# What would do nothing is refused.
run generate warlord --seed 5 --json -o json.ini
expect_status 2
expect_err '--json excludes --output'
run generate -o none.ini
expect_status 2
expect_err '--output needs a FAMILY'
run generate warlord --seed 5 --set towns_to_win=1
expect_status 2
expect_err '--set changes keys of a game that is opened'
run generate warlord --seed 5 --cap 5 --most 3
expect_status 2
expect_err '--most is for --cap levels'
run generate warlord --seed 5 --cap levels --most 3
expect_status 0
expect_out 'cap = 3'

# Fair by measure: what was played stands in the head, and is the same on any number of threads.
run generate warlord --size 12x12 --leaders 3 --seed 5 --fair --games 6 --threads 1 -o fair.ini
expect_status 0
run check fair.ini
expect_status 0
grep -q '^# Played by --fair --games 6, which adds these lines: 6 games of level 2 against itself.$' fair.ini || fail 'no word of games'
grep -Eq '^# Points of White: .*% \(.* to .*%\) of 6 games: ' fair.ini || fail 'no interval'
run generate warlord --size 12x12 --leaders 3 --seed 5 --fair --games 6 --threads 2 -o again.ini
cmp -s fair.ini again.ini || fail 'threads make another file'
run generate warlord --size 12x12 --leaders 3 --seed 5
diff <(grep -v '^# \(Played\|Points\|Not\|Shown\)' fair.ini) <(printf '%s\n' "$out") >diff.txt ||
  fail 'a fair map is another map than that of its seed'
run generate warlord --size 12x12 --leaders 3 --seed 5 --fair --games 2 --json
expect_status 0
expect_out '"fair": {"players": "level 2", "maps": [{"seed": 5, "mended": "", "games": 2'
expect_out '"verdict": "unknown"'
run generate warlord --minutes 3
expect_status 2
expect_err '--minutes is for --fair'
run generate warlord --games 101 --fair
expect_status 2
run generate --fair
expect_status 2
expect_err '--fair needs a FAMILY'
# What favours a side by far is refused, mended, and refused again.
if [[ $SLOW != yes ]]; then
  run generate warlord --size 12x12 --leaders 2 --units 2 --win 1 --alike 0% --seed 1 --fair --threads 2 --games 20
  expect_err 'is refused: the first side has'
  expect_err '--alike 50%'
  expect_err 'the next seed is tried'
fi

# A name that the catalogue has is taken, but not in silence.
run generate warlord --seed 5 --size 12x12 --name chess -o chess.ini
expect_status 0
expect_err "warning: the catalogue has a game 'chess'; with --rules this definition takes its place"
grep -q '^\[chess\]' chess.ini || fail 'no definition of that name'
run generate warlord --seed 5 --size 12x12 --name chess --json
expect_status 0
expect_out '[chess]'
expect_err '"message": "the catalogue has a game '"'chess'"
run generate warlord --seed 5 --size 12x12 --name chess-12x12 -o mine.ini
expect_status 0
expect_no_err
run generate warlord --seed 5 --size 12x12 --name chess -o none/chess.ini
expect_status 1
expect_err 'No such file or directory'
[[ $err != *warning* ]] || fail 'a warning about a file that was not written'

run generate warlrod
expect_status 2
expect_err "did you mean 'warlord'?"
run generate borderline
expect_status 2
expect_err "makes no definitions"
run generate warlord --twons 3
expect_status 2
expect_err "did you mean '--towns'?"
run generate warlord --size 200x200
expect_status 2
expect_err '--size needs files and ranks, 12x12 to 120x120'
run generate warlord --deployment hiden
expect_status 2
expect_err "did you mean 'hidden'?"
run generate warlord --size 12x12 --towns 12
expect_status 1
expect_err 'do not stand apart'
[[ -z $out ]] || fail 'half a map'
run generate warlord --leaders 3 --units 1
expect_status 2
expect_err 'an army needs 4 units besides its leaders; 3 leaders with --units 1 have 3'
run generate warlord --towns 1 --mountains 3
expect_status 2
expect_err '--mountains lie between two towns, and this map has 1; more --towns do'
run generate warlord --towns 0 --roads 3
expect_status 2
expect_err '--roads lead by way of a town, and this map has none; more --towns do'
run generate warlord --size 120x120 --leaders 64 --deployment hidden
expect_status 1
expect_err 'a hidden or open deployment has up to 9 sections; 64 leaders with 192 other units need 16'

# Set-ups: three armies of White's, and what is wrong with two.
cat >white.txt <<'END'
# The left army leads.
I N N I 6 I N N I 6 I N N I
I G K I 6 I G K I 6 I G K I
I L L I 6 I L L I 6 I L L I
C H H C 6 C H H C 6 C H H C
END
run setup warlord-border-war white.txt
expect_status 0
expect_out 'white.txt: legal'
run setup warlord-border-war - --player black <white.txt
expect_status 0
run setup warlord-border-war white.txt --json
expect_out '"legal": true'
expect_out '"L@c2"'
expect_out '"commit"'
[[ $(grep -o '[A-Z]@' "$work/out" | wc -l) == 48 ]] || fail 'not 48 placements'
sed 's/C 6 C/C 2 I 3 C/' white.txt >faults.txt
run setup warlord-border-war faults.txt
expect_status 1
expect_out 'faults.txt: the set-up has 2 faults'
expect_out 'WL-33 zone: outside the squares where this side sets up: I on g1'
expect_out 'WL-33 units: units that are not leaders: 37 found, 36 wanted'
run setup warlord-border-war faults.txt --json
expect_status 1
expect_out '"legal": false'
printf '24\n24\n24 I\n' >bad.txt
run setup warlord-border-war bad.txt
expect_status 1
expect_err 'bad.txt:3:4: this row has more than 24 squares'
run setup warlord-border-war white.txt --player red
expect_status 2
expect_err 'the players are White, Black'

# Of a team its first member sets up (WL-38a), and the team may be named by what its members share.
run setup warlord-border-war white.txt --set teams=2 --player 2
expect_status 2
expect_err 'White 2 sets up nothing in warlord-border-war: White 1 does for the side'
run setup warlord-border-war white.txt --set teams=2 --player black
expect_status 0
run setup warlord-border-war white.txt --set teams=2 --player 'white 1'
expect_status 0
for game in chess warlord-clash-of-arms; do
  run setup "$game" white.txt
  expect_status 1
  expect_err "nobody sets up anything in $game"
done
finish
