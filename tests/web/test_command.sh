#!/usr/bin/env bash
# marcher page: what it writes, and what it refuses.
set -euo pipefail
. "$SOURCE_DIR/tests/web/lib.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
  printf 'not ok: %s\n' "$1" >&2
  exit 1
}

# refuses STATUS PATTERN WORD...
refuses() {
  local status=0 wanted=$1 pattern=$2
  shift 2
  "$MARCHER" page "$@" >out 2>&1 || status=$?
  [[ $status == "$wanted" ]] || fail "page $*: exit status $status, not $wanted: $(<out)"
  grep -q -- "$pattern" out || fail "page $*: no '$pattern' in: $(<out)"
}

cat >own.ini <<'INI'
[mine:borderlands]
title = </script><b>Mine & yours
[unrelated:chess]
title = Another matter
INI

# A page of one game has that game and its parents, and no other; nothing in it ends its elements.
"$MARCHER" page mine --rules own.ini -o mine.html >out
grep -q 'Wrote mine.html: [0-9]* kB' out || fail "it does not say what it wrote: $(<out)"
grep -q '<title>&lt;/script>&lt;b>Mine &amp; yours</title>\|<title>&lt;/script&gt;' mine.html || fail 'no title'
texts=$(sed -n 's/.*id="texts">\(.*\)<\/script>.*/\1/p' mine.html)
node -e '
  const { game, games, sets, files } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
  const [rules, weights] = files.map((file) => file.text);
  const sections = [...rules.matchAll(/^\[([^\]]*)\]$/gm)].map((one) => one[1]);
  const wanted = { game: "mine", games: ["mine"], sets: [], sections: ["borderlands", "mine:borderlands"] };
  require("node:assert").deepEqual({ game, games, sets, sections }, wanted);
  require("node:assert").match(weights, /^\[borderlands\]/);
' <<<"$texts" || fail 'the page carries something else'

"$MARCHER" page chess borderline -o two.html >out
"$MARCHER" page chess --set castling=false --title 'No castling' -o - >page.html
grep -q '<title>No castling</title>' page.html || fail 'the title is not the one that was asked for'
grep -q '"sets": \["castling=false"\]' page.html || fail 'the change is not in the page'

# Without a game it has all, and the workshop; a broken one is told of, with its place, and nothing written.
printf '[good:chess]\n[broken:chess]\nmaxFil = 3\n' >more.ini
status=0
"$MARCHER" page --rules more.ini -o all.html >out 2>&1 || status=$?
[[ $status == 1 && ! -e all.html ]] || fail "status $status for a definition that does not open: $(<out)"
grep -q '^more.ini:3:1: error: ' out || fail "its place is not told: $(<out)"
grep -q 'games that do not open: broken;' out || fail "its name is not told: $(<out)"
printf '[good:chess]\n' >more.ini
"$MARCHER" page --rules more.ini -o all.html >out
texts=$(sed -n 's/.*id="texts">\(.*\)<\/script>.*/\1/p' all.html)
node -e '
  const { game, games } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
  require("node:assert").equal(game, undefined);
  for (const one of ["borderlands", "borderline", "warlord-border-war", "good"]) {
    require("node:assert").ok(games.includes(one), one);
  }
  require("node:assert").ok(!games.includes("broken"));
' <<<"$texts" || fail 'not all games are in the page'
grep -q 'id="workshop"' all.html || fail 'the page of all games has no workshop'
! grep -q 'id="workshop"' two.html || fail 'a page of two games has a workshop that nobody asked for'

refuses 2 'page needs --output FILE' chess
refuses 2 '--set changes one game: name the only one' --set castling=false -o x.html
refuses 1 "unknown game 'ches'; did you mean 'chess'" ches -o x.html
refuses 2 '--set changes one game, but the page has 2' chess borderline --set castling=false -o x.html
refuses 1 "cannot write 'no/such/folder.html'" chess -o no/such/folder.html
[[ ! -e x.html ]] || fail 'a page was written all the same'
