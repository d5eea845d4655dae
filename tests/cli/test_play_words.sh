#!/usr/bin/env bash
# `play` to somebody who has never heard of the game: what it says at the start, what things are,
# why something is refused; and to somebody who has: short ways to write turns, plans, other formats.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"
chess=(chess --seed 3 --nodes 20)
clash=(warlord-clash-of-arms --seed 1 --nodes 300 --level 3)

# A game that nobody has seen before; all that is said of it comes from the definition.
cat >race.ini <<'END'
[the-race]
family = fairy
title = The Race
summary = A Runner that reaches the far rank has won; drummers may be dropped to stop it.
maxFile = 5
maxRank = 5
customPiece1 = r:K
customPiece2 = d:W
pieceNames = r:Runner d:Drummer
startFen = d1r1d/5/5/5/D1R1D[Dd] w - - 0 1
pieceDrops = true
dropRegionWhite = *1 *2
dropRegionBlack = *4 *5
flagPiece = r
flagRegionWhite = *5
flagRegionBlack = *1
END
race=(the-race --rules race.ini --seed 1 --nodes 50)

# The output as one line, for what is broken at the end of one.
flat() {
  out=$(tr -s '\n ' ' ' <"$work/out")
}

# --- the beginning -----------------------------------------------------------------------------

play quit :: "${race[@]}"
flat
expect_out 'A Runner that reaches the far rank has won;'
expect_out 'The goal: White wins when a Runner stands on rank 5'
expect_out "The letters: D Drummer, R Runner; capitals are White's, small letters Black's."
expect_out 'Type an action, such as a1b1 (Drummer from a1 to b1) or D@'
expect_out ' from the hand to '
play quit :: losers --seed 1
flat
expect_out 'The goal: A side whose King is attacked and that has no legal move wins.'
expect_out 'Or: Who has no more than 1 piece left wins.'
expect_out 'Or: Who is to move and has no legal move without being in check wins.'
play a1b1 :: "${race[@]}" --side both
expect_out 'White plays a1b1'
[[ $(grep -c 'Type an action' out) == 1 ]] || fail 'how to move is said once'
play quit :: borderline --seed 1
flat
expect_out 'The goal: After combat the player who placed wins if their pips form'
expect_out 'R for Red, B for Blue'
expect_out 'such as 124@a0 (124 from the hand to a0)'
play quit :: "${clash[@]}" --side both
flat
expect_out 'The goal: Who captures the last enemy leader that has a level wins at once'
expect_out 'The letters: L leader of level 1, H heavy cavalry, C cannon, N light cavalry, I infantry;'
run play --resume autosave <<<quit
expect_status 1

# Who knows more ways to win is told so at the beginning, and has all of them from `goal`.
many=(warlord-two-countries --set defeat_units=2 --set last_turn=9 --set last_turn_counts=units
  --set home_towns_to_win=2 --set towns_to_win=3 --seed 1 --side both)
play goal quit :: "${many[@]}"
flat
expect_out "And 2 more: 'goal' tells all. The letters:"
for rule in WL-46 WL-47 WL-48 WL-18 WL-19; do
  grep -q "> goal .*($rule)" <<<"$out" || fail "goal does not tell of $rule"
done

# Nobody looks beyond the last turn.
play -- hint quit :: warlord-two-countries --set last_turn=1 --side both --seed 4 --nodes 2000
flat
expect_out 'looking 1 turn ahead'

# --- what things are ---------------------------------------------------------------------------

play 'what c1' 'what runner' 'what d' 'what D' 'what goal' 'what b3' 'what flag' 'what nonsense' \
  what quit :: "${race[@]}"
