#!/usr/bin/env bash
# Help is there for the program and for every command, with examples that work.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run --version
expect_status 0
version=$(sed -n 's/^#define MR_VERSION "\(.*\)"/\1/p' "$SOURCE_DIR/include/marcher/version.h")
[[ $out == "marcher $version" ]] || fail "the version is $version in version.h"

run --help
expect_status 0
expect_no_err
overview=$out
run -h
[[ $out == "$overview" ]] || fail '-h says something else than --help'
run help
[[ $out == "$overview" ]] || fail 'help says something else than --help'

commands=(games rules check generate show moves perft endgame setup play watch replay uci cecp bench help)
for command in "${commands[@]}"; do
  [[ $overview == *$'\n'"  $command "* ]] || fail "the overview lacks $command"
  run "$command" --help
  expect_status 0
  expect_no_err
  expect_out "usage: marcher $command"
  expect_out 'options of every command:'
  expect_out 'examples:'
  page=$out
  run help "$command"
  [[ $out == "$page" ]] || fail "help $command says something else than $command --help"
  [[ $(wc -L <"$work/out") -le 80 ]] || fail "the help of $command is wider than 80 columns"
done

# Pages are as wide as they are to be: texts below their names where that is little, 100 at most.
for columns in 44 60 100; do
  run help --columns "$columns"
  [[ $(wc -L <"$work/out") -le $columns ]] || fail "the overview is wider than $columns columns"
  run help play --columns "$columns"
  widest=$(sed -n '/^usage/d; /^examples:/q; p' "$work/out" | wc -L)
  ((widest <= columns && widest > columns - 8)) || fail "of $columns columns help play takes $widest"
done
expect_out '  GAME                a name'
run help play --columns 40
expect_out $'  GAME\n      a name that'
run help play --columns 300
widest=$(sed -n '/^usage/d; /^examples:/q; p' "$work/out" | wc -L)
((widest <= 100)) || fail "help play takes $widest columns of 300"

# Nothing is run, and nothing required, when help is asked for.
run perft --help borderline
expect_status 0
expect_out 'usage: marcher perft'

# Every example that needs no file and no person is a command line that works.
cd "$work"
for command in games rules show moves perft; do
  "$MARCHER" help "$command" | sed -n "/my.ini/d; s/^  marcher \($command .*\)/\1/p" |
    while IFS= read -r line; do
      bash -c "\"\$MARCHER\" ${line%%|*}" >example.out 2>&1 </dev/null || {
        printf 'FAILED: the example does not work: marcher %s\n' "$line" >&2
        cat example.out >&2
        exit 1
      }
    done || failures=$((failures + 1))
done

# Without a command and without a terminal there is no lobby.
run </dev/null
expect_status 2
expect_err 'usage: marcher'
[[ -z $out ]] || fail 'help for a usage error belongs to standard error'
finish
