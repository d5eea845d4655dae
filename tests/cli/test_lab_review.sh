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
expect_out '4 turns; the lead never changed; decided after '
expect_out 'two.pgn, game 2: Chess, White (C), Black: *, broken off'
expect_out '1 turn; the lead '
# Who stops has not met a game without an end: such games are counted apart.
expect_out '2 games of chess, measured as by lab balance: '
expect_out 'games without an end: 0.0% '
expect_out '1 game of chess was broken off, and is not measured with them.'
too_wide=$(awk 'length > 80' "$work/out")
[[ $too_wide == '' ]] || fail "too wide: $too_wide"
reject_out 'luck of a game'
expect_out 'Errors of each side'
expect_out 'chess, White: 4 turns in 3 games'
expect_out 'ann.mrec, before the first action, Ann: Where do I begin?'
expect_out 'ann.mrec, at action 3 (g2g4), Ann: I did not see the queen.'

run lab review sent --nodes 1500 --json
expect_status 0
expect_out '{"file": "ann.mrec", "game": "chess", "tester": "Ann", "at": 3, "action": "g2g4"'
expect_out '"seconds": 125'
jq -e '.games[0].measures | .turns == 4 and .first == 0 and .luck == null' <"$work/out" >"$work/jq" ||
  fail 'a game has no measures of its own'
jq -e '.measures[0] | .game == "chess" and .games == 2 and .brokenOff == 1 and (.measures | map(.id) | index("leads")) != null' \
  <"$work/out" >"$work/jq" || fail 'the games together have no measures'

# Where there are dice, their luck is weighed as lab balance does; settings make another definition.
mkdir dice
for seed in 1 2 3; do
  "$MARCHER" watch borderline --nodes 30 --seed $seed --save dice/$seed.mrec >"$work/watched" 2>&1
done
"$MARCHER" watch borderline --set pieces=4 --nodes 30 --save dice/4.mrec >"$work/watched" 2>&1
run lab review dice --nodes 50 --probe 30
expect_status 0
flat
expect_out '; dice gave and took '
expect_out '3 games of borderline, measured as by lab balance: '
expect_out 'luck of a game in points: '
reject_out '4 games of borderline'
run lab review dice --nodes 50 --probe 30 --json
jq -e '[.games[] | .measures.luck // empty] | length > 0 and all(. >= 0)' <"$work/out" >"$work/jq" ||
  fail 'no luck where there are dice'
jq -e '.measures | map([.game, .games]) == [["borderline", 3], ["borderline pieces=4", 1]]' \
  <"$work/out" >"$work/jq" || fail 'settings do not make another definition'
run lab review dice/1.mrec --nodes 50 --probe 0
flat
reject_out 'dice gave and took'
reject_out 'measured as by lab balance'

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

# A file of PGN may be of any length: it is read game by game. Of one that is read whole the limit is told.
{
  printf '%s\n' '1. f3 e5 2. g4 Qh4# 0-1'
  head -c 17000000 < <(yes '% an escaped line, of which there are many between these two games')
  printf '\n%s\n' '1. e4 e5 *'
} >long.pgn
run lab review long.pgn --nodes 20 --probe 1
expect_status 0
flat
expect_out 'long.pgn, game 2: '
run replay - --game 2 <long.pgn
expect_status 1
expect_err "'standard input' is longer than 16 MiB, the most that is read of one file: split it"

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
