#!/usr/bin/env bash
# The programs for Windows and for ARM: builds them, lets them count the nodes of a short bench under
# wine and qemu, which must be as many as in the native build, and has each play two games of UCI
# against XBoard under its own grandee-match.
#
#   tests/cross.sh [NATIVE_PROGRAM]      default: build/release/bin/grandee
#
# Installs the Debian packages that this takes, saying so first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tools/setup/packages.sh

depth=6
native=${1:-build/release/bin/grandee}
ensure_packages "${cross_packages[@]}"

export WINEDEBUG=-all WINEPREFIX
WINEPREFIX=$(mktemp -d)
end_wine() {
  local server
  for server in wineserver /usr/lib/wine/wineserver; do
    if command -v "$server" >/dev/null; then "$server" -k || true; fi
  done
  rm -rf "$WINEPREFIX"
}
trap end_wine EXIT

find_program() {
  local candidate
  for candidate in "$@"; do
    if command -v "$candidate"; then return; fi
  done
  stop "none of these programs is there: $*"
}

nodes() {
  "$@" bench "$depth" 2>/dev/null | sed -n 's/ nodes .*//p'
}

# play PRESET ENGINE_COMMAND MATCH_COMMAND…: in the folder of the programs.
play() {
  local preset=$1 engine=$2 summary
  shift 2
  summary=$(cd "build/$preset/bin" && "$@" --depth 4 --games 2 --random-plies 6 --seed 1 \
    --engine "name=uci $engine" --engine "name=xboard proto=xboard $engine" | tr -d '\r')
  grep -q '^Games: 2,' <<<"$summary" || stop "$preset: the games failed: $summary"
  ! grep -qiE 'illegal|crash|stall|disconnect' <<<"$summary" || stop "$preset: $summary"
}

for preset in windows aarch64; do
  cmake --preset "$preset"
  cmake --build "build/$preset"
done
wine=$(find_program wine64 wine /usr/lib/wine/wine64)
qemu=$(find_program qemu-aarch64-static qemu-aarch64)

expected=$(nodes "$native")
[[ $expected =~ ^[0-9]+$ ]] || stop "'$native bench $depth' counted '$expected'"
compare() {
  local name=$1 found
  shift
  found=$(nodes "$@")
  [ "$found" = "$expected" ] || stop "$name: bench $depth searched '$found' nodes, natively $expected"
  printf '%s: %s nodes, as natively\n' "$name" "$found"
}
compare windows "$wine" build/windows/bin/grandee.exe
compare aarch64 "$qemu" build/aarch64/bin/grandee
play windows cmd=grandee.exe "$wine" grandee-match.exe
play aarch64 "cmd=$qemu args=$PWD/build/aarch64/bin/grandee" "$qemu" ./grandee-match
printf 'Games played under wine and qemu.\n'
