#!/usr/bin/env bash
# `campaign`: battles whose survivors go on, kept in a folder, gone on with, and what is refused.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

cat >skirmish.ini <<'END'
[skirmish]
family = warlord
title = Skirmish
quiet_turns = 6
promotion = true
pieces =
  . . l i . .
  . i . . i .
  . . . . . .
  . . . . . .
  . I . . I .
  . . I L . .

[pass]
family = warlord
title = The pass
quiet_turns = 6
towns_to_win = 1
pieces =
  i i l l i i
  . . . . . .
  . . . . . .
  . . . . . .
  . . . . . .
  I I L L I I
terrain =
  . . . . . .
  . . . . . .
  . . # . . .
  . . . # . .
  . . . . . .
  . . . . . .
END
cat >war.ini <<'END'
[campaign]
title = A small war
per_town = I1

[first]
game = skirmish

[second]
title = The pass
game = pass
fresh = N1
worth = 2
END
run campaign war.ini --rules skirmish.ini --status
expect_status 0
expect_out 'A small war: 0 of 2 battles fought, 0 to 0'

# A battle that is left is kept, and gone on with.
run campaign war.ini --rules skirmish.ini --seed 3 --side both < <(printf 'd1-d2\n.\nsave\nquit\n')
expect_status 0
expect_out 'Battle 1 of 2: first'
expect_out 'The battle is kept in war.ini.battles; the same command goes on with it.'
# Who plays is said for each battle anew: the words that go on with it have all of it.
expect_out 'Go on with: marcher campaign war.ini --side both --seed 3 --rules skirmish.ini'
reject_out 'marcher play --resume'
expect_file war.ini.battles/battle-01.mrec
run campaign war.ini --rules skirmish.ini --status
expect_out '  1. first: under way; the same command without --status goes on with it'
run campaign war.ini --rules skirmish.ini --status --json
expect_out '"fought": [], "under_way": true}'
run campaign war.ini --rules skirmish.ini --side both < <(printf -- '--\n--\n.\n')
expect_out 'Battle 1 of 2: first'
rm -r war.ini.battles
run campaign war.ini --rules skirmish.ini --side Black --level 2 --engine mcts --folder 'my war' \
  --set quiet_turns=5 < <(printf 'hint\nquit\n')
expect_status 0
expect_out "Go on with: marcher campaign war.ini --folder 'my war' --side Black --level 2 --engine mcts --set quiet_turns=5 --rules skirmish.ini"
rm -r 'my war'

# The computer fights them all.
run campaign war.ini --rules skirmish.ini --seed 3 --watch --nodes 1 --folder kept
expect_status 0
expect_out 'Battle 2 of 2: The pass'
expect_out 'The campaign is over: '
expect_file kept/battle-02.mrec
[[ $(wc -l <kept/progress) == 3 ]] || fail 'not a line for each battle'
run replay kept/battle-02.mrec --rules skirmish.ini --verify
expect_status 0
run campaign war.ini --rules skirmish.ini --folder kept --status --json
expect_status 0
expect_out '"battles": 2, "fought": [{"name": "first", "game": "skirmish", "worth": 1, "sides": [{"points"'
jq -e '[.fought[].sides | map(.points) | add] == [1, 2]' out >/dev/null || fail 'not the worth of battles'
run campaign war.ini --rules skirmish.ini --folder kept --status
awk '/battles fought/ { split($0, at, "fought, "); split(at[2], whole, " to ") }
  /^  [0-9]\. / { sub(/;.*/, ""); sub(/.*: /, ""); split($0, own, " to "); first += own[1]; second += own[2] }
  END { exit !(first == whole[1] && second == whole[2] && first + second == 3) }' out ||
  fail 'battles do not add up'
run campaign war.ini --rules skirmish.ini --folder kept --watch
expect_status 0
[[ $out != *'Battle '* ]] || fail 'a battle after the last one'

# What was damaged, and what belongs to another campaign, is refused with its place.
cp -r kept bad
sed -i '3s/battle 2 ./battle 2 9/' bad/progress
run campaign war.ini --rules skirmish.ini --folder bad --status
expect_status 1
expect_err 'bad/progress:3:1: this line is not as it was written'
sed -i '1s/.*/hello/' bad/progress
run campaign war.ini --rules skirmish.ini --folder bad
expect_status 1
expect_err 'bad/progress:1:1: '
sed 's/small/great/' war.ini >other.ini
run campaign other.ini --rules skirmish.ini --folder kept --status
expect_status 1
expect_err 'kept/progress:1:1: this is how far another campaign has come'

# Files that are wrong.
refuse() {
  printf "$1" >wrong.ini
  run campaign wrong.ini --rules skirmish.ini
  expect_status 1
  local wanted
  for wanted in "${@:2}"; do
    expect_err "$wanted"
  done
  [[ ! -e wrong.ini.battles ]] || fail 'a folder for a campaign that cannot be'
}
refuse '[a]\ngame = pass\n' 'wrong.ini: error: a campaign is a file with a section [campaign]'
run campaign /dev/null
expect_err 'error: a campaign is a file with a section [campaign]'
[[ $err != *'no definition'* ]] || fail 'an empty file is told twice that it is none'
refuse '[campaign]\n' 'wrong.ini: error: there is no battle in this campaign'
refuse '[campaign]\nper_twon = I1\n[a]\ngame = pass\n' "did you mean 'per_town'"
refuse '[campaign]\n[a]\nworth = 2\n' 'wrong.ini:2:1: error: the battle [a] names no game'
refuse '[campaign]\n[a]\ngame = pas\n' "did you mean 'pass'"
refuse '[campaign]\n[a]\ngame = chess\n' 'wrong.ini:3: the armies of chess do not outlive a game'
refuse '[campaign]\n[a]\ngame = pass\nfresh = I2Z3\n' 'wrong.ini:4:11: error: expected units' \
  '4 | fresh = I2Z3'
refuse '[campaign]\n[a]\ngame = pass\nsets =\n  cap=3\n  capp=3\n' "did you mean 'cap'" \
  'wrong.ini:6: that is a key of the battle [a]'
refuse '[campaign]\n[a]\ngame = pas\nsets = capp=3\n' 'wrong.ini:3: that is the game of the battle [a]'
run check war.ini
expect_status 1
expect_err "war.ini: error: this is a campaign, not a definition of a game"
expect_err "'marcher campaign FILE --status' checks it"
refuse '[campaign]\n[a]\ngame = pass\nsets = deployment\n' 'wrong.ini:4:8: error: expected key=value'
refuse '[campaign]\n[a]\ngame = pass\n[b]\ngame = warlord-border-war\n' \
  'wrong.ini:5: the armies of warlord-border-war are set up by the players'
run campaign war.ini --json
expect_status 2
expect_err '--json is for --status'
run campaign war.ini --delay 3
expect_status 2
expect_err '--delay is for --watch'
run campaign none.ini
expect_status 1
expect_err "cannot open 'none.ini'"
finish
