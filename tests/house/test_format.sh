#!/usr/bin/env bash
# script/format --check refuses each fault, names the line, and script/format mends it.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/script" "$work/src/room" "$work/include/marcher"
cp -p "$SOURCE_DIR"/script/{format,common.sh,house.awk} "$work/script/"
cp "$SOURCE_DIR/.clang-format" "$work/"

rule="/* ---- faces $(printf %083d 0 | tr 0 -) */"
guard() {
  printf '#ifndef %s\n#define %s\n\nvoid room(void);\n\n#endif\n' "$1" "$1"
}

# what FILE RIGHT WRONG LINE: the right text is accepted, the wrong one refused and mended into it.
what() {
  printf '%s\n' "$2" >"$work/$1"
  "$work/script/format" --check "$1" >"$work/out" 2>&1 || {
    echo "script/format --check refuses $1:" >&2
    cat "$work/$1" "$work/out" >&2
    exit 1
  }
  printf '%s\n' "$3" >"$work/$1"
  if "$work/script/format" --check "$1" >"$work/out" 2>&1 || ! grep -q "^$1:$4:" "$work/out"; then
    echo "script/format --check does not find line $4 of $1:" >&2
    cat "$work/$1" "$work/out" >&2
    exit 1
  fi
  "$work/script/format" "$1"
  [[ $(<"$work/$1") == "$2" ]] || {
    echo "script/format writes $1 so:" >&2
    cat "$work/$1" >&2
    exit 1
  }
}

includes=$'#include "room/room.h"\n\n#include <string.h>\n\n#include "base/text.h"'
what src/room/room.h "$(guard MARCHER_ROOM_ROOM_H)" "$(guard ROOM_H)" 1
what include/marcher/hall.h "$(guard MARCHER_HALL_H)" "$(guard MARCHER_ROOM_HALL_H)" 1
what src/room/room.c "$rule" "${rule/---- \*/---------- *}" 1
what src/room/room.c "$rule" "${rule/---- \*/- *}" 1
what src/room/room.c "$includes" $'#include <string.h>\n\n#include "base/text.h"\n#include "room/room.h"' 1
what src/room/room.c "$includes" $'#include "room/room.h"\n#include "base/text.h"\n\n#include <string.h>' 2
what src/room/hall.c "${includes/room.h/priv.h}" $'#include "room/priv.h"\n\n#include "base/text.h"\n#include <string.h>' 3
what src/room/room.c 'int a;' 'int  a;' 1

# A document is refused as it is: clang-format would make sentences into code.
printf '# words; and more words, of it\n' >"$work/README.md"
status=0
"$work/script/format" README.md >"$work/out" 2>&1 || status=$?
((status == 2)) && grep -q 'README.md is no C file' "$work/out" &&
  [[ $(<"$work/README.md") == '# words; and more words, of it' ]] || {
  echo 'script/format takes README.md for C:' >&2
  cat "$work/out" "$work/README.md" >&2
  exit 1
}
