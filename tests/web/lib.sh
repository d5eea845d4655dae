# For the tests of pages: what they need, or the reason why nothing was tested.

skip() {
  printf 'SKIPPED, NO PAGE WAS TESTED: %s\n' "$1" >&2
  exit 77
}

MODULE=$BUILD_DIR/page/wasm/marcher-page.wasm
export MODULE
command -v node >/dev/null || skip 'node is not installed (script/deps run)'
[[ -f $MODULE ]] || skip "this build has no client of pages (see $BUILD_DIR/configure.log)"

# A browser for pages, in CHROMIUM: the one without windows takes two thirds of the time.
need_chromium() {
  [[ -d $SOURCE_DIR/web/node_modules/playwright-core ]] ||
    skip 'playwright-core is not installed (web/install)'
  CHROMIUM=${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium || true)}
  [[ -n $CHROMIUM ]] || skip 'chromium is not installed (script/deps test)'
  export CHROMIUM MARCHER PICTURES=${PICTURES:-$BUILD_DIR/pictures}
}
