#!/usr/bin/env bash
# Pages in Firefox: see firefox.test.mjs.
set -euo pipefail
. "$SOURCE_DIR/tests/web/lib.sh"

FIREFOX=${FIREFOX:-$(command -v firefox-esr || command -v firefox || true)}
[[ -n $FIREFOX ]] || skip 'firefox is not installed (script/deps test installs firefox-esr)'
export FIREFOX MARCHER PICTURES=${PICTURES:-$BUILD_DIR/pictures}
node --test "$SOURCE_DIR/web/test/firefox.test.mjs"
