#!/usr/bin/env bash
# Every internal header compiles alone.
set -euo pipefail
bash "$SOURCE_DIR/tests/header/compile_alone.sh" "$SOURCE_DIR" src
