#!/usr/bin/env bash
# Every public header compiles alone.
set -euo pipefail
bash "$SOURCE_DIR/tests/header/compile_alone.sh" "$SOURCE_DIR" include/marcher
