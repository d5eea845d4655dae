#!/usr/bin/env bash
# The family of docs/ADDING_A_GAME.md is what a stranger would write: short, and upon the public
# headers alone. And what the page quotes of it is there.
set -euo pipefail
cd "$SOURCE_DIR"

family=tests/support/othello.c
lines=$(wc -l <"$family")
((lines <= 450)) || {
  echo "$family: $lines lines, 450 are allowed"
  exit 1
}

# Of our own headers those in include/marcher, and its declaration, which includes one of them.
stray=$(grep -hE '^#include' "$family" "${family%.c}.h" |
  grep -vE '^#include (<marcher/[a-z_]+\.h>|<(string|stdint|stddef|stdbool|stdlib|stdio)\.h>|"othello\.h")$' || true)
[[ -z $stray ]] || {
  printf '%s includes what a stranger has not:\n%s\n' "$family" "$stray"
  exit 1
}

# <!-- FILE --> before a block of C: the block stands in the file, line after line.
awk '
  function find(file, quote,    text, line) {
    while ((getline line < file) > 0) text = text line "\n"
    close(file)
    if (index(text, quote)) return
    printf "docs/ADDING_A_GAME.md:%d: this is not in %s:\n%s", FNR, file, quote
    bad = 1
  }
  /^<!-- tests\/.*\.c -->$/ { file = $2; next }
  file != "" && $0 == "```c" { quoting = 1; quote = ""; next }
  quoting && $0 == "```" { find(file, quote); quoting = 0; file = ""; count++; next }
  quoting { quote = quote $0 "\n" }
  END {
    if (count < 5) {
      print "docs/ADDING_A_GAME.md: " count + 0 " quotations are not a walk through a family"
      bad = 1
    }
    exit bad
  }' docs/ADDING_A_GAME.md
