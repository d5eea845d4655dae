#!/usr/bin/env bash
# script/run with no arguments: the page is served, a browser is opened where there is a screen, and
# whoever ends the script ends the server. What it builds is this build's program.
set -euo pipefail
. "$SOURCE_DIR/tests/web/lib.sh"

work=$(mktemp -d)
child=
trap '[[ -z $child ]] || kill -KILL "$child" 2>/dev/null; rm -rf "$work"' EXIT
mkdir -p "$work"/tree/{script,cmake,games,include,src,web} "$work/bin"
touch "$work/tree/CMakeLists.txt"
cp -p "$SOURCE_DIR"/script/{run,common.sh} "$work/tree/script/"
printf '#!/bin/sh\n' >"$work/tree/script/deps"
printf '#!/bin/sh\necho "$1" >"%s/opened"\n' "$work" >"$work/bin/xdg-open"
cat >"$work/bin/cmake" <<STUB
#!/bin/sh
mkdir -p build/release && touch build/release/build.ninja
[ "\$1" != --build ] || [ -e build/release/marcher ] || ln -s "$MARCHER" build/release/marcher
STUB
chmod +x "$work/tree/script/deps" "$work"/bin/*
export PATH=$work/bin:$PATH
unset DISPLAY WAYLAND_DISPLAY

fail() {
  printf 'not ok: %s\n' "$1" >&2
  cat "$work/out" "$work/err" >&2
  exit 1
}

# begin WORD...: starts it and waits until it says where it is, in `address`.
begin() {
  : >"$work/out" # what an earlier one has said is no sign of this one
  : >"$work/err"
  "$work/tree/script/run" "$@" >"$work/out" 2>"$work/err" </dev/null &
  child=$!
  for ((i = 0; i < 400; i++)); do
    address=$(grep -o 'http://127.0.0.1:[0-9]*/' "$work/out") && return
    grep -q 'built without a server' "$work/err" && skip "$(<"$work/err")"
    kill -0 "$child" 2>/dev/null || break
    sleep 0.05
  done
  fail 'it does not say where it is'
}

# Whether the server of this test runs.
serves() {
  pgrep -f "^$work/tree/build/release/marcher serve" >/dev/null
}

# end SIGNAL
end() {
  local status=0
  serves || fail 'there is no server to end'
  kill "-$1" "$child"
  wait "$child" || status=$?
  child=
  ((status == 0)) || fail "a SIG$1 ends it with status $status"
  # By its command line: its port may belong to another test's server by now.
  for ((i = 0; i < 100; i++)); do
    serves || return 0
    sleep 0.05
  done
  fail 'the server goes on'
}

begin
curl -s --max-time 20 "$address" >"$work/index.html"
grep -q '<a class="box" href="borderlands.html">' "$work/index.html" || fail 'there is no page of all games'
curl -s --max-time 20 "${address}borderlands.html" | grep -q 'id="texts"' || fail 'there is no page of a game'
grep -q 'To play in the terminal instead' "$work/out" || fail 'it does not say how to play without'
[[ ! -e $work/opened ]] || fail 'a browser was opened without a screen'
end TERM

# A port that nobody has who takes the first that is free, as tests beside this one do.
port=$((20000 + RANDOM % 10000))
while (: </dev/tcp/127.0.0.1/"$port") 2>/dev/null; do port=$((port + 1)); done
export DISPLAY=:nowhere
begin --port "$port"
[[ $address == *":$port/" ]] || fail "it listens at $address, not at port $port"
for ((i = 0; i < 100; i++)); do
  [[ ! -s $work/opened ]] || break
  sleep 0.05
done
[[ $(<"$work/opened") == "$address" ]] || fail 'the browser was not opened there'
end HUP

# A program without pages says what is missing, and so does the script.
rm "$work/tree/build/release/marcher"
printf '#!/bin/sh\necho "marcher: this program was built without pages: no node" >&2\nexit 1\n' \
  >"$work/tree/build/release/marcher"
chmod +x "$work/tree/build/release/marcher"
status=0
"$work/tree/script/run" >"$work/out" 2>"$work/err" </dev/null || status=$?
((status == 1)) && grep -q 'built without pages: no node' "$work/err" || fail "without pages it ends with $status"
