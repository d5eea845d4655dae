#!/usr/bin/env bash
# marcher site: what it writes, that it does so again, and what it leaves alone.
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
  "$MARCHER" site "$@" >out 2>&1 || status=$?
  [[ $status == "$wanted" ]] || fail "site $*: exit status $status, not $wanted: $(<out)"
  grep -q -- "$pattern" out || fail "site $*: no '$pattern' in: $(<out)"
}

cat >own.ini <<'INI'
[mine:borderline]
title = <b>"Mine" & yours
INI

"$MARCHER" site all >out
count=$("$MARCHER" games --json | node -pe 'JSON.parse(require("fs").readFileSync(0, "utf8")).games.length')
grep -q "Wrote all: $count games" out || fail "not all games: $(<out)"
(($(find all -maxdepth 1 -name '*.html' | wc -l) == count + 2)) ||
  fail 'a page for each game, one of all, and the workshop'
grep -q 'href="workshop.html"' all/index.html || fail 'the workshop is not linked'
grep -q ':checked~.shelf>:not(' all/index.html || fail 'many games have no buttons for their groups'
(($(grep -o '<li class="g[0-9]' all/index.html | sort -u | wc -l) > 3)) || fail 'boxes are in no groups'

"$MARCHER" site some chess mine --rules own.ini --title 'A & B' >out
grep -q 'Wrote some: 2 games' out || fail "it does not say what it wrote: $(<out)"
grep -q '<h1>A &amp; B</h1>' some/index.html || fail 'no title'
! grep -q 'type="radio"' some/index.html || fail 'two games are sorted by groups'
grep -q 'href="mine.html"' some/index.html || fail 'no link'
grep -q '&lt;b>&quot;Mine&quot; &amp; yours' some/index.html || fail 'a title is not text'

