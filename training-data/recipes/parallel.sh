#!/bin/bash
# Shards of one data set on whatever machines GNU parallel can reach. The same command again plays
# only what is missing; a shard whose machine fails is tried on another one.
#
#   ./parallel.sh SEED SHARDS GAMES OUT [flags of grandee-datagen …]
#   HOSTS=4/alpha,8/beta,: ./parallel.sh 1 64 20000 /shared/set --nodes 1000
#   grandee-data merge /shared/set/shard-*.gcd --out set.gcd
#
# HOSTS  as parallel's --sshlogin has it: jobs/host, ":" is this machine (the default). All of them
#        see the folder OUT and have grandee-datagen in their PATH.
set -euo pipefail
if [ $# -lt 4 ]; then
  sed -n '2,12s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
seed=$1 shards=$2 games=$3 out=$(realpath -m "$4")
shift 4
mkdir -p "$out"
# One thread a shard: the files don't depend on how many cores a machine has.
seq 0 $((shards - 1)) |
  parallel --sshlogin "${HOSTS:-:}" --retries 5 --joblog "$out/joblog" --linebuffer --tag \
    grandee-datagen --resume --threads 1 --seed "$seed" --games "$games" --shard "{}/$shards" \
    "$@" --out "$out/shard-{}.gcd"
