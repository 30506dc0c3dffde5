#!/usr/bin/env bash
# What each feature of the search is worth: the tuning build plays against itself with one of them
# switched off, at fixed nodes. Ends with a Markdown table.
#
#   tools/spsa/ablation.sh [option]… [SWITCH]…
#
# A SWITCH is an option of the tuning build: UseNullMove (which is set to false), or with a value of
# its own, kReductionPv=0. Default: all features.
#
#   -o FOLDER   results, one match each (ablation)
#   -n NODES    for each move (2000)
#   -g GAMES    for each switch (3000)
#   -c GAMES    at a time (one for each processor)
#   -s SEED     of the openings' order (1)
#   -b BOOK     of openings (training-data/openings/grand-openings.epd)
#   -e ENGINE   the tuning build (build/tune/bin/grandee)
#   -t          the table of what is in FOLDER, no games
#
# After an interruption the same command goes on. A folder is of one engine: its results stay when
# the engine changes.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
engine=$root/build/tune/bin/grandee
match=$root/build/tune/bin/grandee-match

stop() {
  printf '%s: %s\n' "${0##*/}" "$1" >&2
  exit 2
}

folder=ablation nodes=2000 games=3000 concurrency=$(nproc) seed=1 table_only=
book=$root/training-data/openings/grand-openings.epd
while getopts o:n:g:c:s:b:e:t option; do
  case $option in
    o) folder=$OPTARG ;;
    n) nodes=$OPTARG ;;
    g) games=$OPTARG ;;
    c) concurrency=$OPTARG ;;
    s) seed=$OPTARG ;;
    b) book=$OPTARG ;;
    e) engine=$(realpath -- "$OPTARG") ;;
    t) table_only=1 ;;
    *) stop "see the head of this file" ;;
  esac
done
shift $((OPTIND - 1))

# The value of a number, text or list in the match's own part of its JSON.
value() {
  awk -v key="\"$1\":" '
    found { if (/\]/) { print text; exit } gsub(/[ ,]/, ""); text = text (text ? ", " : "") $0 }
    /^  "/ && $1 == key {
      if ($2 == "[") { found = 1; next }
      sub(/^ *"[^"]*": */, ""); gsub(/[",]/, ""); print; exit
    }' "$2"
}

finished() {
  [ -f "$1" ] && [ "$(value status "$1")" = "done" ] && [ "$(value games "$1")" -ge "$games" ]
}

table() {
  local json name elo error
  printf '| without | games | Elo of the full search over it | pairs with 0, ½, 1, 1½, 2 points |\n'
  printf '|---|---|---|---|\n'
  for name in "${switches[@]}"; do
    json=$folder/$name.json
    [ -f "$json" ] || continue
    elo=$(value elo "$json")
    error=$(value elo_error "$json")
    [ "$elo" = null ] || elo=$(printf '%+.1f' "$elo")
    [ "$error" = null ] || error=$(printf '%.1f' "$error")
    printf '| `%s` | %s | %s ± %s | %s |\n' "$name" "$(value games "$json")" "$elo" "$error" \
      "$(value ptnml "$json")"
  done
}

for program in "$engine" "$match"; do
  [ -x "$program" ] || stop "$program is missing: cmake --preset tune && cmake --build --preset tune"
done
offered=$(printf 'uci\nquit\n' | "$engine" | sed -n 's/^option name \([^ ]*\) type .*/\1/p')
switches=("$@")
[ $# -gt 0 ] || mapfile -t switches < <(grep '^Use' <<<"$offered" || true)
[ ${#switches[@]} -gt 0 ] || stop "$engine has no switches: it is no tuning build"
for switch in "${switches[@]}"; do
  grep -qxF -- "${switch%%=*}" <<<"$offered" || stop "the engine has no option ${switch%%=*}"
done

mkdir -p "$folder"
for switch in "${switches[@]}"; do
  [ -z "$table_only" ] || break
  json=$folder/$switch.json
  if finished "$json"; then continue; fi
  setting=$switch
  [ "$setting" != "${setting#*=}" ] || setting=$setting=false
  printf '\n=== Without %s ===\n' "$switch" >&2
  resume=()
  [ ! -f "$folder/$switch.pgn.plan" ] || resume=(--resume)
  "$match" --engine "name=full cmd=$engine" \
    --engine "name=without cmd=$engine option.$setting" --each "option.Hash=16" \
    --nodes "$nodes" --games "$games" --concurrency "$concurrency" \
    --book "$book" --book-order random --seed "$seed" \
    --pgn "$folder/$switch.pgn" --json "$json" "${resume[@]}" >&2
done
table
