#!/usr/bin/env bash
# What is printed for somebody is made of what that viewer may see: of two games that differ only in
# what is hidden from it, every command prints the same bytes. --reveal prints the truth.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

game=warlord-test-of-wills

# Two set-ups of White that keep the rules, and what it takes to play them.
cat >one.txt <<'END'
6I1I1I2LIIH1N1
4G2IIHK1C4NL1
5G1II1K1H2CL1H1
4ICI1I3K2NN1C1
END
sed 's/^6I1I1I2LIIH1N1$/5I2I1I2LIIH1N1/' one.txt >two.txt
for army in one two; do
  "$MARCHER" setup "$game" "$army.txt" --json >"$army.json" || fail "$army.txt is no set-up"
  jq -r '.actions[]' "$army.json" | tr '\n' ' ' >"$army.actions"
done
[[ $(<one.actions) != "$(<two.actions)" ]] || fail 'the set-ups are the same'

# alike ARGUMENT...: the same for both set-ups, and not empty.
alike() {
  run "$@" --after "$(<one.actions)"
  expect_status 0
  cp out first
  run "$@" --after "$(<two.actions)"
  expect_status 0
  [[ -s first ]] || fail 'nothing was printed'
  sed -i 's/"seconds.*//' first out
  cmp -s first out || fail 'what is hidden can be told by what is printed'
}

# Black is to move, and knows nothing of White's army.
for words in 'show --side black' 'show --side black --json' 'show --side black --svg' \
  'show --side black --regions all' 'show' 'show --json' 'moves' 'moves --json'; do
  read -ra command <<<"$words"
  alike "${command[0]}" "$game" "${command[@]:1}"
done
alike perft "$game" 1 --json
run show "$game" --side black --json --after "$(<one.actions)"
expect_out '"hash": null'
run show "$game" --side white --json --after "$(<one.actions)"
[[ $(jq -r .hash out) =~ ^[0-9a-f]{16}$ ]] || fail 'White sees all that there is'
jq -r .state out | grep -q 'L' || fail 'White does not see the own army'

# The truth, for those who ask for it.
run show "$game" --reveal --json --after "$(<one.actions)"
expect_status 0
[[ $(jq -r .state out) == *L* && $(jq -r .hash out) =~ ^[0-9a-f]{16}$ ]] || fail 'it is withheld'
jq -e '[.view.cells[] | select(.piece != null)] | length == 32' out >/dev/null ||
  fail 'the picture lacks men'
truth=$(jq -r .state out)
run show "$game" --state "$truth" --reveal
expect_status 0
expect_out "state: $truth"
for command in 'moves' 'perft'; do
  run "$command" "$game" $([[ $command == perft ]] && echo 1) --reveal --json \
    --after "$(<one.actions)"
  [[ $(jq -r .state out) == "$truth" ]] || fail "$command --reveal withholds something"
done
run show "$game" --reveal --side black
expect_status 2
expect_err '--reveal shows what --side would hide'
run show "$game" --state "$(sed -n 's/^state: //p' <("$MARCHER" show "$game" \
  --after "$(<one.actions)"))"
expect_status 1
expect_err "something is unknown in"
expect_err "'marcher show --reveal' prints a position whole"

# The protocol shows the position to the player who is to move.
for army in one two; do
  printf 'setoption name UCI_Variant value %s\nposition startpos moves %s\nd\nquit\n' \
    "$game" "$(<"$army.actions")" | "$MARCHER" uci >"$army.d"
done
cmp -s one.d two.d || fail 'd tells one hidden army from another'
grep -q '^Key:' one.d && fail 'd gives the key of a position that is not to be seen'
grep -q '^Fen: ' one.d || fail 'd shows no position'
printf 'd\nquit\n' | "$MARCHER" uci | grep -q '^Key: [0-9A-F]\{16\}$' || fail 'chess has a key'

# --- games of computers ------------------------------------------------------------------------

watch=(watch "$game" --engine random --set quiet_turns=2)
run "${watch[@]}" --seed 3 --json
expect_status 0
revealed=$(grep -n '"kind": "reveal"' out | head -n 1 | cut -d: -f1)
head -n "$((revealed - 1))" out >setting
[[ $(jq -r 'select(.type == "action").action' setting | sort | uniq -c | xargs) == '1 commit 64 null' ]] ||
  fail 'an action is told, or too few are played'
jq 'select(has("thought") or has("comment"))' setting | grep -q . && fail 'a thought is told'
jq -r .state setting | cut -d' ' -f1 | grep -q '[A-Za-z]' && fail 'a state tells what is hidden'
expect_out '"seed": 3'
jq -r .state out | tail -n 1 | grep -q '[A-Z]' || fail 'the armies never come to light'
run "${watch[@]}" --seed 3 --json --reveal
head -n 2 out | jq -r '.action // empty' | grep -q '@' || fail '--reveal withholds an action'
head -n 2 out | tail -n 1 | jq -r .state | cut -d' ' -f1 | grep -q '[A-Z]' ||
  fail '--reveal withholds a state'

# The seed would make the armies again: nobody is told one that nobody gave, until it is over.
run "${watch[@]}" --json
[[ $(head -n 1 out | jq .seed) == null ]] || fail 'the seed is told'
[[ $(tail -n 1 out | jq .seed) =~ ^[0-9]+$ ]] || fail 'the seed is never told'
run "${watch[@]}"
head -n 1 out | grep -q seed && fail 'the seed is told'
tail -n 1 out | grep -q '^The seed was [0-9]*[.]$' || fail 'the seed is never told'
play quit :: "$game"
reject_out seed
play new quit :: "$game"
expect_out $'\nA new game.\n'
play new quit :: "$game" --seed 5
expect_out 'A new game, seed 6.'
play quit :: chess
expect_out 'Chess, seed '
finish
