#!/usr/bin/env bash
# What the house style asks of files and no compiler checks.
set -euo pipefail
cd "$SOURCE_DIR"

faults=$(
  find include src tests fuzz bench -name '*.[ch]' -exec awk '
    FNR == 1 && NR > 1 && lines > 800 { print name ": " lines " lines, 800 are allowed" }
    { name = FILENAME; lines = FNR }
    END { if (lines > 800) print name ": " lines " lines, 800 are allowed" }' {} + 2>/dev/null
  for folder in src/*/ src/rules/*/; do
    [[ ! -d $folder || -z $(find "$folder" -name '*.c' -print -quit) || -f $folder/README.md ]] ||
      echo "$folder has no README.md"
  done
  # Files are opened for writing in one place. What a program of a match complains of goes to its own.
  grep -rnE 'O_(CREAT|WRONLY|RDWR)|fopen\([^)]*"[wa]|\b(creat|mkstemp)\(' --include='*.[ch]' src |
    grep -vE '^src/(base/file|lab/player_process)\.c:' || true
  # Rows of boards may hold crosses.
  grep -rnE '\b(TODO|FIXME)\b|(^|[[:blank:]/*#])XXX\b' include src tests fuzz bench script cmake games docs 2>/dev/null |
    grep -v '^tests/house/' || true
  # Functions fit a screen, nothing stands twice, files of a folder need each other one way only.
  script/house-figures --list . | grep -E '^  (long|circle|clone|renamed) ' || true
  grep -rnE --include='*.[ch]' '[[:blank:]]$|'$'\t' include src tests fuzz bench 2>/dev/null || true
)
[[ -z $faults ]] || {
  printf '%s\n' "$faults"
  exit 1
}
