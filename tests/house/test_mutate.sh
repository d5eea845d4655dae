#!/usr/bin/env bash
# script/mutate: ten fixed changes are seen by their tests; a weak test lets a change survive, and that
# is told; a whole run over a small tree draws, counts, keeps and goes on.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mutate=$SOURCE_DIR/script/mutate
export BUILD=$BUILD_DIR

# expect STATUS COMMAND...: its status; what it says is in $work/out.
expect() {
  local status=0 wanted=$1
  shift
  "$@" >"$work/out" 2>&1 || status=$?
  ((status == wanted)) || {
    printf 'expected status %d of %s, got %d and:\n' "$wanted" "$*" "$status" >&2
    cat "$work/out" >&2
    exit 1
  }
}

said() {
  grep -qF -- "$1" "$work/out" || {
    printf 'expected: %s\ngot:\n' "$1" >&2
    cat "$work/out" >&2
    exit 1
  }
}

# ---- changes ----------------------------------------------------------------------------------

# Comments, strings, characters, directives, assertions and sizes of arrays are left alone.
fixture=$SOURCE_DIR/tests/house/fixtures/mutate
awk -f "$SOURCE_DIR/script/mutants.awk" "$fixture/sample.c" | cut -f 2-4,6 |
  diff "$fixture/sample.changes" - || {
  echo 'expected the changes of sample.changes (<), got others (>)' >&2
  exit 1
}

# ---- the fixed list ---------------------------------------------------------------------------

expect 0 "$mutate" --fixed "$SOURCE_DIR/tests/data/mutants.fixed"
said '10 changes, 10 caught'

# A test that does not look at what changed, a line and a test that are not there.
cat >"$work/weak" <<'LIST'
src/measure/stats.c: unit.measure.stats.nothing_played_says_nothing
- into->singles[1][i] += from->singles[1][i];
+ into->singles[1][i] -= from->singles[1][i];
src/measure/stats.c: unit.measure.stats.nothing_played_says_nothing
- no line of it
+ another
src/measure/stats.c: unit.measure.stats.no_test_of_it
- into->singles[1][i] += from->singles[1][i];
+ into->singles[1][i] -= from->singles[1][i];
LIST
expect 1 "$mutate" --fixed "$work/weak"
said 'src/measure/stats.c: survives unit.measure.stats.nothing_played_says_nothing'
said '+ into->singles[1][i] -= from->singles[1][i];'
said 'names a line that is not there: no line of it'
said 'names a test that is not there: unit.measure.stats.no_test_of_it'
said '3 changes, 0 caught'

# ---- a whole run ------------------------------------------------------------------------------

