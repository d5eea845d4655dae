#!/usr/bin/env bash
# usage: compile_alone.sh ROOT FOLDER [own]
#
# Compiles each header below ROOT/FOLDER by itself, twice over, as strict C11, C17 and C++17, with the
# compilers at hand; with 'own', as C17 with one compiler: what only our own files include. Prints what
# fails; fails when something does, or when there is no header or no compiler.
set -euo pipefail
cd "$1"

compilers=()
find_compilers() { # FLAGS COMPILER...
  local compiler flags=$1
  shift
  for compiler; do
    ! command -v "$compiler" >/dev/null || compilers+=("$compiler $flags")
  done
}
c='-D_POSIX_C_SOURCE=200809L -Wstrict-prototypes -x c'
if [[ ${3:-} == own ]]; then
  find_compilers "-std=c17 $c" gcc clang-14
  compilers=("${compilers[@]:0:1}")
else
  find_compilers "-std=c11 -pedantic $c" gcc
  find_compilers "-std=c17 -pedantic $c" clang-14
  find_compilers '-std=c++17 -pedantic -x c++' g++
fi
mapfile -t headers < <(find "$2" -name '*.h' | LC_ALL=C sort)
((${#compilers[@]} && ${#headers[@]})) || {
  echo "no header below $1/$2, or no compiler" >&2
  exit 1
}

failed=0
for compiler in "${compilers[@]}"; do
  for header in "${headers[@]}"; do
    # shellcheck disable=SC2086 # a command and its flags
    printf '#include "%s"\n#include "%s"\n' "$PWD/$header" "$PWD/$header" |
      $compiler -Wall -Wextra -Werror -Iinclude -Isrc -fsyntax-only - || {
      echo "$header does not compile alone with $compiler"
      failed=1
    }
  done
done
exit "$failed"
