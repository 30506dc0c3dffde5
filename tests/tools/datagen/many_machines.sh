#!/usr/bin/env bash
# The recipes for many machines, for real: a Slurm of its own or, where sshd is, an ssh server of its own
# on this machine's loopback; four shards, killed and requeued in the middle. What comes out has to be
# what four plain calls make.
#
#   GRANDEE_LONG=1 many_machines.sh slurm|parallel BIN_FOLDER
#
# Needs Debian's slurm-wlm and munge, and root, or parallel; exit code 77 where something is missing.
# Nothing outside a temporary folder is touched.
set -euo pipefail
way=$1
bin=$(realpath "$2")
recipes=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../../../training-data/recipes")
export PATH="$bin:$PATH:/usr/sbin"
seed=17 shards=4 games=200
flags=(--nodes 300 --hash 256)

skip() {
  printf 'skipped: %s\n' "$*"
  exit 77
}
[ -n "${GRANDEE_LONG-}" ] || skip "GRANDEE_LONG is not set"
case $way in
  slurm)
    for program in munged slurmctld slurmd sbatch; do
      command -v $program >/dev/null || skip "no $program"
    done
    [ "$(id -u)" -eq 0 ] || skip "Slurm's daemons want root"
    ;;
  parallel)
    command -v parallel >/dev/null || skip "no parallel"
    ;;
  *)
    printf 'unknown way: %s\n' "$way" >&2
    exit 2
    ;;
esac

