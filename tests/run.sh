#!/usr/bin/env bash
# Builds everything and runs the tests: rules, search, protocol, tools, legal moves compared with
# Debian's fairy-stockfish, node signature, programs for Windows and ARM. The quick gate;
# tests/full.sh is the long one.
#
# Installs the Debian packages that this takes, saying so first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tools/setup/packages.sh

ensure_packages "${all_packages[@]}"
cmake --preset release
cmake --build build/release
export GRANDEE_REQUIRE_PEER=1
ctest --test-dir build/release --output-on-failure --no-tests=error -j "$(nproc)"
tests/cross.sh
