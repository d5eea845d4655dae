#!/usr/bin/env bash
# Strangers before pages in a browser: see pages/strangers.mjs. Pictures of them are kept in $PICTURES, or in the build.
set -euo pipefail
. "$SOURCE_DIR/tests/web/lib.sh"

[[ -d $SOURCE_DIR/web/node_modules/playwright-core ]] || skip 'playwright-core is not installed (web/install)'
CHROMIUM=${CHROMIUM:-$(command -v chromium || true)}
[[ -n $CHROMIUM ]] || skip 'chromium is not installed (script/deps test)'
export CHROMIUM MARCHER PICTURES=${PICTURES:-$BUILD_DIR/pictures}
node --test "$SOURCE_DIR/web/test/pages/strangers.mjs"