flat
expect_out "White> what c1 c1: White's Runner (R). It lies in: White's drop zone, Black's goal. How it goes: Steps one square in any direction. It can now play: c1b1, c1d1, c1b2, c1c2, c1d2. Rules that speak of it: flag; 'rules Runner' shows them."
expect_out "White> what runner Runner How it goes: Steps one square in any direction. White's R: on c1. Black's r: on c5."
expect_out "White's D: on a1, e1; 1 in hand. Black's d: on a5, e5; 1 in hand."
expect_out "White's goal: rank 5"
expect_out 'b3: nothing stands there.'
expect_out 'White wins when a Runner stands on rank 5.'
expect_out "Nothing here is called 'nonsense'."
expect_out 'what needs a square, a piece or its letter, a region, or a word of the rules.'
play 'what 124' 'what d0' 'what d4' 'what duel' 'what a' quit :: borderline --seed 1
flat
expect_out 'In a duel both sides roll one 6-sided die.'
reject_out 'A state is one line'
expect_out "Nothing here is called 'a'."
expect_out "A pattern of 3 pips, from the top: right; middle; left. ..# .#. #.. Red's 124: 2 in hand. Blue's 124: 3 in hand."
expect_out "d0: nothing stands there. It lies in: Red's home row. What you can play there: 124@d0,"
play 'what e2' 'what light cavalry' 'what leader' 'what t' quit :: "${clash[@]}"
flat
expect_out "e2: White's leader of level 1 (L). In reach of the orders of c2 (1 of 1 left), e2 (1 of 1 left)."
expect_out "light cavalry How it goes: a knight's leap. White's N: on b3, g3, j3, o3."
expect_out "leader of level 1 How it goes: one or two king steps."
expect_out "'rules leader' shows them."
# A whole name goes before a part of one, and the name of a region before its owner's.
sed "s/^pieceNames = .*/pieceNames = r:Runner d:Temple_Cat\nnamedRegions = Black's temple: e5/" race.ini >cat.ini
play 'what temple' 'what temple c' quit :: the-race --rules cat.ini --seed 1 --nodes 50
flat
expect_out "Black's temple: e5 White> what temple c Temple Cat"
# Signs of the ground, and words of it, are answered; so is such a word alone.
play auto commit 'what ^' 'what T' town 'a4-a9' 'how do I win' quit :: warlord-border-war --seed 1 --nodes 1
flat
expect_out 'White> what ^ hill (^): ground of the board. It is on h12, m11, r10, c9, v8, g7, l6, q5.'
expect_out 'White> what T forest (T): ground of the board. It is on o12, f11, v11, l9, m8, c6, s6, j5.'
expect_out 'WL-26 Forest, hills and towns stop heavy cavalry'
expect_out "There is no command 'town'; 'what town' says what is known of it."
expect_out "There is no 'how do I win': no command, square or piece is called so. Actions look like "
expect_out "'moves' lists them, 'goal' says what wins, 'help' tells the rest."
expect_out 'a4-a9 is illegal: the infantry cannot get there (WL-12); it may go to a5, b5'
# What other programs call a command, and other ways to write an action.
play surrender 'take back' 'infantry to c5' 'take c5' exit resign exit surrender quit :: "${clash[@]}"
flat
expect_out "There is no 'surrender'; did you mean 'resign'?"
expect_out "There is no 'take back'; did you mean 'undo'?"
expect_out "There is no 'infantry to c5': no command, square or piece is called so. Actions look like c4-b5;"
expect_out "There is no 'take c5': no command,"
expect_out "There is no 'exit'; did you mean 'quit'?"
expect_out "over> exit There is no 'exit'; did you mean 'quit'?"
expect_out "over> surrender The game is over; there is no 'surrender' any more."
play nf3 nf5 'e2 to e4' '1...e7e5' '2. Nf3' '3.' list quit :: "${chess[@]}" --side both
flat
expect_out "'nf3' may mean g1f3: type that."
expect_out "'nf5' is illegal: no Knight of yours can go to f5 now."
expect_out 'White plays e2e4'
expect_out 'Black plays e7e5'
expect_out 'White plays g1f3'
expect_out "'3.' is no action here"
play 'what b8' b8 'what b1' quit :: "${chess[@]}" --side both
flat
[[ $(grep -o "When it is Black's turn it can go to a6, c6, as things stand." <<<"$out" | wc -l) == 2 ]] ||
  fail 'where an enemy goes is not told twice'
reject_out "When it is White's turn"
# Whose home a town is, and what those wait for who are not on the board.
play 'what d4' 'what u21' 'what cannon' quit :: warlord-two-countries --seed 1 --nodes 1
flat
expect_out "d4: nothing stands there. The ground: town. It lies in: White's home towns."
expect_out "u21: nothing stands there. The ground: town. It lies in: Black's home towns."
expect_out '; 3 still to come.'
# Nothing is told that is hidden.
play 'what leader of level 1' 'what a16' quit :: warlord-border-war --seed 1 --nodes 1 --side white
flat
expect_out "Black's l: none now."
expect_out 'a16: nothing stands there.'

