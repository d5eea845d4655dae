# Sourced by the tests of this folder: a folder of its own, and ways to run marcher and to look at
# what it did. MARCHER, SOURCE_DIR and SLOW (yes: a build with instruments, or nothing) come from CTest.
# shellcheck shell=bash
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_STATE_HOME=$work/state LC_ALL=C.UTF-8
unset NO_COLOR HOME COLUMNS
SLOW=${SLOW:-}
failures=0
ran=''
: >"$work/out"
: >"$work/err"

# write_race FILE: a small game of which games are over soon: a king that walks home before the other
# can, and stones that cannot move.
write_race() {
  cat >"$1" <<'INI'
[race]
title = Race
maxFile = 5
maxRank = 5
king = k:W
immobile = x
flagPiece = k
flagRegionWhite = *3
flagRegionBlack = a1
startFen = 4k/4X/5/5/K4 w - - 0 1
INI
}

# write_ferry FILE: a small war in which lots draw who moves first, and nothing else is left to chance;
# Black's cannon would come long after games are over.
write_ferry() {
  cat >"$1" <<'INI'
[ferry]
family = warlord
title = Ferry
pieces =
  . l . . l .
  . i . . i .
  . . . . . .
  . . . . . .
  . I . . I .
  . L . . L .
reinforcements = w2:C1@a1 b30:C1@f6
quiet_turns = 4
first = drawn
INI
}

# run ARGUMENT...: marcher's output, complaints and exit status, in $out, $err and $status.
# Standard input is what the caller gives it.
run() {
  status=0
  "$MARCHER" "$@" >"$work/out" 2>"$work/err" || status=$?
  out=$(<"$work/out")
  err=$(<"$work/err")
  ran="marcher $*"
}

# play LINE... :: ARGUMENT...: a game with these lines as input.
play() {
  local lines=()
  while [[ $1 != :: ]]; do
    lines+=("$1")
    shift
  done
  shift
  run play "$@" < <(printf '%s\n' "${lines[@]}")
}

# talk LINES TEXT ARGUMENT...: as run, with LINES (a format of printf) for input that ends only when
# TEXT has been said: what a program does is not cut off by the end of what it is told.
talk() {
  local lines=$1 text=$2 pid input
  shift 2
  ran="marcher $*"
  mkfifo "$work/talk.in"
  "$MARCHER" "$@" <"$work/talk.in" >"$work/out" 2>"$work/err" &
  pid=$!
  exec {input}>"$work/talk.in"
  # shellcheck disable=SC2059 # it is a format
  printf "$lines" >&"$input"
  await "$text" "$work/out" "$pid" || true
  exec {input}>&-
  status=0
  wait "$pid" || status=$?
  rm "$work/talk.in"
  out=$(<"$work/out")
  err=$(<"$work/err")
}

# show NAME FILE: the end of a file, each line with the name before it.
show() {
  local count
  count=$(wc -l <"$2")
  ((count <= 60)) || printf '  %s: ... %d lines before these\n' "$1" $((count - 60))
  tail -n 60 "$2" | sed "s|^|  $1: |"
}

# The line of the test that asked for something: what it says is what was expected, and the files that
# it names, beside what the program printed, are what there was instead.
fail() {
  local i=0 file line='' word
  while [[ ${BASH_SOURCE[i]} == */lib.sh || ${BASH_SOURCE[i]} == */tmux.sh ]]; do i=$((i + 1)); done
  file=${BASH_SOURCE[i]}
  line=$(sed -n "${BASH_LINENO[i - 1]}p" "$file")
  {
    printf 'FAILED: %s\n  after: %s\n' "$1" "$ran"
    printf '  at: %s:%d:%s\n' "${file##*/}" "${BASH_LINENO[i - 1]}" "$line"
    show out "$work/out"
    show err "$work/err"
    for word in ${line//[\"\'\(\)<>]/ }; do
      word=${word//\$work\//$work/}
      [[ ! -f $word || $word == */out || $word == */err ]] || show "${word#"$work"/}" "$word"
    done
  } >&2
  failures=$((failures + 1))
}

expect_status() {
  [[ $status == "$1" ]] || fail "expected exit status $1, got $status"
}

# A piece of text, verbatim.
expect_out() {
  [[ $out == *"$1"* ]] || fail "expected in the output: $1"
}

expect_err() {
  [[ $err == *"$1"* ]] || fail "expected in the complaints: $1"
}

expect_no_err() {
  [[ -z $err ]] || fail 'expected no complaint'
}

reject_out() {
  [[ $out != *"$1"* ]] || fail "expected not in the output: $1"
}

expect_file() {
  [[ -f $1 ]] || fail "expected a file: $1; its folder has: $(ls -A "$(dirname "$1")" 2>&1 | tr '\n' ' ')"
}

# interrupted PATTERN WORD...: runs the program as `run` does, and interrupts it once a file is there.
interrupted() {
  local pattern=$1 pid tries
  shift
  ran="marcher $*, interrupted"
  "$MARCHER" "$@" >"$work/out" 2>"$work/err" &
  pid=$!
  for ((tries = 0; tries < 1200; tries++)); do
    compgen -G "$pattern" >"$work/found" && break
    sleep 0.05
  done
  kill -INT "$pid"
  status=0
  wait "$pid" || status=$?
  out=$(<"$work/out")
  err=$(<"$work/err")
}

# gone PID: waits until a process is no more, a minute at most; one that nobody waits for is not.
gone() {
  local tries state
  for ((tries = 0; tries < 1200; tries++)); do
    state=$(ps -o stat= -p "$1" 2>/dev/null) || return 0
    [[ $state != Z* ]] || return 0
    sleep 0.05
  done
  return 1
}

# await TEXT FILE PID: waits until a file that a process writes has a text, a minute at most.
await() {
  local tries
  for ((tries = 0; tries < 1200; tries++)); do
    if grep -qF -- "$1" "$2" 2>/dev/null; then
      return 0
    fi
    if ! kill -0 "$3" 2>/dev/null && ! grep -qsF -- "$1" "$2"; then
      fail "ended without a word of: $1"
      return 1
    fi
    sleep 0.05
  done
  fail "never written: $1"
  return 1
}

finish() {
  ((failures == 0)) || exit 1
}

# tiny_chess NAME: the definition of a game of that name whose networks and weights are learnt in no time.
tiny_chess() {
  cat <<END
[$1:chess]
maxFile = 5
maxRank = 5
castling = false
doubleStep = false
promotionRegionWhite = *5
promotionRegionBlack = *1
promotionPieceTypes = r
startFen = rnbkr/ppppp/5/PPPPP/RKBNR w - - 0 1
END
}
