#!/usr/bin/env bash
# Files of definitions: those of other programs as they are shipped, what is skipped of them and why,
# and whose mistake it is when a child does not fit what it inherits.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

# Nothing to be wrong is not a game.
printf "# a remark\n" >none.ini
run check none.ini
expect_status 1
expect_err 'no game is defined here; a definition begins with its name in brackets'
rm none.ini
cp "$SOURCE_DIR/tests/data/dialect.ini" dialect.ini

# --- regions by default, on seven ranks --------------------------------------------------------

printf '%s\n' '[seven]' 'family = fairy' 'maxFile = 4' 'maxRank = 7' 'king = k' 'pawn = p' 'rook = r' \
  'castling = false' 'startFen = rkrr/pppp/4/4/4/PPPP/RKRR w - - 0 1' >seven.ini
run check seven.ini
expect_status 0
expect_out 'seven.ini: ok, 1 game, 2 warnings'
expect_err "seven.ini:4:1: warning: White's Pawn promotes on no square, Black's on *1: 'promotionRegionWhite' is not set"
expect_err '= write promotionRegionWhite = *7, or promotionRegionWhite = - if it is meant so'
expect_err '= write doubleStepRegionBlack = *6, or doubleStepRegionBlack = *7 if it is meant so'
printf '%s\n' 'promotionRegionWhite = *7' 'doubleStepRegionBlack = *6' >>seven.ini
run check seven.ini
expect_out 'seven.ini: ok, 1 game'
reject_out 'warning'
rm seven.ini

# --- one game ------------------------------------------------------------------------------------

printf '%s\n' '[good:chess]' 'summary = x' '[bad:chess]' 'rook = r:W' '[odd:chess]' 'twoBoards = true' >some.ini
run check --rules some.ini good
expect_status 0
expect_out 'good: ok, 1 game'
expect_no_err
run check --rules some.ini bad good
expect_status 1
expect_err "some.ini:4:8: error: 'rook' is 'r:W'"
expect_out 'bad: 1 error'
expect_out 'good: ok, 1 game'
run check --rules some.ini odd
expect_status 1
expect_err "some.ini:6:1: error: 'twoBoards' is not supported"
run check chess --set rook=7
expect_status 1
expect_err "'rook' is '7'"
run check --json --rules some.ini good
expect_out '{"file": "some.ini", "ok": true, "games": ["good"], "heirs": []'
run check --json chess
expect_out '{"file": "chess", "ok": true, "games": ["chess"]'
# A file of that name is the file.
cp some.ini good
run check --rules some.ini good
expect_status 1
rm some.ini good

# --- a file of another program -----------------------------------------------------------------

run check dialect.ini
expect_status 0
expect_out 'dialect.ini: ok, 4 games, 8 skipped, 3 warnings'
expect_err "dialect.ini:32:1: warning: 'castling' is set already; this value counts, and the one before"
expect_err "dialect.ini:29:1: note: the 'castling' before is here"
expect_err "dialect.ini:34:1: warning: 'promotionPieceTypes' is set already"
expect_err "dialect.ini:71:36: warning: the rights to castle 'KQkq' mean nothing without castling"
[[ $err != *error* ]] || fail 'a file that can be used has errors'
[[ $(grep -c 'is skipped: ' "$work/out") == 8 ]] || fail 'not each that is skipped is told'
expect_out "dialect.ini:15: [stones-and-drops] is skipped: 'twoBoards' is not supported: a game has"
expect_out "dialect.ini:18: [passed-on] is skipped: the game 'bughouse' is not supported: it is played on"
expect_out "dialect.ini:42: [lines] is skipped: 'twoBoards' is not supported: a game has one board (and 1 more)"
expect_out "dialect.ini:43: [lines-too] is skipped: 'dropOnTop' is not supported"
expect_out "[river-people] is skipped: the game 'koedem' is not supported"
expect_out "[blocked] is skipped: 'twoBoards' is not supported"

run check --strict dialect.ini
expect_status 1
run check --json dialect.ini
expect_status 0
expect_no_err
expect_out '"ok": true, "games": ["sidestep", "leaves-no-thanks", "twice", "bare"], "heirs": []'
expect_out '"skipped": [{"game": "stones-and-drops", "diagnostics": [{"severity": "error", "status": "unsupported"'

