#!/usr/bin/env bash
# Records of games that hide something: sealed while they go on, with the key apart; opened by it,
# refused without it or damaged, proven when all is open.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

keys=$XDG_STATE_HOME/marcher/keys
border=(warlord-border-war --nodes 20)
wills=(warlord-test-of-wills --nodes 60)
echo '24' >none.txt

# hides FILE: nothing of what is hidden can be read in it.
hides() {
  local open
  open=$(sed '/^\[block\]$/,$d' "$1")
  [[ $open == *'[Marcher "2"]'*'[Sealed "'* ]] || fail "$1 is not sealed"
  [[ $open != *'[Seed'* ]] || fail "the seed is in the open in $1"
  [[ $open != *@* && $open != *'{'* ]] || fail "an action or a thought is in the open in $1"
  [[ $(sed -n 's/^\[Final "\([^ ]*\) .*/\1/p' "$1") =~ ^[0-9/]+$ ]] || fail "men stand in $1"
}

# --- what is written ---------------------------------------------------------------------------

# The computer has set up, the person has not: nobody reads its army by opening the file.
play 'deploy none.txt' quit :: "${border[@]}" --side black --seed 9 --save x.mrec
expect_status 0
expect_out 'The seal follows from the seed, and hides nothing from whoever knows that.'
hides x.mrec
tr '\n' ' ' <x.mrec | grep -q ' ? ? .*? commit ' || fail 'that White has set up and ended it is to be seen'
play 'deploy none.txt' quit :: "${border[@]}" --side black --seed 9 --save again.mrec
cmp -s x.mrec again.mrec || fail 'the same seed writes other bytes'
play 'deploy none.txt' quit :: "${border[@]}" --side black --save fresh.mrec
hides fresh.mrec
[[ $out =~ 'What is hidden is sealed; its key is '([^ ]*'.key') ]] || fail 'where the key is'
key=${BASH_REMATCH[1]}
[[ $(stat -c %a "$key") == 600 && $(stat -c %a "$keys") == 700 ]] || fail 'others can read the key'
[[ $(head -c 23 "$key") == 'Marcher key, format 1: ' ]] || fail 'the file of a key says no format'
play 'deploy none.txt' quit :: "${border[@]}" --side black --save fresh2.mrec
[[ $(grep -c '^\[Commitment' fresh.mrec) == 2 ]] || fail 'the seed and the army are committed to'
grep -vxFf <(grep Commitment fresh.mrec) fresh2.mrec | grep -q '^\[Commitment "White"' ||
  fail 'two games commit to the same'

# Both sides of a border, and two people.
play 'deploy none.txt' 'Q a1' quit :: "${border[@]}" --seed 9 --save white.mrec
hides white.mrec
play auto commit quit :: "${wills[@]}" --seed 9 --side both --save both.mrec
hides both.mrec
# Where nothing is hidden nothing is sealed.
play e2e4 quit :: chess --seed 9 --nodes 50 --save chess.mrec
reject_out seal
grep -q '^\[Seed "9"\]' chess.mrec || fail 'a game without secrets hides its seed'

# --- going on ----------------------------------------------------------------------------------

resumed() {
  run play --resume "$@"
  expect_status 0
}
resumed x.mrec --save x2.mrec < <(printf '%s\n' auto commit quit)
expect_out 'White reveals what was hidden.'
resumed white.mrec --save white.mrec < <(printf '%s\n' 'remove a1' quit)
expect_out 'deployed: 0 of'
# The autosave is like any file.
play 'L c2' 'I c3' quit :: "${wills[@]}"
auto=$(sed -n 's/^Saved as //p' out)
hides "$auto"
resumed "$auto" < <(printf '%s\n' 'remove c3' auto commit quit)
expect_out '31 set up.'
[[ $(grep -c '^\[Sealed' "$auto") == 1 ]] || fail 'the seed is sealed as long as the game goes on'
[[ $(grep -c '^\[Commitment "[BW].*" ".*" ".*"' "$auto") == 2 ]] || fail 'no salt of what is open'
grep -q '^L@c2 ' "$auto" || fail 'what is open is sealed'

# Nobody sits down where the computer hides something, and looks.
for words in '--side white' '--side both' '--player White=human'; do
  read -ra seat <<<"$words"
  run play --resume x.mrec "${seat[@]}" </dev/null
  expect_status 1
  expect_err 'White, whom the computer plays, hides something in this game'
  [[ $out != *'H'[0-9' ']* ]] || fail 'the army was shown'
done
run play --resume x.mrec --side black --level 2 < <(echo quit)
expect_status 0

# A border is resumed by either side from the file that nobody has named.
for words in 'white Q@a1' 'black q@a13'; do
  read -r side piece <<<"$words"
  play "$piece" quit :: "${border[@]}" --side "$side"
  auto=$(sed -n 's/^Saved as //p' out)
  hides "$auto"
  resumed "$auto" --save "$side.mrec" < <(printf '%s\n' auto commit quit)
  expect_out 'reveals what was hidden.'
  run replay "$side.mrec" --verify --against "$auto"
  expect_status 0
  expect_out 'what the earlier record committed to'
