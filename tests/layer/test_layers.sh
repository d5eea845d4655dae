#!/usr/bin/env bash
# No include in src/ or include/ runs upward.
set -euo pipefail
bash "$SOURCE_DIR/tests/layer/check_layers.sh" "$SOURCE_DIR"
