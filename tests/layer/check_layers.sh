#!/usr/bin/env bash
# usage: check_layers.sh ROOT
#
# Reads every #include below ROOT/include and ROOT/src, and prints those that layers.txt forbids.
# Fails when there is one, or when there is no file to read.
set -euo pipefail

table=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/layers.txt
cd "$1"
mapfile -t files < <(find include src -name '*.[ch]' -o -name '*.def' 2>/dev/null | LC_ALL=C sort)
((${#files[@]})) || {
  echo "$1: no C file below include/ or src/" >&2
  exit 1
}

printf '%s\n' "${files[@]}" | awk -v table="$table" '
  function complain(what) {
    printf "%s:%d: %s\n", file, line_number, what
    bad = 1
  }

  function read_table(    line, key, name, words, n, i) {
    while ((getline line < table) > 0) {
      if (line ~ /^#/ || line ~ /^$/) continue
      n = split(substr(line, index(line, ":") + 1), words, " ")
      name = substr(line, 1, index(line, ":") - 1)
      key = name
      sub(/ .*/, "", key)
      sub(/^[^ ]* /, "", name)
      if (key == "layer") is_layer[name] = 1
      if (key == "only") add_only(name, words, n)
      for (i = 1; i <= n; i++) {
        if (key == "layer") allowed[name, words[i]] = 1
        if (key == "public") layer_of_public[words[i]] = name
        if (key == "never") never[name, words[i]] = 1
      }
    }
  }

  function add_only(headers, words, n,    names, count, i, j) {
    count = split(headers, names, " ")
    for (i = 1; i <= count; i++) {
      known[names[i]] = 1
      for (j = 1; j <= n; j++) system_ok[names[i], words[j]] = 1
    }
  }

  # "src/rules/fairy/x.c" -> "rules"; "" for what has no layer
  function layer_of(path,    parts, n) {
    n = split(path, parts, "/")
    if (path ~ /^include\/marcher\//) return layer_of_public[parts[3]]
    return n > 2 && (parts[2] in is_layer) ? parts[2] : ""
  }

  # "src/rules/fairy/x.c" -> "fairy"; "" for what all families share
  function family_of(path,    parts, n) {
    n = split(path, parts, "/")
    return parts[2] == "rules" && n > 3 ? parts[3] : ""
  }

  # src/search/fairy/x.c, src/search/fairy.c and src/search/fairy_x.c belong to fairy.
  function serves_family(path, family) {
    return path ~ ("^src/(search|endgame)/" family "[/_.]")
  }

  function directory(path) {
    sub(/\/[^\/]*$/, "", path)
    return path
  }

  function resolve(name, quoted) {
    if (quoted && ((directory(file) "/" name) in exists)) return directory(file) "/" name
    if (("include/" name) in exists) return "include/" name
    if (("src/" name) in exists) return "src/" name
    return ""
  }

  # "src/base/thread.h" -> "base/thread.h", however an #include spelled it
  function plain(path) {
    sub(/^(src|include)\//, "", path)
    return path
  }

  function check_ours(from, name, target,    to, family) {
    to = layer_of(target)
    family = family_of(target)
    if (file ~ /^include\// && target !~ /^include\//)
      complain("a public header may not include the internal " name)
    else if ((from, plain(target)) in never)
      complain(from " may not include " name)
    else if (target ~ /_priv\.h$/ && from != to)
      complain(from " may not include " name ", which is private to " to)
    else if (from == "rules" && to == "rules" && family != "" && family != family_of(file))
      complain("one family may not include another: " name)
    else if (from != to && !((from, to) in allowed) && !(family != "" && serves_family(file, family)))
      complain(from " may not include " (to == "" ? "what has no layer" : to) ": " name)
  }

  function check_system(from, name) {
    if (!(name in known))
      complain("neither a file of ours nor a header that layers.txt names: " name)
    else if (!((name, "*") in system_ok) && !((name, from) in system_ok))
      complain(from " may not include <" name ">")
  }

  function check_include(from, text,    quoted, name, target) {
    quoted = text ~ /^[^<]*"/
    name = text
    sub(/^[^<"]*[<"]/, "", name)
    sub(/[>"].*$/, "", name)
    target = resolve(name, quoted)
    if (target != "") check_ours(from, name, target)
    else check_system(from, name)
  }

  function check_file(    from, text) {
    from = layer_of(file)
    line_number = 1
    if (from == "") complain("belongs to no layer that layers.txt names")
    else for (; (getline text < file) > 0; line_number++)
      if (text ~ /^[ \t]*#[ \t]*include[ \t]*[<"]/) check_include(from, text)
    close(file)
  }

  BEGIN { read_table() }
  { exists[$0] = 1; order[NR] = $0 }
  END {
    for (i = 1; i <= NR; i++) { file = order[i]; check_file() }
    exit bad
  }'
