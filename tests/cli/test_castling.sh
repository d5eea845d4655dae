#!/usr/bin/env bash
# Castling where the king could step to where it arrives: played, recorded, replayed and by UCI.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

cat >odd.ini <<'END'
[odd:chess]
title = The king on d
startFen = r2k3r/pp1p2pp/8/8/8/8/PP1P2PP/R2K3R w KQkq - 0 1
END

run moves odd --rules odd.ini
expect_status 0
for text in d1c1 d1a1 d1g1; do
  grep -qx "$text" "$work/out" || fail "$text is not listed"
done
[[ $(sort "$work/out" | uniq -d) == '' ]] || fail 'two actions have one text'

# Black castles to the other side, and neither of them has stepped.
play d1a1 d8h8 quit :: odd --rules odd.ini --side both --save castled.mrec
expect_status 0
run replay castled.mrec --rules odd.ini
expect_status 0
expect_no_err
expect_out '(2 actions)'

# Games at random castle at times; every record is replayed with what it says of itself.
for seed in 1 2 3 4 5 6; do
  run watch odd --rules odd.ini --engine random --seed "$seed" --save game.mrec
  expect_status 0
  run replay game.mrec --rules odd.ini
  expect_status 0
  expect_no_err
done

# UCI has both texts, and both are understood.
run uci odd --rules odd.ini < <(printf 'position startpos moves d1a1 d8a8\nd\nposition startpos moves d1c1\nd\nquit\n')
expect_status 0
expect_out 'Fen: 2kr3r/pp1p2pp/8/8/8/8/PP1P2PP/2KR3R w'
expect_out 'Fen: r2k3r/pp1p2pp/8/8/8/8/PP1P2PP/R1K4R b'

# From any files: the king is played to its rook, or in words, and a record is replayed.
play c1g1 O-O-O quit :: chess960 --state '1rk3r1/6p1/1p6/8/8/8/6P1/1RK3R1 w KQkq - 0 1' --side both --save files.mrec
expect_status 0
run replay files.mrec
expect_status 0
expect_out '(2 actions)'
# Each game begins in the order of its seed; both games of a pair in the same, which PGN tells.
run show chess960
expect_out 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha'
run show chess960 --seed 2
expect_out 'brnkqbrn/pppppppp/8/8/8/8/PPPPPPPP/BRNKQBRN w GBgb'
run watch chess960 --engine random --seed 2 --save drawn.mrec
run replay drawn.mrec
expect_status 0
grep -q 'brnkqbrn/pppppppp/8/8/8/8/PPPPPPPP/BRNKQBRN w GBgb' drawn.mrec || fail 'no start in the record'
for openings in start 'random --plies 2'; do
  # shellcheck disable=SC2086 # words of options
  run match chess960 --engine name=a player=random --engine name=b player=random --games 4 \
    --openings $openings --seed 3 --pgn orders.pgn
  expect_status 0
  mapfile -t starts < <(sed -n 's/^\[FEN "\(.*\)"\]$/\1/p' orders.pgn)
  ((${#starts[@]} == 4)) && [[ ${starts[0]} == "${starts[1]}" && ${starts[2]} == "${starts[3]}" &&
    ${starts[0]} != "${starts[2]}" ]] || fail "$openings: ${starts[*]}"
  rm -f orders.pgn
done
for number in 0 7 518 959; do
  run watch chess960 --set startPosition=$number --engine random --seed "$number" --save game.mrec
  expect_status 0
  run replay game.mrec
  expect_status 0
  expect_no_err
done

finish
