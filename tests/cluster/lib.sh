# Sourced by the tests of this folder: runs that are computed twice, here and elsewhere.
# shellcheck shell=bash
. "$SOURCE_DIR/tests/cli/lib.sh"
cd "$work"

# needs PROGRAM...: skips the test, by its name, where one is not installed.
needs() {
  local program
  for program in "$@"; do
    PATH=$PATH:/usr/sbin:/sbin command -v "$program" >/dev/null || {
      printf 'SKIPPED: %s is not installed (script/deps test)\n' "$program"
      exit 77
    }
  done
}

# make_run FOLDER: makes a run of 20 batches and computes none of them.
make_run() {
  run lab run borderline --games 120 --batch 6 --players nodes:40 --seed 5 --to "$1" --make
  expect_status 0
}

# same ONE OTHER: all batches and the summary have the same bytes.
same() {
  [[ $(ls "$1/batches") == "$(ls "$2/batches")" ]] || fail "$1 and $2 do not have the same batches"
  diff -r "$1/batches" "$2/batches" >"$work/out" || fail "batches of $1 and $2 differ"
  cmp "$1/summary" "$2/summary" >"$work/out" || fail "summaries of $1 and $2 differ"
}

# until_true SECONDS COMMAND...: until it succeeds. @return 1 where it does not
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    ((SECONDS < end)) || return 1
    sleep 0.1
  done
}

has_batches() {
  (($(find "$1/batches" -name '[0-9]*' ! -name '*.tmp' | wc -l) >= $2))
}
