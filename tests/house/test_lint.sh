#!/usr/bin/env bash
# script/lint finds the faults of one hand in its fixtures, in these lines and no others; and it knows
# which files a change reaches.
set -euo pipefail
cd "$SOURCE_DIR"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fixtures=(tests/house/fixtures/lint/*.c)
{
  echo '['
  for fixture in "${fixtures[@]}"; do
    printf '{"directory": "%s", "command": "clang-14 -std=c17 -c %s",\n"file": "%s/%s"\n}%s\n' \
      "$PWD" "$fixture" "$PWD" "$fixture" "$([[ $fixture == "${fixtures[-1]}" ]] || echo ,)"
  done
  echo ']'
} >"$work/compile_commands.json"

for fixture in "${fixtures[@]}"; do
  if BUILD=$work script/lint "$fixture" >"$work/out" 2>&1; then
    echo "script/lint accepts $fixture" >&2
    exit 1
  fi
  sed -n "s|^\($PWD/\)\{0,1\}$fixture:\([0-9]*\):[0-9]*: .*|\2|p" "$work/out" | sort -nu >"$work/found"
  grep -n '// fault' "$fixture" | cut -d: -f1 >"$work/planted"
  diff -u "$work/planted" "$work/found" || {
    echo "script/lint finds other lines of $fixture:" >&2
    cat "$work/out" >&2
    exit 1
  }
done

# In a copy: a header and what includes it are reached, what stands beside is not.
mkdir -p "$work/tree/src/room" "$work/tree/tests/unit"
cp -rp script "$work/tree/"
cd "$work/tree"
printf '#ifndef A\n#define A\n#endif\n' >src/room/a.h
printf '#include "room/a.h"\n' >src/room/b.h
printf '#include "room/b.h"\n' >src/room/b.c
printf '#include <string.h>\n' >src/room/c.c
printf '#include <stdio.h>\n\n#include "room/b.h"\n' >tests/unit/test_b.c
reached=$(. script/common.sh && reached_files <<<src/room/a.h)
[[ $(tr '\n' ' ' <<<"$reached") == 'src/room/a.h src/room/b.c src/room/b.h tests/unit/test_b.c ' ]] || {
  printf 'a change of src/room/a.h reaches:\n%s\n' "$reached" >&2
  exit 1
}
