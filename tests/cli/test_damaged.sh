#!/usr/bin/env bash
# Damaged records: what is read past, what is salvaged, and what people are told of it.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"
old=$SOURCE_DIR/tests/data/v0.1

# A tag that cannot be read is read past: the game is proven by its end.
sed 's/^\[Result "0-1"\]/[Result "0-1x]/; s/^\[Player "White"/[Player \x01White"/' "$old/chess.mrec" >tag.mrec
run replay tag.mrec
expect_status 0
expect_err 'tag.mrec:7:9: the quote is not closed on its line; it was read past'
expect_out 'damaged, but whole: 4 actions lead to the position that the record claims'
run replay --verify tag.mrec
expect_status 1
expect_err 'a damaged record is not verified'

# An action is mended where one alone ends as the record says, and only for one who asks.
sed 's/g2g4 d8h4/g2g4 d8h5/' "$old/chess.mrec" >action.mrec
run replay action.mrec
expect_status 1
expect_err "'marcher replay --salvage action.mrec' shows what can be kept of it"
run replay --salvage action.mrec
expect_status 0
expect_err "salvaged: the whole game; 'd8h4' as action 4 differs by a byte from what stood there"

# What is gone on with goes to a file of its own.
cp action.mrec before.mrec
run play --resume action.mrec --salvage < <(printf 'quit\n')
expect_status 0
cmp -s action.mrec before.mrec || fail 'the damaged record was written over'

# Where nothing proves the rest, the actions before the damage are kept.
sed 's/ g2g4 d8h4/ zzzz d8h4/' "$old/chess.mrec" >part.mrec
run replay --salvage part.mrec
expect_status 0
expect_err 'salvaged: the first 2 actions; nothing proves them, or that no more were played'

# The end of the line of the last tag has become a letter.
sed -z 's/2f"\]\n/2f"]x/' "$old/chess.mrec" >line.mrec
run replay line.mrec
expect_status 0
expect_err 'line.mrec:11:26: a letter stands where a line ended; it was read past'
expect_out 'damaged, but whole: 4 actions lead to the position that the record claims'

# A brace is mended wherever it can have stood, a start where one alone leads to the end.
sed 's/g2g4 d8h4/{bad( g2g4 d8h4/' "$old/chess.mrec" >brace.mrec
run replay brace.mrec
expect_status 1
run replay --salvage brace.mrec
expect_status 0
expect_err "salvaged: the whole game; a comment had lost a brace"
"$MARCHER" play chess --side both --state '7k/8/8/8/8/8/R7/K7 w - - 0 1' --save start.mrec \
  < <(printf 'a2b2\nh8g8\nquit\n') >/dev/null
sed 's/^\[Start "7k/[Start "6k/' start.mrec >other.mrec
run replay --salvage other.mrec
expect_status 0
expect_err "salvaged: the whole game; the start '7k/8/8/8/8/8/R7/K7 w - - 0 1' differs by a byte from what stood there"

# A game that there is not: its nearest name, and where it was asked for.
sed 's/"chess"/"chesz"/' "$old/chess.mrec" >name.mrec
run replay --salvage name.mrec
expect_status 1
expect_err "unknown game 'chesz'; did you mean 'chess'?"
expect_err 'so says the tag Game of name.mrec; a game of a file of yours needs --rules FILE'

run play chess --salvage
expect_status 2
expect_err '--salvage is about the record of --resume'
finish