# A tree of one function whose larger branch no test looks at.
tree=$work/tree
mkdir -p "$tree"/{script,src/kernel,tests/{data,trace}}
cp "$SOURCE_DIR"/script/{mutate,mutants.awk,common.sh} "$tree/script/"
cp "$SOURCE_DIR/tests/trace/trace.c" "$tree/tests/trace/"
printf '#!/bin/sh\n' >"$tree/script/deps"
chmod +x "$tree/script/deps"
cat >"$tree/src/kernel/toy.c" <<'TOY'
int toy(int number);
int toy(int number) {
  int kept = 0;
  if (number > 9) {
    return number - 9;
  }
  for (; number > 1; number--) {
    kept += number;
  }
  return kept;
}
TOY
cat >"$tree/tests/test_toy.c" <<'TOY'
int toy(int number);
int main(void) {
  return toy(3) == 5 && toy(2) == 2 ? 0 : 1;
}
TOY
# Slow where it is traced, and in a shell, which fails with a status of its own.
cat >"$tree/tests/test_slow.c" <<'TOY'
#include <stdlib.h>
int toy(int number);
int main(void) {
  int got = toy(3);
  while (getenv("MARCHER_TRACE") != NULL) {
  }
  return got == 5 ? 0 : 1;
}
TOY
cat >"$tree/CMakeLists.txt" <<'TOY'
cmake_minimum_required(VERSION 3.25)
project(toy C)
enable_testing()
add_library(marcher_core SHARED src/kernel/toy.c)
add_library(marcher_traced SHARED src/kernel/toy.c tests/trace/trace.c)
target_compile_options(marcher_traced PRIVATE -g1 -fsanitize-coverage=trace-pc)
set_source_files_properties(tests/trace/trace.c PROPERTIES COMPILE_OPTIONS -fno-sanitize-coverage=trace-pc)
set_target_properties(marcher_traced PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/traced)
set_target_properties(marcher_core marcher_traced PROPERTIES OUTPUT_NAME marcher)
add_executable(test_toy tests/test_toy.c)
target_link_libraries(test_toy marcher_core)
add_executable(test_slow tests/test_slow.c)
target_link_libraries(test_slow marcher_core)
add_test(NAME unit.kernel.toy.small_numbers COMMAND test_toy)
add_test(NAME unit.kernel.toy.slow COMMAND sh -c "$<TARGET_FILE:test_slow> || exit 1")
add_test(NAME unit.kernel.toy.always_fails COMMAND false)
set_tests_properties(unit.kernel.toy.small_numbers unit.kernel.toy.slow unit.kernel.toy.always_fails PROPERTIES LABELS unit)
TOY
cat >"$tree/CMakePresets.json" <<'TOY'
{"version": 6, "configurePresets": [{"name": "mutants", "generator": "Ninja",
 "binaryDir": "${sourceDir}/build/mutants",
 "cacheVariables": {"CMAKE_BUILD_TYPE": "Debug", "CMAKE_C_FLAGS_DEBUG": "-O1", "CMAKE_C_COMPILER": "gcc",
                    "CMAKE_LINK_DEPENDS_NO_SHARED": "ON"}}]}
TOY
unset BUILD

expect 1 "$tree/script/mutate" --count 3 --longest 1 src
grep -qx $'unit[.]kernel[.]toy[.]slow\t152\t.*' "$tree/build/mutants/runs.tsv" || {
  printf 'a slow test is not told from one that fails:\n' >&2
  cat "$tree/build/mutants/runs.tsv" >&2
  exit 1
}
said 'left out, since it fails without any change: unit.kernel.toy.always_fails'
said 'toy.c: caught by unit.kernel.toy.small_numbers'
before=$(wc -l <"$tree/build/mutants/found/results.tsv")

# The same command goes on, and draws nothing twice; what is beyond what tests see survives.
expect 1 "$tree/script/mutate" --count 100 src
said 'src/kernel/toy.c: survived'
said '% caught'
[[ $(sort -u "$tree/build/mutants/found/results.tsv" | wc -l) == "$(wc -l <"$tree/build/mutants/found/results.tsv")" ]] &&
  (($(wc -l <"$tree/build/mutants/found/results.tsv") > before)) || {
  echo 'expected other changes than before, got:' >&2
  cat "$tree/build/mutants/found/results.tsv" >&2
  exit 1
}
survivors=$(grep -c ': survived' "$work/out")

# A test that looks there, and a reason why the rest is harmless.
sed -i 's/toy(2) == 2/toy(2) == 2 \&\& toy(11) == 2 \&\& toy(10) == 1 \&\& toy(9) == 44/' "$tree/tests/test_toy.c"
expect 0 "$tree/script/mutate" --again
said 'caught by unit.kernel.toy.small_numbers'
said " 0 survived"
[[ $(<"$tree/src/kernel/toy.c") == *'number - 9;'* ]] || { echo 'expected the source as it was' >&2 && exit 1; }
((survivors > 0))

# What was found for a line that has gone is forgotten; for one that has moved, it is not.
counted=$(sed -n 's/^\([0-9]*\) changes: .*/\1/p' "$work/out")
sed -i -e 's/kept += number;/kept = kept + number;/' -e '1s/^/\n/' "$tree/src/kernel/toy.c"
expect 0 "$tree/script/mutate" --count 0 src
said "$((counted - 1)) changes: "
said ', 1 of lines that have gone'
