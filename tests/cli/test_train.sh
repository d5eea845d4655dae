#!/usr/bin/env bash
# marcher train makes networks, the same with any number of threads; networks beside definitions are
# found, and what is wrong with them is told.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

tiny_chess tiny >"$work/tiny.ini"
cat >>"$work/tiny.ini" <<'END'
[tinier:tiny]
title = The same by another name
[other:tiny]
stalemateValue = win
END
small=(--positions 3000 --generations 1 --nodes 40 --epochs 12 --gate 40 --seed 4)

run train tiny --rules "$work/tiny.ini" "${small[@]}" -o "$work/one.network"
expect_status 0
expect_no_err
expect_out 'generation 1: '
grep -Eq '^tiny: 1 generation in [0-9]+:[0-5][0-9]$' "$work/out" || fail 'the report does not say how long it took'
expect_out '  repeat it     marcher train tiny --rules tiny.ini --positions 3000 --generations 1 --seed 4'
expect_file "$work/one.network.train/network-01"
run train tiny --rules "$work/tiny.ini" "${small[@]}" --threads 2 -o "$work/two.network"
expect_status 0
cmp -s "$work/one.network.train/network-01" "$work/two.network.train/network-01" ||
  fail 'two threads gave another network'

# Killed at any time, the same command goes on.
"$MARCHER" train tiny --rules "$work/tiny.ini" "${small[@]}" -o "$work/three.network" \
  >"$work/log" 2>&1 &
sleep 0.1
kill -9 $! 2>"$work/log" || true # who is through already goes on, too
wait $! 2>"$work/log" || true
run train tiny --rules "$work/tiny.ini" "${small[@]}" -o "$work/three.network"
expect_status 0
cmp -s "$work/one.network.train/network-01" "$work/three.network.train/network-01" ||
  fail 'going on gave another network'
# A generation is a run, of which any machine can compute batches.
rm "$work/three.network.train/games-01/batches/1" "$work"/three.network.train/{network,figures}-01
run lab batch "$work/three.network.train/games-01" --lacking
expect_status 0
[[ $out == 1 ]] || fail 'a batch that is not there is not lacking'
run lab batch "$work/three.network.train/games-01" 1
expect_status 0
cmp -s "$work"/{one,three}.network.train/games-01/batches/1 || fail 'it is another batch'
run lab run "$work/three.network.train/games-01"
expect_status 0
expect_out 'tiny: self-play, round 1, '
expect_out ' positions to learn from, nodes:40, seed 4'
run lab run "$work/three.network.train/games-01" --json
expect_out '"positions"'
run train tiny --rules "$work/tiny.ini" "${small[@]}" -o "$work/three.network"
expect_status 0
cmp -s "$work/one.network.train/network-01" "$work/three.network.train/network-01" ||
  fail 'a batch that came from elsewhere gave another network'

# What is damaged is named, and made anew: the same bytes, of the same games.
told=$(grep '^generation 1: ' "$work/out")
sed -i '3s/./!/' "$work/three.network.train/network-01"
run train tiny --rules "$work/tiny.ini" "${small[@]}" -o "$work/three.network"
expect_status 0
expect_err "three.network.train/network-01 is damaged, and is made anew"
expect_out "$told"
cmp -s "$work/one.network.train/network-01" "$work/three.network.train/network-01" ||
  fail 'what was made anew is another network'

# More generations of as many positions go on with the work that is there.
run train tiny --rules "$work/tiny.ini" "${small[@]}" --positions 6000 --generations 2 \
  -o "$work/three.network"
expect_status 0
expect_out "$told"
expect_file "$work/three.network.train/network-02"

run train tiny --rules "$work/tiny.ini" "${small[@]}" --seed 5 -o "$work/three.network"
expect_status 1
expect_err 'another training'

