# Standard input: names of changed files, an empty line, then those of all C files. Prints the C
# files that changed or include, over however many others, one that did.

function resolve(from, name, angled,    folder, i) {
  folder = from
  sub(/\/[^\/]*$/, "/", folder)
  if (!angled && (folder name) in known) return folder name
  for (i = 1; i <= roots; i++) if ((root[i] name) in known) return root[i] name
  return ""
}

function visit(file,    parts, count, i) {
  if (file in seen) return
  seen[file] = 1
  count = split(users[file], parts, " ")
  for (i = 1; i <= count; i++) visit(parts[i])
}

BEGIN { roots = split("src/ include/ tests/support/ bench/", root, " ") }

$0 == "" { all = 1; next }
!all { changed[$0] = 1; next }
{ known[$0] = 1; file[++files] = $0 }

END {
  for (i = 1; i <= files; i++) {
    while ((getline line < file[i]) > 0) {
      if (line !~ /^#include [<"][^>"]*[>"]/) continue
      name = substr(line, 11)
      sub(/[>"].*/, "", name)
      name = resolve(file[i], name, line ~ /^#include </)
      if (name != "") users[name] = users[name] " " file[i]
    }
    close(file[i])
  }
  for (i in changed) if (i in known) visit(i)
  for (i = 1; i <= files; i++) if (file[i] in seen) print file[i]
}
