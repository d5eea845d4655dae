#!/usr/bin/env bash
# `play` for who does not see the board: all is told in words, and no board is drawn unasked.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

# The output as one line, for what is broken at the end of one.
flat() {
  out=$(tr -s '\n ' ' ' <"$work/out")
}

# --- check is told, once -------------------------------------------------------------------------

play e2e4 f7f6 d1h5 g7g6 :: chess --side both
flat
expect_out "White's Queen goes from d1 to h5. Black's King on e8 is in check."
[[ $(grep -c 'is in check' out) == 1 ]] || fail 'one check is told once'
run watch chess --state 'k7/8/1Q6/8/8/7p/8/6K1 b - - 0 1' --json --level 1 --seed 1
expect_out '"kind": "threat"'
expect_out "White's King on g1 is in check"
play e4e5 :: borderlands --side both --state '4C4/9/9/9/4c4/4W4/9/9/9/C7C[-] w - - 0 1'
flat
reject_out 'is in check'

# --- pieces in words -----------------------------------------------------------------------------

play pieces 'pieces white' 'what black' 'pieces green' :: chess --side both
flat
expect_out 'White (16): Queen d1; King e1; Rooks a1, h1; Knights b1, g1; Bishops c1, f1; Pawns a2,'
expect_out "Nobody here is called 'green'; 'pieces' takes nothing, or 'White' or 'Black'."
[[ $(grep -c '^White (16)' "$work/out") == 2 && $(grep -c '^Black (16)' "$work/out") == 2 ]] ||
  fail 'all, one side, and the other by what'
play e2e4 d7d5 e4d5 pieces :: crazyhouse --side both
flat
expect_out 'White (16): Queen d1; King e1;'
expect_out "White's hand: 1 Pawn."
expect_out "Black's hand: nothing."
play pieces :: borderline --seed 7 --set pieces=4 --side both
flat
expect_out 'Red (0) nothing on the board.'
expect_out "Red's hand: "
play pieces :: warlord-border-war --seed 1 --side black --level 1
flat
expect_out 'White (0) nothing on the board.' # though White has set up its army
reject_out "White (4"

# --- no board ------------------------------------------------------------------------------------

play 'board off' e2e4 'moves e7' 'board' 'board maybe' :: chess --side both
[[ $(grep -c '| *R *|\|^ *1 ' "$work/out") == 2 ]] || fail 'a board at first, and one that was asked for'
flat
expect_out "No board is drawn any more: 'pieces' tells what stands, 'board' draws it once,"
expect_out "'board' takes nothing, or 'on' or 'off'."
play e2e4 e7e5 :: chess --side both --no-board
reject_out '+---'
expect_out "White's Pawn goes from e2 to e4."
play 'board on' e2e4 :: chess --side both --no-board
[[ $(grep -c '^ *1 ' "$work/out") == 2 ]] || fail 'boards again'
play 'b e2' :: chess --side both
reject_out "'board' takes"

# --- patterns of pips ------------------------------------------------------------------------------

tiles=(borderline --side both --seed 9)
play 'what 421' 424@d0 'what d0' :: "${tiles[@]}"
flat
expect_out 'A pattern of 3 pips, from the top: left; middle; right.'
expect_out 'A pattern of 3 pips, from the top: left; middle; left.'

play 424@d0 'what 777@d1' 'what 124@a1' 777@c1 'what 424 d1' :: "${tiles[@]}" --set rows=2
flat
expect_out "without 'what' it is played. There it fights Red's 424 on d0."
expect_out 'There it joins and fights nobody.'
expect_out "There it joins Red's 424 on d0 and fights Blue's 777 on c1."

# --- turns of many orders in words ------------------------------------------------------------------

play do list :: warlord-clash-of-arms --seed 1 --nodes 300 --level 3
flat
expect_out "White's cannon goes from b1 to e4, from i1 to l4, from h1 to f3. White's heavy cavalry goes"
expect_out "6. Black: cannon b12-e9; cannon i12-l9; heavy cavalry c12-c10; cannon h12-f10; ."

# --- how wide ---------------------------------------------------------------------------------------

play quit :: chess --columns 40
[[ $(grep '^The goal:' "$work/out" | wc -L) -le 40 ]] || fail 'text at 40 columns'
run rules chess --columns 10
expect_status 2
COLUMNS=40 run rules chess
[[ $(wc -L <"$work/out") -gt 60 ]] || fail 'COLUMNS changes what goes into a pipe'
cat >held.ini <<'END'
[held]
family = fairy
title = Held
maxFile = 6
maxRank = 6
king = k
rook = r
flagPiece = r
flagPieceCount = 3
flagRegionWhite = a6 b6 c6 d6
flagRegionBlack = a1 b1 c1 d1
startFen = rrrrk1/6/6/6/6/RRRRK1 w - - 0 1
END
run show held --rules held.ini --columns 40
expect_out 'White holds'
[[ $(grep -A1 '^goal: ' "$work/out" | wc -L) -le 40 ]] || fail 'a note is wider than the screen'

finish
