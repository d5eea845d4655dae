#!/usr/bin/env bash
# The check of rule coverage passes tests that exist, and is not content with less.
set -euo pipefail

check=$SOURCE_DIR/tests/rule/check_coverage.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/docs/rules" "$tree/tests/rule"
printf '# A game\n\n- **XY-1** [S] One.\n- **XY-12** [R] Two, as in XY-1.\n' >"$tree/docs/rules/xy.md"

# $1: the lines of the only test file, $2: what the check says, "" for nothing
expect() {
  printf '%s\n' "$1" >"$tree/tests/rule/test_xy.c"
  said=$(bash "$check" "$tree" 2>&1 >/dev/null) || true
  [[ $said == "$2" ]] || {
    printf 'for\n%s\nit says\n%s\nnot\n%s\n' "$1" "$said" "$2" >&2
    exit 1
  }
}

lacks() {
  printf '%s: no test in tests/rule/ has a name that begins with %s_\n' "$1" "${1/-/_}"
}

one='    cmocka_unit_test(XY_01_is_so),'
expect "$one
    cmocka_unit_test_setup_teardown(
        XY_12_too, setup, teardown)," ''
expect "/* XY-1 to XY-12, rule by rule */
$one" "$(lacks XY-12)"
expect "$one
static void XY_12_is_never_run(void **state) { /* XY-12 */ }" "$(lacks XY-12)"
expect "$one
    cmocka_unit_test(XY_120_is_another)," "$(lacks XY-12)"
expect '/* nothing */' "$(lacks XY-1; lacks XY-12)"
expect '    cmocka_unit_test(XY_12_too),' "$(lacks XY-1)"

printf '# A game\n' >"$tree/docs/rules/xy.md"
expect "$one" 'docs/rules/ has no numbered rules'