# An action is told, and why it is none; a sign that every rule has in it is no word of theirs.
play 'what a1b1' 'what a1b9' 'what a1e5' quit :: "${race[@]}"
flat
expect_out "White> what a1b1 'a1b1' (Drummer from a1 to b1) is an action that is legal now: without 'what' it is played."
expect_out 'White> what a1e5 a1e5 is illegal: the Drummer on a1 cannot reach e5; it may play'
expect_out "Nothing here is called 'a1b9'; as an action it has a fault: "
play 'what .' moves 'what --' 'what WL-41' -- quit :: "${clash[@]}" --side both
flat
expect_out 'White> what . . is illegal: a turn without activations is a pass, written -- (WL-43)'
expect_out "White> what -- '--' (pass) is an action that is legal now"
expect_out 'White> what WL-41 A Clash of Arms'
[[ $(<out) == *$'\n  pass               --\n'* ]] || fail 'what passes is listed under the name of a piece, or of none'

# A word of a figure below the board is that, also where regions have it in their names; and whoever
# passes lets go of what is picked.
play 'what order' c4 pass quit :: "${clash[@]}" --side both
flat
expect_out 'White> what order orders left: 6 now; it stands below the board.'
expect_out 'A leader has as many orders in a turn as its level.'
expect_out 'White c4> pass 1. White plays -- White passes.'

# Who has won stands below a board that is drawn again, too.
play f2f3 e7e5 g2g4 d8h4 board quit :: chess --seed 1 --side both
[[ $(grep -c 'Black wins, 0-1' out) == 2 ]] || fail 'the end is told below each board'

# Moves are counted round walls; squares and whole files are set apart.
cat >keep.ini <<'END'
[keep]
maxFile = 5
maxRank = 5
customPiece1 = k:K
customPiece2 = s:W
pieceNames = k:Prince s:Sapper
startFen = 1sk2/5/2*2/1*1*1/S1K2 w - - 0 1
flagPiece = k
flagRegionWhite = c2
flagRegionBlack = *1
namedRegions = edge: a* e* *1
END
play 'regions edge' c1d1 'd1e1 e1e2' quit :: keep --rules keep.ini --seed 1 --side both
flat
expect_out '3. edge: rank 1, files a and e White>'
expect_out "goal: White's Prince is 1 move from it"
expect_out "Nothing was done: part 1 of 2, 'd1e1': d1 holds an enemy"

# --- why it is refused -------------------------------------------------------------------------

play 'e7e5' 'e2e5' 'e2-e5' 'h1h3' 'e1e2' 'Q@e4' a6 e7 quit :: "${chess[@]}"
expect_out "e7e5 is illegal: e7 holds an enemy, Black's Pawn: White is to move"
expect_out 'e2e5 is illegal: the Pawn on e2 cannot reach e5; it may play e2e4, e2e3'
expect_out 'e2-e5 is illegal: the Pawn on e2 cannot reach e5; it may play e2e4, e2e3'
expect_out 'h1h3 is illegal: the Rook on h1 cannot reach h3: h2 is in the way'
expect_out 'e1e2 is illegal: e2 is taken by your own Pawn'
expect_out 'Q@e4 is illegal: Queen is never dropped in this game'
expect_out 'a6: nothing stands there. Nothing can go there now.'
expect_out "e7: Black's Pawn (p). There is nothing to be done with e7 now."
play queen quit :: "${chess[@]}"
expect_out "  White's Q: on d1."
play D@c3 D@c1 d@e2 :: "${race[@]}"
flat
expect_out 'D@c3 is illegal: White may not drop a Drummer on c3: drops are allowed on ranks 1-2'
expect_out "D@c1 is illegal: c1 is taken by White's Runner"
play a1a2 d1d2 :: chess --seed 1 --nodes 20 --state '3rk3/8/8/b7/8/2N5/3P4/3K4 w - - 0 1'
expect_out 'a1a2 is illegal: there is no piece on a1'
play c3e4 d2d3 :: chess --seed 1 --nodes 20 --state '3rk3/8/8/b7/8/2N5/3P4/4K3 w - - 0 1'
expect_out 'White plays c3e4'
play d2d3 c3e4 :: chess --seed 1 --nodes 20 --state '4k3/8/8/b7/8/8/3P4/4K3 w - - 0 1'
expect_out 'd2d3 is illegal: it would leave your King on e1 attacked by the Bishop on a5'
play e4e5 :: chess --seed 1 --nodes 20 --set mustCapture=true \
  --state '4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1'
