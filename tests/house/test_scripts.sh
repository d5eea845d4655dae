#!/usr/bin/env bash
# Every script explains itself, refuses an option that it does not know, and can be executed.
set -euo pipefail
cd /

for script in compare-judgement compare-perft compare-search compare-strength deps docs flaky test fuzz format house-figures lint measure-batches measure-elo measure-first-mover measure-pawn-odds measure-throughput mutate page-speed soak strength update-docs update-signature walk-ffish; do
  path=$SOURCE_DIR/script/$script
  [[ -x $path ]]
  help=$("$path" --help)
  [[ $help == "usage: script/$script"* ]] || {
    printf 'expected the usage of script/%s from --help, got:\n%s\n' "$script" "$help" >&2
    exit 1
  }
  status=0
  "$path" --no-such-option >/dev/null 2>&1 || status=$?
  ((status == 2)) || {
    echo "script/$script --no-such-option ends with $status, not 2" >&2
    exit 1
  }
done
[[ -f $SOURCE_DIR/.ci/run ]]

# script/run hands its arguments on, --help too, so it is tried where a stub is what it builds.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/tree/{script,cmake,games,include,src,web} "$work/bin" "$work/elsewhere"
touch "$work/tree/CMakeLists.txt"
cp -p "$SOURCE_DIR"/script/{run,common.sh} "$work/tree/script/"
grep -q '^# usage: script/run ' "$work/tree/script/run"
printf '#!/bin/sh\n' >"$work/tree/script/deps"
cat >"$work/bin/cmake" <<'STUB'
#!/bin/sh
echo "cmake $*" >>calls
mkdir -p build/release && touch build/release/build.ninja
[ "$1" != --build ] || {
  printf '#!/bin/sh\npwd\nprintf "<%%s>" "$@"\nexit 7\n' >build/release/marcher
  chmod +x build/release/marcher
}
STUB
chmod +x "$work/tree/script/deps" "$work/bin/cmake"

# run MESSAGE: starts it, and compares what it says on standard error, and what marcher gets.
run() {
  local status=0
  (cd "$work/elsewhere" && PATH=$work/bin:$PATH "$work/tree/script/run" play 'a b' --help) \
    >"$work/out" 2>"$work/err" || status=$?
  if ((status != 7)) || [[ $(<"$work/err") != "$1" ]] ||
    [[ $(<"$work/out") != "$work/elsewhere"$'\n''<play><a b><--help>' ]]; then
    echo "script/run ends with $status, not 7, or does not start marcher as it was asked to:" >&2
    cat "$work/out" "$work/err" >&2
    exit 1
  fi
}
run 'Building marcher (a few minutes) ...'
run ''
touch -d '1 minute' "$work/tree/src"/late.c
run 'Building marcher (a few minutes) ...'
grep -q '^cmake --preset release' "$work/tree/calls"
[[ $(grep -c '^cmake --preset' "$work/tree/calls") == 1 ]]
