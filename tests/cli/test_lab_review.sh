#!/usr/bin/env bash
# `lab review` reads what testers send back, and games in PGN: errors, turning points, remarks.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

# Paragraphs are wrapped: one line of all that was printed.
flat() {
  out=$(tr -s '\n ' ' ' <"$work/out")
}

mkdir sent
cat >sent/ann.mrec <<MREC
[Marcher "3"]
[Game "chess"]
[Player "White" "human"]
[Player "Black" "level 3"]
[Tester "Ann"]
[Sent "2026-11-22"]
[Remark "0" "Where do I begin?"]
[Remark "3" "I did not see the queen."]
[Times "60.000 0.250 64.750 0.250"]

f2f3 e7e5 g2g4 d8h4
MREC
printf '[White "A"]\n[Black "B"]\n\n1. e4 e5 (1... c5) 0-1\n\n[White "C"]\n\n1. d4 *\n' >sent/two.pgn
printf 'no game\n' >sent/notes.txt

run lab review sent --nodes 1500
expect_status 0
flat
expect_out 'ann.mrec: Chess, White (human), Black (level 3): 0-1, CH-1; 2 min 5 s; sent by Ann, 2026-11-22'
expect_out '3. White plays g2g4: White could expect '
expect_out 'two.pgn, game 1: Chess, White (A), Black (B): 0-1, resignation'
expect_out 'two.pgn, game 2: '
expect_out 'Errors of each side'
expect_out 'chess, White: 4 turns in 3 games'
expect_out 'ann.mrec, before the first action, Ann: Where do I begin?'
expect_out 'ann.mrec, at action 3 (g2g4), Ann: I did not see the queen.'

run lab review sent --nodes 1500 --json
expect_status 0
expect_out '{"file": "ann.mrec", "game": "chess", "tester": "Ann", "at": 3, "action": "g2g4"'
expect_out '"seconds": 125'

# One file; a bad one among others is named and spoils none.
run lab review sent/ann.mrec --nodes 1500
expect_status 0
reject_out 'two.pgn'
sed 's/d8h4/d8h5/' sent/ann.mrec >sent/bad.mrec
run lab review sent --nodes 1500
expect_status 1
expect_err 'bad.mrec:11:'
flat
expect_out 'two.pgn, game 2: '
expect_out 'ann.mrec, at action 3'

# Games of one's own, by their rules; others are refused by name.
printf '[mine:chess]\ntitle = Mine\n' >mine.ini
sed 's/"chess"/"mine"/' sent/ann.mrec >mine.mrec
run lab review mine.mrec --rules mine.ini --nodes 500
expect_status 0
expect_out 'mine.mrec: Mine, White'
run lab review mine.mrec
expect_status 1
expect_err "unknown game 'mine'"
sed 's/"3"/"4"/' sent/ann.mrec >newer.mrec
run lab review newer.mrec
expect_status 1
expect_err 'written by a newer Marcher (format 4)'
mkdir empty
run lab review empty
expect_status 1
expect_err "'empty' has no records (.mrec) and no games in PGN (.pgn)"
run lab review nowhere
expect_status 1
run lab reviw sent
expect_status 2
expect_err "the lab has no experiment 'reviw'; did you mean 'review'?"
finish
