# script/format: what clang-format does not do. Standard input names files; each is rewritten where
# it differs from what is asked, or with check=1 only named, with the line:
# - header guards are named by their path: MARCHER_ and what follows src/ or include/marcher/;
# - section rules, /* ---- title ---- */, are 100 columns wide;
# - the includes at the head of a .c are in blocks: its own header, <...>, "...". Its own is the one
#   of the same name, or else what stands first and alone; clang-format sorts within a block.
# Ends with 1 where check=1 finds something.

function guard_of(path) {
  sub(/^src\//, "", path)
  sub(/^include\/marcher\//, "", path)
  path = "MARCHER_" toupper(path)
  gsub(/[^A-Z0-9]/, "_", path)
  return path
}

function own_of(path) {
  sub(/^src\//, "", path)
  sub(/^(tests\/support|fuzz|bench)\//, "", path)
  sub(/c$/, "h", path)
  return "#include \"" path "\""
}

function ruled(line) {
  sub(/ *-* \*\/$/, " ", line)
  return line substr(dashes, 1, 100 - length(line) - 3) " */"
}

function joined(a, b) {
  return a != "" && b != "" ? a "\n" b : a b
}

# The includes from line `first` to `last`, in blocks.
function blocks(first, last,    i, own, mine, angled, quoted) {
  for (i = first; i <= last; i++) if (line[i] == own_of(path)) own = i
  if (!own && first < last && line[first + 1] == "") own = first
  for (i = first; i <= last; i++) {
    if (i == own) mine = line[i] "\n"
    else if (line[i] ~ /^#include </) angled = angled line[i] "\n"
    else if (line[i] != "") quoted = quoted line[i] "\n"
  }
  return joined(joined(mine, angled), quoted)
}

function include_run(i,    last) {
  for (; i <= lines && (line[i] == "" || line[i] ~ /^#include [<"]/); i++) if (line[i] != "") last = i
  return last
}

function mended(    i, out, guard, last, included) {
  for (i = 1; i <= lines; i++) {
    if (!included && path ~ /\.c$/ && line[i] ~ /^#include /) {
      last = include_run(i)
      out = out blocks(i, last)
      i = last
      included = 1
    } else if (path ~ /\.h$/ && guard == "" && line[i] ~ /^#ifndef /) {
      guard = substr(line[i], 9)
      out = out "#ifndef " guard_of(path) "\n"
    } else if (guard != "" && line[i] == "#define " guard) {
      out = out "#define " guard_of(path) "\n"
    } else if (line[i] ~ /^\/\* ---- .* \*\/$/) {
      out = out ruled(line[i]) "\n"
    } else {
      out = out line[i] "\n"
    }
  }
  return out
}

# The number of the first line in which two texts differ.
function differ(a, b,    i, m, n, p, q) {
  m = split(a, p, "\n")
  n = split(b, q, "\n")
  for (i = 1; i <= m && i <= n && p[i] == q[i]; i++) {}
  return i
}

BEGIN {
  dashes = "--------------------------------------------------"
  dashes = dashes dashes
}

{
  path = $0
  text = ""
  lines = 0
  while ((getline one < path) > 0) {
    line[++lines] = one
    text = text one "\n"
  }
  close(path)
  wanted = mended()
  if (wanted != text && check) {
    print path ":" differ(text, wanted) ": not as script/format writes it"
    faults = 1
  } else if (wanted != text) {
    printf "%s", wanted >path
    close(path)
  }
}

END { exit faults }
