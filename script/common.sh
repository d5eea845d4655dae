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
