#!/usr/bin/env bash
# The layer check finds every fault of a tree that is wrong on purpose, and nothing else in it.
set -euo pipefail
here=$SOURCE_DIR/tests/layer

if bash "$here/check_layers.sh" "$here/fixtures/wrong" >"$BUILD_DIR/layer-faults.txt"; then
  echo 'the wrong tree passed' >&2
  exit 1
fi
diff -u "$here/fixtures/wrong.faults.txt" "$BUILD_DIR/layer-faults.txt"

if bash "$here/check_layers.sh" "$here/fixtures" 2>/dev/null; then
  echo 'a tree without files passed' >&2
  exit 1
fi
