#!/usr/bin/env bash
# marcher tune makes weights, the same with any number of threads; weights beside definitions are
# read, and what is wrong with them is told.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

small=(--games 30 --nodes 50 --rounds 2 --epochs 3 --seed 4)

run tune chess "${small[@]}"
expect_status 0
expect_no_err
expect_out '# Made by: marcher tune chess --games 30 --nodes 50 --rounds 2 --epochs 3 --trust 75 --seed 4'
expect_out '[chess]'
first=$out

run tune chess "${small[@]}" --threads 2 -o "$work/two.weights"
expect_status 0
expect_out 'held out'
expect_out 'Queen'
[[ $(<"$work/two.weights") == "$first" ]] || fail 'two threads gave other weights'

run tune chess "${small[@]}" --json
expect_status 0
expect_out '"loss_after"'
expect_out '"weights"'

# Nothing is played for weights that cannot be written.
run tune chess "${small[@]}" --positions "$work/none" -o "$work/no/folder/x.weights"
expect_status 1
expect_err 'cannot write'
[[ ! -e $work/none ]] || fail 'games were played'

# Games are kept, and not played again.
run tune chess "${small[@]}" --positions "$work/games" -o "$work/kept.weights"
expect_status 0
expect_file "$work/games"
head -c $(($(wc -c <"$work/games") / 2)) "$work/games" >"$work/part"
run tune chess "${small[@]}" --positions "$work/part" -o "$work/again.weights"
expect_status 0
cmp -s "$work/games" "$work/part" || fail 'what was cut off was not played again'
cmp -s "$work/kept.weights" "$work/again.weights" || fail 'the weights differ after going on'
run tune borderlands "${small[@]}" --positions "$work/games"
expect_status 1
expect_err 'games of another game'

run tune borderline
expect_status 1
expect_err 'has no weights to be tuned'
run tune chess --weights "$work/none"
expect_status 1
run tune
expect_status 2

# Weights beside a definition.
printf '[mine:chess]\ntitle = Mine\n' >"$work/mine.ini"
printf '[mine]\nvalue = q:9000 n:3000/2900\n' >"$work/mine.weights"
run check "$work/mine.ini"
expect_status 0
run check "$work/mine.weights"
expect_status 1
expect_err 'a game that there is not'
run watch mine --rules "$work/mine.ini" --seed 1 --nodes 20 --level 4
expect_status 0
with=$out
printf '[mine]\nvalue = q:1 n:9000 p:-500\n' >"$work/mine.weights"
run watch mine --rules "$work/mine.ini" --seed 1 --nodes 20 --level 4
expect_status 0
[[ $out != "$with" ]] || fail 'weights make no difference'

printf '[mine]\nvalue = q:9000 y:3\nplace =\n  q:\n  1 2\nconquests = 5\n' >"$work/mine.weights"
run check "$work/mine.ini"
expect_status 1
expect_err "mine.weights:2:16: error: 'y': the game has no such piece"
expect_err 'mine.weights:4:3: error:'
expect_err "mine.weights:6:1: error: there is no weight named 'conquests'"
expect_err "did you mean 'conquest'?"
run show mine --rules "$work/mine.ini"
expect_status 1
expect_err 'mine.weights:2:16'

# Weights of a game that came with the program.
printf '[chess]\ntempo = 5 6\n' >"$work/chess.weights"
run check "$work/chess.weights"
expect_status 1
expect_err 'chess.weights:2:11'
printf '[chess]\ntempo = 5\n' >"$work/chess.weights"
run check "$work/chess.weights"
expect_status 0

finish
