#!/usr/bin/env bash
# A wrong command line ends with status 2, says what is wrong, and names what may have been meant.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# wrong MESSAGE ARGUMENT...
wrong() {
  local message=$1
  shift
  run "$@" </dev/null
  expect_status 2
  expect_err "$message"
  # With --json a complaint is JSON too, and the advice to read --help is for people.
  if [[ " $* " == *' --json '* ]]; then
    expect_err '"exit": 2'
  else
    expect_err "Try 'marcher"
  fi
  [[ -z $out ]] || fail 'a usage error writes nothing to standard output'
}

wrong "unknown command 'frobnicate'" frobnicate
wrong "unknown command 'pley'; did you mean 'play'?" pley
wrong "unknown command 'bord'" help bord
wrong "unknown option '--jsn'; did you mean '--json'?" --jsn games
wrong "unknown option '-x'" -x
wrong "games: unknown option '--jsom'; did you mean '--json'?" games --jsom
wrong "play: unknown option '--levle'; did you mean '--level'?" play borderline --levle 3
wrong "show: unknown option '-json'; did you mean '--json'?" show borderline -json
wrong '--json takes no value' games --json=1
wrong '--seed needs a value' show borderline --seed
wrong '--size needs a value: --size WxH' generate warlord --size --seed 5
wrong "unexpected argument '?[31m'" show chess $'\033[31m' # nothing that a terminal obeys
wrong "--seed needs a whole number from 0 to 9223372036854775807, not 'x'" show borderline --seed x
wrong "not '-1'" show borderline --seed=-1
wrong "not ''" show borderline --seed=
wrong "not '9223372036854775808'" show borderline --seed 9223372036854775808
wrong "not '99999999999999999999'" show borderline --seed 99999999999999999999
wrong "not '0x10'" show borderline --seed 0x10
wrong "not '7 '" show borderline --seed '7 '
wrong "--color needs auto, always or never, not 'red'" games --color red
wrong "--set needs KEY=VALUE, not 'pieces'" show borderline --set pieces
wrong "--set needs KEY=VALUE, not '=3'" show borderline --set =3
wrong '--json needs a command' --json
wrong 'GAME is missing' show
wrong "GAME is missing, as in 'marcher play borderline'" play
wrong 'DEPTH is missing' perft borderline
wrong 'FILE is missing' check
wrong 'FILE is missing' replay
wrong "unexpected argument 'extra'" show borderline extra
wrong "unexpected argument '--seed'" show borderline -- --seed
wrong "'of'; titles of several words stand in quotes, as in 'marcher play \"battle of ideologies\"'" play battle of \
  ideologies
wrong "unexpected argument 'rows=3'; did you mean '--set rows=3'?" play borderline rows=3
wrong "unexpected argument 'level=2'; did you mean '--engine level=2'?" match borderline level=2
wrong "DEPTH needs a whole number from 0 to 64, not '-1'" perft borderline -1
wrong "unexpected argument '-1'" perft borderline 1 -1
wrong "--from 5 is above --to 3: there is no step between them" ladder borderline --from 5 --to 3
wrong "--draw has no 'foo'; there are: movenumber, " match borderline --engine level=1 --engine level=2 --draw foo
wrong "GAME is missing, as in 'marcher lab values borderlands'" lab values
wrong "GAME is missing, as in 'marcher lab review sent-back'" lab review
wrong "GAME is missing, as in 'marcher lab batch fair-chess 17'" lab batch
wrong "no experiment 'valeus'; did you mean 'values'?" lab valeus
wrong "it has balance, claims, compare, " lab foo
wrong ", values, as in 'marcher lab balance borderlands'" lab foo
wrong "DEPTH needs a whole number from 0 to 64, not '65'" perft borderline 65
wrong "not 'three'" perft borderline three
wrong "--level needs a whole number from 1 to 8, not '9'" play borderline --level 9
wrong "not '0'" watch borderline --level 0
wrong "--engine: no engine 'deep' plays this game" watch borderline --engine deep
wrong "--engine takes the name of an engine, not 'level=3'; did you mean '--level 3'?" watch chess --engine level=3
wrong "--side needs one of red, blue, both, none, not 'green'" play borderline --side green
wrong "--side needs one of red, blue, not 'green'" show borderline --side green
wrong "--player needs NAME=SEAT, not 'Red'" watch borderline --player Red
wrong "--player: there is no 'Green'; there are: red, blue" watch borderline --player Green=level:1
wrong 'level needs a whole number from 1 to 8' watch borderline --player Red=level:12
wrong "but no 'speed'" watch borderline --player Red=speed:12
wrong 'only computers play here' watch borderline --player Red=human
wrong '--resume takes the game' play borderline --resume x.mrec
wrong '--resume takes the game' play --seed 4 --resume x.mrec
wrong 'it talks to people' play borderline --json
wrong '--html, --svg and --json exclude each other' rules borderline --html --svg
wrong '--keys has no diagrams for --svg' rules borderline --keys --svg
wrong '--json excludes --svg, --screen and --output' show borderline --json --svg
wrong "FILE cannot be '-'" replay --step -
wrong '--delay needs a whole number from 0 to 60000' watch borderline --delay 60001

