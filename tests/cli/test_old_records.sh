#!/usr/bin/env bash
# Records and games in PGN that version 0.1 wrote are read, verified and gone on with; what a newer
# version writes is refused by name.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
old=$SOURCE_DIR/tests/data/v0.1
cd "$work"

# expect_actions FILE N: it replays, and all that it claims holds.
expect_actions() {
  run replay "$old/$1"
  expect_status 0
  local plural=s
  (($2 != 1)) || plural=
  expect_out "verified: final state and hash agree ($2 action$plural)"
  [[ $err == '' ]] || fail "complaints about $1"
}
expect_actions chess.mrec 4
expect_out 'Black wins'
expect_actions chess-sets.mrec 2
expect_actions colorboundmost-resigned.mrec 0
expect_out 'White resigns: 0-1'
expect_actions borderline.mrec 32
expect_actions borderline-open.mrec 1
expect_actions warlord-turns.mrec 3
expect_actions warlord-hidden.mrec 33
expect_actions warlord-ended.mrec 84
expect_actions match-borderlands.mrec 16
for game in 1 2; do
  run replay "$old/borderlands.pgn" --game "$game"
  expect_status 0
  expect_out 'verified: the result agrees (16 actions)'
done

# They are gone on with, and what was hidden in the open is sealed from then on.
run play --resume "$old/chess-sets.mrec" --save chess.mrec < <(printf '%s\n' d2d4 quit)
expect_status 0
grep -qF '[Marcher "1"]' chess.mrec || fail 'a plain record says another format than it needs'
run play --resume "$old/warlord-hidden.mrec" --save hidden.mrec < <(printf '%s\n' 'l a9' quit)
expect_status 0
expect_out 'What is hidden is sealed; its key is '
grep -qF '[Marcher "2"]' hidden.mrec || fail 'a sealed record says another format than it needs'
grep -q 'I@g4' hidden.mrec && fail 'what was hidden is still in the open'
run replay hidden.mrec
expect_status 0
expect_out '(34 actions)'

# Of a newer version nothing is guessed.
sed 's/^\[Marcher "1"\]/[Marcher "4"]/' "$old/chess.mrec" >newer.mrec
for command in 'replay' 'play --resume'; do
  read -ra words <<<"$command"
  run "${words[@]}" newer.mrec </dev/null
  expect_status 1
  expect_err 'newer.mrec:1:10: the record was written by a newer Marcher (format 4); this one reads formats up to 3'
done
finish
