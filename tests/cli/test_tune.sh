#!/usr/bin/env bash
# marcher tune makes weights, the same with any number of threads; weights beside definitions are
# read, and what is wrong with them is told.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

small=(--games 30 --nodes 50 --rounds 2 --epochs 3 --gate 10 --seed 4)

# Weights that have not won their match are kept under another name, and change nothing: a queen that is
# worth a pawn, and hardly learns better, wins against the measured ones in no build.
printf '[chess]\nvalue = P:900 R:-500 N:-300 B:-300 Q:1\n' >"$work/start.weights"
worse=(--games 30 --nodes 50 --rounds 2 --epochs 1 --gate 10 --seed 6 --weights "$work/start.weights")
run tune chess "${worse[@]}" -o "$work/one.weights"
expect_status 0
expect_no_err
expect_out 'held out'
expect_out 'Queen'
expect_out 'match with the weights before, at 50 nodes'
expect_out ' Elo, LLR '
expect_out 'LLR '
expect_out ': refused'
expect_out "written       $work/one.weights.refused"
[[ ! -e $work/one.weights ]] || fail 'weights that did not win are used'
first=$(<"$work/one.weights.refused")
[[ $first == *'# Made by: marcher tune chess --games 30 --nodes 50 --rounds 2 --epochs 1 --trust 75 --gate 10 --seed 6'* ]] ||
  fail 'the command is not told'
[[ $first == *'[chess]'* && $first == *': refused.'* ]] || fail 'the match is not told in the head'

run tune chess "${worse[@]}" --threads 2 -o -
expect_status 0
[[ $out == "$first"* ]] || fail 'two threads gave other weights'

run tune chess "${worse[@]}" --json -o "$work/one.weights"
expect_status 0
expect_out '"loss_after"'
expect_out '"llr"'
expect_out '"adopted": false'
expect_out '"weights"'

# Weights that win are written where they are read, also where a file is not called as its game, and those
# of other games in it stay: this game has foolish ones.
tiny_chess fool >"$work/pond.ini"
printf '\n[wise:fool]\nnMoveRule = 20\n' >>"$work/pond.ini"
printf '# of fools\n[fool]\nvalue = p:900 r:-500 n:-300 b:-300 q:1\n\n# wise\n[wise:fool]\ntempo = 6\n' >"$work/pond.weights"
fool=(fool --rules "$work/pond.ini")
run tune "${fool[@]}" --games 60 --nodes 60 --rounds 1 --epochs 6 --gate 60 --seed 4
expect_status 0
expect_out ': adopted'
expect_out "written       $work/pond.weights"
expect_out "use it        marcher play fool --rules $work/pond.ini"
[[ $(<"$work/pond.weights") == '# '*'# Match with the weights before'*'[fool]'*'# wise'$'\n''[wise:fool]'$'\n''tempo = 6' ]] ||
  fail "they are not written: $(<"$work/pond.weights")"
[[ $(<"$work/pond.weights") != *'of fools'* ]] || fail 'what was replaced is still there'
[[ ! -e $work/pond.weights.refused ]] || fail 'they are refused, too'
run check "$work/pond.ini"
expect_status 0

# Others are kept apart and change nothing, nor does what is written elsewhere name a way to use it.
before=$(<"$work/pond.weights")
run tune "${fool[@]}" "${worse[@]/$work\/start.weights/$work/pond.weights}" -o "$work/other.weights"
expect_status 0
reject_out 'use it'
[[ $(<"$work/pond.weights") == "$before" ]] || fail 'the weights of the game are not what they were'

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
cmp -s "$work"/kept.weights* "$work"/again.weights* || # whether they won or not
  fail 'the weights differ after going on'
# The same as runs: each round with the weights that play it, also of a game that was changed.
run tune chess "${small[@]}" --folder "$work/rounds" -o "$work/run.weights"
expect_status 0
cmp -s "$work"/kept.weights* "$work"/run.weights* || fail 'the weights of runs differ'
run lab run "$work/rounds/games-02"
expect_status 0
expect_out 'Chess: self-play, round 2, 15 games with '
set_=(--set stalemateValue=loss --threads 2)
run tune chess "${small[@]}" "${set_[@]}" -o "$work/here.weights"
expect_status 0
run tune chess "${small[@]}" "${set_[@]}" --folder "$work/set" -o "$work/there.weights"
expect_status 0
cmp -s "$work"/here.weights* "$work"/there.weights* || fail 'the weights of a changed game differ'
rm "$work/set/games-02/batches/1"
run tune chess "${small[@]}" "${set_[@]}" --folder "$work/set" -o "$work/more.weights"
expect_status 0
cmp -s "$work"/here.weights* "$work"/more.weights* || fail 'the weights differ after going on'
run tune chess "${small[@]}" --folder "$work/rounds" --nodes 51 -o "$work/run.weights"
expect_status 1
expect_err 'holds another experiment'
run tune chess "${small[@]}" --folder "$work/rounds" --positions "$work/games" -o "$work/x.weights"
expect_status 2
expect_err '--folder keeps the games itself: without --positions'
run tune chess "${small[@]}" --on slurm -o "$work/x.weights"
expect_status 2
expect_err '--on slurm needs --folder FOLDER, which all machines see'

run tune borderlands "${small[@]}" --positions "$work/games" -o "$work/other.weights"
expect_status 1
expect_err 'games of another game'

run tune borderline
expect_status 1
expect_err 'has no weights to be tuned: the player of chess-like games alone judges by weights'
run tune chess --games 1 -o "$work/other.weights"
expect_status 1
expect_err '1 game cannot be 2 rounds, of which each plays one at least: more games or fewer rounds can'
run tune chess --weights "$work/none" -o "$work/other.weights"
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