run games --rules dialect.ini
expect_status 0
[[ $(sed -n '/^From dialect.ini/,$p' "$work/out" | grep -o '^  [^ ]\+' | tr -d '\n') == \
  '  sidestep  leaves-no-thanks  twice  bare' ]] || fail 'not those that can be played are listed'
expect_out '  twice '
expect_out 'twice, 6x6'
reject_out 'Los Alamos Chess, 6x6. Chess on 36 squares without bishops, as a computer played it in 1956.
  twice'
expect_err "marcher: dialect.ini has warnings: 'marcher check dialect.ini' shows them"
expect_err "marcher: 8 more need what Marcher does not support: 'marcher check dialect.ini' says what"

# Those that can be played are, with the values that count.
run moves twice --rules dialect.ini --state '6/P5/6/2k3/6/4K1 w - - 0 1'
expect_status 0
for move in a5a6q a5a6r a5a6n; do
  expect_out "$move"
done
run show leaves-no-thanks --rules dialect.ini
expect_status 0
run watch bare --rules dialect.ini --engine random --seed 3
expect_status 0

# Those that cannot are refused with the reason, when they are asked for by name.
for name in stones-and-drops lines-too river-people; do
  run play "$name" --rules dialect.ini </dev/null
  expect_status 1
  expect_err 'is not supported: '
done
run play stones-and-drops --rules dialect.ini </dev/null
expect_err "dialect.ini:15:1: error: 'twoBoards' is not supported: a game has one board"
run show bughouse
expect_status 1
expect_err "marcher: the game 'bughouse' is not supported: it is played on two boards"

printf 'setoption name VariantPath value dialect.ini\nsetoption name UCI_Variant value twice\nposition startpos\nisready\nsetoption name UCI_Variant value passed-on\nisready\nposition startpos\nisready\nquit\n' >uci.txt
run uci <uci.txt
expect_status 0
expect_out 'VariantPath: variants of the file: sidestep, '
expect_out 'info string variant twice files 6 ranks 6'
expect_out "the game 'bughouse' is not supported"

# Fairy-Stockfish's own file, where FAIRY_VARIANTS says where it lies: it is read as it is shipped.
if [[ -n ${FAIRY_VARIANTS:-} ]]; then
  run check "$FAIRY_VARIANTS"
  expect_status 0
  expect_out "$FAIRY_VARIANTS: ok, "
  [[ $err != *error* ]] || fail 'the shipped file has errors'
fi

# A file of which nothing can be played is refused, and a mistake is one beside what is skipped.
printf '[a:chess]\ntwoBoards = true\n[b:chess]\nduckling = 1\n' >none.ini
run check none.ini
expect_status 1
expect_err "none.ini:4:1: error: there is no key named 'duckling'"
expect_out 'none.ini: 2 errors'
sed -i '/duckling/d' none.ini
run check none.ini
expect_status 0
expect_out 'none.ini: ok, 1 game, 1 skipped'
sed -i '/\[b/d' none.ini
run check none.ini
expect_status 1
expect_err "none.ini:2:1: error: 'twoBoards' is not supported: a game has one board"
expect_out 'none.ini: 1 error'

# All faults of a file are told at once, those of definitions that cannot be read and of the others;
# what builds upon the former is not blamed.
printf '%s\n' '[good:chess]' 'pieces = x' '[bad:chess' 'foo = 1' '[kid:bad]' 'colunms = 7' \
  '[kid2:kid]' 'colunms = 7' '[bad2:chess]' 'foo' '[late:borderline]' 'colunms = 7' >several.ini
run check several.ini
expect_status 1
expect_out 'several.ini: 4 errors'
for text in "3:11: error: expected ']'" "10:1: error: expected 'key = value'" \
  "2:1: error: there is no key named 'pieces'" "12:1: error: there is no key named 'colunms'"; do
  expect_err "several.ini:$text"
done
reject_out 'skipped'
printf '[c:chess]\n[a:chess]\ntwoBoards = true\n' >play.ini
run check --play play.ini --games 5
expect_status 0
expect_out 'c: the laws are kept'
expect_out '[a] is skipped'

# --- parents -----------------------------------------------------------------------------------

