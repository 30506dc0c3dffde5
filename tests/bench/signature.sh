#!/usr/bin/env bash
# Compares the node count of 'grandee bench' with bench/signature, or writes it there.
#
#   tests/bench/signature.sh [--update] [PROGRAM]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
update=no
if [ "${1-}" = --update ]; then
  update=yes
  shift
fi
program=${1:-$root/build/release/bin/grandee}

line=$("$program" bench 2>/dev/null)
found=${line%% nodes *}
[[ $found =~ ^[0-9]+$ ]] || {
  printf "'%s bench' ended with '%s', expected 'N nodes M nps'\n" "$program" "$line" >&2
  exit 1
}
if [ $update = yes ]; then
  printf '%s\n' "$found" >"$root/bench/signature"
  printf 'Bench: %s\n' "$found"
  exit 0
fi
expected=$(<"$root/bench/signature")
if [ "$found" != "$expected" ]; then
  printf 'bench searched %s nodes, bench/signature says %s.\n' "$found" "$expected" >&2
  printf 'If the search was meant to change: tests/bench/signature.sh --update\n' >&2
  exit 1
fi
printf 'Bench: %s\n' "$found"
