#!/usr/bin/env bash
# usage: check_symbols.sh LIBRARY
#
# Prints what a library of ours must not contain, and fails when there is any: an external name
# that does not begin with mr_, a call that prints or ends the process, a mutable global. assert
# and the formatting into buffers may stay.
set -euo pipefail

faults=$(
  LC_ALL=C objdump -t "$1" | awk '
    / file format / { object = $1; sub(/:$/, "", object); next }

    # "0000000000000010 g     O .bss	0000000000000004 name": seven flag characters follow the value
    function fault(what) { printf "%s: %s: %s\n", object, what, $NF }

    # The one place that starts programs: behind a fork the child resets signals and leaves by _exit,
    # and a program that hangs is killed.
    function keeps_programs(name) {
      return object ~ /^(player_process|process_tree)\./ && name ~ /^(kill|_exit|sigaction)$/
    }

    function prints_or_exits(name) {
      sub(/^__/, "", name)
      sub(/_chk$/, "", name)
      return name ~ /^(v?f?printf|v?dprintf|f?puts|f?putc|putchar|_IO_putc|perror|psignal)$/ ||
        name ~ /^(stdin|stdout|stderr|getchar|scanf|vscanf)$/ ||
        name ~ /^(exit|_exit|_Exit|quick_exit|at_quick_exit|atexit|abort|raise|kill)$/ ||
        name ~ /^(v?errx?|v?warnx?|error|longjmp|system|signal|sigaction)$/
    }

    match($0, /^[0-9a-f]+ ....... /) {
      flags = substr($0, RLENGTH - 7, 7)
      section = $0
      sub(/^[0-9a-f]+ ....... /, "", section)
      sub(/\t.*$/, "", section)
      external = flags ~ /^[gu!w]/ || flags ~ /^.w/
      if (section == "*UND*") {
        if (prints_or_exits($NF) && !keeps_programs($NF)) fault("prints or exits")
      } else if (external && $NF !~ /^mr_/) {
        fault("external name without mr_")
      }
      # Tables of pointers are relocated and then read-only; thread-local names have no O flag.
      if (section ~ /^(\.data|\.bss|\*COM\*)/ && section !~ /^\.data\.rel\.ro/ && flags ~ /O$/)
        fault("mutable global")
      if (section ~ /^\.t(data|bss)/ && flags !~ /d/ && $NF !~ /^\./)
        fault("mutable global")
      objects[object] = 1
    }

    END { for (o in objects) n++; if (n == 0) print "no object file" }
  '
)
[[ -z $faults ]] || {
  printf '%s\n' "$faults"
  exit 1
}
