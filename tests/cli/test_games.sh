#!/usr/bin/env bash
# `games` lists the catalogue, `rules` prints a page, `check` validates definitions.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run games
expect_status 0
expect_no_err
expect_out 'borderline  '
expect_out 'Borderline GPT, 6x8. Join your home row'
[[ $(wc -L <"$work/out") -le 80 ]] || fail 'the list is wider than 80 columns'
# The designs come first, then what they are compared with; each group once.
[[ $(grep '^[^ ]' "$work/out" | tr '\n' ';') == *'Borderlands;'*'Borderline GPT;'*'The Warlord Games;Chess and its relatives;'*'Shogi and its relatives;Xiangqi and its relatives;' ]] ||
  fail 'the groups are not in order'
[[ $(grep '^[^ ]' "$work/out" | sort | uniq -d) == '' ]] || fail 'a group comes twice'
[[ $(grep -A1 '^Chess and' "$work/out") == *'  chess  '* ]] || fail 'chess does not head its relatives'

run rules borderline
expect_status 0
expect_no_err
for rule in BD-5 BD-7 BD-10 BD-12; do
  expect_out "$rule"
done
plain=$out
run rules borderline --set ply_cap=77
expect_out 77
[[ $out != "$plain" ]] || fail 'the page does not follow --set'

run rules borderline --html -o "$work/rules.html"
expect_status 0
grep -qi '<html' "$work/rules.html" || fail 'no HTML'
grep -q '<svg' "$work/rules.html" || fail 'the HTML has no diagram'
run rules borderline --svg
expect_status 0
expect_out '<svg'
run rules borderline -o "$work/no/such/folder"
expect_status 1
expect_err 'cannot write'

# --- the keys that --set takes -----------------------------------------------------------------

run rules borderline --keys
expect_status 0
expect_no_err
[[ $(wc -L <"$work/out") -le 80 ]] || fail 'the keys are wider than 80 columns'
for key in columns rows pieces three_pip victory rotation ply_cap first dice_sides start; do
  grep -q "^$key " "$work/out" || fail "the keys lack $key"
done
grep -Eq '^pieces +15 +1 to 100 +BD-4 +Pieces dealt' "$work/out" || fail 'a row is not as it should be'
[[ $(tr -s '\n ' ' ' <"$work/out") == *'victory linked linked, BD-13 What counts as connected: all pips of a'*' strict '* ]] ||
  fail 'the choices are lacking'
grep -Eq '^start +\(none\)' "$work/out" || fail 'a key without a value has one'
run rules borderline-strict --keys --set pieces=9
grep -Eq '^pieces +9 +1 to 100' "$work/out" || fail 'the value is not that of --set'
grep -Eq '^victory +strict' "$work/out" || fail 'the value is not that of the definition'
run rules borderline --keys --json
expect_out '"cells": ["pieces", "15", "1 to 100", "BD-4", "Pieces dealt to each player."]'
run rules borderline --keys --html
expect_out '<table'
run rules borderline --keys
expect_out 'they change no rule: title,'
run show borderline --set zzzzzzzzz=1
expect_status 1
expect_err "marcher: 'marcher rules borderline --keys' lists the keys there are"
run show borderline --set pieces=0
expect_status 1
[[ $err != *--keys* ]] || fail 'a wrong value is no unknown key'

# --- check -----------------------------------------------------------------------------------

