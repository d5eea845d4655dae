#!/usr/bin/env bash
# `check --play` plays a definition under the laws and says what its designer may not have meant.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

cat >my.ini <<'END'
[tower]
rook = r
king = k
immobile = t
maxFile = 6
maxRank = 6
startFen = rk1tr1/6/6/6/6/R1T1RK w - - 0 1
castling = false
END

run check --play my.ini --games 60 --seconds 600
expect_status 0
expect_no_err
expect_out 'my.ini: ok, 1 game'
expect_out 'tower: 60 random games of'
expect_out "tower: warning: White's Immobile never moved"
expect_out '[stuck-piece]'
expect_out 'position: rk1tr1/6/6/6/6/R1T1RK'
expect_out '--seed 1 repeats them'
first=$out
run check --play my.ini --games 60 --seconds 600
[[ $out == "$first" ]] || fail 'the same seed says something else'
run check --play --strict my.ini --games 60 --seconds 600
expect_status 1

# Numbers that are one, and names that are many.
printf '%s\n' '[two:borderline]' 'pieces = 1' 'ply_cap = 2' >two.ini
run check --play two.ini --games 20 --seconds 600
expect_out 'two: 20 random games of 4 actions: '
printf '%s\n' '[brief]' 'family = warlord' 'last_turn = 1' 'last_turn_counts = units' 'pieces =' \
  '  l k g p q r s v w x h c n i i' '  . . . . . . . . . . . . . . .' '  . . . . . . . . . . . . . . .' \
  '  . . . . . . . . . . . . . . .' '  . . . . . . . . . . . . . . .' '  . . . . . . . . . . . . . . .' \
  '  L K G P Q R S V W X H C N I I' >brief.ini
run check --play brief.ini --games 20 --seconds 600
names=$(sed -n 's/.*pieces that were never captured: //p' out | tr ',' '\n' | sed 's/^ //')
[[ $(grep -Ec "^(White|Black)'s (leader of level [0-9]+|heavy cavalry|cannon|light cavalry|infantry)$" <<<"$names") == $(wc -l <<<"$names") &&
  $(wc -l <<<"$names") -gt 15 ]] || fail 'a name is lacking, or cut'

# A team has its pieces in common: whoever orders one, it is the side's that is captured.
printf '%s\n' '[team]' 'family = warlord' 'teams = 2' 'pieces =' '  k h i i i h k' '  . i . . . i .' '  . . . . . . .' \
  '  . . . . . . .' '  . I . . . I .' '  K H I I I H K' >team.ini
run check --play team.ini --games 40 --seconds 600
expect_status 0
expect_out 'team: 40 random games of'
reject_out 'never captured'
reject_out "White 2's"

# A counter that ends a game before three actions are over is no fault of the counting of positions.
printf '%s\n' '[soon:chess]' 'nMoveRule = 1' >soon.ini
run check --play soon.ini --games 20 --seconds 600
expect_out 'soon: 20 random games of'

# Those who help a side to its goal go where it lies.
cat >march.ini <<'EOF'
[march]
family = warlord
pieces =
  l i . . k n . . . l i .
  i . . . i i . . . i n .
  . . . . . . . . . . . .
  . . . . . . . . . . . .
  . . . . . . . . . . . .
  . . . . . . . . . . . .
  . . . . . . . . . . . .
  I . . . I I . . . I N .
  L I . . K N . . . L I .
terrain =
  . . . . . . . . . . . .
  . . . . . . . . . . . .
  . . # . . . . . . # . .
  . . . . . . . . . . . .
  # . . . . . . . . . . #
  . . . . . . . . . . . .
  . . # . . . . . . # . .
  . . . . . . . . . . . .
  . . . . . . . . . . . .
towns_to_win = 4
EOF
run check --play march.ini --seconds 600
expect_status 0
expect_out 'march: 400 random games of'
reject_out 'never won by WL-19'

# A game that walls itself in: random and careful games are drawn before anybody can win.
printf '%s\n' '[arrows:chess]' 'wallingRule = arrow' 'wallingRegion = *3 *4 *5 *6' 'castling = false' >arrows.ini
run check --play --strict arrows.ini --games 60 --seconds 600
expect_status 1
expect_out 'arrows: 100 careful games of'
expect_out 'mostly by CH-2 [drawish]'

# What is meant so is no warning; a name that is none is an error.
printf 'intended = stuck-piece: towers are walls\n' >>my.ini
run check --play --strict my.ini --games 60 --seconds 600
expect_status 0
expect_out 'meant so: towers are walls'
expect_out 'tower: no warnings'
run check --play my.ini --games 60 --seconds 600 --json
expect_status 0
expect_out '"intended": "towers are walls"'
expect_out '"warning": "stuck-piece"'
sed -i 's/stuck-piece:/stuckpiece:/' my.ini
run check --play my.ini --games 60 --seconds 600
expect_status 1
expect_err "'intended' has no warning's name and a colon"
expect_err 'the names are dead-start, no-win,'

# Warnings of the definition are told once, whether the file is named or one of its games.
printf '%s\n' '[short:chess]' 'maxRank = 6' 'startFen = rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR w - - 0 1' \
  'castling = false' 'promotionRegionWhite = *6' >short.ini
for words in 'short.ini' '--rules short.ini short'; do
  # shellcheck disable=SC2086
  run check --play --games 4 --seconds 600 $words
  expect_status 0
  [[ $(grep -c "warning: Black's Pawn has its first moves on no square" <<<"$err") == 1 ]] ||
    fail "the warning is not told once of: check --play $words"
done

# Games of the catalogue by their names.
run check --play borderline --games 20 --seconds 600
expect_status 0
expect_out 'borderline: no warnings'
run check --games 5 my.ini
expect_status 2
expect_err 'go with --play'
finish
