#!/usr/bin/env bash
# Layers include only downward. Reads every #include "…" of the layers below the given root (default:
# this repository), prints those that point upward or sideways, and fails if there are any.
set -euo pipefail
cd "${1:-$(dirname "$0")/../..}"

# Folder of the including file, then the folders it may include from; the first line that fits
# counts, and @ stands for the tool's own folder. grandee-data scores games and ends them as
# grandee-datagen does, and fits the protocols' chances of winning; grandee-spsa plays as
# grandee-match does.
rules='
engine/base      base
engine/board     base board
engine/search    base board nn search
engine/protocol  base board nn search protocol
engine/main.cpp  base board nn search protocol bench
nn               base board nn
training-data    base board training-data
tools/common     base board training-data tools/common
tools/data       base board nn search protocol training-data tools/common tools/data tools/datagen
tools/analyse    base board nn search protocol training-data tools/common tools/analyse
tools/spsa       base board tools/common tools/match tools/spsa
tools            base board nn search training-data tools/common @
bench            base board nn search bench
'

find engine nn training-data tools bench -type f \
  \( -name '*.hpp' -o -name '*.cpp' -o -name '*.inl' \) -print0 2>/dev/null |
  xargs -0 -r grep -HnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' |
  awk -v rules="$rules" '
    BEGIN { count = split(rules, rule, "\n") }
    {
      split($0, part, ":")
      file = part[1]
      included = $0
      sub(/^[^"]*"/, "", included)
      sub(/".*/, "", included)
      allowed = ""
      for (i = 1; i <= count && allowed == ""; ++i) {
        split(rule[i], word, " ")
        if (word[1] != "" && (file == word[1] || index(file, word[1] "/") == 1)) allowed = rule[i]
      }
      ok = 0
      n = split(allowed, word, " ")
      split(file, folder, "/")
      for (i = 2; i <= n; ++i) {
        from = word[i] == "@" ? folder[1] "/" folder[2] : word[i]
        if (index(included, from "/") == 1) ok = 1
      }
      if (!ok) {
        sub(/^[^ ]+ +/, "", allowed)
        sub(/@/, "its own folder", allowed)
        printf "%s:%s: includes \"%s\", but only %s may be included here\n", file, part[2], included, allowed
        ++bad
      }
      ++seen
    }
    END {
      printf "%d includes looked at, %d against the layers\n", seen, bad
      exit bad > 0 || seen == 0
    }'
