#!/usr/bin/env bash
# usage: compile_alone.sh ROOT FOLDER [one]
#
# Compiles each header below ROOT/FOLDER by itself, twice over, with every compiler at hand, or with one
# of them. Prints what fails; fails when something does, or when there is no header or no compiler.
set -euo pipefail
cd "$1"

compilers=()
for compiler in gcc clang-14; do
  ! command -v "$compiler" >/dev/null || compilers+=("$compiler")
done
[[ ${3:-} != one ]] || compilers=("${compilers[@]:0:1}")
mapfile -t headers < <(find "$2" -name '*.h' | LC_ALL=C sort)
((${#compilers[@]} && ${#headers[@]})) || {
  echo "no header below $1/$2, or no compiler" >&2
  exit 1
}

failed=0
for compiler in "${compilers[@]}"; do
  for header in "${headers[@]}"; do
    printf '#include "%s"\n#include "%s"\n' "$PWD/$header" "$PWD/$header" |
      "$compiler" -std=c17 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wstrict-prototypes -Werror \
        -Iinclude -Isrc -fsyntax-only -x c - || {
      echo "$header does not compile alone with $compiler"
      failed=1
    }
  done
done
exit "$failed"
