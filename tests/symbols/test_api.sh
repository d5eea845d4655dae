#!/usr/bin/env bash
# Every function and object that a public header declares with MR_API is defined in the library.
set -euo pipefail
cd "$SOURCE_DIR"

declared=$(
  cat include/marcher/*.h |
    awk '
      { sub(/\/\/.*/, ""); text = text $0 "\n" }
      END {
        while (match(text, /\/\*/)) {
          head = substr(text, 1, RSTART - 1)
          text = substr(text, RSTART + 2)
          text = head (match(text, /\*\//) ? substr(text, RSTART + 2) : "")
        }
        gsub(/#[^\n]*/, "", text)
        n = split(text, statements, ";")
        for (i = 1; i <= n; i++)
          if (statements[i] ~ /MR_API/ && match(statements[i], /mr_[a-z0-9_]+[ \n]*(\(|\[|$)/)) {
            name = substr(statements[i], RSTART, RLENGTH)
            gsub(/[^a-z0-9_]/, "", name)
            print name
          }
      }' | LC_ALL=C sort -u
)
defined=$(nm --defined-only -g "$BUILD_DIR/libmarcher.a" 2>/dev/null |
  awk 'NF == 3 { print $3 }' | LC_ALL=C sort -u)

[[ -n $declared ]] || {
  echo 'no declaration found' >&2
  exit 1
}
missing=$(LC_ALL=C comm -23 <(printf '%s\n' "$declared") <(printf '%s\n' "$defined"))
[[ -z $missing ]] || {
  printf 'declared in include/marcher/, defined nowhere:\n%s\n' "$missing"
  exit 1
}