# What cannot be trained is refused.
run train borderline "${small[@]}" -o "$work/x.network"
expect_status 1
expect_err 'cannot have a network'
run train tiny --rules "$work/tiny.ini" "${small[@]}" --neurons 48 -o "$work/x.network"
expect_status 1
expect_err 'a network cannot have 48 neurons: it has a multiple of 32, at most 256'
[[ ! -e $work/x.network.train ]] || fail 'work was begun that could not end'
run train tiny --rules "$work/tiny.ini" --positions 3000
expect_status 2
expect_err 'train needs --hours, --minutes, --positions and --generations, or --games'
run train tiny --rules "$work/tiny.ini" --minutes 5 --hours 1
expect_status 2
expect_err 'the time is either --hours or --minutes'

run train tiny --rules "$work/tiny.ini" "${small[@]}" --on parallel -o "$work/x.network"
expect_status 2
expect_err '--on parallel needs --hosts FILE'
run train tiny --rules "$work/tiny.ini" "${small[@]}" --cores 2 -o "$work/x.network"
expect_status 2
expect_err '--cores is for --on slurm and --on parallel'

# The games that one training has played serve another: the same fit makes the same network.
fit=(--games "$work/one.network.train" --nodes 40 --epochs 12 --gate 40 --seed 4)
run train tiny --rules "$work/tiny.ini" "${fit[@]}" -o "$work/fit.network"
expect_status 0
expect_out '  repeat it     marcher train tiny --rules tiny.ini --games one.network.train --seed 4'
body_of() {
  sed '1,/^$/d' "$1"
}
cmp -s <(body_of "$work/one.network.train/network-01") <(body_of "$work/fit.network.train/network-01") ||
  fail 'the same games and the same seed made another network'
[[ ! -e $work/fit.network.train/games-01 ]] || fail 'games were played'
positions=$(sed -n 's/^positions //p; /^$/q' "$work/fit.network.train/network-01")
((positions > 0)) || fail "the head tells of $positions positions"
run train tiny --rules "$work/tiny.ini" "${fit[@]}" --neurons 32 -o "$work/fit.network"
expect_status 1
expect_err 'another training'
run train tiny --rules "$work/tiny.ini" "${fit[@]}" --games "$work" -o "$work/x.network"
expect_status 1
expect_err "'$work' holds no games: give the folder in which a training of tiny is kept"
run train other --rules "$work/tiny.ini" "${fit[@]}" -o "$work/x.network"
expect_status 1
expect_err "one.network.train/games-01' holds games of other rules than those of other"
[[ ! -e $work/x.network.train ]] || fail 'work was begun that could not end'
run train tiny --rules "$work/tiny.ini" "${fit[@]}" --minutes 5
expect_status 2
expect_err 'train needs --hours, --minutes, --positions and --generations, or --games'

# A light network adds to men, hands and places alone; both kinds are tried, or one.
expect_file "$work/one.network.train/light-network-01"
run train tiny --rules "$work/tiny.ini" "${fit[@]}" --light 150 -o "$work/light.network"
expect_status 0
expect_out '  a light one: loss '
expect_out '(men and hands alone '
expect_out ' --light 150 --gate 40'
grep -aq '^marcher-network 3$' "$work/light.network.train/light-network-01" || fail 'a light network is of version 3'
grep -aq '^adds to men of weights ' "$work/light.network.train/light-network-01" ||
  fail 'the file does not say what it adds to'
cmp -s "$work"/{one,light}.network.train/network-01 && fail 'the heads are the same'
tail -n +2 "$work/light.network.train/light-network-01" >"$work/men.network"
run match tiny --rules "$work/tiny.ini" --engine name=a level=3 network="$work/men.network" --engine \
  name=b level=3 network=none --games 2 --seed 1
expect_status 0
run train tiny --rules "$work/tiny.ini" "${fit[@]}" --light 0 -o "$work/full.network"
expect_status 0
[[ $out != *'a light one'* ]] || fail 'a light network was tried'
# One that has to be beaten has its nodes also where none is tried.
run train tiny --rules "$work/tiny.ini" "${fit[@]}" --light 0 --from "$work/men.network" -o "$work/beat.network"
expect_status 0
expect_out 'generation 1: '