# A page loads what is there, by its hash, and carries its own game and its parents alone.
node -e '
  const assert = require("node:assert");
  const { existsSync, readFileSync, readdirSync, statSync } = require("node:fs");
  const zlib = require("node:zlib");
  const read = (name) => readFileSync(`some/${name}`, "utf8");
  for (const page of ["index.html", "chess.html", "mine.html"]) {
    const links = [...read(page).matchAll(/(?:src|href)="([^"#:]+)"/g)].map((one) => one[1]);
    assert.ok(links.length > 2, page);
    for (const link of links) assert.ok(link === "./" || existsSync(`some/${link}`), `${page}: ${link}`);
  }
  const texts = JSON.parse(read("mine.html").match(/id="texts">(.*)<\/script>/)[1]);
  assert.equal(texts.game, "mine");
  assert.equal(texts.home, "./");
  const sections = [...texts.files[0].text.matchAll(/^\[([^\]]*)\]$/gm)].map((one) => one[1]);
  assert.deepEqual(sections, ["borderline", "mine:borderline"]);
  assert.ok(statSync("some/mine.html").size < 20000);
  for (const name of readdirSync("some/assets")) {
    assert.match(name, /-[0-9a-f]{16}\./);
    const packed = readFileSync(`some/assets/${name}`);
    const plain = name.replace(/\.(gz|br)$/, "");
    if (plain !== name) {
      const unpack = name.endsWith("gz") ? zlib.gunzipSync : zlib.brotliDecompressSync;
      assert.deepEqual(unpack(packed), readFileSync(`some/assets/${plain}`));
    }
    if (/wasm/.test(name)) assert.ok(WebAssembly.validate(zlib.gunzipSync(packed)));
  }' || fail 'the pages do not hold together'

# Written again it is the same; what it has no more goes, what a host needs stays.
cp -r some before
touch some/.nojekyll some/CNAME && mkdir some/.git
"$MARCHER" site some chess mine --rules own.ini --title 'A & B' >out
rm -r some/.nojekyll some/CNAME some/.git
diff -r before some || fail 'it is not the same when it is written again'
touch -d '2001-02-03' some/*.html some/assets/*
"$MARCHER" site some chess >out
[[ ! -e some/mine.html && -e some/chess.html ]] || fail 'what the site has no more is still there'
# What is the same is not written anew: caches and copies go on as before.
[[ -z $(find some/assets -type f -newermt 2001-02-04) ]] || fail 'files that are the same were written again'
[[ -n $(find some/index.html -newermt 2001-02-04) ]] || fail 'a file that is another is as old as before'
inode=$(stat -c %i some/marcher-site.txt)
# Readers may still have pages of the publication before, whose assets stay; those of earlier ones go.
cp -r some before.some
"$MARCHER" site some chess >out
diff -r some before.some || fail 'the same site again is another'
[[ $inode == $(stat -c %i some/marcher-site.txt) ]] || fail 'the same list was written again'
[[ -n $(find some/assets -name 'mine-*') ]] || fail 'a picture is gone for which open pages ask'
"$MARCHER" site some shogi >out
[[ -z $(find some/assets -name 'mine-*') ]] || fail 'a picture of two publications ago is left'
[[ -n $(find some/assets -name 'chess-*') ]] || fail 'a picture of the last publication is gone'
"$MARCHER" site some chess >out
rm -r before.some

# Everybody may read what is made to be served.
(umask 077 && "$MARCHER" site closed chess >out)
[[ -z $(find closed ! -perm -444) ]] || fail 'nobody else may read what was written'
[[ $(stat -c %a closed closed/assets closed/index.html | tr '\n' ' ') == '755 755 644 ' ]] ||
  fail "rights: $(stat -c %a closed closed/assets closed/index.html)"
chmod -R go-rwx closed
"$MARCHER" site closed chess >out
[[ -z $(find closed ! -perm -444) ]] || fail 'what nobody may read stays so'

# One at a time.
(
  flock 9
  refuses 1 "closed: another site is being written to it right now" closed chess borderline
) 9<closed
[[ ! -e closed/borderline.html ]] || fail 'it wrote all the same'

# A write that was broken off is gone on with.
head -n 3 some/marcher-site.txt >few && cat few some/marcher-site.txt >more
cp more some/marcher-site.txt && rm some/chess.html && : >some/index.html.marcher-0.tmp
"$MARCHER" site some chess >out || fail "it does not go on where it was broken off: $(<out)"
[[ ! -e some/index.html.marcher-0.tmp ]] || fail 'what was left of a broken write is still there'

mkdir foreign && echo precious >foreign/letter.txt
refuses 1 "'foreign/letter.txt' is none of this site's files" foreign chess
[[ $(ls foreign) == letter.txt && $(<foreign/letter.txt) == precious ]] || fail 'it wrote all the same'
echo mine >>some/index.html
refuses 1 "'some/index.html' has been changed by somebody" some chess
mkdir -p linked && ln -s "$work/foreign" linked/assets
refuses 1 "'linked/assets' is none of this site's files" linked chess
mkdir evil && printf '0123456789abcdef ../foreign/letter.txt\n0123456789abcdef assets/../../foreign/letter.txt\n' \
  >evil/marcher-site.txt
"$MARCHER" site evil chess >out || true
[[ -e foreign/letter.txt ]] || fail 'a damaged list of files led out of the folder'
: >file
refuses 1 "there is a file of that name" file chess
refuses 2 'DIRECTORY'
refuses 1 "unknown game 'ches'; did you mean 'chess'" x ches
refuses 2 '--set changes one game' x --set castling=false
[[ ! -e x ]] || fail 'a folder was made all the same'
printf '[index:chess]\n[workshop:chess]\n' >index.ini
refuses 1 "'index' cannot be the address of a page" x index --rules index.ini
refuses 1 "'workshop' cannot be the address of a page" x workshop --rules index.ini

# A typo in a definition leaves what is published as it is.
cp -r all before.all
sed 's/^startFen = .*/startFen = xyz/' "$SOURCE_DIR/games/classics/chess.ini" >typo.ini
refuses 1 '^typo.ini:[0-9]*:[0-9]*: error: ' all --rules typo.ini
grep -q 'games that do not open: chess, ' out || fail "what does not open is not named: $(<out)"
(($(grep -c ': error: ' out) < 9)) || fail 'the mistake of a parent is told for each heir'
diff -r before.all all || fail 'a typo has changed the site'
rm -r before.all

# The workshop is there where it was asked for, with the games of the site.
[[ ! -e some/workshop.html ]] || fail 'a workshop that nobody asked for'
"$MARCHER" site bench chess mine --rules own.ini --workshop >out
node -e '
  const assert = require("node:assert");
  const page = require("node:fs").readFileSync("bench/workshop.html", "utf8");
  const texts = JSON.parse(page.match(/id="texts">(.*)<\/script>/)[1]);
  assert.deepEqual(texts.games, ["chess", "mine"]);
  assert.equal(texts.enter, true);
  assert.ok(require("node:fs").existsSync(`bench/${page.match(/id="workshop" href="([^"]*)"/)[1]}`));
' || fail 'the workshop does not hold together'
