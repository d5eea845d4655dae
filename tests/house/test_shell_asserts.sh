#!/usr/bin/env bash
# A test in shell that fails says what it expected and what it got.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/marcher" <<'STUB'
#!/bin/sh
echo 'this was printed'
echo 'this was complained' >&2
[ "$1" != hear ] || { read -r line && echo "heard $line" && read -r line; echo "then ${line:-the end}"; }
exit 4
STUB
chmod +x "$work/marcher"
{
  printf '. %q\n' "$SOURCE_DIR/tests/cli/lib.sh"
  cat <<'TEST'
cd "$work"
echo 'what the file has' >game.mrec
run games --odd
expect_status 0
expect_out 'never printed'
reject_out 'was printed'
expect_no_err
grep -q 'what it lacks' game.mrec || fail 'not the game'
expect_file absent.mrec
talk 'one\n' 'heard one' hear
expect_out 'then the end'
expect_status 4
finish
TEST
} >"$work/test.sh"
status=0
MARCHER=$work/marcher bash "$work/test.sh" >"$work/said" 2>&1 || status=$?
while IFS= read -r text; do
  grep -qF -- "$text" "$work/said" || {
    printf 'expected in what a failing test says: %s\ngot:\n' "$text" >&2
    cat "$work/said" >&2
    exit 1
  }
done <<'END'
FAILED: expected exit status 0, got 4
  after: marcher games --odd
  at: test.sh:5:expect_status 0
  out: this was printed
  err: this was complained
FAILED: expected in the output: never printed
FAILED: expected not in the output: was printed
FAILED: expected no complaint
FAILED: not the game
grep -q 'what it lacks' game.mrec
  game.mrec: what the file has
FAILED: expected a file: absent.mrec; its folder has:
END
if ((status != 1)) || [[ $(grep -c '^FAILED' "$work/said") != 6 ]]; then
  printf 'expected six failures and status 1, got status %d and:\n' "$status" >&2
  cat "$work/said" >&2
  exit 1
fi
