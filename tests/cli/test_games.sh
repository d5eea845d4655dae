#!/usr/bin/env bash
# `games` lists the catalogue, `rules` prints a page, `check` validates definitions.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run games
expect_status 0
expect_no_err
expect_out 'borderline  '
expect_out 'Borderline GPT - borderline, 6 x 8'
[[ $(wc -L <"$work/out") -le 80 ]] || fail 'the list is wider than 80 columns'

run rules borderline
expect_status 0
expect_no_err
for rule in BD-5 BD-7 BD-10 BD-12; do
  expect_out "$rule"
done
plain=$out
run rules borderline --set ply_cap=77
expect_out 77
[[ $out != "$plain" ]] || fail 'the page does not follow --set'

run rules borderline --html -o "$work/rules.html"
expect_status 0
grep -qi '<html' "$work/rules.html" || fail 'no HTML'
grep -q '<svg' "$work/rules.html" || fail 'the HTML has no diagram'
run rules borderline --svg
expect_status 0
expect_out '<svg'
run rules borderline -o "$work/no/such/folder"
expect_status 1
expect_err 'cannot write'

# --- check -----------------------------------------------------------------------------------

run check "$SOURCE_DIR"/games/*.ini
expect_status 0
expect_no_err
expect_out 'borderline.ini: ok, 2 games'

printf '[mine:borderline]\ncolumns = 7\n[wide:mine]\ncolumns = 9\n' >"$work/mine.ini"
run check "$work/mine.ini"
expect_status 0
expect_out "mine.ini: ok, 2 games"

printf '[other:wide]\nrows = 6\n' >"$work/other.ini"
run check "$work/mine.ini" "$work/other.ini"
expect_status 0
expect_out 'other.ini: ok, 1 game'
run check - <"$work/mine.ini"
expect_status 0
expect_out '-: ok, 2 games'
run games --rules "$work/mine.ini" --rules "$work/other.ini"
expect_status 0
expect_out 'other '
run show other --rules "$work/mine.ini" --rules "$work/other.ini"
expect_status 0

printf '[bad:borderline]\ncolums = 5\nrows = many\n' >"$work/bad.ini"
run check "$work/mine.ini" "$work/bad.ini"
expect_status 1
expect_out 'mine.ini: ok'
expect_out 'bad.ini: 2 errors'
expect_err "bad.ini:2:1: error: there is no key named 'colums'"
expect_err "did you mean 'columns'?"
expect_err 'bad.ini:3:8: error:'
run games --rules "$work/bad.ini"
expect_status 1
expect_out 'Borderline GPT'
run check "$work/none.ini"
expect_status 1

# A copy of a file that the program came with is checked by itself, faults and all.
sed 's/^rows = 8/rows = 0/' "$SOURCE_DIR/games/borderline.ini" >"$work/borderline.ini"
run check "$work/borderline.ini"
expect_status 1
expect_err 'borderline.ini:'
expect_err 'rows'
sed 's/^family = borderline/family = bordrline/' "$SOURCE_DIR/games/borderline.ini" \
  >"$work/borderline.ini"
run check "$work/borderline.ini"
expect_status 1
expect_err "did you mean 'borderline'?"
printf '[a]\n[a]\n' >"$work/twice.ini"
run check "$work/twice.ini"
expect_status 1
expect_err 'twice.ini:2:2: error:'
finish
