#!/usr/bin/env bash
# Fuzzes with libFuzzer and clang's sanitizers, one target after the other.
#
#   tests/fuzz/run.sh [SECONDS [TARGET…]]     default: 600 seconds of every target
#
# Targets are the folders of tests/fuzz/corpus. What is found new is kept in build/fuzz/corpus and goes
# on from there next time. At the first fault it stops and names the input; else the inputs that cover
# what the corpus in tests/fuzz does not are added to that (SECONDS of 60 and more).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

seconds=${1:-600}
targets=("${@:2}")
[ ${#targets[@]} -gt 0 ] || targets=(fen uci xboard pgn network chain)

# Bytes; a longer input would only be slower.
declare -A longest=([fen]=300 [uci]=800 [xboard]=800 [pgn]=2000 [network]=300 [chain]=6000)
limits=(-rss_limit_mb=1024 -timeout=60)

. tools/setup/packages.sh
ensure_packages "${fuzz_packages[@]}"
cmake --preset fuzz
cmake --build --preset fuzz
for target in "${targets[@]}"; do
  program=build/fuzz/bin/${target}_fuzz
  known=tests/fuzz/corpus/$target
  found=build/fuzz/corpus/$target
  faults=build/fuzz/faults/$target
  mkdir -p "$found" "$faults"
  printf '\n=== %s, %s seconds ===\n' "$target" "$seconds"
  if ! "$program" -max_total_time="$seconds" -max_len="${longest[$target]}" "${limits[@]}" \
    -print_final_stats=1 -verbosity=0 -artifact_prefix="$faults/" "$found" "$known"; then
    printf 'A fault; the input is the newest of:\n' >&2
    ls -t "$faults"/* >&2
    exit 1
  fi
  [ "$seconds" -lt 60 ] ||
    "$program" -merge=1 -use_counters=0 -max_len=500 "${limits[@]}" -verbosity=0 "$known" "$found"
done
