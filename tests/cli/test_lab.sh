#!/usr/bin/env bash
# `lab puzzles` finds positions in which exactly one turn wins, writes and proves files of them.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

run lab puzzles chess --count 2 --seed 3 -o chess.puzzles
expect_status 0
expect_no_err
run lab puzzles chess --count 2 --seed 3
expect_out 'Made by: marcher lab puzzles chess --count 2 --tries 400 --nodes 120 --seed 3'
printf '%s\n' "$out" >again.puzzles
cmp -s chess.puzzles again.puzzles || fail 'the same words find other puzzles'
for threads in 1 5; do
  run lab puzzles chess --count 2 --seed 3 --threads "$threads"
  [[ $out == "$(<chess.puzzles)" ]] || fail "$threads threads find other puzzles"
done
printf '[mine:chess]\nmaxRank = 8\n' >'my rules.ini'
run lab puzzles mine --rules 'my rules.ini' --set 'castling=false' --count 1 --seed 3 # a command that can be run
expect_out "Made by: marcher lab puzzles mine --rules 'my rules.ini' --set castling=false --count 1 --tries"
run lab puzzles chess --check chess.puzzles
expect_status 0
expect_out 'chess.puzzles: 2 puzzles, each with exactly one winning turn'
run lab puzzles chess --check chess.puzzles --json
expect_status 0
expect_out '"rule": "CH-1"'

# Rules that are others, a turn that does not win, a file that is none.
run lab puzzles chess --set castling=false --check chess.puzzles
expect_status 1
expect_err 'puzzles of other rules'
sed 's/^turn .*/turn a1a1/' chess.puzzles >wrong.puzzles
run lab puzzles chess --check wrong.puzzles
expect_status 1
expect_err 'wrong.puzzles: puzzle 1: '
printf 'nonsense\n' >none.puzzles
run lab puzzles chess --check none.puzzles
expect_status 1
expect_err "none.puzzles:1:1: a file of puzzles begins with 'marcher-puzzles 1'"

# A game of one's own.
cat >own.ini <<'INI'
[leapers]
maxRank = 5
maxFile = 5
customPiece1 = f:F
customPiece2 = w:W
king = -
startFen = fwfwf/5/5/5/FWFWF w 0 1
extinctionValue = loss
extinctionPieceTypes = f
flagPiece = f
flagRegionWhite = *5
flagRegionBlack = *1
INI
run lab puzzles leapers --rules own.ini --count 1 --json
expect_status 0
expect_out '"game": "leapers"'
run lab puzzles leapers --rules own.ini --count 9 --tries 1
expect_status 1
expect_err 'of 9 puzzles in 1 game; --tries N looks in more'

# Where hardly anybody wins, games of other settings are looked in; the proof is by the game's own.
run lab puzzles borderline-strict --with three_pip=0% --count 1 --tries 40 --seed 1 -o strict.puzzles
expect_status 0
run lab puzzles borderline-strict --check strict.puzzles
expect_out 'strict.puzzles: 1 puzzle, each with exactly one winning turn'
# A signal tells what there is so far.
ran='marcher lab puzzles chess, interrupted'
"$MARCHER" lab puzzles chess --count 50 --tries 1000000 --nodes 100000 >"$work/out" 2>"$work/err" &
pid=$!
sleep $((${#SLOW} > 0 ? 6 : 1)) # nothing is written before it ends
kill -INT "$pid"
status=0
wait "$pid" || status=$?
out=$(<"$work/out") err=$(<"$work/err")
expect_status 130
expect_out 'marcher-puzzles 1'
expect_err 'broken off: found '
run lab puzzles chess --with castling
expect_status 2
expect_err "--with needs KEY=VALUE, not 'castling'"

run lab
expect_status 2
expect_err 'WHAT'
run lab puzles chess
expect_status 2
expect_err "the lab has no experiment 'puzles'; did you mean 'puzzles'?"

# Each experiment has a page of its own, with its options and its examples.
run lab --help
expect_status 0
names=$(sed -n '/^WHAT:/,/^$/s/^  \([a-z]*\) .*/\1/p' <<<"$out")
[[ $(wc -w <<<"$names") -ge 14 ]] || fail "few experiments: $names"
for name in $names; do
  run lab "$name" --help
  expect_status 0
  expect_out "usage: marcher lab $name "
  page=$out
  [[ $(grep -v '^  marcher ' "$work/out" | wc -L) -le 80 ]] ||
    fail "the help of lab $name is wider than 80 columns"
  [[ $page != *'WHAT'* ]] || fail "the page of $name is that of the lab"
  run help lab "$name"
  [[ $out == "$page" ]] || fail "help lab $name says something else than lab $name --help"
done
run lab puzzles --help
expect_out '--tries N'
[[ $out != *'--trials'* && $out != *'lab balance'* ]] || fail 'the page of puzzles is about others'
run lab puzzles --trise 4
expect_status 2
expect_err "Try 'marcher lab puzzles --help'."
run lab balance
expect_status 2
expect_err "GAME is missing, as in 'marcher lab balance"
run help lab puzles
expect_status 2
expect_err "'lab' has no part 'puzles'; did you mean 'puzzles'?"
run help lab nonsense
expect_status 2
expect_err "'lab' has no part 'nonsense' with a page of its own"
run help play chess
expect_status 2
finish
