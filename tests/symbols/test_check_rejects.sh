#!/usr/bin/env bash
# The symbol check finds every fault of a source that is wrong on purpose, and none in a sound one.
set -euo pipefail
here=$SOURCE_DIR/tests/symbols
work=$BUILD_DIR/symbols-fixtures
mkdir -p "$work"

for name in sound wrong; do
  "$CC" -std=c17 -O1 -c "$here/fixtures/$name.c" -o "$work/$name.o"
  rm -f "$work/$name.a"
  ar rc "$work/$name.a" "$work/$name.o"
done
bash "$here/check_symbols.sh" "$work/sound.a"

if bash "$here/check_symbols.sh" "$work/wrong.a" >"$work/faults.txt"; then
  echo 'the wrong library passed' >&2
  exit 1
fi
diff -u "$here/fixtures/wrong.faults.txt" <(LC_ALL=C sort "$work/faults.txt")
