#!/usr/bin/env bash
# What `play` answers to somebody who has never heard of a game: what pieces can do, hints, the level,
# reviews, how to end a turn, words that are nothing.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

lands=(borderlands --seed 7)
line=(warlord-battle-line --seed 7 --nodes 60)

# ---- the actions of a kind of piece ----

play 'moves elephant' 'm E' 'Elephant?' quit :: "${lands[@]}"
expect_status 0
expect_no_err
expect_out '4 legal actions:
  c2a2  c2d2  g2f2  g2i2'
[[ $(grep -c '4 legal actions:' <<<"$out") == 3 ]] || fail 'a name, a letter and a question mark are the same'
expect_out '|@E |'
# A leader is one of any level; a whole name is one kind.
play 'moves leader' 'moves leader of level 2' quit :: warlord-test-of-wills \
  --set deployment=fixed --side both --seed 7
expect_out 'leader:
'
[[ $(sed -n 's/^\([0-9]*\) legal actions.*/\1/p' out | uniq | wc -l) == 2 ]] || fail 'leaders of level 1 alone'
play 'moves chief' 'm lion' 'm rook' 'm i9' 'moves' quit :: "${lands[@]}"
expect_out 'b2b1  b2a2  b2d2  h2h1  h2f2  h2i2'
expect_out "Nothing here is called 'rook'."
expect_out 'i9: nothing stands there. Nothing can go there now.'
# From the hand and from the board, of either name.
play 'm 424' 'm P' quit :: borderline --seed 3 --nodes 20
expect_out '424@a0  424@b0  424@c0  424@d0  424@e0  424@f0'
expect_out "Nothing here is called 'P'."
play 'm p' quit :: crazyhouse --seed 1 --nodes 20 \
  --state 'rnbqkbnr/8/8/8/8/8/P7/RNBQKBNR[P] w KQkq - 0 1'
expect_out 'a2a4'
expect_out 'P@c3'
play 'm infantry' 'm rook' quit :: "${line[@]}"
expect_out '64 legal actions:'
expect_out "Nothing here is called 'rook'."
# One that is there and cannot act.
play 'm king' quit :: chess --seed 1 --nodes 20
expect_out 'White has no King that can act now.'

# ---- what is picked stays marked, and so do those that can come ----

play 'd4?' d4 flip quit :: "${lands[@]}"
expect_out '@L'
[[ $(grep -c '@L' <<<"$out") == 3 ]] || fail 'a square is marked with all that can go there, thrice'
play e2 board '' board quit :: chess --seed 1 --nodes 20
[[ $(grep -c '@P' <<<"$out") == 2 ]] || fail 'a board that is drawn again keeps the mark until it is let go'

# ---- hints are good ones, whatever the opponent is ----

# A text that may be broken at blanks.
expect_words() {
  [[ $(tr '\n' ' ' <<<"$out" | tr -s ' ') == *"$1"* ]] || fail "expected in the output: $1"
}

hints() {
  grep -A3 'I would play' <<<"$out" | sed '/>/,$d'
}
few=(chess --seed 3 --state '4k3/2p2p2/8/8/8/8/P1P5/4K3 w - - 0 1')
play hint quit :: "${few[@]}" --level 1
weak=$(hints)
play hint quit :: "${few[@]}" --level 6
[[ $weak == "$(hints)" ]] || fail 'a hint is the same at every level'
play 'level 1' hint level quit :: "${few[@]}" --engine random
[[ $weak == "$(hints)" ]] || fail 'and against every opponent'
expect_out '  1: a beginner who often slips (now)'
# A mate in two that a beginner does not see.
play do 'do' quit :: chess --seed 1 --level 1 --state '7k/8/8/8/8/8/R7/1R5K w - - 0 1'
expect_out 'White wins'

# A game goes on as it was left: the level is the opponent's, and advice that of one who never left.
play e4e5 hint quit :: "${lands[@]}" --level 1 --save left.mrec
expect_file left.mrec
advice=$(hints)
run play --resume left.mrec < <(printf '%s\n' level hint quit)
expect_out '  1: a beginner who often slips (now)'
[[ $advice == "$(hints)" ]] || fail 'a hint does not change by leaving the game'
run play --resume left.mrec --level 3 < <(printf '%s\n' level quit)
expect_out '  3: plays quickly and sees what is near (now)'
play level quit :: chess --seed 1 --side both
expect_out 'The computer plays nobody here, so it has no level.'
play level quit :: chess --seed 1 --side white --player 'black=level:2' --level 7
expect_out '  2: a beginner who sometimes slips (now)'

# ---- reviews ----

