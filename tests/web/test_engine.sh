#!/usr/bin/env bash
# The module of pages plays what the program plays: see engine.test.mjs.
set -euo pipefail
. "$SOURCE_DIR/tests/web/lib.sh"

export MARCHER
node --test "$SOURCE_DIR/web/test/engine.test.mjs"
