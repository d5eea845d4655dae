#!/usr/bin/env bash
# Every numbered rule of docs/rules/ is named by a test in tests/rule/: a reader goes from a rule to
# its proof by searching for its number.
set -euo pipefail
cd "$SOURCE_DIR"

rules=$(grep -hoE '^- \*\*[A-Z]+-[0-9]+\*\*' docs/rules/*.md | grep -oE '[A-Z]+-[0-9]+' | sort -uV)
if [[ -z $rules ]]; then
  echo "docs/rules/ has no numbered rules" >&2
  exit 1
fi

missing=0
for rule in $rules; do
  if ! grep -rqwF --include='test_*.c' -- "$rule" tests/rule; then
    echo "$rule is named by no test in tests/rule/" >&2
    missing=1
  fi
done
echo "$(wc -w <<<"$rules") rules"
exit "$missing"
