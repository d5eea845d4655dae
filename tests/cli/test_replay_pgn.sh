#!/usr/bin/env bash
# `replay` shows games in PGN by the rules of their variant, and says what is wrong with them.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

cat >games.pgn <<'PGN'
[Event "first"]
[White "Anderssen"]

1. e4 e5 2. f4 (2. Nf3 Nc6) exf4 {a gambit} 3. Bc4 Qh4+ 4. Kf1 *

[Event "second"]
[Variant "Borderlands"]

1. Wc5 Wc6 1-0

[Event "third"]

1. f3 e5 2. g4 Qh4# 1-0
PGN

run replay games.pgn
expect_status 0
expect_no_err
expect_out 'a gambit'
expect_out 'The game is not finished.'
expect_out '7 actions can be played; no result, state or hash is claimed that could be verified'

run replay games.pgn --game 2 --json
expect_status 0
expect_out '"game": "borderlands"'
expect_out '{"version": 1, "type": "verified", "result": "1-0", "actions": 2, "agree": ["result"]}'

run replay games.pgn --game 3
expect_status 1
expect_err 'games.pgn:13:21: the result is 0-1, not 1-0'

run replay games.pgn --game 4
expect_status 1
expect_err 'games.pgn: there is no game 4 in it, only 3'

# A damaged game costs none of those behind it.
printf '%s\n' '[Event "x"]' '' "1. e4 $(head -c 400 /dev/zero | tr '\0' x) *" '' '[Event "x"]' '' '1. d4 d5 *' >hurt.pgn
run replay hurt.pgn --game 2
expect_status 0
expect_out 'Pawn goes from d2 to d4'
expect_err 'hurt.pgn:3:7: a word that is too long for a move; the game was read past'
run replay hurt.pgn
expect_status 1
expect_err 'hurt.pgn:3:7: a word that is too long for a move'
run replay hurt.pgn --game 3
expect_status 1
expect_err 'hurt.pgn: there is no game 3 in it, only 2'

run replay - <<<'1. e4 e5 2. Ke3 *'
expect_status 1
expect_err "standard input:1:13: 'Ke3' is no legal move here"

run replay - <<<$'[Variant "Nonsense"]\n*'
expect_status 1
expect_err "standard input:1: no game is called 'Nonsense'"

run replay - <<<'[Event "x'
expect_status 1
expect_err 'standard input:1:8: the value of a tag has no end'

# A misspelt tag that would tell the game, or where it begins.
printf '%s\n' '[Event "x"]' '[Varient "Antichess"]' '' '1. e4 e5 *' >misspelt.pgn
run replay misspelt.pgn
expect_status 0
expect_err "misspelt.pgn:1: warning: the tag 'Varient' has no meaning; did you mean 'Variant'? the game is taken for one of chess, as there is no tag 'Variant'"
run replay --verify - <<<$'[variant "Antichess"]\n1. e4 e5 *'
expect_err "the tag 'variant' has no meaning; did you mean 'Variant'?"
run replay --verify - <<<$'[Fen "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n1. e4 e5 *'
expect_err "the tag 'Fen' has no meaning; did you mean 'FEN'? the game is taken to begin as usual"
run replay --verify - <<<$'[Variant "Antichess"]\n[Varient "chess"]\n1. e4 e5 *'
expect_no_err
run replay --verify - <<<$'[Event "x"]\n[Opening "Sicilian"]\n[Variation "Dragon"]\n[Site "x"]\n1. e4 c5 *'
expect_no_err
run lab review misspelt.pgn --nodes 10
expect_err "the tag 'Varient' has no meaning"

# Numbers of moves may lack their dots.
run replay - <<<'[Round "1"] 1 e4 e5 2 Nf3 Nc6 3 . Bb5 *'
expect_status 0
expect_out '5 actions can be played'

# A game that was played by a file's rules says so, and by other rules it is refused.
printf '[own:gardner]\ntitle = Own\n' >own.ini
printf '[own:gardner]\ntitle = Own\nstalemateValue = win\n' >else.ini
printf 'a2a3\nexport own.pgn\nquit\n' | "$MARCHER" play own --rules own.ini --side both >out 2>err
grep -q '^\[FEN "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"\]' own.pgn || fail 'the export has no start'
run replay own.pgn --rules own.ini
expect_status 0
run replay own.pgn --rules else.ini
expect_status 1
expect_err 'this game was played by other rules of own'

# A record that was cut off claims nothing that could be verified.
printf '[Marcher "1"]\n[Game "gardner"]\n' >cut.mrec
run replay --verify cut.mrec
expect_status 0
expect_out '0 actions can be played; no result, state or hash is claimed that could be verified'

# A record is still a record.
run watch chess --seed 1 --engine random --save game.mrec
expect_status 0
run replay game.mrec
expect_status 0
run replay game.mrec --game 2
expect_status 1
expect_err 'a record holds one game'
# More scores than there are sides: the line and the column of them, and no record comes of it.
# A file may be larger than a record can be: its games are read one by one.
note=$(head -c 60000 /dev/zero | tr '\0' x)
for ((i = 1; i <= 290; i++)); do
  printf '[Event "x"]\n[Round "%d"]\n\n1. e4 {%s} e5 *\n\n' "$i" "$note"
done >large.pgn
[[ $(stat -c %s large.pgn) -gt $((16 << 20)) ]] || fail 'large.pgn is not large'
run replay large.pgn --game 290
expect_status 0
expect_out 'e4'
run replay large.pgn --game 291
expect_status 1
expect_err 'large.pgn: there is no game 291 in it, only 290'
run replay large.pgn --game 2 --json
expect_status 0
expect_out '"result": "*", "actions": 2,'
# What is no PGN stays bounded.
head -c 17000000 /dev/zero >large.mrec
run replay large.mrec
expect_status 1
expect_err 'large.mrec'

printf '[Event "x"]\n\n1. e4 e5 2. Nf3 1/2-1/2-0\n' >three.pgn
run replay three.pgn
expect_status 1
expect_err 'three.pgn:3:17: the result 1/2-1/2-0 has 3 scores, and chess is a game of 2 sides'
finish
