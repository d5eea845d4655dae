#!/usr/bin/env bash
# Whole games on a terminal of 80 columns and 24 lines, key by key as somebody plays who sees nothing
# but the screen: one of each family, and one of a game that was made up for this test.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/tmux.sh"
cd "$work"

# begin ARGUMENT...: starts a game for two people at this terminal.
begin() {
  keys C-l
  keys "clear; \"\$MARCHER\" play $* --side both --nodes 50" Enter
}

# act PLAYER LINE...: lines that PLAYER types, the prompt of that player being there before each.
act() {
  local player=$1 line
  shift
  for line in "$@"; do
    see_prompt "$player"
    keys -l "$line"
    keys Enter
  done
}

# The last line of the screen is a prompt of PLAYER, perhaps with what is picked, and empty.
see_prompt() {
  local tries line
  for ((tries = 0; tries < 300; tries++)); do
    line=$(screen | grep . | tail -n 1)
    [[ ! $line =~ ^$1(\ [^\>]*)?\>\ *$ ]] || return 0
    sleep 0.1
  done
  screen | grep . >"$work/out"
  fail "no prompt of $1"
  return 1
}

# After the end: what it says, the list of moves, and the way out.
end_with() {
  see "$1"
  act over list
  see "$2"
  act over quit
  see 'ready: '
}

terminal 80 24

# --- the chess-like family: squares one after the other, then as they are written --------------

begin chess --seed 1
see 'Type an action, such as '
act White f2
see 'With f2 you can play:'
act 'White f2' f3
act Black e7e5
act White 'what g2'
see "g2: White's Pawn (P)."
act White g2-g4
act Black Qh4
end_with 'Black wins, 0-1' '4. Black: d8h4'

# --- Borderline: pieces of the hand, squares, dice ---------------------------------------------

begin borderline --set rows=3 --set columns=3 --seed 1
see 'Type an action, such as 124@a0'
act Red 124
see 'With 124 you can play:'
act 'Red 124' b0
act Blue 422 b2
act Red 'what b2' '421 b1'
for ((turn = 0; turn < 60; turn++)); do # the dice decide how long it takes
  see_prompt '(Red|Blue|over)'
  [[ $(screen | grep . | tail -n 1) != over* ]] || break
  keys do Enter
  sleep 0.1
done
act over 'board'
see 'over>'
screen -S - | grep -q 'wins, \|Draw' || fail 'the game of dice has no end'
act over quit
see 'ready: '

# --- the Warlord Games: orders, several in a line, the end of a turn ---------------------------

cat >skirmish.ini <<'END'
[skirmish]
family = warlord
title = Skirmish
summary = One leader each, and a cannon; who loses the leader has lost.
turn_cap = fixed
cap = 3
pieces =
  . . k . . .
  . i . i . .
  . . . . . .
  . . . . . .
  . I . I . .
  . C K . . .
END
begin skirmish --rules skirmish.ini --seed 1
see 'Type an action, such as '
act White next
see 'you can play:'
act White ''
act White 'b2-b3 d2d3' .
act Black 'b5-b4, d5d4' end
act White hint do
see_prompt Black
act Black resign
end_with 'Black resigns' 'Black: infantry b5-b4; infantry d5-d4; .'

# --- a game that nobody knows ------------------------------------------------------------------

cat >race.ini <<'END'
[the-race]
family = fairy
title = The Race
summary = A Runner that reaches the far rank has won; drummers may be dropped to stop it.
maxFile = 5
maxRank = 5
customPiece1 = r:K
customPiece2 = d:W
pieceNames = r:Runner d:Drummer
startFen = d1r1d/5/5/5/D1R1D[Dd] w - - 0 1
pieceDrops = true
flagPiece = r
flagRegionWhite = *5
flagRegionBlack = *1
END
begin the-race --rules race.ini --seed 1
see 'Type an action, such as '
act White 'what runner'
see 'How it goes: Steps one square in any direction.'
act White c1 b2
act Black 'Drummer'
see 'With Drummer you can play:'
act 'Black Drummer' a4
act White b2b3
act Black c5d4
act White b3-b4
act Black d4d3
act White b4b5
end_with 'White wins, 1-0' '7. White: b4b5'

# --- strangers ---------------------------------------------------------------------------------------
# Keys of somebody who sat down before these games for the first time, against the computer. What the
# screen says in between may change: asked for are a prompt, the end, and that it is told with its rule.

# prompted: any prompt, and nothing typed behind it yet.
prompted() {
  local tries
  for ((tries = 0; tries < 300; tries++)); do
    [[ ! $(screen | grep . | tail -n 1) =~ \>\ *$ ]] || return 0
    sleep 0.1
  done
  screen | grep . >"$work/out"
  fail 'no prompt'
  return 1
}

# types LINE...: each when there is a prompt.
types() {
  local line
  for line in "$@"; do
    prompted
    keys -l "$line"
    keys Enter
  done
}

# to_the_end: 'do' again and again, ten times in one breath, until the game is over.
to_the_end() {
  local turn
  for ((turn = 0; turn < 40; turn++)); do
    prompted
    [[ $(screen | grep . | tail -n 1) != over* ]] || break
    keys do Enter do Enter do Enter do Enter do Enter do Enter do Enter do Enter do Enter do Enter
    sleep 0.3
  done
  screen -S - | tr -s ' \n' ' ' | grep -qE "(wins, (1-0|0-1)|draw, 1/2-1/2) \([A-Z]{2}-[0-9]+" ||
    fail 'the end is not told with its rule'
  types quit
  see 'ready: '
}

cat >mine.ini <<'END'
# a race of kings
[tinywar:gardner]
maxFile = 4
maxRank = 6
customPiece1 = j:NmW
pieceNames = j:Jumper
promotionPieceTypes = r
promotionRegionWhite = *6
promotionRegionBlack = *1
startFen = rjkr/pppp/4/4/PPPP/RJKR w - - 0 1
flagPiece = k
flagRegionWhite = *6
flagRegionBlack = *1
END
keys 'clear; "$MARCHER" play tinywar --rules mine.ini --seed 7 --level 1' Enter
types b1 b1c3 'what jumper' hint c3b1 d2d3 a2a3
to_the_end
keys 'clear; "$MARCHER" play borderline --seed 7 --level 1' Enter
types goal do 'what duel' next
to_the_end
keys 'clear; "$MARCHER" play warlord-battle-line --seed 7 --level 1' Enter
types a4 a5 hint .
to_the_end

# A turn of two moves; a side that runs for another goal; armies that are set up unseen.
if [[ $SLOW != yes ]]; then
  keys 'clear; "$MARCHER" play colorboundmost --seed 5 --level 1' Enter
  types e2e4
  see 'e2 is a light square, and White owes no move on these now;'
  types d2c3 c1e3 g2f3
  see 'Just now: White'
  to_the_end
fi
keys 'clear; "$MARCHER" play battle-of-ideologies --seed 2 --level 1' Enter
types e2e4 Nc3 e8 'what kirin' goal
see 'Black also wins so: Black wins when a Kirin stands on rank 1. (BI-16)'
types resign q
see 'ready: '
keys 'clear; "$MARCHER" play warlord-border-war --seed 3 --level 1' Enter
types L auto 'what #' commit b4 b5
see "'.' ends the turn;"
types 'end turn' b5-b9
see 'it may go to'
types resign
see 'White resigns'
types q
see 'ready: '

# From the lobby, and giving up.
keys 'clear; "$MARCHER" --rules mine.ini' Enter
types tinywar 'level 2' 'seed 7' 1 a2a3 resign list q back q
see 'ready: '
finish
