#!/usr/bin/env bash
# A whole game between two computers, saved and replayed, under valgrind: no invalid access, no
# leak. Programs that carry a sanitizer of their own cannot run under it.
set -euo pipefail
if [[ $(nm "$MARCHER" 2>/dev/null) =~ __(asan|tsan|msan)_init ]]; then
  echo 'skipped: the program carries a sanitizer'
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

under_valgrind() {
  valgrind --quiet --error-exitcode=99 --leak-check=full --show-leak-kinds=definite,indirect \
    --errors-for-leak-kinds=definite,indirect "$MARCHER" "$@" >"$work/out" 2>"$work/err" || {
    echo "valgrind: marcher $* (status $?)" >&2
    tail -n 40 "$work/err" >&2
    exit 1
  }
  [[ ! -s $work/err ]] || {
    cat "$work/err" >&2
    exit 1
  }
}

# expect REGEX: in what was printed.
expect() {
  grep -q "$1" "$work/out" || {
    printf 'expected in the output: %s\ngot:\n' "$1" >&2
    cat "$work/out" >&2
    exit 1
  }
}

under_valgrind watch borderline --seed 7 --nodes 40 --save "$work/game.mrec"
expect 'BD-1[24]'
under_valgrind replay "$work/game.mrec"
expect verified
under_valgrind watch borderline --seed 3 --nodes 20 --engine mcts
under_valgrind rules borderline --html
