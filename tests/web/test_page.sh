#!/usr/bin/env bash
# Pages in a browser: see page.test.mjs. Pictures of them are kept in $PICTURES, or in the build.
set -euo pipefail
. "$SOURCE_DIR/tests/web/lib.sh"

need_chromium
node --test "$SOURCE_DIR/web/test/page.test.mjs"
