#!/usr/bin/env bash
# docs/COMMANDS.md names every command, every option and every command of the prompt, in its place.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
reference=$SOURCE_DIR/docs/COMMANDS.md

# The part of the reference below a heading.
section() {
  awk -v title="## $1" '$0 == title { inside = 1; next } /^## / { inside = 0 } inside' "$reference"
}

# The names of options in a part of a help page.
options() {
  sed -n "/^$1:/,/^\$/s/^  \(-., \)\{0,1\}--\([a-z]*\).*/\2/p"
}

everywhere=$(section Everywhere)
commands=$("$MARCHER" help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
[[ $commands == *play* ]] || fail 'no command in the help'
for command in $commands; do
  page=$("$MARCHER" "$command" --help)
  text=$(section "$command")
  [[ -n $text ]] || fail "docs/COMMANDS.md has no section '$command'"
  grep -qF "](#$command)" "$reference" || fail "docs/COMMANDS.md does not list '$command'"
  for option in $(options options <<<"$page"); do
    [[ $text$everywhere == *"--$option"* ]] || fail "docs/COMMANDS.md: $command lacks --$option"
  done
  for option in $(options 'options of every command' <<<"$page"); do
    [[ $everywhere == *"--$option"* ]] || fail "docs/COMMANDS.md lacks --$option"
  done
done

# Experiments of the lab have pages of their own.
text=$(section lab)
experiments=$("$MARCHER" help lab | sed -n '/^WHAT:/,/^$/s/^  \([a-z]*\) .*/\1/p')
[[ $experiments == *balance* ]] || fail 'no experiment in the help'
for name in $experiments; do
  [[ $text == *"marcher lab $name "* ]] || fail "docs/COMMANDS.md lacks 'marcher lab $name'"
  for option in $("$MARCHER" help lab "$name" | options options); do
    [[ $text == *"--$option"* ]] || fail "docs/COMMANDS.md: lab $name lacks --$option"
  done
done

play=$(section play)
for command in $({
  "$MARCHER" play borderline --seed 1 --nodes 1 < <(printf 'help all\nquit\n')
  "$MARCHER" play warlord-test-of-wills --seed 1 --nodes 1 < <(printf 'help all\nquit\n')
} | sed -n '/^[A-Z][a-z]*> help/,/^[A-Z][a-z]*> quit/s/^  \([a-z]*\)[, ].*/\1/p'); do
  [[ $play == *"| \`$command"* ]] || fail "docs/COMMANDS.md: play lacks '$command'"
done

# Nor does it speak of options that are gone.
for command in $commands; do
  "$MARCHER" "$command" --help
done >"$work/pages"
for name in $experiments; do
  "$MARCHER" help lab "$name"
done >>"$work/pages"
"$MARCHER" help >>"$work/pages"
for option in $(grep -o '`--[a-z]*' "$reference" | tr -d '`' | sort -u); do
  grep -qF -- "$option" "$work/pages" ||
    fail "docs/COMMANDS.md speaks of $option, which is no option"
done

# The game of docs/ADDING_A_GAME.md can be played.
awk '$0 == "<!-- game:cannonade -->" { found = 1; next }
  found && /^```/ { if (inside) exit; inside = 1; next } inside' \
  "$SOURCE_DIR/docs/ADDING_A_GAME.md" >"$work/cannonade.ini"
[[ -s $work/cannonade.ini ]] || fail 'docs/ADDING_A_GAME.md has no definition file'
run check "$work/cannonade.ini"
expect_status 0
run perft cannonade 2 --rules "$work/cannonade.ini"
expect_status 0
expect_out 'depth 2: '

# CONTRIBUTING.md names what script/test does without arguments.
stages=$(sed -n 's/.*|| stages=(\(.*\))$/\1/p' "$SOURCE_DIR/script/test")
[[ $stages == *stress* ]] || fail 'script/test has no stages'
line=$(grep '^script/test  *# ' "$SOURCE_DIR/CONTRIBUTING.md")
for stage in $stages; do
  [[ $line == *"$stage"* ]] || fail "CONTRIBUTING.md: script/test without arguments lacks $stage"
done
[[ $line != *every\ preset* ]] || fail 'script/test builds some presets only when they are named'
finish
