#!/usr/bin/env bash
# Builds the engine and lets it analyse: the start position, and the given one.
#
#   tools/setup/try.sh [FEN] [options of 'grandee show']
#
# Installs the Debian packages that the build misses, saying so first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tools/setup/packages.sh

# White lacks queen, marshal and a rook; a pawn is one step from becoming any of them.
fen="5k4/1P8/3n2p3/5p4/4p2P2/2A3P3/4K5/10/10/7R2 w - - 0 41"
if [ $# -gt 0 ] && [ "${1#--}" = "$1" ]; then
  fen=$1
  shift
  # A FEN without quotes comes in several words.
  while [ $# -gt 0 ] && [ "${1#--}" = "$1" ]; do
    fen="$fen $1"
    shift
  done
fi

ensure_packages "${engine_packages[@]}"
cmake --preset engine >/dev/null
cmake --build build/engine --target grandee

engine=build/engine/bin/grandee
printf '\n=== The start position ===\n\n'
"$engine" show "$@"
printf '\n=== %s ===\n\n' "$fen"
"$engine" show "$fen" "$@"
printf '\nThe engine for your chess program: %s\n' "$PWD/$engine"
