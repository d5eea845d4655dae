#!/usr/bin/env bash
# Every command that a document prints does what the document says, but those that take long.
set -euo pipefail
MARCHER=$MARCHER exec "$SOURCE_DIR/script/docs"
