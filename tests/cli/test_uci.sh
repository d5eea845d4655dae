#!/usr/bin/env bash
# marcher uci as other programs start it: pipes, ends of input, lines that never end.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

# What is piped in is answered in order, and the end of input ends it, with the move of its search.
run uci < <(printf 'uci\nisready\nposition startpos moves e2e4\ngo depth 2\nd\nquit\n'; sleep 0.1)
expect_status 0
expect_no_err
expect_out 'uciok'
expect_out 'readyok'
expect_out 'bestmove '
run uci < <(printf 'go infinite')
expect_status 0
expect_no_err
expect_out 'bestmove '
[[ $(grep -c '^bestmove' out) == 1 ]] || fail 'one search, one move'
run uci </dev/null
expect_status 0
[[ -z $out ]] || fail 'it speaks before it is spoken to'

# A search without end is stopped by a word, and answers nothing before. The conversation is a pipe
# from and to a real process.
coproc engine { exec "$MARCHER" uci borderlands; }
# shellcheck disable=SC2154 # coproc sets it
exec {to}>&"${engine[1]}" {from}<&"${engine[0]}"
say() { printf '%s\n' "$*" >&"$to"; }
hear() {
  local line
  while IFS= read -r -t 60 -u "$from" line; do
    [[ $line != "$1"* ]] || { printf '%s\n' "$line"; return; }
    [[ $line != bestmove* ]] || fail "too early: $line"
  done
  fail "never heard: $1"
}
say 'position startpos'
say 'go infinite'
say isready
[[ $(hear readyok) == readyok ]] || fail 'not ready while it searches'
sleep 0.3
say isready
hear readyok >heard
say stop
hear bestmove >heard
grep -qE '^bestmove [a-z0-9@+]+( ponder [a-z0-9@+]+)?$' heard || fail 'no move'
say 'go movetime 50'
hear bestmove >heard
pid=$engine_PID
say quit
status=0
wait "$pid" || status=$?
expect_status 0
exec {to}>&- {from}<&-

# Variants from a file: complaints with the place, and nothing is added.
printf '[mine:chess]\nnMoveRule = 10\n' >good.ini
printf '[mine:chess]\nnMoveRull = 10\n' >bad.ini
run uci < <(printf 'setoption name VariantPath value bad.ini\nsetoption name UCI_Variant value mine\n')
expect_out 'info string bad.ini:2:1: error: '
expect_out "did you mean 'nMoveRule'"
expect_out "it stays chess"
run uci < <(printf 'setoption name VariantPath value good.ini\nsetoption name UCI_Variant value mine\nd\n')
expect_out 'variants of the file: mine'
expect_out 'Variant: mine'
run uci < <(printf 'setoption name VariantPath value %s/\nsetoption name VariantPath value no.ini\nd\n' "$work")
expect_out "cannot read '$work/'"
expect_out "cannot open 'no.ini'"
expect_out 'Variant: chess'
run uci mine --rules good.ini < <(printf 'uci\nd\n')
expect_out ' default mine var '
expect_out 'Variant: mine'
printf '[mine]\nvalue = P:100/100 N:300/300 B:300/300 R:500/500 Q:700/700\n' >good.weights
queen='position fen 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1\ngo nodes 1\nisready\n'
talk "$queen" bestmove uci mine --rules good.ini
by_rules=$(grep -o 'score cp [0-9]*' <<<"$out" | tail -1) || fail 'no score'
talk "setoption name VariantPath value good.ini\nsetoption name UCI_Variant value mine\n$queen" bestmove uci
expect_out "$by_rules"
rm good.weights
run uci mine --rules bad.ini </dev/null
expect_status 1
expect_err 'bad.ini:2'

# Tables of endings.
"$MARCHER" endgame gardner KQvK --save "$work/kqk.endgame" >/dev/null
talk "setoption name Endgames value $work/kqk.endgame\nposition fen 5/5/1k3/5/KQ3 b - - 0 1\ngo depth 3\n" \
  bestmove uci gardner
reject_out 'Endgames:'
run uci < <(printf 'setoption name Endgames value no.endgame\n')
expect_out 'info string Endgames: '

# A line longer than any is skipped, and memory for it is bounded.
run uci < <(head -c 20000000 /dev/zero | tr '\0' x; printf '\nisready\n')
expect_status 0
expect_out 'a line is longer than 4 MiB'
expect_out 'readyok'

# An unknown game, and a reader that leaves.
run uci ches </dev/null
expect_status 1
expect_err "no variant is called 'ches'; did you mean 'chess'?"
run uci --json </dev/null
expect_status 2
status=0
{ printf 'uci\nd\n'; sleep 0.2; printf 'd\nd\n'; sleep 0.2; } | "$MARCHER" uci 2>"$work/err" | head -n 1 >/dev/null ||
  status=${PIPESTATUS[1]}
err=$(<"$work/err") ran='uci | head'
expect_no_err
finish
