#!/usr/bin/env bash
# No decision of a player depends on the C library's exp, log and their like, whose last place differs
# from one library to the next: what plays imports none of them. What learns (fit, network/learn) may:
# its results are weights, which experiments name.
set -euo pipefail

allowed='^(fit|learn)\.'
players=()
while IFS= read -r file; do
  players+=("$(basename "$file").o")
done < <(find "$SOURCE_DIR"/src/{base,kernel,betza,rules,catalog,search,endgame,session} -name '*.c')

# "object: name" for each name that is not exact by IEEE 754.
faults=$(
  LC_ALL=C nm -A --undefined-only "$BUILD_DIR/libmarcher.a" 2>/dev/null |
    sed -nE 's/^[^:]*:([^:]+): *U ([A-Za-z0-9_]+).*/\1 \2/p' |
    awk -v allowed="$allowed" -v players=" ${players[*]} " '
      $2 ~ /^_*(exp|log|pow|expm1|exp2|exp10|log1p|log2|log10|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|atanh|cbrt|hypot|erf|erfc|lgamma|tgamma|sincos)[fl]?(_finite|_r)?$/ &&
      index(players, " " $1 " ") && $1 !~ allowed { print $1 ": " $2 }'
)
[[ -z $faults ]] || {
  printf 'these ask libm what to play; src/base/real.h has exp and log that are the same everywhere:\n%s\n' \
    "$faults"
  exit 1
}

# The net has no hole: it catches those that are allowed when they are not.
caught=$(
  LC_ALL=C nm -A --undefined-only "$BUILD_DIR/libmarcher.a" 2>/dev/null |
    grep -cE ':fit\.c\.o: *U (exp|log|pow)$' || true
)
((caught > 0)) || {
  printf 'the library was not looked into: fit.c.o asks for no exp\n'
  exit 1
}