work=$(mktemp -d /tmp/grandee-machines.XXXXXX)
daemons=()
clean_up() {
  local code=$?
  [ $code -eq 0 ] || tail -n 20 "$work"/*.log >&2 || true
  [ ${#daemons[@]} -eq 0 ] || kill "${daemons[@]}" 2>/dev/null || true
  wait
  rm -rf "$work"
  exit $code
}
trap clean_up EXIT

# wait_until SECONDS COMMAND…: polls.
wait_until() {
  local left=$(($1 * 5))
  shift
  until "$@" >/dev/null 2>&1; do
    [ $left -gt 0 ] || {
      printf 'waited in vain for: %s\n' "$*" >&2
      return 1
    }
    left=$((left - 1))
    sleep 0.2
  done
}

# One block of games is written, more are to come.
in_the_middle() {
  wait_until 120 sh -c "find '$work/set' -name 'shard-$1.gcd' -size +8k | grep -q ."
}
kill_in_the_middle() {
  in_the_middle "$1"
  kill -9 "$(pgrep -f "^grandee-datagen .*--shard $1/$shards .*$work/set/" | head -n 1)"
  printf 'shard %s killed\n' "$1"
}

use_slurm() {
  local name port
  name=$(hostname -s)
  port=$((20000 + $$ % 10000))
  mkdir -p "$work"/{state,spool,log}
  dd if=/dev/urandom of="$work/munge.key" bs=1024 count=1 2>"$work/dd.log"
  chmod 400 "$work/munge.key"
  # munged wants its socket's folder to be open to all and everything above it to be root's.
  chmod 755 "$work"
  munged --foreground --force --key-file="$work/munge.key" --socket="$work/munge.socket" \
    --pid-file="$work/munged.pid" --seed-file="$work/munge.seed" \
    --log-file="$work/munge.log" >"$work/munged.log" 2>&1 &
  daemons+=($!)
  cat >"$work/slurm.conf" <<END
ClusterName=loopback
SlurmctldHost=$name(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CredType=cred/munge
SlurmUser=root
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
KillWait=5
MailProg=/bin/true
NodeName=$name NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
  export SLURM_CONF="$work/slurm.conf"
  wait_until 20 test -S "$work/munge.socket"
  slurmctld -D >"$work/slurmctld.log" 2>&1 &
  daemons+=($!)
  slurmd -D -N "$name" >"$work/slurmd.log" 2>&1 &
  daemons+=($!)
  wait_until 60 sh -c 'sinfo --noheader --states=idle --format=%D | grep -q 1'

  cd "$work"
  local job
  job=$(sbatch --parsable --array=0-$((shards - 1)) \
    --export=ALL,SEED=$seed,GAMES=$games,OUT="$work/set",FLAGS="${flags[*]}" \
    "$recipes/slurm-array.sbatch")
  # One task dies and is asked for again, one is requeued while it runs.
  kill_in_the_middle 0
  wait_until 60 sh -c "scontrol show job ${job}_0 | grep -q JobState=FAILED"
  scontrol requeue "${job}_0"
  in_the_middle 2
  scontrol requeue "${job}_2"
  # A requeued job waits for two minutes by itself.
  for task in 0 2; do
    wait_until 60 scontrol update JobId="${job}_$task" StartTime=now
  done
  wait_until 300 sh -c "! squeue --noheader --jobs=$job | grep -q ."
  # A shard that got lost is submitted again, alone.
  rm "$work/set/shard-3.gcd"
  sbatch --wait --array=3 \
    --export=ALL,SEED=$seed,GAMES=$games,OUT="$work/set",SHARDS=$shards,FLAGS="${flags[*]}" \
    "$recipes/slurm-array.sbatch"
  for task in $(seq 0 $((shards - 1))); do
    scontrol show job "${job}_$task" | grep -o 'JobState=[A-Z]*\|Restarts=[0-9]*' | xargs
  done
  cat "$work"/slurm-"${job}"_*.out
}

# Sets ssh to a command that logs in on this machine, without a password.
start_ssh_server() {
  local port=$((20000 + $$ % 10000))
  ssh-keygen -q -t ed25519 -N '' -f "$work/host_key"
  ssh-keygen -q -t ed25519 -N '' -f "$work/user_key"
  cp "$work/user_key.pub" "$work/authorized_keys"
  mkdir -p /run/sshd
  cat >"$work/sshd_config" <<END
Port $port
ListenAddress 127.0.0.1
HostKey $work/host_key
AuthorizedKeysFile $work/authorized_keys
PidFile none
StrictModes no
UsePAM no
SetEnv PATH=$PATH
END
  # By its whole path, as it starts itself anew for each login.
  "$(command -v sshd)" -D -e -f "$work/sshd_config" 2>"$work/sshd.log" &
  daemons+=($!)
  ssh="ssh -p $port -i $work/user_key -o StrictHostKeyChecking=no -o UserKnownHostsFile=$work/known"
  # shellcheck disable=SC2086
  wait_until 20 $ssh 127.0.0.1 true
}

use_parallel() {
  local ssh='' hosts=2/:
  if [ "$(id -u)" -eq 0 ] && command -v sshd >/dev/null; then
    start_ssh_server
    hosts="2/$ssh 127.0.0.1"
  fi
  printf 'parallel --sshlogin %s\n' "$hosts"
  # parallel itself begins a shard again that was killed.
  HOSTS=$hosts "$recipes/parallel.sh" $seed $shards $games "$work/set" "${flags[@]}" \
    >"$work/parallel.log" 2>&1 &
  local run=$!
  kill_in_the_middle 1
  wait $run
  # The command again finds everything done.
  "$recipes/parallel.sh" $seed $shards $games "$work/set" "${flags[@]}" >"$work/again.log" 2>&1
}

"use_$way"

mkdir "$work/local"
for shard in $(seq 0 $((shards - 1))); do
  grandee-datagen --threads 1 --seed $seed --games $games --shard "$shard/$shards" "${flags[@]}" \
    --out "$work/local/shard-$shard.gcd" 2>"$work/local.log"
done
for set in set local; do
  grandee-data merge "$work/$set"/shard-*.gcd --out "$work/$set.gcd" 2>"$work/merge.log"
done
cmp "$work/set.gcd" "$work/local.gcd"
grandee-data info "$work/set.gcd"
