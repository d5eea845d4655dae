#!/usr/bin/env bash
# `lab run --on parallel` over ssh to three hosts of this machine, one of which is killed in the
# middle: the same bytes as on one machine.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
PATH=$PATH:/usr/sbin:/sbin
needs parallel sshd ssh ssh-keygen
parallel --version 2>/dev/null | grep -q '^GNU parallel' || {
  printf 'SKIPPED: parallel is not GNU parallel\n'
  exit 77
}

daemons=()
end_hosts() {
  local pid
  for pid in ${daemons[@]+"${daemons[@]}"}; do
    kill "$pid" 2>/dev/null || true
  done
}
trap 'end_hosts; rm -rf "$work"' EXIT

# A host is a daemon on a port of its own.
begin_host() {
  local name=$1 port=$2
  cat >"$work/sshd.$name" <<CONF
Port $port
ListenAddress 127.0.0.1
HostKey $work/key
AuthorizedKeysFile $work/key.pub
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
MaxStartups 100
PermitRootLogin yes
SetEnv HOME=$work/home
CONF
  cat >>"$work/ssh.conf" <<CONF
Host $name
  HostName 127.0.0.1
  Port $port
  IdentityFile $work/key
  UserKnownHostsFile /dev/null
  StrictHostKeyChecking no
  LogLevel ERROR
  BatchMode yes
  ControlMaster no
CONF
  "$(command -v sshd)" -D -f "$work/sshd.$name" -E "$work/log.$name" &
  daemons+=($!)
  disown # its death is nothing to tell
}

# Nobody's start-up files are run at each of some hundred logins.
mkdir "$work/home"
ssh-keygen -q -t ed25519 -N '' -f "$work/key"
mkdir -p /run/sshd 2>/dev/null || true
port=$((10000 + RANDOM % 20000)) # below those that connections of other programs come from
for i in 1 2 3; do
  begin_host "h$i" $((port + i))
done
export PARALLEL_SSH="ssh -F $work/ssh.conf" PARALLEL_HOME=$work/parallel
mkdir -p "$PARALLEL_HOME"
touch "$PARALLEL_HOME/will-cite"
for i in 1 2 3; do
  until_true 10 ssh -F "$work/ssh.conf" "h$i" true || {
    cat "$work"/log.* >&2
    printf 'SKIPPED: no sshd comes up on this machine\n'
    exit 77
  }
done

printf '2/h%d\n' 1 2 3 >"$work/hosts"
make_run there
cp -r there here
run lab run here
expect_status 0

# A host is killed with everything on it, in the middle.
"$MARCHER" lab run there --on parallel --hosts "$work/hosts" >"$work/p.out" 2>"$work/p.err" &
command=$!
until_true 60 has_batches there 3 || fail 'no host computes anything'
for pid in $(pgrep -P "${daemons[1]}" || true); do
  kill -9 "$pid" 2>/dev/null || true
done
kill -9 "${daemons[1]}"
! has_batches there 20 || fail 'all was done before the host died'
status=0
wait "$command" || status=$?
cp "$work/p.out" "$work/out"
cp "$work/p.err" "$work/err"
out=$(<"$work/p.out") err=$(<"$work/p.err") ran='marcher lab run there --on parallel'
expect_status 0
expect_out 'Borderline GPT: 120 games'
same here there

# The other kinds: a ladder, rounds of self-play with weights of their own, games that end when it is
# plain that one side has too much.
tiny_chess small >small.ini
printf '2/h%d\n' 1 3 >alive
ladder=(ladder small --rules small.ini --from 1 --to 2 --games 8 --seed 2)
run "${ladder[@]}" --folder ladder-here
expect_status 0
run "${ladder[@]}" --folder ladder-there --on parallel --hosts alive
expect_status 0
same ladder-here ladder-there
tuning=(tune small --rules small.ini --games 40 --nodes 40 --rounds 2 --epochs 2 --gate 2 --seed 4)
run "${tuning[@]}" --folder tune-here -o here.weights
expect_status 0
run "${tuning[@]}" --folder tune-there --on parallel --hosts alive -o there.weights
expect_status 0
same tune-here/games-01 tune-there/games-01
same tune-here/games-02 tune-there/games-02
cmp here.weights* there.weights* >"$work/out" || fail 'games of other machines gave other weights'
fair=(lab run small --rules small.ini --kind fair --players level:2 --games 40 --batch 20 --seed 1 --to)
run "${fair[@]}" fair-here
expect_status 0
run "${fair[@]}" fair-there --on parallel --hosts alive
expect_status 0
same fair-here fair-there

run lab run there --on parallel
expect_status 2
expect_err '--on parallel needs --hosts FILE'
run lab run there --hosts "$work/hosts"
expect_status 2
expect_err '--hosts is for --on parallel'
finish
