#!/usr/bin/env bash
# Every internal header compiles alone, with one compiler: only our own files include it.
set -euo pipefail
bash "$SOURCE_DIR/tests/header/compile_alone.sh" "$SOURCE_DIR" src own