# Notes ask for nothing to be done.
run check "$SOURCE_DIR"/games/*.ini
expect_status 0
[[ $err != *': error:'* && $err != *': warning:'* ]] || fail 'a game that comes along is complained of'
expect_out 'borderline.ini: ok, 2 games'

printf '[mine:borderline]\ncolumns = 7\n[wide:mine]\ncolumns = 9\n' >"$work/mine.ini"
run check "$work/mine.ini"
expect_status 0
expect_out "mine.ini: ok, 2 games"

printf '[other:wide]\nrows = 6\n' >"$work/other.ini"
run check "$work/mine.ini" "$work/other.ini"
expect_status 0
expect_out 'other.ini: ok, 1 game'
run check - <"$work/mine.ini"
expect_status 0
expect_out '-: ok, 2 games'
run games --rules "$work/mine.ini" --rules "$work/other.ini"
expect_status 0
expect_out 'other '
run show other --rules "$work/mine.ini" --rules "$work/other.ini"
expect_status 0

printf '[bad:borderline]\ncolums = 5\nrows = many\n' >"$work/bad.ini"
run check "$work/mine.ini" "$work/bad.ini"
expect_status 1
expect_out 'mine.ini: ok'
expect_out 'bad.ini: 2 errors'
expect_err "bad.ini:2:1: error: there is no key named 'colums'"
expect_err "did you mean 'columns'?"
expect_err 'bad.ini:3:8: error:'
run games --rules "$work/bad.ini"
expect_status 1
expect_out 'Borderline GPT'
run check "$work/none.ini"
expect_status 1

# --- definitions that take the place of games --------------------------------------------------

# An edited copy of a file that the program came with.
sed 's/^columns = 6/columns = 7/' "$SOURCE_DIR/games/borderline.ini" >"$work/copy.ini"
run check "$work/copy.ini"
expect_status 0
expect_no_err
[[ $out == "$work/copy.ini: ok, 2 games" ]] || fail 'expected two games and nothing else'
run games
names=$(grep -o '^  [^ ]\+' "$work/out" | sort)
reject_out 'From '
run games --rules "$work/copy.ini"
expect_status 0
[[ $(grep -o '^  [^ ]\+' "$work/out" | sort) == "$names" ]] || fail 'the names are not the same'
expect_out 'Borderline GPT, 7x8. '
expect_out 'Borderline GPT, strict, 7x8. '
[[ $(sed -n "/^From /,\$p" "$work/out" | grep -c '^  borderline') == 2 ]] ||
  fail 'expected two games under the name of their file'

# Only what changes; children change with their parent.
printf '[borderline:borderline]\nrows = 6\n' >"$work/tweak.ini"
run check "$work/tweak.ini"
expect_status 0
expect_out 'tweak.ini: ok, 1 game and 1 that inherits from it'
run check --json "$work/mine.ini" "$work/tweak.ini"
expect_status 0
expect_out '"games": ["borderline"], "heirs": ["borderline-strict", "mine", "wide"]'
run games --json --rules "$work/tweak.ini"
expect_status 0
expect_out "\"source\": \"$work/tweak.ini\""
expect_out '"source": null'
expect_out '"capabilities": ["chance", "deal"]'
expect_out '"capabilities": ["hide", "multi"]'
run games --rules "$work/tweak.ini"
expect_out 'Borderline GPT, strict, 6x6. '
[[ $(sed -n "/^From /,\$p" "$work/out" | grep -c '^  borderline') == 1 ]] ||
  fail 'expected one game under the name of its file'
run play borderline --rules "$work/tweak.ini" --side none --engine random --seed 5 \
  --save "$work/tweak.mrec"
expect_status 0

# A record wants the rules that it was played by.
run replay "$work/tweak.mrec" --rules "$work/tweak.ini"
expect_status 0
expect_out 'verified'
run replay "$work/tweak.mrec"
expect_status 1
expect_err "played by other rules of 'borderline' than these"
expect_err 'add it by --rules'
run replay "$work/tweak.mrec" --rules "$work/copy.ini"
expect_status 1
expect_err "than those in $work/copy.ini"
run play --resume "$work/tweak.mrec" </dev/null
expect_status 1
expect_err "played by other rules of 'borderline'"

# Files do not share a name.
run check "$work/copy.ini" "$work/tweak.ini"
expect_status 1
expect_out 'copy.ini: ok, 2 games'
expect_out 'tweak.ini: 1 error'
reject_out 'warning'
expect_err 'tweak.ini:1:2: error:'
expect_err 'copy.ini:4:2: note:'
run games --rules "$work/copy.ini" --rules "$work/tweak.ini"
expect_status 1
expect_err 'tweak.ini:1:2: error:'

# A child as the parent of its parent.
printf '[borderline:borderline-strict]\n' >"$work/loop.ini"
run check "$work/loop.ini"
expect_status 1
expect_err 'borderline -> borderline-strict -> borderline'
expect_err 'loop.ini:1:2: note:'
expect_out 'loop.ini: 1 error'

# A child that cannot live with its new parent.
printf '[narrow:borderline]\nstart = 6/6/6/6/6/6/6/6 R 777 777 0 0\n' >"$work/narrow.ini"
run check "$work/narrow.ini" "$work/copy.ini"
expect_status 1
expect_out 'narrow.ini: ok, 1 game'
expect_out 'copy.ini: 1 error'
expect_err 'narrow.ini:2:10: error:'
expect_err "copy.ini: note: 'narrow' inherits from this file"

# A position to begin with leaves nothing to deal and to draw; it is told what does nothing, of the
# page too. What a parent says waits for other children.
small='[small]\nfamily = borderline\ncolumns = 3\nrows = 3\n%bstart = 3/3/3 B 124,222 777 0 0%s\n'
printf "$small" 'pieces = 9\nthree_pip = 0\nfirst = drawn\n' '' >"$work/small.ini"
run check "$work/small.ini"
expect_status 1
expect_err 'small.ini:5:1: error: pieces does nothing with start, which says what is in hand (BD-16)'
expect_err 'small.ini:6:1: error: three_pip does nothing with start, which says what is in hand (BD-16)'
expect_err 'small.ini:7:1: error: first does nothing with start, which says whose turn it is (BD-16)'
printf "$small" '' '' >"$work/small.ini"
run rules small --rules "$work/small.ini"
expect_out 'Nothing is dealt: the game begins with a position.'
expect_out 'at the start Red 2 and'
expect_out 'Blue 1. Pieces'
reject_out 'probability'
expect_out 'Blue starts.'
run show small --rules "$work/small.ini" --set pieces=9
expect_status 1
expect_err 'pieces does nothing with start'
run rules small --rules "$work/small.ini" --keys
expect_status 0
reject_out 'Pieces dealt to each player.'
expect_out 'pieces, three_pip do nothing with start, which says what is in hand.'
expect_out 'first does nothing with start, which says whose turn it is.'
run rules warlord-clash-of-arms --keys
expect_out 'short_game_leaders does nothing without short_game = true (WL-17).'
[[ ${out//$'\n'/ } == *'zones, zones_used, zone_leaders, zone_units, '*'do nothing without deployment = hidden or open (WL-31).'* ]] ||
  fail 'keys for a deployment are offered where there is none'
run rules warlord-clash-of-arms --keys replacement_share
[[ ${out//$'\n'/ } == *'replacement_share does nothing without replacements = home or held (WL-37).'* ]] ||
  fail 'a key that is asked for does not say why it does nothing'
run rules warlord-border-war --keys
reject_out 'nothing without deployment'
run rules small --rules "$work/small.ini" --keys pieces
reject_out 'No key has to do'
run rules small --rules "$work/small.ini" --set rotation=on
expect_out 'Patterns that'
printf '[part:borderline]\nfirst = blue\nthree_pip = 0\n[whole:part]\nstart = %s\n' '8/8 R 777 777 0 0' |
  sed 's/^\[whole/columns = 8\nrows = 2\n&/' >"$work/part.ini"
run check "$work/part.ini"
expect_status 0
run rules part --rules "$work/part.ini"
expect_out 'A dealt piece never has exactly 3 pips: its number of'
printf "$small" 'pieces = 2\nthree_pip = 1\nfirst = drawn\n' ' deal' | sed 's/ B 124,222 777 / R - - /' >"$work/small.ini"
run rules small --rules "$work/small.ini"
expect_status 0
expect_out 'A dealt piece has exactly 3 pips, each of the nine'

# Faults in a copy are those of any file.
sed 's/^rows = 8/rows = 0/' "$SOURCE_DIR/games/borderline.ini" >"$work/borderline.ini"
run check "$work/borderline.ini"
expect_status 1
expect_err 'borderline.ini:'
expect_err 'rows'
sed 's/^family = borderline/family = bordrline/' "$SOURCE_DIR/games/borderline.ini" \
  >"$work/borderline.ini"
run check "$work/borderline.ini"
expect_status 1
expect_err "did you mean 'borderline'?"
# A part of a title that one game has is as good as its name, once it is written so.
run play clash </dev/null
expect_status 1
expect_err "unknown game 'clash'; did you mean 'warlord-clash-of-arms'?"
# A file that is not there is told as one.
run play "$work/none.ini" </dev/null
expect_status 1
expect_err "cannot open '$work/none.ini': No such file or directory"
printf '[a]\n[a]\n' >"$work/twice.ini"
run check "$work/twice.ini"
expect_status 1
expect_err 'twice.ini:2:2: error:'

# A file that defines one game stands for it.
printf '[lone:gardner]\ntitle = Lone\nstalemateValue = loss\n' >"$work/lone.ini"
run moves "$work/lone.ini"
expect_status 0
expect_out 'b1c3'
run rules "$work/lone.ini"
expect_out 'has no legal move without being in check loses.'
run lab quick "$work/lone.ini" --games 4 --nodes 5
expect_out 'Lone: 4 games'
printf '[experiment]\ngame = lone\ngames = 2\nplayers = nodes:5\n' >"$work/experiment.ini"
run lab run "$work/experiment.ini" --to "$work/run" --rules "$work/lone.ini"
expect_status 0
expect_out 'Lone: 2 games'
printf '[another:lone]\n' >>"$work/lone.ini"
run moves "$work/lone.ini"
expect_status 2
expect_err "lone.ini' has 2 games, lone and another: type the name of one, and '--rules "
printf '# nothing\n' >"$work/none.ini"
run moves "$work/none.ini"
expect_status 1
expect_err "none.ini' is a file of definitions: type the name of a game of it"
finish
