#!/usr/bin/env bash
# Every script explains itself, refuses an option that it does not know, and can be executed.
set -euo pipefail
cd /

for script in deps test fuzz format lint update-docs update-signature; do
  path=$SOURCE_DIR/script/$script
  [[ -x $path ]]
  "$path" --help | grep -q "^usage: script/$script" || {
    echo "script/$script --help prints no usage" >&2
    exit 1
  }
  status=0
  "$path" --no-such-option >/dev/null 2>&1 || status=$?
  ((status == 2)) || {
    echo "script/$script --no-such-option ends with $status, not 2" >&2
    exit 1
  }
done
[[ -x $SOURCE_DIR/script/run && -f $SOURCE_DIR/.ci/run ]]