printf '[mine:ches]\n[yours:mine]\n[other:gyoza]\n' >orphan.ini
run check orphan.ini
expect_status 1
expect_err "orphan.ini:1:7: error: there is no definition named 'ches'"
expect_err "did you mean 'chess'?"
expect_err 'definitions could be its parent; the nearest by name: chess'
expect_err "orphan.ini:3:8: error: there is no definition named 'gyoza'"
expect_err 'definitions could be its parent, and none has a name like it'
expect_out 'orphan.ini: 2 errors'
{
  for ((i = 0; i < 40; i++)); do
    printf '[g%d:g%d]\n' "$i" $((i + 1))
  done
  printf '[g40:chess]\n'
} >deep.ini
run check deep.ini
expect_status 1
expect_err "deep.ini:33:6: error: 'g0' has more than 32 parents above it"

# --- whose mistake it is -----------------------------------------------------------------------

cat >child.ini <<'END'
[tiny:chess]
title = Tiny
maxFile = 6

[mid:tiny]
startFen = rnbqkb/pppppp/6/6/6/6/PPPPPP/RNBQKB w - - 0 1
maxRank = 8

[low:mid]
maxRank = 7

[fine:mid]
queen = -
amazon = q
END
run check child.ini
expect_status 1
expect_out 'child.ini: 2 errors'
expect_err "child.ini:3:11: error: 'maxFile' does not go with the 'startFen' of [chess]: "
expect_err "set 'startFen' anew, too"
expect_err "chess.ini:20:18: note: the 'startFen' of [chess] is here"
expect_err "child.ini:10:11: error: 'maxRank' does not go with the 'startFen' of [mid]: startFen: the board has only 7 ranks"
run show chess --set queen=-
expect_status 1
expect_err "--set queen=-: error: 'queen' does not go with the 'startFen' of [chess]: "
run show chess --set family=warlord
expect_status 1
expect_err "--set family=warlord: error: [chess] cannot be of the family 'warlord', which has no key '"
[[ $(grep -c error: err) == 1 ]] || fail 'one key tells that a game keeps its family'
run show warlord-two-countries --set teams=2
expect_status 1
expect_err "--set teams=2: error: 'teams' does not go with the 'reinforcements' of [warlord-two-countries]: "
# What is wrong in the parent alone stays the parent's.
printf '[p:chess]\nstartFen = 8/8/8/8/8/8/8/8 w - - 0 1\n[c:p]\ntitle = C\n' >parent.ini
run check parent.ini
expect_status 1
expect_err 'parent.ini:2:'
[[ $err != *'does not go with'* && $out == 'parent.ini: 1 error' ]] || fail 'the child was blamed'

# --- what is written -----------------------------------------------------------------------------

# Byte order marks, CR LF and tabs are no mistakes.
printf '\xef\xbb\xbf[tabs:chess]\r\ntitle\t=\tTabs\r\n\tmaxRank = 8\r\n' >tabs.ini
run check tabs.ini
expect_status 1
expect_err "tabs.ini:3:2: error: this indented line continues nothing; 'title' has its value already"
printf '\xef\xbb\xbf[tabs:chess]\r\ntitle\t=\tTabs\r\nmaxRank\t=\t8\r\n' >tabs.ini
run check tabs.ini
expect_status 0
# Keys of another family, and no family.
printf '[ford]\nturn_cap = levels\ncap = 6\npieces =\n  l . L\n' >ford.ini
run check ford.ini
expect_status 1
expect_err "ford.ini:1:1: error: [ford] names no family of rules, and 'turn_cap' is a key of the family warlord"
expect_err 'write family = warlord'
expect_out 'ford.ini: 1 error'
printf '[x]\npawn = p\nking = k\nrows = 8\n' >foreign.ini
run check foreign.ini
expect_status 1
expect_err "foreign.ini:4:1: error: there is no key named 'rows'"
expect_err "foreign.ini:4:1: note: 'rows' is a key of the family borderline; [x] is of the family fairy"