expect_out 'e4e5 is illegal: a capture is possible and must be made, such as e4d5'
play d9-d8 quit :: "${clash[@]}"
flat
expect_out "d9-d8 is illegal: none of the mover's units is there (WL-6); on d9 stands Black's infantry (i)"
play c10-c9 b1-b2 'b1 b2' b1b2 :: "${clash[@]}"
flat
expect_out "c10-c9 is illegal: none of the mover's units is there (WL-6); nothing stands on c10"
[[ $(grep -c 'b1.*b2 is illegal: the cannon cannot get there (WL-11)' out) == 3 ]] ||
  fail 'however it is written, the reason is the same'

# --- short ways to write -----------------------------------------------------------------------

play e2-e4 'e7 - e5' Nf3 Nc6 Bb5 'a7:a6' Bxc6 d7xc6 list quit :: "${chess[@]}" --side both
flat
for move in e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6; do
  expect_out "$move"
done
expect_out '8. Black: d7c6'
expect_no_err
play a7-a8q a7a8=n quit :: chess --seed 1 --nodes 20 --state '7k/P7/8/8/8/8/8/K7 w - - 0 1'
expect_out '1. White plays a7a8q'
play c4b5 'd4 d5' list quit :: "${clash[@]}"
expect_out '1. White: infantry c4-b5; infantry d4-d5'

# A turn in one line, with blanks, commas or semicolons between its actions; all or nothing.
for line in 'c4-b5 d4-d5 .' 'c4-b5, d4-d5, .' 'c4-b5;d4-d5;.' 'c4b5,d4d5 .'; do
  play "$line" 'undo turn' quit :: "${clash[@]}"
  expect_out '1-3. White plays c4-b5; d4-d5; .'
  [[ $(grep -c '^12 ' out) == 3 ]] || fail "a turn is drawn once: $line"
done
play 'c4-b5 c4-c5' quit :: "${clash[@]}"
expect_out "Nothing was done: part 2 of 2, 'c4-c5':"
reject_out 'White plays'
play 'e2e4 e7e5' quit :: "${chess[@]}"
expect_out "Nothing was done: part 2 of 2, 'e7e5': the turn is over before it."

# --- plans -------------------------------------------------------------------------------------

play hint do list quit :: "${clash[@]}"
plan=$(sed -n "s/^White> hint$//; s/^I would play \(.*; [.]\) .*/\1/p" out)
[[ $plan == *'; '*'; .' ]] || fail "the hint is no turn: $plan"
flat
expect_out "'do' plays all of it."
out=$(sed -E 's/(heavy cavalry|light cavalry|infantry|cannon|leader of level [0-9]) ([a-z][0-9]+[-x])/\2/g' <<<"$out")
expect_out "1. White: $plan 6. Black:"
[[ $(grep -c '^12 ' "$work/out") == 2 ]] || fail 'a turn that is carried out is drawn once'
play do list quit :: "${clash[@]}"
flat
expect_out "1. White: cannon "
out=$(sed -E 's/(heavy cavalry|light cavalry|infantry|cannon|leader of level [0-9]) ([a-z][0-9]+[-x])/\2/g' <<<"$out")
expect_out "1. White: $plan"
play do list quit :: "${chess[@]}"
expect_out '1. White: '
expect_out '2. Black: '
play 'do' list quit :: colorboundmost --seed 1 --nodes 200
expect_out '2. Black: '
play do quit :: warlord-test-of-wills --seed 1 --nodes 20
expect_out 'deployed: 1 of 32'
play next next '' next next 'undo' quit :: "${race[@]}"
expect_out 'With a1 you can play:'
expect_out 'With c1 you can play:'
expect_out 'With e1 you can play:'
expect_out 'White c1> '
[[ $(grep -c 'With a1 you can play:' out) == 2 ]] || fail 'behind the last piece comes the first'
play next quit :: borderline --seed 1
expect_out "No piece on the board can act now; 'moves' lists what can be done with those in"