done

# A game that begins in the midst of a set-up hides its start as well.
midst='20/20/20/20/20/20/20/20/20/2I17/2L17/20 w 0 1 deploy=2,0'
play 'L d1' quit :: "${wills[@]}" --state "$midst" --save midst.mrec
hides midst.mrec
grep -qF '[Start "20/20/20/20/20/20/20/20/20/20/20/20 w 0 1 deploy=2,0"]' midst.mrec ||
  fail 'the start is in the open'
resumed midst.mrec --save midst.mrec < <(printf '%s\n' auto commit quit)
expect_out '29 set up.'
grep -qF "[Start \"$midst\"]" midst.mrec || fail 'the start is sealed after all has come to light'
run replay midst.mrec --verify
expect_status 0

# --- looking on --------------------------------------------------------------------------------

run replay x.mrec
expect_status 0
expect_out 'White sets up, unseen.'
expect_out 'verified: final state and hash agree'
expect_out '2 commitments of the record cannot be looked into yet'
grep -Eq '@[a-x][0-9]' out && fail 'replay shows what is hidden'
run replay x.mrec --json
grep -Eq '@[a-x][0-9]' out && fail 'replay tells programs what is hidden'
run replay x.mrec --reveal
expect_status 1
expect_err 'x.mrec: the game goes on, so nothing of it is revealed'

# Without its key: what everybody may know, and no more.
mv "$keys" away
run play --resume x.mrec </dev/null
expect_status 1
expect_err "x.mrec: this game is sealed, and cannot be gone on with: its key is not in $keys/"
expect_err "what everybody may know of it is shown by 'marcher replay'"
run replay x.mrec
expect_status 0
expect_no_err
tr '\n' ' ' <out | grep -qE '[0-9]+ actions: [0-9]+ unseen, commit ' || fail 'what there is to see'
run replay x.mrec --json
expect_status 0
jq -e '.type == "sealed" and .actions[0] == null and .actions[-1] == "commit"' out >/dev/null ||
  fail 'what there is to see, for a program'
