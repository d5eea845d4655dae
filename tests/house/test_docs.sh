#!/usr/bin/env bash
# script/docs sees what a document says wrongly, and leaves alone what it is told to.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/marcher" <<'STUB'
#!/bin/sh
case "$1" in
  count) printf 'one\ntwo\nthree\n0.12 s\n' ;;
  files) cat *.ini ;;
  fail) echo 'marcher: no' >&2 && exit 3 ;;
  hear) cat ;;
esac
STUB
chmod +x "$work/marcher"

# docs STATUS LAST [OPTION...]: reads a document from standard input; compares how script/docs ends
# and its last line.
docs() {
  local status=0 wanted=$1 last=$2
  shift 2
  cat >"$work/page.md"
  MARCHER=$work/marcher "$SOURCE_DIR/script/docs" "$@" "$work/page.md" >"$work/out" 2>&1 || status=$?
  if ((status != wanted)) || [[ $(tail -n 1 "$work/out") != "$last" ]]; then
    printf 'expected status %d and "%s", got %d and:\n' "$wanted" "$last" "$status" >&2
    cat "$work/out" >&2
    exit 1
  fi
}

expect() {
  grep -qF -- "$1" "$work/out" || {
    printf 'expected in the output: %s\ngot:\n' "$1" >&2
    cat "$work/out" >&2
    exit 1
  }
}

docs 0 '1 commands, 0 failed' <<'PAGE'
Text, and a block:

    $ marcher count
    one
    two
    three
    7.50 s

More text.
PAGE

# A line that is not printed, one that is not shown, and where.
docs 1 '2 commands, 2 failed' <<'PAGE'
```
$ marcher count
one
2
three
0.12 s
$ marcher count
one
two
```
PAGE
expect 'page.md:2: prints something else'
expect '  -2'
expect '  +two'
expect 'page.md:7: prints something else'
expect '  +three'

# Lines that are left out, also none, and the rest of a line; not what stands between them.
docs 0 '2 commands, 0 failed' <<'PAGE'
    $ marcher count
    ...
    three
    ...
    $ marcher count
    on...
    tw...
    t...
    ...
PAGE
docs 1 '1 commands, 1 failed' <<'PAGE'
    $ marcher count
    ...
    four
    ...
PAGE

# Commands alone, in blocks and in the text, have to succeed.
docs 1 '5 commands, 2 failed' <<'PAGE'
    marcher count \
      again
    marcher fail   # and says so

```sh
# nothing but words
marcher count | wc -l
```

The command `marcher fail now` fails, `marcher count me` does not; `marcher fail FILE`, `marcher fail ...`,
`marcher fail` and `marcher fail --hard` are none.
PAGE
expect 'page.md:3: ended with status 3, not 0'
expect 'marcher: no'

docs 0 '2 commands, 0 failed' <<'PAGE'
<!-- run: status 3 -->
```
$ marcher fail
marcher: no
```

    $ marcher hear
    quit
PAGE

# What is long or not to be run.
page='<!-- run: long -->

    marcher fail

<!-- run: never -->

    marcher fail again

<!-- run: long first -->
<!-- run: never second -->
```sh
marcher fail first
marcher fail second
marcher count
```
'
docs 0 '1 commands, 0 failed' <<<"$page"
expect '2 long ones are left out'
docs 1 '3 commands, 2 failed' --long <<<"$page"

# Files, from blocks, comments and other documents.
printf '```ini\n# c.ini\n[c]\n```\n' >"$work/other.md"
docs 0 '1 commands, 0 failed' <<'PAGE'
<!-- file: a.ini -->
```ini
[a]
```
<!-- file: b.ini
[b]
-->
<!-- file: c.ini from other.md -->

    $ marcher files
    [a]
    [b]
    # c.ini
    [c]
PAGE
docs 1 '0 commands, 1 failed' <<<'<!-- file: d.ini from other.md -->'
docs 1 '0 commands, 1 failed' <<<'<!-- run: sometimes -->'
expect 'not understood: <!-- run: sometimes -->'

docs 0 '2 commands, 0 failed' --update <<'PAGE'
Before.

    $ marcher count
    one
    2

Between.

```
$ marcher hear
stay
```
After.
PAGE
diff - "$work/page.md" <<'PAGE'
Before.

    $ marcher count
    one
    two
    three
    0.12 s

Between.

```
$ marcher hear
quit
```
After.
PAGE
