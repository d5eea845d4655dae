#!/usr/bin/env bash
# Rules pages on paper: few sheets, none of them blank, white to the edge. A page count is what the
# browser says that prints them.
set -euo pipefail

skip() {
  printf 'SKIPPED, NO PAGE WAS PRINTED: %s\n' "$1" >&2
  exit 77
}
CHROMIUM=${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium || true)}
[[ -n $CHROMIUM ]] || skip 'chromium is not installed (script/deps test)'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export HOME=$work

fail() {
  printf 'not ok: %s\n' "$1" >&2
  exit 1
}

# at_most SHEETS NAME WORD...: the rules page of a game is printed on so many sheets.
at_most() {
  local most=$1 name=$2 sheets text
  shift 2
  "$MARCHER" rules "$name" "$@" --html --output "$name.html"
  "$CHROMIUM" --headless --no-sandbox --disable-gpu --no-pdf-header-footer \
    --print-to-pdf="$name.pdf" "$name.html" >log 2>&1 || fail "$name is not printed: $(<log)"
  sheets=$(grep -ac '/Type /Page$' "$name.pdf") || fail "$name.pdf has no pages"
  ((sheets <= most)) || fail "$name is printed on $sheets sheets, not on $most"
  command -v pdftotext >/dev/null || return 0
  for ((sheet = 1; sheet <= sheets; sheet++)); do
    text=$(pdftotext -f "$sheet" -l "$sheet" "$name.pdf" - | tr -d '[:space:]')
    ((${#text} > 40)) || fail "sheet $sheet of $name is blank"
  done
}

cat >own.ini <<'INI'
[long-march:chess]
title = Long March
summary = Chess with two marshals, on twelve files.
startFen = rnbqkmmkqbnr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNBQKMMKQBNR w - - 0 1
maxFile = 12
customPiece1 = m:NDA
INI
at_most 2 borderline
at_most 6 borderlands
at_most 3 colorboundmost
at_most 4 long-march --rules own.ini
