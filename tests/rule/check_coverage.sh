#!/usr/bin/env bash
# usage: check_coverage.sh [ROOT]
#
# Every numbered rule of docs/rules/ has a test of its own in tests/rule/: BD-7 one that is listed in
# an array of tests and whose name begins with BD_7_ or BD_07_. A number in a comment proves nothing.
set -euo pipefail
cd "${1:-.}"

rules=$(grep -hoE '^- \*\*[A-Z]+-[0-9]+\*\*' docs/rules/*.md | grep -oE '[A-Z]+-[0-9]+' | sort -uV) || true
if [[ -z $rules ]]; then
  echo "docs/rules/ has no numbered rules" >&2
  exit 1
fi
tests=$(find tests/rule -name 'test_*.c' -exec cat {} + | tr '\n' ' ' |
  grep -oE 'cmocka_unit_test[a-z_]*\( *[A-Za-z0-9_]+' | sed 's/.*[( ]//') || true

missing=0
for rule in $rules; do
  if ! grep -qE "^${rule%-*}_0*${rule##*-}_" <<<"$tests"; then
    echo "$rule: no test in tests/rule/ has a name that begins with ${rule/-/_}_" >&2
    missing=1
  fi
done
echo "$(wc -w <<<"$rules") rules, $(wc -w <<<"$tests") tests"
exit "$missing"
