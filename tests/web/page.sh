#!/usr/bin/env bash
# usage: page.sh NAME
#
# web/test/pages/NAME.mjs: pages in a browser. Pictures of them are kept in $PICTURES, or in the build.
set -euo pipefail
. "$SOURCE_DIR/tests/web/lib.sh"

need_chromium
node --test "$SOURCE_DIR/web/test/pages/$1.mjs"