# A network beside a definition is found; a child has it where it fits.
tail -n +2 "$work/one.network.train/network-01" >"$work/tiny.network"
eval_of() {
  run uci --rules "$work/tiny.ini" "${@:2}" < <(
    printf 'setoption name UCI_Variant value %s\nposition startpos\neval\nquit\n' "$1"
  )
}
eval_of tiny
expect_status 0
expect_out 'info string the network adds '
expect_out "info string the network for White's pieces, with each less without it: Ra1"
eval_of tinier
expect_out "White's pieces"
eval_of other
[[ $out != *"White's pieces"* ]] || fail 'a network was used for other rules'
eval_of tiny --network none
[[ $out != *"White's pieces"* ]] || fail 'a network was used against --network none'
run match tiny --rules "$work/tiny.ini" --engine name=a level=3 --engine \
  name=b level=3 network=none --games 2 --seed 1
expect_status 0

# Training goes on from a network: it plays, and is what has to be beaten.
cp "$work/tiny.network" "$work/first.network"
rm "$work/tiny.network"
run train tiny --rules "$work/tiny.ini" "${small[@]}" --from "$work/first.network" -o "$work/more.network"
expect_status 0
expect_out '--seed 4 --nodes 40 --epochs 12 --gate 40 --from first.network'
cmp -s "$work/first.network" "$work/more.network.train/games-01/tiny.network" ||
  fail 'another network played the first generation'
cmp -s "$work"/{one,more}.network.train/games-01/batches/0 && fail 'the network plays as the weights do'
run train tiny --rules "$work/tiny.ini" "${small[@]}" -o "$work/more.network"
expect_status 1
expect_err 'another training'
run train tiny --rules "$work/tiny.ini" "${small[@]}" --from "$work/first.network" -o "$work/first.network"
expect_status 2
expect_err 'first.network'"' is what --from begins with: name another file with -o"
run train other --rules "$work/tiny.ini" "${small[@]}" --from "$work/first.network" -o "$work/x.network"
expect_status 1
expect_err "does not fit other"
[[ ! -e $work/x.network.train ]] || fail 'work was begun that could not end'
run train tiny --rules "$work/tiny.ini" "${small[@]}" --network "$work/first.network" -o "$work/x.network"
expect_status 2
expect_err 'train begins with the weights, or with --from FILE; not with --network'
head -c 900 "$work/first.network" >"$work/part"
run train tiny --rules "$work/tiny.ini" "${small[@]}" --from "$work/part" -o "$work/x.network"
expect_status 1
expect_err "$work/part: the network is damaged: it is shorter than its head says"
mv "$work/first.network" "$work/tiny.network"

# The line that uses a network is the whole of it: rules and what was set, too. Men turn here.
printf '[mine:ataxx]\ntitle = Mine\n' >"$work/mine.ini"
run train mine --rules "$work/mine.ini" --set nMoveRule=40 --positions 5000 --generations 1 --nodes 100 \
  --gate 40 --seed 4 -o "$work/mine.net"
expect_status 0
use=(play mine --rules "$work/mine.ini" --set nMoveRule=40 --network "$work/mine.net")
expect_out "  use it        marcher ${use[*]}"
run "${use[@]}" < <(printf 'quit\n')
expect_status 0

# What is wrong with one is told.
run show tiny --rules "$work/tiny.ini" --network "$work/tiny.ini"
expect_status 1
expect_err 'this is no network'
run show chess --network "$work/tiny.network"
expect_status 1
expect_err "a network of 'tiny' does not fit chess"
head -c 900 "$work/tiny.network" >"$work/part"
cp "$work/part" "$work/tiny.network"
run show tiny --rules "$work/tiny.ini"
expect_status 1
expect_err 'the network is damaged: it is shorter than its head says'
finish
