#!/usr/bin/env bash
# Runs the engine on an emulated processor without AVX: it has to search what it searches here, choose
# kernels that this processor has, and refuse the others by name.
#
#   old_processor.sh PROGRAM
#
# Needs Debian's qemu-user or qemu-user-static; exit code 77 without.
set -euo pipefail
program=$1
old=$(command -v qemu-x86_64-static || command -v qemu-x86_64) || {
  printf 'skipped: no qemu-x86_64\n'
  exit 77
}
old_grandee() { "$old" -cpu Nehalem "$program" "$@"; }
bench() {
  local line
  line=$("$@" bench 5 2>/dev/null)
  printf '%s\n' "${line%% nodes *}"
}

here=$(bench "$program")
there=$(bench old_grandee)
printf 'bench 5: %s nodes here, %s on the old processor\n' "$here" "$there"
[[ $here =~ ^[0-9]+$ ]] && [ "$here" = "$there" ]

if refused=$(old_grandee eval --kernel avx2 2>&1); then
  printf 'AVX2 kernels were taken\n%s\n' "$refused"
  exit 1
fi
printf '%s\n' "$refused"
[[ $refused == *"'avx2'"*"expected one of sse41, scalar"* ]]