# --- the board from the other side -------------------------------------------------------------

play flip e2 '' flip quit :: "${chess[@]}" --side both
[[ $(grep -n '    h   g   f   e   d   c   b   a' out | wc -l) == 4 ]] || fail 'flip does not stay'
grep -q '^2 | P | P | P |@P ' out || fail 'the picked square is another one'
play flip 'go a1' 'map' quit :: warlord-border-war --seed 1 --nodes 1
expect_out 'x  w  v  u'

# --- the rules and the help --------------------------------------------------------------------

play 'rules end' 'rules drop' 'rules runner' 'rules xyz' quit :: "${race[@]}"
flat
expect_out 'White> rules end The Race ======== End --- flag White wins when a Runner'
expect_out "The rules say nothing about 'xyz'. Their chapters: Board, End, Pieces, Moves,"
run rules the-race runner --rules race.ini
expect_status 0
expect_out 'Runner (R): Steps one square in any direction.'
reject_out 'Drummer (D)'
run rules chess CH-3
expect_out 'When a position comes about for the third time'
reject_out 'CH-4'
run rules chess nonsense
expect_status 1
expect_err "the rules of chess say nothing about 'nonsense'; their chapters are Board, End, "
run rules chess bischop
expect_err "the rules of chess say nothing about 'bischop'; did you mean 'Bishop'? Their chapters are Board, End, "
run rules chess --keys
[[ $(wc -l <"$work/out") -lt 100 ]] || fail 'keys are listed that the game does not have'
grep -q '^startFen ' "$work/out" || fail 'the keys lack one that the game sets'
grep -q '^fersAlfil ' "$work/out" && fail 'the keys have one that the game has not'
expect_out 'more keys are left as every game has them'
# Keys are told with the numbers of the game's own rulebook.
reject_out 'BI-13'
run rules borderlands --keys
expect_out 'BL-14'
reject_out 'BI-13'
run rules chess --keys
run rules chess --keys --all
grep -q '^fersAlfil ' "$work/out" || fail 'all keys lack one'
run rules chess Castling --keys
grep -q '^castlingRank ' "$work/out" || fail 'the keys about castling lack one'
grep -q '^fersAlfil ' "$work/out" && fail 'a key is not about castling'
run rules chess --all
expect_status 2
expect_err -- '--all belongs to --keys'
play help 'help hint' 'help game' 'help q' 'help nonsense' quit :: "${clash[@]}"
screen=$(sed -n '/> help$/,/> help hint/p' "$work/out")
[[ $(wc -l <<<"$screen") -le 20 ]] || fail 'the help is longer than a screen'
expect_out '  hint                      ask the computer what it would play'
expect_out '  quit, q                   save and leave'

# --- the game as a whole -----------------------------------------------------------------------

moves=(f2f3 e7e5 g2g4 d8h4)
play review export 'export game' 'export game.xyz' "${moves[@]}" list review 'moves' 'export game.pgn' \
  'export game.mrec' 'export game.svg' 'export game.fen' 'export no/such.pgn' quit :: \
  "${chess[@]}" --nodes 2000 --side both
