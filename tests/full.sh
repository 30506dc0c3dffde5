#!/usr/bin/env bash
# Everything that is too long for tests/run.sh: all presets with all tests and one node signature,
# the whole perft suite, 20,000 games' positions compared with Debian's fairy-stockfish, a million plies
# of inference, the recipes for many machines. Hours on two cores.
#
#   tests/full.sh [PRESET…]     default: release native clang debug asan tsan tune fuzz
#
# Goes on after a failure, ends with a table, and fails if anything did.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tools/setup/packages.sh

presets=("$@")
[ $# -gt 0 ] || presets=(release native clang debug asan tsan tune fuzz)
ensure_packages "${full_packages[@]}"
export GRANDEE_REQUIRE_PEER=1

# The thread sanitizer of g++ 12 can't live with the address randomisation of newer kernels.
fixed_addresses=(setarch "$(uname -m)" --addr-no-randomize)
"${fixed_addresses[@]}" true 2>/dev/null || fixed_addresses=()

# The tuning build has no tests: with all switches on it is the same search, and they can be switched.
check_tune() {
  local folder status=0
  cmake --preset tune && cmake --build --preset tune || return
  tests/bench/signature.sh build/tune/bin/grandee || return
  folder=$(mktemp -d)
  tools/spsa/ablation.sh -o "$folder" -g 4 -n 200 UseNullMove kReductionPv=0 &&
    build/tune/bin/grandee-spsa --engine "cmd=build/tune/bin/grandee option.Hash=1" --nodes 200 \
      --iterations 2 --concurrency 2 --state "$folder/spsa.json" || status=$?
  rm -r "$folder"
  return $status
}

check() {
  local preset=$1 run=()
  case $preset in
    tune)
      check_tune
      return
      ;;
    fuzz)
      tests/fuzz/run.sh 30
      return
      ;;
  esac
  [ "$preset" != tsan ] || run=(${fixed_addresses[@]+"${fixed_addresses[@]}"})
  cmake --preset "$preset" && "${run[@]}" cmake --build "build/$preset" || return
  if [ "$preset" = release ]; then
    export GRANDEE_PERFT_FULL=1 GRANDEE_PEER_POSITIONS=20000 GRANDEE_LONG=1
  else
    unset GRANDEE_PERFT_FULL GRANDEE_PEER_POSITIONS GRANDEE_LONG
  fi
  "${run[@]}" ctest --test-dir "build/$preset" --output-on-failure --no-tests=error -j "$(nproc)"
}

results=()
failures=0
for preset in "${presets[@]}"; do
  printf '\n=== %s ===\n' "$preset"
  # In a condition set -e is off within check: each step there says itself what happens then.
  if check "$preset"; then
    results+=("$preset: passed")
  else
    results+=("$preset: FAILED")
    failures=$((failures + 1))
  fi
done
printf '\n'
printf '%s\n' "${results[@]}"
[ "$failures" -eq 0 ]
