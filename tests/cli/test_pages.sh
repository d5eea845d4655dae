#!/usr/bin/env bash
# Rules pages of all games as text: within 80 columns but for positions, which are copied, with words that agree with their numbers, and
# with values that a definition can take over as they are printed.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

run games --json
mapfile -t games < <(grep -o '"name": "[^"]*"' out | cut -d'"' -f4)
((${#games[@]} >= 20)) || fail 'there are fewer games than there were'
# Behind chess come its relatives: one of three, and of all games one of four in slow builds, as mr_catalog_takes has
# it (tests/support/catalog_fixture.h).
behind=0
step=${SLOW:+4}
for ((i = 0; i < ${#games[@]}; i++)); do
  game=${games[i]}
  [[ $game != chess ]] || behind=1
  ((behind > 0 ? behind++ % (3 * ${step:-1}) == 1 : i % ${step:-1} == 0)) || continue
  run rules "$game"
  expect_status 0
  position='^[^ ]*/[^ ]* [wb] '
  [[ $(grep -v "$position" out | wc -L) -le 80 ]] || fail "the rules of $game are wider than 80 columns"
  if grep -qF 'The first position is:' <(tr -s ' \n' ' ' <out); then
    run show "$game" --state "$(grep "$position" out)"
    expect_status 0
    run rules "$game"
  fi
  grep -qE '(^| )1 (turns|moves|plies|squares|leaders|towns|pieces|units|activations|games)\b' out &&
    fail "the rules of $game count one as several"
done
for game in borderline shogi warlord-border-war; do # one of each family, long words among them
  run rules "$game" --keys
  expect_status 0
  [[ $(wc -L <out) -le 80 ]] || fail "the keys of $game are wider than 80 columns"
done

# No name of a key is broken, nor is a title too long for a line.
run rules chess castling --keys
expect_out $'\ncastlingRookQueensideFile '
run rules borderline --set title='A title that is far too long to stand in one line of a terminal as people have them'
[[ $(wc -L <out) -le 80 ]] || fail 'a long title is wider than 80 columns'
expect_out $'as people have\nthem\n===='

# Numbers of one have their words.
run rules warlord-valley-war --set towns_to_win=1 --set range=1
expect_out 'Who begins a turn with a unit in 1 town wins.'
grep -qF 'of its own within 1 square, in' <(tr -s ' \n' ' ' <out) || fail '1 square'
run rules warlord-valley-war --set turn_cap=fixed --set cap=1
expect_out 'A turn has at most 1 activation.'
run rules borderline --set ply_cap=1 --set pieces=1
expect_out 'After 1 ply, passes included'
grep -qF 'starts with 1 dealt piece and shows it.' <(tr -s ' \n' ' ' <out) || fail '1 piece'
run rules warlord-two-countries --set replacement_every=1
grep -qF "At the beginning of each of the owner's turns, units" <(tr -s ' \n' ' ' <out) || fail 'number 1 divides all'
run rules borderline --set rotation=mirror
grep -qF 'turned or mirrored are one pattern from then on' <(tr -s ' \n' ' ' <out) || fail '4 of the nine patterns'

# copy GAME: a definition made of the values of several lines that `rules --keys` prints.
copy() {
  run rules "$1" --keys
  printf '[copy%s]\n' "${2:+:$2}"
  sed -n '/^[A-Za-z_+]* =$/,$p' out
}

# A map with its armies is drawn again from what was printed, square by square.
for game in warlord-lakes warlord-river; do
  { copy "$game" && printf 'family = warlord\n'; } >copy.ini
  grep -q '^pieces =$' copy.ini || fail "$game has no map in its keys"
  grep -q '^terrain =$' copy.ini || fail "$game has no ground in its keys"
  run show "$game" --seed 1
  grep '^ *[0-9]* ' out >drawn
  run show copy --rules copy.ini --seed 1
  expect_status 0
  grep '^ *[0-9]* ' out >again
  diff drawn again || fail "the map of $game is another one when it is copied"
done
# The names of squares and the long lists of a chess-like game, too.
for game in borderlands battle-of-ideologies; do
  copy "$game" "$game" >copy.ini
  grep -q '^namedRegions =$' copy.ini || fail "$game has no names in its keys"
  run rules "$game" --keys
  sed -n '/^Values of several/,$p' out >listed
  run rules copy --rules copy.ini --keys
  sed -n '/^Values of several/,$p' out >again
  diff listed again || fail "the values of $game are others when they are copied"
done
finish
