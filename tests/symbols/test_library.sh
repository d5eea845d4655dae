#!/usr/bin/env bash
# The library defines mr_ names only, neither prints nor exits, and has no mutable globals.
set -euo pipefail
bash "$SOURCE_DIR/tests/symbols/check_symbols.sh" "$BUILD_DIR/libmarcher.a"
