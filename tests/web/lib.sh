# For the tests of pages: what they need, or the reason why nothing was tested.

skip() {
  printf 'SKIPPED, NO PAGE WAS TESTED: %s\n' "$1" >&2
  exit 77
}

MODULE=$BUILD_DIR/page/wasm/marcher-page.wasm
export MODULE
command -v node >/dev/null || skip 'node is not installed (script/deps run)'
[[ -f $MODULE ]] || skip "this build has no client of pages (see $BUILD_DIR/configure.log)"
