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
  grep -qE '^Just now: .*(Black|Blue) |^    (Black|Blue) (moves|places)' seen ||
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
finish
