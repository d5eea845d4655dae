# Sourced by the scripts of this folder: go to the source root, and print one's own head comment.
# shellcheck shell=bash

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit

# The usage text of a script is the comment at its head.
usage() {
  awk 'NR > 1 && !/^#/ { exit } NR > 1 { sub(/^# ?/, ""); print }' "script/$(basename "$0")"
}

usage_error() {
  printf '%s: %s\n\n' "$(basename "$0")" "$1" >&2
  usage >&2
  exit 2
}

# Runs a command with its output kept in a file, and shows the end of it only on failure.
quietly() {
  local log=$1
  shift
  mkdir -p "$(dirname "$log")"
  if ! "$@" >"$log" 2>&1; then
    printf '%s failed. The end of %s:\n' "$1" "$log" >&2
    tail -n 60 "$log" >&2
    return 1
  fi
}

# Every C file of ours; fixtures may be wrong on purpose.
c_files() {
  local folders=() folder
  for folder in include src tests fuzz bench; do
    [[ ! -d $folder ]] || folders+=("$folder")
  done
  find "${folders[@]}" -name '*.[ch]' -not -path '*/fixtures/*' | LC_ALL=C sort
}

# The commit that a change is compared with: MARCHER_BASE, or where it left origin's main branch.
# Fails where neither is known, and where the tree is that commit.
base_commit() {
  local branch base head
  head=$(git rev-parse -q --verify HEAD 2>/dev/null) || return 1
  if [[ -n ${MARCHER_BASE:-} ]]; then
    git rev-parse -q --verify "$MARCHER_BASE^{commit}" 2>/dev/null && return
    printf '%s: no commit here is called %s\n' "$(basename "$0")" "$MARCHER_BASE" >&2
    return 1
  fi
  for branch in origin/HEAD origin/main origin/master; do
    base=$(git merge-base HEAD "$branch" 2>/dev/null) || continue
    [[ $base != "$head" || -n $(git status --porcelain) ]] || return 1
    printf '%s\n' "$base"
    return
  done
  return 1
}

# What differs from a commit, committed or not.
changed_files() {
  git diff --name-only --relative "$1" -- . && git ls-files --others --exclude-standard
}

# Reads names of changed files; prints the C files among them and those that include one.
reached_files() {
  { cat && echo && c_files; } | awk -f script/reached.awk
}
