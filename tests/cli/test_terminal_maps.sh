#!/usr/bin/env bash
# On a terminal of 80 x 24: maps that do not fit are drawn in part, and two people who set up in
# secret hand the terminal over with nothing left on it, nor in what has been scrolled off.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/tmux.sh"
cd "$work"

terminal 80 24
keys 'clear; "$MARCHER" play warlord-valley-war --seed 9 --nodes 60' Enter
see '-- a1 to x'
see 'White>'
(($(screen | grep -c '^ *[0-9][0-9]* .* [0-9][0-9]*$') >= 8)) || fail 'too few rows are drawn'
keys 'scroll up' Enter
keys 'go x24' Enter
see ' to x24 of 24 x 24'
keys 'map' Enter
see 'the part that is drawn'
# What happens is followed.
keys 'a4-a5' Enter
see 'This turn: (1) a4-a5'
see_line '^ *5 ›I' # what happens is in the part that is drawn
tmux -L "$server" resize-window -x 100 -y 50
keys 'board' Enter
see_line '^ 1 '
see_line '^24 '
keys quit Enter
see 'Saved as'
tmux -L "$server" resize-window -x 80 -y 24

keys 'clear; "$MARCHER" play warlord-test-of-wills --seed 9 --nodes 60 --side both' Enter
see 'deployed: 0 of 32'
keys 'L c2' Enter
see 'deployed: 1 of 32'
keys 'auto' Enter
see 'deployed: 32 of 32'
keys 'commit' Enter
see 'Press enter when you are ready>'
screen -S - >seen
grep -q '[LKGHCNI]@\|deployed\|puts' seen && fail 'the other one can read what was done'
keys Enter
see "Black's to be deployed (32)"
screen -S - >seen
grep -E '^ ?[1-4] ' seen | grep -q '[A-Z›]' && fail 'the other army is on the screen'
break_twice
see 'Go on with: marcher play --resume'

# Whoever takes the terminal over sees the own zone, not where the other one has looked.
resize 80 20
keys 'clear; "$MARCHER" play warlord-border-war --seed 9 --nodes 60 --side both' Enter
see "'help' for the rest." # which takes lines of the first board alone
keys 'board' Enter
see '-- a1 to x11 of 24 x 16'
keys 'go a9' Enter
see '-- a4 to x14 of 24 x 16'
keys 'L' Enter # what is picked shows all the squares that it may be set up on
see 'Now a square'
see_line '^ *1 .*•'
see_line '^ *4 .*•'
keys Enter
keys 'auto' Enter
see 'deployed: 48 of 48'
keys 'go a1' Enter
keys 'commit' Enter
see 'Press enter when you are ready>'
keys Enter
see "Black's to be deployed, at most:"
see '-- a6 to x16 of 24 x 16'
# Regions do not move what is seen.
keys 'go a1' Enter
see '-- a1 to x11 of 24 x 16'
keys 'l a16' Enter
see '-- a7 to x16 of 24 x 16'
keys 'go a1' Enter
see '-- a1 to x11 of 24 x 16'
keys 'regions white' Enter
see "1. White's sections: a1-d4 k1-n4 u1-x4"
keys 'board' Enter
see '-- a1 to x11 of 24 x 16'
break_twice
see 'Go on with: marcher play --resume'

# What was done before a terminal is handed over is not told again below the other one's board.
keys 'clear; "$MARCHER" play warlord-test-of-wills --seed 9 --nodes 60 --side both' Enter
see 'deployed: 0 of 32'
keys 'auto' Enter
see 'deployed: 32 of 32'
keys 'undo' Enter
see 'deployed: 31 of 32'
keys 'I@a4; commit' Enter
see 'Press enter when you are ready>'
keys Enter
see "Black's to be deployed (32)"
see 'Black>'
screen -S - >seen
grep -q 'Just now\|White plays\|I@a4' seen && fail 'the other one is told what was done unseen'
keys quit Enter
see 'Go on with: marcher play --resume'

# Of a wide board in a low window no rank is out of reach.
resize 60 20
keys 'clear; "$MARCHER" play warlord-test-of-wills --seed 9 --nodes 60 --side black' Enter
see "for the rest."
keys 'board' Enter
see '-- a5 to t12 of 20 x 12'
keys 'go a1' Enter
see '-- a1 to t8 of 20 x 12'
keys 'auto' Enter
see "All is set up: 'commit' ends it; 'move', 'remove' and"
break_twice
see 'Go on with: marcher play --resume'
finish
