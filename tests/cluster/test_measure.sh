#!/usr/bin/env bash
# What batches cost beside their games, in small; wall time says nothing where tests share a machine.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
"$SOURCE_DIR/script/measure-batches" --tasks 4 --seconds 0.4 --game borderline --marcher "$MARCHER" \
  >"$work/out" 2>"$work/err" || fail 'script/measure-batches fails'
out=$(<"$work/out")
expect_out '4 tasks of '
expect_out '% of cores times wall'
share=$(sed -n 's/^the same games as one batch: .* s, \([0-9]*\)[.0-9]*% of that of 4$/\1/p' "$work/out")
# Four batches cost no more than a third beside what one costs: 100 ms of 0.4 s would be a defect.
((share >= 75)) || fail "batches take much more than their games: $share%"
finish
