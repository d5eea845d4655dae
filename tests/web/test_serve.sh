#!/usr/bin/env bash
# marcher serve: it answers browsers of this machine, and ends when it is asked to.
set -euo pipefail
. "$SOURCE_DIR/tests/web/lib.sh"

work=$(mktemp -d)
child=
trap '[[ -z $child ]] || kill -KILL "$child" 2>/dev/null; rm -rf "$work"' EXIT
cd "$work"

fail() {
  printf 'not ok: %s\n' "$1" >&2
  exit 1
}

"$MARCHER" serve chess borderline >out 2>err &
child=$!
for ((i = 0; i < 200; i++)); do
  address=$(grep -o 'http://127.0.0.1:[0-9]*/' out) && break
  kill -0 "$child" 2>/dev/null || break
  sleep 0.05
done
grep -q 'built without a server' err && skip "$(<err)"
[[ -n ${address:-} ]] || fail "it does not say where it is: $(<out) $(<err)"
grep -q 'Serving 2 games' out || fail "$(<out)"

# Every file of the site comes as it is, with its type; a page opens by what it links.
"$MARCHER" site files chess borderline >/dev/null
ADDRESS=$address node -e '
  const assert = require("node:assert");
  const { readFileSync } = require("node:fs");
  const http = require("node:http");
  const get = (path) => new Promise((resolve, reject) => {
    http.get(process.env.ADDRESS + path, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => resolve({ ...answer, headers: answer.headers, statusCode: answer.statusCode, body: Buffer.concat(parts) }));
    }).on("error", reject);
  });
  (async () => {
    const list = readFileSync("files/marcher-site.txt", "utf8").trim().split("\n");
    for (const path of list.map((line) => line.slice(17))) {
      const { statusCode, headers, body } = await get(path);
      assert.equal(statusCode, 200, path);
      assert.deepEqual(body, readFileSync(`files/${path}`), path);
      assert.equal(/immutable/.test(headers["cache-control"]), path.startsWith("assets/"), path);
      const type = /\.html$/.test(path) ? "text/html; charset=utf-8" : /\.js$/.test(path)
        ? "text/javascript; charset=utf-8" : /\.css$/.test(path) ? "text/css; charset=utf-8"
        : /\.svg$/.test(path) ? "image/svg+xml" : headers["content-type"];
      assert.equal(headers["content-type"], type, path);
    }
    assert.deepEqual((await get("")).body, readFileSync("files/index.html"));
    assert.equal((await get("letter.txt")).statusCode, 404);
  })().catch((error) => { console.error(error); process.exit(1); });' || fail 'it does not serve the site'

# A port that is taken is said to be, and the next server finds another.
port=${address//[^0-9]/} port=${port#127001}
status=0
"$MARCHER" serve chess --port "$port" >taken 2>&1 || status=$?
[[ $status == 1 ]] && grep -q "port $port cannot be had" taken || fail "port $port twice: $(<taken)"

status=0
kill -INT "$child"
wait "$child" || status=$?
child=
[[ $status == 0 ]] || fail "Ctrl-C ends it with status $status: $(<err)"
[[ ! -s err ]] || fail "it complains: $(<err)"
