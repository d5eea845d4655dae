# Sourced by the tests of this folder: a folder of its own, and ways to run marcher and to look at
# what it did. MARCHER and SOURCE_DIR come from CTest.
# shellcheck shell=bash
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_STATE_HOME=$work/state LC_ALL=C.UTF-8
unset NO_COLOR HOME COLUMNS
failures=0
ran=''
: >"$work/out"
: >"$work/err"

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

fail() {
  printf 'FAILED: %s\n  after: %s\n' "$1" "$ran" >&2
  sed 's/^/  out: /' "$work/out" | tail -n 20 >&2
  sed 's/^/  err: /' "$work/err" | tail -n 20 >&2
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
  [[ -f $1 ]] || fail "expected a file: $1"
}

# await TEXT FILE PID: waits until a file that a process writes has a text, a minute at most.
await() {
  local tries
  for ((tries = 0; tries < 1200; tries++)); do
    if grep -qF -- "$1" "$2" 2>/dev/null; then
      return 0
    fi
    if ! kill -0 "$3" 2>/dev/null && ! grep -qF -- "$1" "$2"; then
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