expect_status 0
expect_out 'review is for a game that is over'
expect_out 'export needs the name of a file.'
expect_out "'game.xyz' does not say in which format"
expect_out '3. White: g2g4'
expect_out '3. White plays g2g4: White could expect '
flat
expect_out '% after. Better seemed '
expect_out 'Written to game.pgn'
expect_err 'no/such.pgn'
expect_file game.svg
grep -q '<svg' game.svg || fail 'no SVG'
[[ $(<game.fen) == 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3' ]] ||
  fail 'the position is another one'
grep -q '^1[.] f3 e5 2[.] g4 Qh4#' game.pgn || fail 'the PGN has other moves'
grep -Eq '^\[Date "[0-9]{4}[.][0-9]{2}[.][0-9]{2}"\]' game.pgn || fail 'the PGN has no date'
for file in game.pgn game.mrec; do
  run replay "$file"
  expect_status 0
  expect_out 'Black wins'
done
play do resign review quit :: "${clash[@]}"
expect_out 'The game never turned'
play e2e4 'export other.pgn' quit :: "${chess[@]}" --side both \
  --state '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'
grep -q '^\[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"\]' other.pgn || fail 'the PGN lacks its start'
run replay other.pgn
expect_status 0
# What is hidden is in no file that the player can read.
play auto 'export hidden.pgn' 'export hidden.fen' commit list quit :: warlord-test-of-wills --seed 1 \
  --nodes 1 --side black
expect_out 'hidden from you'
[[ ! -e hidden.pgn ]] || fail 'what is hidden was exported'
grep -q '[LKGHCNI]' <(cut -d' ' -f1 hidden.fen) && fail 'the position has the other army'
play list quit :: warlord-test-of-wills --seed 1 --nodes 1 --side black
expect_out '1. White: commit (32 unseen)'
# When it is over nothing is, and the whole of it is told.
play auto commit resign list 'export known.pgn' quit :: warlord-test-of-wills --seed 1 --nodes 1 --side black
reject_out 'unseen)'
expect_out 'Written to known.pgn'
run replay --verify known.pgn
expect_status 0
play list quit :: "${chess[@]}"
expect_out 'Nothing has been played yet.'

# What the other side wins by is told, too, where it is another thing.
play Nc3 'Nxc3' quit :: battle-of-ideologies --seed 1 --nodes 1
flat
expect_out 'Black also wins so: Black wins when a Kirin stands on rank 1. (BI-16)'
expect_out "'Nc3' is illegal: no piece of yours is called N here. 'goal' lists those that there are."
expect_out "'Nxc3' is illegal: no piece of yours is called N here."
play quit :: battle-of-ideologies --seed 1 --nodes 1 --side black
reject_out 'also wins so'

# ---- what newcomers type ---------------------------------------------------------------------------

# Short notation that names no move says what it names; two squares begin anew after a pick.
play Bb5 exd5 Nf3 e7e5 Nc3 a7a6 e2 'c3 c6' Nd2 Bxh9 quit :: "${chess[@]}" --nodes 1 --side both
flat
expect_out "'Bb5' is illegal: no Bishop of yours can go to b5 now. 'b5?' shows what can."
expect_out "'exd5' is illegal: nothing captures like that on d5 now."
expect_out 'White plays g1f3'
expect_out 'c3c6 is illegal'
expect_out "'Bxh9' is no action here"
play Nbd2 quit :: "${chess[@]}" --side both --state '4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1'
expect_out 'White plays b1d2'
play Nd2 quit :: "${chess[@]}" --side both --state '4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1'
expect_out "'Nd2' may mean b1d2 or f3d2: type that."
# Figures below the board, and how to act once the set-up is over.
play auto commit 'what quiet turns' 'what orders left' quit :: warlord-border-war --seed 1 --nodes 1
flat
expect_out 'quiet turns: 0 of 80 now'
expect_out 'WL-15 quiet 80 turns in a row without a capture'
expect_out 'orders left: 21 now'
expect_out 'Type an action, such as a4-a5 (infantry from a4 to a5).'
play e4 quit :: borderline --seed 3 --side both
flat
expect_out 'e4: nothing stands there. 122@e4 is illegal: Red has no piece in row 0 yet'
# A blank for the sign of a placement is told of as the placement would be.
play '121 b9' '777 a0' '777@a0?' quit :: borderline --seed 1 --side both \
  --state '6/6/6/6/6/6/6/6 R 121,222 222 0 0'
flat
expect_out "'121 b9' is no action here: the row is at most 7."
expect_out '777 a0 is illegal: Red has no 777 in hand (BD-4)'
expect_out "Nothing here is called '777@a0'. 'moves' and '?' take a square, or a piece or its letter."
play 'end turn' quit :: warlord-clash-of-arms --side both
expect_out "There is no 'end turn'; '--' ends the turn."
play O-O 'K e1' quit :: battle-of-ideologies --side both
flat
expect_out 'O-O is illegal: White has no such castling in this game'
expect_out "'K e1' is no action here: expected a file from a to i, found 'K'. Actions look like"
long=$(printf 'x%.0s' {1..300})
play "$long" "what $long" resign "$long" quit :: "${chess[@]}" --side both
for text in 'There is no' 'Nothing here is called' 'The game is over; there is no'; do
  flat
  expect_out "$text 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'"
done
finish