# What names something that is not there is no mistake of usage.
run show bordeline
expect_status 1
expect_err "unknown game 'bordeline'; did you mean 'borderline'?"
run show zzzzzzzzzz
expect_status 1
expect_err "'marcher games' lists those there are"
run replay chess
expect_status 1
expect_err "'chess' is the name of a game, and a file is wanted here; 'marcher rules chess' tells what"
run lab batch none none 1
expect_status 64 # as clusters read it
expect_err "a batch needs a run and its number, from 0, as in 'marcher lab batch fair-chess 17'"
run lab merge "$work/none"
[[ $status != 0 ]] || fail 'no run was merged'
expect_err "it holds no file 'experiment'; 'marcher lab run GAME --to FOLDER' makes one"
run replay "$work/none.mrec"
expect_status 1
expect_err 'No such file or directory'
run games --rules "$work/none.ini"
expect_status 1
expect_err 'No such file or directory'
run show borderline --set pices=3
expect_status 1
expect_err "did you mean 'pieces'?"
run show borderline --set rows=8 --set columns=x
expect_status 1
expect_err $'--set columns=x: error: \'columns\' is \'x\'; expected a whole number'
expect_err $'\n      | columns=x\n'
run show borderline --state 'nonsense'
expect_status 1
expect_err '  nonsense'
expect_err '  ^'
run show borderline --seed 7 --after '124@d0 122@c7'
expect_status 0
run show borderline --seed 7 --after '124@d3'
expect_status 1
expect_err "--after: action 1, '124@d3': "
run show borderline --seed 7 --after '124@d0  122@c7 124@d3'
expect_status 1
expect_err "--after: action 3, '124@d3': "
expect_err $'\n  124@d0  122@c7 124@d3\n                 ^'
run moves chess --after 'e2e4 Nf6'
expect_status 1
expect_err "--after: action 2, 'Nf6': expected a file from a to h, found 'N'"
expect_err "actions look like a7a5; 'marcher moves chess' lists them"
run replay - <<<'nonsense'
expect_status 1
expect_err 'marcher: standard input:1'
run replay - < <(printf '[Marcher "1"]\n[Game "borderline"]\n\n999@z9\n')
expect_status 1
expect_err 'marcher: standard input:4'
# Of a long text the part round the mistake is shown.
run show chess --after 'e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3 d7d6 c1g5 h7h6 g5h4 g7g5 h4g9 d8d7 a2a4 a7a6 b2b4'
expect_status 1
expect_err '
  ... f1c4 f8c5 e1g1 g8f6 d2d3 d7d6 c1g5 h7h6 g5h4 g7g5 h4g9 d8d7 a2a4 a7a6 b...
                                                           ^
'
run show chess --state "$(printf '%02000d' 0)"
expect_status 1
[[ $(wc -L <"$work/err") -lt 100 && $err == *'...0000'*'0000...'* ]] || fail 'all of a text is shown that is far too long'
finish
