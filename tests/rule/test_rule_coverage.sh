#!/usr/bin/env bash
# Every numbered rule has a test: a reader goes from a rule to its proof by searching for its number.
set -euo pipefail
exec bash "$SOURCE_DIR/tests/rule/check_coverage.sh" "$SOURCE_DIR"
