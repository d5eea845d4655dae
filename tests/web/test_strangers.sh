#!/usr/bin/env bash
# Strangers before pages in a browser: see strangers.test.mjs. Pictures are kept in $PICTURES, or in the build.
set -euo pipefail
. "$SOURCE_DIR/tests/web/lib.sh"

need_chromium
node --test "$SOURCE_DIR/web/test/strangers.test.mjs"