play f2f3 e7e5 g2g4 d8h4 review quit :: chess --seed 5 --side both --save fool.mrec
expect_out "at which the game turned, numbered as in 'list':"
expect_out '3. White plays g2g4'
told=$(sed -n '/numbered as/,/^over>/p' <<<"$out" | sed '1d;$d')
run lab review fool.mrec
expect_status 0
[[ $(sed -n '2,/^$/p' <<<"$out" | grep -F "$(head -n 1 <<<"$told")") ]] || fail 'the lab judges alike'
# What was decided by nobody is no turn of the game: a forced reply is not named.
play e2e4 f7f5 d1h5 g7g6 h5g6 h7g6 resign review quit :: chess --seed 5 --side both --nodes 3000
expect_out '5. White plays h5g6'
reject_out '4. Black plays g7g6: '
reject_out '6. Black plays h7g6: '

# ---- turns of several actions, and words that are none ----

play a4-a5 'done' 'help end' end quit :: "${line[@]}"
expect_out "'.' ends the turn; 25 pieces can still act, 'undo' takes the last one back."
expect_out "There is no 'done'; '.' ends the turn."
expect_out "'.' is an action, end turn: type '.' or 'end' to play it."
expect_out '2. White plays .'
play asdf 'resing' 'e9z' 'help xyz' 'help hnt' 'help moves' 'help undo' quit :: "${lands[@]}"
expect_out "There is no 'asdf': no command, square or piece is called so."
expect_out "There is no 'resing'; did you mean 'resign'?"
reject_out 'expected the rank'
expect_out "There is no command 'xyz'."
expect_out "There is no command 'hnt'; did you mean 'hint'?"
expect_out "'moves knight', or its letter, those of every"
[[ $(grep -c 'Type an action, such as' <<<"$out") == 1 ]] || fail 'help of nothing is not the whole help'
[[ $(awk 'length > 80' <<<"$out" | grep -vc 'marcher play --resume\|^Saved as') == 0 ]] ||
  fail 'nothing is wider than the terminal'

# ---- back by several moves ----

play e2e4 e7e5 g1f3 b8c6 'undo 3' list 'undo 9' 'undo x' quit :: chess --seed 1 --side both
expect_out '1. White: e2e4'
reject_out '2. Black: e7e5'
[[ $(grep -c 'So much cannot be taken back' <<<"$out") == 2 ]] || fail 'more than there was, and a word'
play e2e4 g1f3 'undo 2' list quit :: chess --seed 1 --nodes 20
expect_out 'Nothing has been played yet.'

# ---- the end ----

play resign what foo quit :: chess --seed 1 --side both
expect_out "'review' shows where it turned, 'new' plays again, 'save' keeps it, 'undo' goes"
expect_out "The game is over; there is no 'foo' any more."
play resign 'export one.xyz' quit :: chess --seed 1
expect_out "'one.xyz' does not say in which format: .pgn and .mrec are the game, .svg and
  .fen the board as it stands."

# ---- pieces of pips, dice, hands ----

play goal 'what dice' next quit :: borderline --seed 7 --nodes 20
expect_words 'Its name has a figure for each of its rows, from the top: 4, 2 and 1'
expect_words 'A piece is a pattern of pips, in the colour or by the first letter of its owner: R'
expect_out 'BD-10  In a duel both sides roll one 6-sided die.'
expect_out "'moves' lists what can be done with those in"
play quit :: warlord-test-of-wills --seed 9 --nodes 20
expect_words "'auto' sets up all that is left for you."

# ---- advice in words: what moves, what numbers mean, no pawns where there are none ----

play hint why quit :: "${lands[@]}" --nodes 300
expect_out 'I would play i3i5 (Falcon from i3 to i5). White expects to score'
expect_out "'do' plays it."
expect_out '(expects: how much of the point it could bring;'
reject_out 'pawns'
play hint quit :: warlord-battle-line --seed 7 --nodes 300
expect_words 'the aim: to take the leader on '
expect_words ' groups of units, as strong as '

# ---- what is hidden stays so ----

# Advice follows from what its player knows: it is the same whatever the other has set up unseen.
wills=(warlord-test-of-wills --seed 9 --nodes 60 --side both)
play auto commit hint quit :: "${wills[@]}"
known=$(hints)
army=$(grep -c . <<<"$known")
play 'L@b1' auto commit hint quit :: "${wills[@]}"
[[ $army -gt 0 && $known == "$(hints)" ]] || fail 'a hint gives the other set-up away'

# ---- pages ----

run rules borderlands
expect_out 'two squares orthogonally, all without'
expect_out "A movement is written in Betza's notation;"
[[ $(grep -n '^End$' <<<"$out" | cut -d: -f1) -lt $(grep -n '^Pieces$' <<<"$out" | cut -d: -f1) ]] ||
  fail 'what wins comes before the diagrams'

finish
