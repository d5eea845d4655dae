#!/usr/bin/env bash
# script/bare says why it cannot do its work here, and skips: no rights, no namespace, no mirror, no
# chroot. What it does where it can is for people to start: it installs a whole system.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/tree/script" "$work/bin"
cp "$SOURCE_DIR"/script/{bare,common.sh} "$work/tree/script/"
chmod -R a+rX "$work"

# expect STATUS TEXT COMMAND...
expect() {
  local status=0 wanted=$1 text=$2
  shift 2
  "$@" >"$work/out" 2>&1 || status=$?
  if ((status != wanted)) || ! grep -qF -- "$text" "$work/out"; then
    printf 'expected status %d and "%s" of %s, got %d and:\n' "$wanted" "$text" "$*" "$status" >&2
    cat "$work/out" >&2
    exit 1
  fi
}

# stub NAME COMMAND: a program that stands before the machine's own.
stub() {
  printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1"
  chmod 755 "$work/bin/$1"
}

bare=$work/tree/script/bare
expect 2 "not 'ftp://x'" "$bare" --mirror ftp://x
expect 2 "not 'nobody'" "$bare" --as nobody
if ((EUID != 0)); then
  expect 77 'making another system needs root' "$bare"
  exit
fi
expect 77 'making another system needs root' setpriv --reuid=65534 --regid=65534 --clear-groups "$bare"
export PATH=$work/bin:$PATH
stub unshare 'exit 1'
expect 77 'this machine allows no mount namespace' "$bare"
stub unshare 'exit 0'
stub debootstrap 'echo "no route to $5"; exit 1'
expect 77 'debootstrap could not make a system from http://mirror.invalid/debian' \
  "$bare" --mirror http://mirror.invalid/debian
expect 77 'no route to http://mirror.invalid/debian' "$bare" --mirror http://mirror.invalid/debian
[[ ! -e $work/tree/build/bare/base.tar ]] || { echo 'expected no system to be kept' >&2 && exit 1; }
# shellcheck disable=SC2016 # expanded by the stub
stub debootstrap 'mkdir -p "$4/bin"'
stub chroot 'exit 1'
expect 77 'this machine allows no chroot' "$bare"
