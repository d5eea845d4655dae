#!/usr/bin/env bash
# `play` where armies are set up in secret: by moving pieces, from a file, by the computer; neither
# side sees the other's before both stand; what has been revealed cannot be taken back.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

wills=(warlord-test-of-wills --seed 9 --nodes 60)

# rows FIRST LAST FILE: what stands on these ranks of the pictures that were drawn.
rows() {
  local rank
  for ((rank = $1; rank <= $2; rank++)); do
    grep -E "^ ?$rank [ |]" "$3" || true
  done
}

flat() {
  out=$(tr -s '\n ' ' ' <"$work/out")
}

# --- piece by piece ----------------------------------------------------------------------------

play 'place L c2' 'a1 H' 'K@d2' 'I b4' 'help all' quit :: "${wills[@]}"
expect_status 0
expect_no_err
expect_out 'deployed: 4 of 32'
expect_out 'leaders: 2 of 8'
expect_out "White's to be deployed (28):   L x2 leader of level 1"
expect_out $'\nA (a1-d4): 2/2 leaders, 2/6 others\n'
expect_out $'\nB (e1-h4): 0/2 leaders, 0/6 others\n'
grep -v mrec out | awk 'length > 80 { exit 1 }' || fail 'help and all below the board fit 80 columns'
for command in place remove move auto deploy commit; do
  expect_out $'\n'"  $command"
done
reject_out 'This turn:'
play 'L c2' 'move c2 d3' 'move d3 c9' 'move a1 b1' move 'move c2' 'remove d3' 'remove d3' remove \
  quit :: "${wills[@]}"
expect_out $'\n 3  .  .  . >L '
expect_out "What stands on d3 cannot go to 'c9': c9 is outside"
expect_out "You have set up nothing on 'a1'."
expect_out 'move needs two squares.'
expect_out "You have set up nothing on 'd3'."
expect_out 'remove needs the square'
tail -n 5 out | grep -q 'Saved' && fail 'a game in which nothing stands is not worth a file'
play 'L c2' 'move c2-d3' 'move d3 - d4' 'move d4 -' quit :: "${wills[@]}"
expect_out $'\n 3  .  .  . >L '
expect_out $'\n 4  .  .  . >L '
[[ $(grep -c '^move needs two squares' out) == 1 ]] || fail 'squares may have a dash between them'
play 'L c2' 'K c3' 'I c4' undo 'undo 2' quit :: "${wills[@]}"
expect_out 'deployed: 3 of 32'
tail -n 13 out | grep -q '^deployed: 1 of 32' || fail 'undo 2 keeps the first'
play 'L a1; K b2; I c3' 'L a4; K a9' 'L a4; X a3' commit quit :: "${wills[@]}"
expect_out 'deployed: 3 of 32'
expect_out '1-3. White plays L@a1; K@b2; I@c3'
reject_out 'applies to White'
expect_out "Nothing was done: part 1 of 2, 'L a4': "
expect_out 'commit is illegal: 3 of 32 units have been placed'
# What help offers: the piece's own name, blanks and all.
play 'leader of level 1' 'leader of level 1 c2' 'place light cavalry d1' 'Heavy Cavalry' \
  quit :: "${wills[@]}"
expect_out 'With leader of level 1 you can play:'
expect_out '. White plays L@c2'
expect_out '. White plays N@d1'
expect_out 'With Heavy Cavalry you can play:'
play auto 'remove a4' quit :: "${wills[@]}"
expect_out "All is set up: 'commit' ends it; 'move', 'remove' and 'undo' change it."
play place 'place L' 'place L z9' 'place Q a1' 'orders' '-- ' pass quit :: "${wills[@]}"
expect_out 'place needs a piece and a square.'
expect_out 'With L you can play:'
expect_out 'Nobody gives orders here.'
play 'deploy x' auto 'place L a1' 'remove a1' commit quit :: warlord-clash-of-arms --seed 1
[[ $(grep -c '^There is nothing to set up now[.]' out) == 5 ]] || fail 'nobody sets up anything'
play 'help all' quit :: borderline --seed 1
reject_out '  deploy'
# Why somebody cannot be set up somewhere, whichever way it is written, and why not moved there.
play 'place Q a2' 'place I z19' 'L a1; L b1; L e1' 'place L a2' 'heavy cavalry a1' \
  'I a3' 'move a3 a1' 'move a3 z19' 'move e1 a2' quit :: "${wills[@]}"
