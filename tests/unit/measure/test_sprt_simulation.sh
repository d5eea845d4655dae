#!/usr/bin/env bash
# The sequential test keeps its error rates between simulated engines, and the simulation notices
# when they are not kept.
set -euo pipefail

simulation=$BUILD_DIR/bench/sprt_simulation
[[ -x $simulation ]] || exit 77

"$simulation" --runs 500 --elo1 30
"$simulation" --runs 500 --elo0 -10 --elo1 20 --draws 0.7 --bias 200 --model normalised
"$simulation" --runs 500 --elo1 40 --quarters 0.5 --first 50 --alpha 0.1 --beta 0.02

if "$simulation" --runs 500 --elo1 30 --shift 8; then
  echo 'a test of 8 Elo against 22 keeps the rates of one of 0 against 30'
  exit 1
fi
[[ $("$simulation" --runs 20 --elo1 50 --seed 3) == "$("$simulation" --runs 20 --elo1 50 --seed 3)" ]]
[[ $("$simulation" --runs 20 --elo1 50 --seed 3) != "$("$simulation" --runs 20 --elo1 50 --seed 4)" ]]
status=0
"$simulation" --elo1 -5 || status=$?
[[ $status == 2 ]]
