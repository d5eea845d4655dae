#!/usr/bin/env bash
# script/flaky lists what failed in some round only, and keeps what it said.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/tree/script" "$work/tree/build/toy"
cp "$SOURCE_DIR"/script/{flaky,common.sh} "$work/tree/script/"
cat >"$work/tree/CMakeLists.txt" <<'TOY'
cmake_minimum_required(VERSION 3.25)
project(toy NONE)
enable_testing()
add_test(NAME toy.steady COMMAND true)
add_test(NAME toy.first_only COMMAND sh -c
         "mkdir seen || { echo 'expected no folder seen, got one'; exit 1; }")
add_test(NAME toy.lost COMMAND ${CMAKE_BINARY_DIR}/no-such-program)
TOY
"$CMAKE" -G Ninja -S "$work/tree" -B "$work/tree/build/toy" >/dev/null

# flaky STATUS ARGUMENT...
flaky() {
  local status=0 wanted=$1
  shift
  BUILD=build/toy "$work/tree/script/flaky" "$@" >"$work/out" 2>&1 || status=$?
  if ((status != wanted)); then
    printf 'expected status %d of flaky %s, got %d and:\n' "$wanted" "$*" "$status" >&2
    cat "$work/out" >&2
    exit 1
  fi
}

expect() {
  grep -qF -- "$1" "$2" || {
    printf 'expected in %s: %s\ngot:\n' "$2" "$1" >&2
    cat "$2" >&2
    exit 1
  }
}

flaky 0 --times 2 --load 1 steady
expect 'rounds alone: 2' "$work/out"
expect 'rounds beside 1 busy loops: 2' "$work/out"
expect '0 tests failed at times' "$work/out"
flaky 0 --times 3 --load 1 --resume steady
expect 'round 3 of 3, alone' "$work/out"
if grep -q 'round 2 of 3' "$work/out"; then
  printf 'expected --resume to leave out the rounds that were played, got:\n' >&2
  cat "$work/out" >&2
  exit 1
fi
expect 'rounds alone: 3' "$work/out"
flaky 1 --times 1 --load 1
expect 'toy.first_only: failed 1 times; build/flaky/toy.first_only.txt' "$work/out"
expect 'toy.lost: failed 2 times' "$work/out"
expect 'rounds alone: 1' "$work/out"
expect '2 tests failed at times' "$work/out"
expect '== round 1, beside 1 busy loops' "$work/tree/build/flaky/toy.first_only.txt"
expect 'expected no folder seen, got one' "$work/tree/build/flaky/toy.first_only.txt"
rm -r "$work/tree/build/flaky"
flaky 0 --times 2 --beside "echo \$\$ >'$work/beside'; sleep 60" steady
expect 'rounds beside work: 2' "$work/out"
if grep -q 'rounds alone' "$work/out"; then
  printf 'expected rounds beside work alone, got:\n' >&2
  cat "$work/out" >&2
  exit 1
fi
if [[ -s $work/beside ]]; then # the rounds may be over before it has begun
  pid=$(cat "$work/beside")
  for ((i = 0; i < 100; i++)); do
    state=$(sed 's/.*) //; s/ .*//' "/proc/$pid/stat" 2>/dev/null || echo gone)
    [[ $state != gone && $state != Z ]] || break
    sleep 0.1
  done
  ((i < 100)) || { printf 'expected the work beside to end with the rounds\n' >&2; exit 1; }
fi
flaky 2 no_such_test
expect "no test matches 'no_such_test'" "$work/out"
