#!/bin/sh
# Usage: check_wide_instructions.sh OBJDUMP PROGRAM
# Fails if a function outside the kernels uses AVX registers: on a processor without them the program
# would die there.
"$1" -d --no-show-raw-insn "$2" | awk '
  /^[0-9a-f]+ <.*>:$/ { name = $2 }
  /%[yz]mm|%k[1-7]/ {
    wide[name] = 1
    if (name !~ /^<_ZN7grandee(2nn|5train)(L|12_GLOBAL__N_1)/ && !(name in told)) {
      print "AVX registers in " name; told[name] = 1; bad = 1
    }
  }
  END {
    for (n in wide) count++
    if (count == 0) { print "no kernel found"; bad = 1 }
    exit bad
  }'
