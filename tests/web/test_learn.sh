#!/usr/bin/env bash
# Learning a game in a browser: see learn.test.mjs. PICTURES in the environment keeps pictures.
set -euo pipefail
. "$SOURCE_DIR/tests/web/lib.sh"

[[ -d $SOURCE_DIR/web/node_modules/playwright-core ]] || skip 'playwright-core is not installed (web/install)'
CHROMIUM=${CHROMIUM:-$(command -v chromium || true)}
[[ -n $CHROMIUM ]] || skip 'chromium is not installed (script/deps test)'
export CHROMIUM MARCHER
node --test "$SOURCE_DIR/web/test/learn.test.mjs"