flat
expect_out 'White> place Q a2 Q@a2 is illegal: the army has no leader of level 5 (WL-32) White>'
[[ $(grep -c "^There is no square 'z19'; they go from a1 to t12[.]" out) == 2 ]] || fail 'a square that there is not'
expect_out 'White> place L a2 L@a2 is illegal: the army has no more of these (WL-32) White>'
expect_out 'White> heavy cavalry a1 H@a1 is illegal: a1 is taken White>'
expect_out "What stands on a3 cannot go to 'a1': a1 is taken."
expect_out "What stands on e1 cannot go to 'a2': section A (a1-d4) has as many leaders as it may, 2 (WL-32)."
play auto 'place L a1' hint quit :: "${wills[@]}"
[[ $(grep -c "^All is set up: 'commit' ends it" out) -ge 2 ]] || fail 'there is nobody left to be set up'
expect_out 'I would play commit. '
# Placements in one line, the command before them or not; what cannot be undone is typed in full.
play 'place L c2; K c3' auto co comm 'undo turn' quit :: "${wills[@]}"
expect_out '1-2. White plays L@c2; K@c3'
[[ $(grep -c '^1 action begins with .*; type all of it:' out) == 2 ]] || fail 'a beginning ended it'
reject_out 'White plays commit'
expect_out 'Taken back.'
# What a command cannot take is no reason to do without it; with a square 'q' is a leader.
play 'auto x' 'commit now' 'new game' 'q a1' 'quit a1' 'help auto' quit :: \
  warlord-border-war --seed 1
expect_out "auto takes nothing after it, not 'x'. Nothing was done."
expect_out "commit takes nothing after it, not 'now'. Nothing was done."
expect_out "new takes nothing after it, not 'game'. Nothing was done."
expect_out '1. White plays Q@a1'
expect_out "quit takes nothing after it, not 'a1'. Nothing was done."
expect_out 'let the computer set up the rest for you'
reject_out 'set up.'
reject_out 'A new game'

# --- from a file -------------------------------------------------------------------------------

cat >good.txt <<'END'
6I1I1I2LIIH1N1
4G2IIHK1C4NL1
5G1II1K1H2CL1H1
4ICI1I3K2NN1C1
END
sed 's/NL1$/NLX/' good.txt >bad.txt
echo 'this is no map' >none.txt
play 'L a1' 'deploy bad.txt' 'deploy none.txt' 'deploy missing.txt' deploy 'deploy good.txt' \
  'deploy good.txt' 'undo turn' quit :: "${wills[@]}"
expect_status 0
expect_err "cannot open 'missing.txt'"
expect_out 'bad.txt: the set-up has 2 faults. Nothing was done.'
expect_out '  WL-32 leaders: '
expect_out '  WL-32 section-leaders: '
expect_out 'none.txt:1:'
expect_out 'deploy needs the name of a file'
[[ $(grep -c '^32 set up as in good.txt[.]' out) == 2 ]] || fail 'a map takes the place of another'
reject_out 'White plays commit'
tail -n 10 out | grep -q '^deployed: 0 of 32' || fail 'the whole set-up was to be taken back'

# Long lists of squares are broken; a byte order mark is no unit.
{
  printf '\xEF\xBB\xBF'
  cat good.txt
} >marked.txt
printf '%s\n' 20 20 20 20 20 20 20 IIIIIIIIIIIIIIIIIIII 20 20 20 20 >far.txt
play 'deploy far.txt' 'deploy marked.txt' quit :: "${wills[@]}"
expect_out '  WL-32 zone: outside the squares where this side sets up: I on a5, I on b5,'
expect_out '32 set up as in marked.txt.'
grep -v mrec out | awk 'length > 80 { exit 1 }' || fail 'faults are broken at 80 columns'

# A game that begins in the midst of a set-up: what stands is in the way of another one.
midst='20/20/20/20/20/20/20/20/20/2I17/2L17/20 w 0 1 deploy=2,0'
play 'deploy good.txt' 'L d1' auto commit quit :: "${wills[@]}" --state "$midst"
expect_status 0
expect_out 'good.txt: the game began with pieces set up already, which are in its way. Nothing was done.'
reject_out 'deployed: 34 of 32'
expect_out '29 set up.'
expect_out 'activations: 0 of 8'

# At the prompt '-' is no file: a game that went there would be lost.
play 'L c2' 'save -' 'resume -' 'deploy -' 'L d2' quit :: "${wills[@]}" --save kept.mrec
expect_status 0
[[ $(grep -c "^'-' is no file here" out) == 3 ]] || fail 'standard input and output are the game'"'"'s'
expect_out 'deployed: 2 of 32'
reject_out '[Marcher'
grep -q '^? ?$' kept.mrec || fail 'the game is not kept, or what is hidden is in the open'
run play --resume kept.mrec < <(echo quit)
expect_out 'deployed: 2 of 32'
play quit :: "${wills[@]}" --save -
expect_status 2
expect_err "--save needs the name of a file, not '-'"

# --- unseen ------------------------------------------------------------------------------------

# Black waits for White, who must not see anything of it; White's own stands where it was put.
play 'deploy good.txt' why commit why undo 'undo turn' quit :: "${wills[@]}"
expect_status 0
expect_out '33. White plays commit'
expect_out 'Black sets up, unseen.'
expect_out 'White reveals what was hidden.'
[[ $(grep -c 'sets up, unseen' out) == 1 ]] || fail 'that it sets up is said once'
[[ $(grep -c 'That cannot be taken back' out) == 2 ]] || fail 'the reveal was taken back'
grep -q '@' <(sed -e '/^White> /d' -e '/^Type an action, such as/d' out) && fail 'something tells where Black has set up'