# Where the peer counts otherwise, that is said of who says so, not of who inherits it.
printf '[x:crazyhouse]\ncentaur = g\npromotedPieceType = p:g\npromotionLimit = g:%s\n[y:x]\n' 2 >limit.ini
run check limit.ini
expect_err "limit.ini:4:1: note: counts of positions will differ from Fairy-Stockfish's: it does not count where"
[[ $(grep -c 'counts of positions' "$work/err") == 1 ]] || fail 'it is said twice'
printf '[x:crazyhouse]\npromotionLimit = q:2\n' >limit.ini
run check limit.ini
[[ $err != *"counts of positions"* ]] || fail "it is said of what is no limit of pawns"
printf '[y]\nfamily = warlord\npieces =\n  l z L\n  . . .\n' >letter.ini
run check letter.ini
expect_err "letter.ini:4:5: error: pieces: 'z' means nothing here"
expect_err 'what may stand there: .CGHIKLNPQRSUVWX'
# What is wrong with a board is told before what depends on it.
for bad in 'zfbqkbfr/pppppppp/8/8/8/8' '"rnbqkbnr/pppppppp/8/8/8/8' 'rnbqkbnr/ppppppppp/8/8/8/8' 'rnbqkbnr/8/8/8/8'; do
  printf '[bad:chess]\nstartFen = %s/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n' "$bad" >bad.ini
  run check bad.ini
  expect_status 1
  expect_err ': error: startFen: '
  expect_out 'bad.ini: 1 error'
done
printf '[bad:chess]\npromotionPieceTypes = qr # no knights\n' >bad.ini
run check bad.ini
expect_err 'bad.ini:2:26: error: a comment stands on a line of its own, not behind a value'

# Keys, values, pieces and the board are told in one go: what a remedy is known for is read as if it
# had been right.
cat >many.ini <<'END'
[many]
maxFile = 9
king = k
pawn = p
rok = r
customPiece1 = w:mWcX
extinctionValue = lose
flagRegion = z9
promotionPieceTypes = rx
startFen = rwwkwwr1/ppppppppp/9/9/9/9/PPPPPPPPP/RWWKWWRR1 w - - 0 1
END
run check many.ini
expect_status 1
expect_err "many.ini:5:1: error: there is no key named 'rok'"
expect_err "many.ini:7:19: error: 'extinctionValue' is 'lose'"
expect_err "many.ini:6:21: error: the movement 'mWcX' cannot be read"
expect_err "many.ini:7:1: error: 'extinctionValue' needs extinctionPieceTypes"
expect_err "many.ini:8:14: error: 'z9' is not on the board"
expect_err "many.ini:9:24: error: 'promotionPieceTypes' names a piece 'x'"
expect_err 'many.ini:10:12: error: startFen: rank 8 has 8 squares, 9 are needed'
expect_err "did you mean 'rwwkwwr2'?"
expect_out 'many.ini: 7 errors'
# A letter that is no piece's is not mended by more squares.
sed -i 's/^rok/rook/; s/wcX/wcF/; s/lose/none/; s/z9/a8/; s/rx/r/; s/mWcX/mWcF/; s/rwwk/rvwk/' many.ini
run check many.ini
expect_err "many.ini:10:13: error: startFen: expected a piece (one of P R W K), found 'v'"
[[ $err != *'did you mean'* ]] || fail 'a remedy is proposed that remedies nothing'

# --- networks ------------------------------------------------------------------------------------

run check "$SOURCE_DIR/games/chess.network"
expect_status 0
expect_out 'chess.network: ok, 1 game'
run check "$SOURCE_DIR/games/chess.network" --set stalemateValue=loss
expect_status 1
expect_err "chess.network: error: a network of 'chess' does not fit chess: "
sed 's/^game chess$/game cheddar/' "$SOURCE_DIR/games/chess.network" >other.network
run check other.network
expect_status 1
expect_err "other.network: error: the network is for 'cheddar', and there is no such game"
expect_err 'add its definition with --rules FILE'
head -c 20000 "$SOURCE_DIR/games/chess.network" >cut.network
run check cut.network
expect_status 1
expect_err 'cut.network: error: the network is damaged: it is shorter than its head says'
: >empty.network
run check empty.network
expect_err 'empty.network: error: this is no network, or its head is damaged'
expect_out 'empty.network: 1 error'

# One that lies beside a definition is found by its name, and named where it is damaged.
printf '[mine:chess]\nnMoveRule = 30\n' >mine.ini
sed 's/^game chess$/game mine/' "$SOURCE_DIR/games/chess.network" >mine.network
for words in 'check mine.ini' 'show mine --rules mine.ini'; do
  # shellcheck disable=SC2086 # words
  run $words
  expect_status 1
  expect_err 'mine.network: '
  expect_err 'the network is damaged: it has another sum than its head says; copy it anew'
done
cp "$SOURCE_DIR/games/borderlands.network" mine.network
run check mine.ini
expect_status 0
expect_err "mine.network: warning: a network of 'borderlands' does not fit mine: "
rm mine.network
finish