run replay x.mrec --verify
expect_status 1
expect_err 'nothing of a sealed record can be verified without its key'
HOME='' XDG_STATE_HOME='' run play --resume x.mrec </dev/null
expect_err 'its key is nowhere: neither HOME nor XDG_STATE_HOME is set'
HOME='' XDG_STATE_HOME='' run play "${wills[@]}" --save lost.mrec < <(printf '%s\n' 'L c2' quit)
expect_status 1
[[ ! -e lost.mrec ]] || fail 'a game was sealed whose key is kept nowhere'
# Another key, and none, in its place.
mkdir -p "$keys"
name=$(sed -n 's/^\[Sealed "\(.*\)"\]/\1/p' x.mrec)
for content in '' nonsense "$(<"away/${key##*/}")"; do
  printf '%s\n' "$content" >"$keys/$name.key"
  run play --resume x.mrec </dev/null
  expect_status 1
  expect_err "what is in $keys/$name.key is not its key"
done
rm -rf "$keys"
# Where all but the seed is open the position is not lost.
run play --resume x2.mrec </dev/null
expect_status 1
expect_err "but nothing is hidden now: 'marcher play GAME --state FINAL' begins anew from its position"
mv away "$keys"

# --- damage ------------------------------------------------------------------------------------

line=$(grep -n '^\[block\]$' x.mrec | cut -d: -f1)
for edit in "$((line + 2))s/./g/3" "$((line + 1))y/0123456789/1234567890/" '$d' \
  's/^\[Player "White".*/[Player "White" "human"]/' \
  's/^\(\[Commitment "White" "\)./\1f/;s/^\(\[Commitment "White" "f\)f/\1e/'; do
  sed "$edit" x.mrec >damaged.mrec
  run play --resume damaged.mrec </dev/null
  expect_status 1
  [[ $err =~ ^'marcher: damaged.mrec:'[0-9]+:[0-9]+': the sealed block ' ]] || fail 'where it is'
  run replay damaged.mrec
  expect_status 1
  [[ $err =~ ^'marcher: damaged.mrec:'[0-9]+:[0-9]+': the sealed block ' ]] || fail 'where it is'
  tr '\n' ' ' <out | grep -qE '[0-9]+ unseen, commit' || fail 'the open part was not shown'
done
run play --resume <(sed "$((line + 2))s/./g/3" x.mrec) </dev/null
expect_err ":$((line + 2)):3: the sealed block was changed here"
# The block of another game, whose key is here as well.
{
  sed '/^\[block\]$/,$d' x.mrec
  sed -n '/^\[block\]$/,$p' fresh.mrec
} >mixed.mrec
run play --resume mixed.mrec </dev/null
expect_status 1
expect_err 'the sealed block does not open: it was changed, or is another record'

# A game that is given up is in the open, and is not gone on with after a look into it.
play 'l a9' resign 'save given.mrec' undo quit :: "${wills[@]}" --side black --seed 9
expect_status 0
expect_out 'That cannot be taken back: the game is over, and its secrets are in the open.'
grep -q '@[a-t][1-4] ' given.mrec || fail 'a game that is over is sealed'
run play --resume given.mrec < <(printf '%s\n' undo quit)
expect_out 'That cannot be taken back: the game is over, and its secrets are in the open.'
play resign undo quit :: "${wills[@]}" --side white --seed 9
expect_out 'Taken back.'

# --- proof -------------------------------------------------------------------------------------

run replay x2.mrec --verify --against x.mrec
expect_status 0
expect_out 'verified: what was hidden is what the record committed to (2 commitments)'
expect_out 'verified: what was hidden is what the earlier record committed to (1 commitment)'
[[ $(wc -l <out) == 5 ]] || fail '--verify shows more than what was verified'
run replay x2.mrec --verify --against fresh.mrec
expect_status 1
expect_err 'fresh.mrec: what White did unseen is not what was committed to'
run replay x.mrec --verify --against x.mrec
expect_status 1
expect_err 'x.mrec: nothing that it committed to can be looked into yet'
run replay chess.mrec --verify --against chess.mrec
expect_status 1
expect_err 'chess.mrec: the record committed to nothing, so nothing can be proven by it'

# A finished game is in the open, with what proves it; one changed action is found.
watch=(watch warlord-test-of-wills --engine random --set quiet_turns=2 --seed 3)
run "${watch[@]}" --save ended.mrec
expect_status 0
reject_out seal
grep -q '^\[Seed "3"\]' ended.mrec || fail 'a finished game hides its seed'
[[ $(grep -c '^\[Commitment ".*" ".*" ".*"' ended.mrec) == 3 ]] || fail 'commitments with salts'
cp ended.mrec first.mrec
run "${watch[@]}" --save ended.mrec
cmp -s first.mrec ended.mrec || fail 'the same seed writes other bytes'
run replay ended.mrec --verify
expect_status 0
expect_out 'what the record committed to (3 commitments)'
run replay ended.mrec --verify --json
jq -e '.type == "verified" and .commitments == 3 and .committed == 0' out >/dev/null ||
  fail 'what was verified, for a program'
run replay ended.mrec --json --reveal
grep -Eq '"action": "[LKGHCNI]@' out || fail '--reveal withholds what is in the open'
first=$(sed -n '/^$/,$p' ended.mrec | tr '\n' ' ' | awk '{print $1}')
second=$(sed -n '/^$/,$p' ended.mrec | tr '\n' ' ' | awk '{for (i = 2; i <= NF; i++) if ($i ~ /@/) {print $i; exit}}')
sed "s/^$first /SWAP /;s/ $second / $first /;s/^$second /$first /;s/^SWAP /$second /" ended.mrec >swapped.mrec
run replay swapped.mrec --verify
expect_status 1
expect_err 'what White did unseen is not what was committed to'

# --- keys that are needed no more ----------------------------------------------------------------

# The keys of the last ten games that are over are kept, those of games that go on all of them; and
# what only looks like one stays.
rm "$keys"/*
play 'L c2' quit :: "${wills[@]}" --save on.mrec
play 'L c2' quit :: "${wills[@]}" --save over.mrec
cp over.mrec before.mrec
key_of() {
  sed -n 's/^\[Sealed "\(.*\)"\]$/\1/p' "$1"
}
own=$keys/$(key_of over.mrec).key
for number in {1..12}; do
  sed '$aover' "$own" >"$keys/old-$number.key"
  touch -d "$number days ago" "$keys/old-$number.key"
done
echo 'over' >"$keys/mine.txt"
run play --resume over.mrec --save over.mrec < <(printf '%s\n' resign quit)
expect_status 0
[[ -z $(key_of over.mrec) ]] || fail 'a game that is over is sealed'
[[ $(tail -n 1 "$own") == over && $(stat -c %a "$own") == 600 ]] || fail 'its key does not say so'
ls "$keys" | sort >kept
{
  printf '%s\n' "${own##*/}" "$(key_of on.mrec).key" mine.txt
  printf 'old-%d.key\n' {1..9}
} | sort | diff - kept || fail 'other keys are kept than the ten of the games that ended last'
# A copy from before is gone on with, and then its key is one of a game that goes on.
run play --resume before.mrec --save before.mrec < <(printf '%s\n' 'I c3' quit)
expect_status 0
[[ $(tail -n 1 "$own") != over ]] || fail 'a game goes on, and its key is said to be over'
# So is an autosave that gives way to newer ones.
auto=$XDG_STATE_HOME/marcher
play 'L c2' quit :: "${wills[@]}"
first=$(sed -n 's/^Saved as //p' out)
gone=$keys/$(key_of "$first").key
touch -d '1 day ago' "$first"
for number in {1..9}; do
  cp "$first" "$auto/autosave-other-2020-01-01-00000$number.mrec"
  printf '[Marcher "1"]\n' >"$auto/autosave-other-2020-01-01-00000$number.mrec"
done
play e2e4 quit :: chess --nodes 1
[[ ! -e $first ]] || fail 'the eleventh autosave is kept'
[[ $(tail -n 1 "$gone") == over ]] || fail 'the key of an autosave that has gone'
finish