# The computer first: what it thinks and where it stands is not to be known.
play why hint 'l a9' undo undo quit :: "${wills[@]}" --side black
expect_status 0
expect_out 'White sets up, unseen.'
expect_out 'What the computer thought is not to be known yet.'
expect_out 'I would play '
expect_out 'There is nothing to take back.'
rows 1 4 out | grep -q '[A-Z]' && fail 'Black sees what White has set up'
grep -Eq '[LKGHCNI]@[a-t][1-4]\b' out && fail 'something tells where White has set up'

# Two people: neither is told of the other's, nor where it was; the screen is handed over. What White
# has set up is not for Black to take back, nor is the end of it: White's board would be on the screen.
play 'deploy good.txt' commit undo 'undo turn' 'l a9' orders map regions moves hint undo undo quit \
  :: warlord-test-of-wills --seed 9 --nodes 60 --side both
expect_status 0
expect_out 'Now Black, and nobody else is to look.'
reject_out 'Now White'
[[ $(grep -c 'That cannot be taken back: White has acted since, and keeps something secret.' out) == 3 ]] ||
  fail 'Black takes back what White has done unseen'
[[ $(grep -c '^Taken back.' out) == 1 ]] || fail 'Black may take back what is its own'
sed -n '/Now Black/,$p' out >black
rows 1 4 black | grep -q '[A-Z>]' && fail 'Black sees what White has set up'
grep -Eq '\bWhite puts|[LKGHCNI]@[a-t][1-4]\b' black && fail 'Black is told what White has set up'

# Before the end of it everything of its own can be taken back.
play 'deploy good.txt' 'undo turn' quit :: warlord-test-of-wills --seed 9 --side both
expect_status 0
expect_out 'Taken back.'
tail -n 18 out | grep -q 'deployed: 0 of 32' || fail 'the own set-up was to be taken back'

# --- by the computer ---------------------------------------------------------------------------

play 'L c2' 'K c3' auto 'remove c2' auto commit quit :: "${wills[@]}" --save auto.mrec
expect_status 0
expect_out '30 set up.'
expect_out '1 set up.'
expect_out 'activations: 0 of 8'
run replay auto.mrec
expect_status 0
expect_out 'verified: final state and hash agree'
expect_out 'White sets up, unseen.'
expect_out '33. White plays commit'
run replay auto.mrec --json
expect_status 0

# Saved in the midst of it, resumed, and gone on with.
play 'L c2' 'I c3' quit :: "${wills[@]}" --save mid.mrec
run play --resume mid.mrec < <(printf '%s\n' 'remove c3' auto commit quit)
expect_status 0
expect_out 'deployed: 2 of 32'
expect_out '31 set up.'
expect_out 'activations: 0 of 8'

# A name that several pieces begin with: which of them can be placed?
play 'place leader b2' 'leader b2' quit :: "${wills[@]}" --side white
[[ $(grep -c "^Several can be called 'leader': L leader of level 1, K leader of level 2" out) == 2 ]] ||
  fail 'the levels of leaders are not named'
play 'what leader' quit :: "${wills[@]}" --side white # all levels that there are, and no others
expect_out $'\nleader of level 2\n  How it goes'
reject_out 'leader of level 9'

# Spectators see it when everybody does.
run watch warlord-test-of-wills --seed 3 --engine random --set quiet_turns=2 --save seen.mrec
expect_status 0
expect_out 'White sets up, unseen.'
expect_out 'Black sets up, unseen.'
sed '/Black sets up/,$d' out >before
[[ $(rows 1 4 before | wc -l) == 8 ]] || fail 'the board before and after White has set up'
rows 1 4 before | grep -q '[A-Z]' && fail 'spectators see what White has set up'
run replay seen.mrec
expect_status 0
finish

# --- in the open, and blocks that come later (WL-45) -------------------------------------------

placed=(warlord-valley-war-placed --seed 9 --nodes 60)
play 'R a1' auto 'move a1 b2' commit quit :: "${placed[@]}"
expect_status 0
expect_no_err
expect_out "White's to be deployed (16):"
expect_out '15 set up.'
expect_out "All is set up: 'commit' ends it"
expect_out 'Black plays r@' # what Black places is seen
expect_out "White's still to come (48):"
came='23p/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/P2I20 w 4 6'
play 'I e4' 'commit' 'deploy nothing' auto 'a4-a5' quit :: "${placed[@]}" \
  --state "$came reserve=P1Q1R1H2C2N2I7"
expect_status 0
expect_out "White's to be placed (16):"
expect_out '14 set up.'
expect_out "White's still to come (34):"
expect_out "There is nothing for 'commit' to do now. Type 'help'"
expect_out 'activations: 1 of '
