#!/usr/bin/env bash
# The header check accepts a sound header, and rejects one that needs another before it, one that
# has no include guard, and a folder without headers.
set -euo pipefail
here=$SOURCE_DIR/tests/header

bash "$here/compile_alone.sh" "$here" fixtures/sound
for wrong in needy unguarded absent; do
  if bash "$here/compile_alone.sh" "$here" "fixtures/$wrong" >/dev/null 2>&1; then
    echo "the header check accepts fixtures/$wrong" >&2
    exit 1
  fi
done
