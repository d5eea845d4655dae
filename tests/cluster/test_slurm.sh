#!/usr/bin/env bash
# `lab run --on slurm` on a real Slurm of three nodes, one of which is killed in the middle: the same
# bytes as on one machine.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
PATH=$PATH:/usr/sbin:/sbin
needs munged slurmctld slurmd sbatch squeue scontrol sinfo scancel

dir=$work/slurm
pids=()

# Daemons go into the background by themselves; they are ended by their numbers, which are looked
# after before: one that was killed leaves its file.
end_cluster() {
  local file pid
  scancel -u "$(id -un)" 2>/dev/null || true
  for file in "$dir"/run/*.pid "$dir"/munge/pid; do
    [[ -f $file ]] || continue
    pid=$(<"$file")
    if [[ -r /proc/$pid/cmdline ]] && tr '\0' ' ' <"/proc/$pid/cmdline" | grep -qF "$dir"; then
      kill "$pid" 2>/dev/null || true
      pids+=("$pid")
    fi
  done
  for pid in ${pids[@]+"${pids[@]}"}; do
    until_true 5 test ! -d "/proc/$pid" || kill -9 "$pid" 2>/dev/null || true
  done
}
trap 'end_cluster; rm -rf "$work"' EXIT

begin_cluster() {
  # Below those that connections of other programs come from.
  local port=$((10000 + RANDOM % 20000)) host node
  host=$(hostname -s)
  mkdir -p "$dir"/{ctld,run,log,spool}
  mkdir -p -m 700 "$dir/munge"
  head -c 128 /dev/urandom >"$dir/munge/key"
  chmod 400 "$dir/munge/key"
  sed -e "s|@DIR@|$dir|g" -e "s|@HOST@|$host|g" -e "s|@USER@|$(id -un)|g" -e "s|@PORT@|$port|g" \
    -e "s|@P1@|$((port + 1))|g" -e "s|@P3@|$((port + 3))|g" \
    "$SOURCE_DIR/tests/cluster/slurm.conf.in" >"$dir/slurm.conf"
  export SLURM_CONF=$dir/slurm.conf
  munged --force --socket="$dir/munge/socket" --key-file="$dir/munge/key" \
    --pid-file="$dir/munge/pid" --log-file="$dir/log/munged.log" --seed-file="$dir/munge/seed" \
    >>"$dir/log/start" 2>&1 || return 1
  slurmctld -c -f "$dir/slurm.conf" >>"$dir/log/start" 2>&1 || return 1
  for node in n1 n2 n3; do
    mkdir -p "$dir/spool/$node"
    slurmd -N "$node" -f "$dir/slurm.conf" >>"$dir/log/start" 2>&1 || return 1
  done
  until_true 30 three_nodes
}

three_nodes() {
  [[ $(sinfo -h -N -t idle -o %N | wc -l) == 3 ]]
}

begin_cluster || {
  cat "$dir"/log/* >&2
  printf 'SKIPPED: no Slurm comes up on this machine\n'
  exit 77
}

make_run there
cp -r there here
run lab run here
expect_status 0

# A node is killed with everything on it, in the middle: from the tenth batch on tasks wait until it is
# dead, however fast the machine is.
cat >patient <<'END'
#!/bin/sh
# lab batch RUN NUMBER --base BASE: the second array counts from 0 again
while [ $((${4:-0} + ${6:-0})) -ge 10 ] && [ ! -e "$(dirname "$0")/dead" ]; do
  sleep 0.1
done
exec "$(dirname "$0")/marcher" "$@"
END
chmod +x patient
ln -s "$MARCHER" marcher
"$MARCHER" lab run there --on slurm --cores 4 --program "$work/patient" >"$work/slurm.out" 2>"$work/slurm.err" &
command=$!
until_true 60 has_batches there 4 || fail 'Slurm computes nothing'
victim=$(<"$dir/run/slurmd.n2.pid")
pids+=("$victim")
kill -9 "$victim" # before what it would tell of: who dies says nothing of the deaths of others
for step in $(pgrep -f "slurmstepd|lab batch $work/there" || true); do
  node=$({ tr '\0' '\n' <"/proc/$step/environ" | sed -n 's/^SLURMD_NODENAME=//p'; } 2>/dev/null || true)
  [[ $node != n2 ]] || kill -9 "$step" 2>/dev/null || true
done
! has_batches there 20 || fail 'all was done before the node died'
touch dead
scontrol update NodeName=n2 State=DOWN Reason=dead
status=0
wait "$command" || status=$?
out=$(<"$work/slurm.out") err=$(<"$work/slurm.err") ran='marcher lab run there --on slurm'
cp "$work/slurm.out" "$work/out"
cp "$work/slurm.err" "$work/err"
expect_status 0
[[ $status == 0 ]] || cat there/errors.log "$dir/log/slurmctld.log" >&2
expect_out 'Borderline GPT: 120 games'
same here there

# What is there is not computed again: not even Slurm is asked.
before=$(ls -l --time-style=full-iso there/batches)
run lab run there --on slurm
expect_status 0
[[ $(ls -l --time-style=full-iso there/batches) == "$before" ]] || fail 'batches were computed again'

# Batches that rest on others: which matches are played follows from the games, and how many games a
# generation of self-play has from their positions.
tiny_chess small >small.ini
values=(lab values small --rules small.ini --games 24 --pairs 2 --nodes 20 --seed 3)
run "${values[@]}" --folder values-here
expect_status 0
run "${values[@]}" --folder values-there --on slurm
expect_status 0
same values-here values-there
training=(train small --rules small.ini --positions 1400 --generations 1 --nodes 40 --epochs 2 --gate 2 --seed 4)
run "${training[@]}" -o here.network
expect_status 0
run "${training[@]}" --on slurm -o there.network
expect_status 0
[[ $status == 0 ]] || cat there.network.train/games-01/errors.log "$dir/log/slurmctld.log"
same here.network.train/games-01 there.network.train/games-01
cmp here.network.train/network-01 there.network.train/network-01 >"$work/out" ||
  fail 'games of other machines gave another network'

# Tasks that fail are named, with their reason.
make_run spoilt
chmod u+w spoilt/rules.ini
printf '\n# changed\n' >>spoilt/rules.ini
run lab run spoilt --on slurm
expect_status 1
expect_err 'rules.ini'
finish
