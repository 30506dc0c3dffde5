# shellcheck shell=bash disable=SC2034
# Sourced by the scripts that build Grandee: which Debian packages that takes, and how missing ones
# are installed. The one list of packages.

# name: what it is for
engine_packages=(
  "g++: the C++20 compiler"
  "cmake: configures the build"
  "ninja-build: runs the build"
  "libfmt-dev: text formatting"
  "libxsimd-dev: vector instructions of the network"
  "libxxhash-dev: checksums"
)
all_packages=(
  "${engine_packages[@]}"
  "libcli11-dev: command lines of the tools"
  "nlohmann-json3-dev: JSON reports of the tools"
  "libzstd-dev: compression of training data"
  "libgtest-dev: the tests (GoogleTest)"
  "libgmock-dev: the tests (matchers)"
  "libbenchmark-dev: the benchmarks"
  "fairy-stockfish: the engine whose legal moves ours are compared with"
)
cross_packages=(
  "${engine_packages[@]}"
  "libcli11-dev: command lines of the tools"
  "nlohmann-json3-dev: JSON reports of the tools"
  "g++-mingw-w64-x86-64-posix: the compiler for Windows"
  "g++-aarch64-linux-gnu: the compiler for ARM"
  "wine64: runs the programs for Windows"
  "qemu-user-static: runs the programs for ARM"
)
fuzz_packages=(
  "${all_packages[@]}"
  "clang: the second compiler"
  "libclang-rt-dev: libFuzzer and the sanitizers of clang"
)
full_packages=(
  "${fuzz_packages[@]}"
  "qemu-user-static: a processor without AVX"
  "slurm-wlm: the recipes for many machines"
  "munge: the same"
  "parallel: the same"
  "chromium: opens the report of grandee-analyse in its tests"
)

stop() {
  printf '%s: %s\n' "${0##*/}" "$1" >&2
  exit 1
}

is_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# ensure_packages "name: purpose"…: names what is missing, and installs it.
ensure_packages() {
  local entry missing=() as_root=()
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    printf '%s\n' "$@" >&2
    stop "this is no Debian system: install the above by its own means, then see 'Develop' in README.md"
  fi
  for entry in "$@"; do
    is_installed "${entry%%:*}" || missing+=("$entry")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  printf 'These Debian packages are missing and will be installed:\n'
  printf '  %s\n' "${missing[@]}"
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null ||
      stop "neither root nor sudo; have root run: apt-get install ${missing[*]%%:*}"
    as_root=(sudo)
  fi
  as_root+=(env DEBIAN_FRONTEND=noninteractive)
  # An archive that can't be reached is tried twice; the others may still have all that is needed.
  local update=("${as_root[@]}" apt-get update -qq -o APT::Update::Error-Mode=any)
  "${update[@]}" || { sleep 5 && "${update[@]}"; } ||
    printf 'Some package lists could not be fetched; trying with what is there.\n' >&2
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]%%:*}" ||
    stop "apt-get could not install ${missing[*]%%:*}: is the network there, and does /etc/apt/sources.list name Debian's main archive (bookworm or later)?"
}
