#!/usr/bin/env bash
# The client's types hold, its style is the house's, and its parts are as small as they should be.
set -euo pipefail
. "$SOURCE_DIR/tests/web/lib.sh"

web=$SOURCE_DIR/web
[[ -d $web/node_modules/typescript && -d $web/node_modules/@biomejs/biome ]] ||
  skip 'typescript and biome are not installed (web/install)'
cd "$web"
node node_modules/typescript/bin/tsc --noEmit
node node_modules/@biomejs/biome/bin/biome check --error-on-warnings .

# at_most KILOBYTES WHAT BYTES
at_most() {
  (($3 <= $1 * 1000)) || { printf '%s has %d bytes, more than %d kB\n' "$2" "$3" "$1" >&2 && exit 1; }
}
at_most 80 'the compressed script' "$(cat "$BUILD_DIR"/page/{page,worker}.js | gzip -9 | wc -c)"
at_most 250 'the compressed script with the workshop' \
  "$(cat "$BUILD_DIR"/page/{page,worker,workshop}.js | gzip -9 | wc -c)"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for game in chess borderlands warlord-clash-of-arms; do
  "$MARCHER" page "$game" --network none -o "$work/page.html" >"$work/out"
  at_most 840 "the page of $game" "$(wc -c <"$work/page.html")"
  "$MARCHER" page "$game" -o "$work/page.html" >"$work/out"
  at_most 1900 "the page of $game, with a network where there is one" "$(wc -c <"$work/page.html")"
done
# A large board needs another part of the program, and no other one.
cat >"$work/great.ini" <<'INI'
[great:chess]
maxFile = 12
maxRank = 12
startFen = rnbqkbnrrnbq/pppppppppppp/12/12/12/12/12/12/12/12/PPPPPPPPPPPP/RNBQKBNRRNBQ w - - 0 1
castling = false
INI
"$MARCHER" page great --rules "$work/great.ini" -o "$work/page.html" >"$work/out"
at_most 865 'the page of a game on 144 squares' "$(wc -c <"$work/page.html")"
# The workshop brings along what boards of other sizes need: every rule three times.
"$MARCHER" page chess --network none --workshop -o "$work/page.html" >"$work/out"
at_most 1385 'a page with the workshop' "$(wc -c <"$work/page.html")"
