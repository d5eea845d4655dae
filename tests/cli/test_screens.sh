#!/usr/bin/env bash
# Every family on a terminal of 80 columns and 24 lines, with and without colours and Unicode: after
# a move of either side the board, from its first rank to its last, what has just happened, who is
# to move and the prompt are seen together. Boards and hands that the catalogue lacks, too.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/tmux.sh"
cd "$work"

cat >big.ini <<'END'
[big]
family = fairy
title = Big
maxFile = 12
maxRank = 12
king = k
rook = r
bishop = b
knight = n
queen = q
pawn = p
customPiece1 = a:W
customPiece2 = c:F
customPiece3 = d:D
customPiece4 = e:A
customPiece5 = f:WD
customPiece6 = g:FA
customPiece7 = h:WA
customPiece8 = i:FD
customPiece9 = j:N2
customPiece10 = l:W2
pieceDrops = true
castling = false
startFen = rnbqkacdefgh/pppppppppppp/12/12/12/12/12/12/12/12/PPPPPPPPPPPP/RNBQKACDEFGH[AABCDEFGHIJLNPQRaabcdefghijlnpqr] w - - 0 1
dropRegionWhite = *1 *2 *3 *4
dropRegionBlack = *9 *10 *11 *12
END

terminal 80 24

# ends_in REGEX: waits until the last line on the screen is like that.
ends_in() {
  local tries
  for ((tries = 0; tries < 600; tries++)); do
    if screen | grep . | tail -n 1 | grep -qE -- "$1"; then
      return 0
    fi
    sleep 0.1
  done
  fail "the screen never ends in: $1"
}

# all_seen STYLE ARGUMENTS FIRST LAST MOVE: plays MOVE in a game whose rows are named FIRST to LAST.
all_seen() {
  local style=$1 arguments=$2 first=$3 last=$4 move=$5
  keys "clear; $style \"\$MARCHER\" play $arguments --nodes 20" Enter
  ends_in '^(Red|White)>$'
  keys "$move" Enter
  see 'last move'
  ends_in '^(Red|White)>$'
  screen >seen
  grep -qE '^Just now: .*(Black|Blue) |^    (Black|Blue)(.s .* goes| places)' seen ||
    fail "$arguments ($style): what has happened is not said"
  grep -qE "^ *$first .* $first\b" seen || fail "$arguments ($style): row $first has scrolled away"
  grep -qE "^ *$last .* $last\b" seen || fail "$arguments ($style): row $last is not seen"
  grep -q 'to move: ' seen || fail "$arguments ($style): nobody is said to move"
  [[ $(grep . seen | tail -n 1) == *'>' ]] || fail "$arguments ($style): there is no prompt"
  [[ $(wc -L <seen) -le 80 ]] || fail "$arguments ($style): a line is too wide"
  keys quit Enter
  ends_in '^ready:$'
}

for style in 'env' 'env NO_COLOR=1' 'env ASCII=1'; do
  ascii=
  [[ $style == *ASCII* ]] && ascii=' --ascii --color never'
  all_seen "$style" "borderline --seed 7$ascii" 0 7 121@d0
  all_seen "$style" "borderlands --seed 7$ascii" 10 1 b3b5
  all_seen "$style" "big --rules big.ini --seed 7$ascii" 12 1 a2a3
done
all_seen 'env NO_COLOR=1' 'battle-of-ideologies --seed 7' 9 1 e2e4
all_seen 'env NO_COLOR=1' 'shogi --seed 7' 9 1 c3c4

# --- who has played what, on a screen that is full ----------------------------------------------

# begin ARGUMENTS: a game at level 1.
begin() {
  keys "clear; NO_COLOR=1 \"\$MARCHER\" play $1 --level 1" Enter
  ends_in '^(Red|White|Black)>$'
}

# A map of twelve rows leaves few lines: what was played is told before what is expected of it.
begin 'warlord-clash-of-arms --seed 4'
keys do Enter
see 'turn: 2'
ends_in '^White>$'
screen >seen
tr '\n' ' ' <seen | tr -s ' ' | grep ' Just now: White plays .* Black plays .*; infantry ' >/dev/null || fail 'a turn of orders is not told'
[[ $(grep -c '^12 .* 12$' seen) == 1 ]] || fail 'the first row has scrolled away'
keys hint Enter
see "'do' plays all of it"
screen >seen
grep -qF '. (end turn). Plan: ' seen || fail 'the end of the turn runs into the next sentence'
grep -q 'White expects' seen || fail 'nobody expects'
keys quit Enter
ends_in '^ready:$'

# What was taken comes where it happened, not before what was played.
begin "warlord-clash-of-arms --state '16/16/16/16/16/5l10/16/5I10/5H10/5L10/l15/16 w 0 5' --seed 4"
keys 'f4xf7; .' Enter
see 'turn: 6'
ends_in '^White>$'
screen | tr '\n' ' ' | tr -s ' ' >seen
grep -qE 'Just now: White plays heavy cavalry f4xf7\. White captures [^.]*\. Black plays ' seen ||
  fail 'what happened is not told in its order'
keys quit Enter
ends_in '^ready:$'

# What the computer has begun with is told with all that a first board says.
begin 'nearly-colorboundmost --side black --seed 5'
screen >seen
grep -q "^Just now: White's .* goes from " seen || fail 'the first move is not told'
grep -q '^8 .* 8$' seen || fail 'the first row has scrolled away'
keys quit Enter
ends_in '^ready:$'

# Two estimates of a turn say of which move they are, and what cannot act says why.
begin 'colorboundmost --seed 3'
keys e2 Enter
see 'There is nothing to be done with it now: e2 is a light'
keys e1 Enter
see 'White e1>'
keys g1 Enter
see 'White g1>'
keys Enter
keys d2e3 Enter
see 'turn: 2'
ends_in '^White>$'
screen >seen
[[ $(grep -cE '^    [a-h][1-8][a-h][1-8]: Black is ' seen) == 2 ]] ||
  fail 'of two estimates nothing says which is whose'
keys quit Enter
ends_in '^ready:$'

# A game that is over: its whole board, how it ended, and squares that can still be asked about.
begin 'chess --side both --seed 1'
keys 'f2f3; e7e5' Enter
keys f2f3 Enter
see 'to move: Black'
keys e7e5 Enter
see 'move: 2'
keys g2g4 Enter
see 'g2g4'
keys d8h4 Enter
see 'Black wins'
ends_in '^over>$'
screen >seen
grep -q '^8 .* 8$' seen || fail 'the first row has scrolled away'
grep -q "^'review' shows" seen || fail 'what is left to do is not told'
keys h4 Enter
see "h4: Black's Queen (q)"
keys 'export end.fen' Enter
see 'Written to end.fen: the position'
keys quit Enter
ends_in '^ready:$'

# Long lines about a definition are broken at blanks.
printf '[x]\nfamily = chesslike\n' >x.ini
keys 'clear; "$MARCHER" check x.ini' Enter
see 'x.ini: 1 error'
screen | tr '\n' ' ' | tr -s ' ' | grep -qF 'the families are:' || fail 'a complaint breaks within a word'
finish
