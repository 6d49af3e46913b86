#!/bin/sh
# test_slurm.sh - the recipe for Slurm, as it is documented: an array of four tasks and a merge that waits for them, by a
# controller and a node of our own on this machine. Root alone can start them.
. "${0%/*}/../lib/scratch.sh"
. "$FR_SOURCE_DIR/tests/fleet/fleet.sh"
need slurmctld slurmd sbatch munged sha256sum
[ "$(id -u)" -eq 0 ] || { echo "skipped: only root can start a node of Slurm" && exit 77; }
stop() {
    for daemon in slurmd slurmctld munged; do
        [ ! -s $daemon.pid ] || kill -9 "$(cat $daemon.pid)" 2>/dev/null
    done
    wait 2>/dev/null
    rm -rf "$scratch"
}
trap stop EXIT

# start DAEMON OPTION...: in the background.
start() {
    daemon=$1
    shift
    "$daemon" "$@" >"$daemon.out" 2>&1 &
    echo $! >"$daemon.pid"
}

chmod 755 . && mkdir bin state spool && ln -s "$FR_PROGRAM" bin/flamerender
export PATH="$scratch/bin:$PATH" SLURM_CONF="$scratch/slurm.conf"
host=$(hostname -s) port=$((18000 + $$ % 400 * 2))
head -c 1024 /dev/urandom >key && chmod 400 key
cat >slurm.conf <<EOT
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$scratch/munge.sock
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
SchedulerType=sched/builtin
SelectType=select/cons_res
SelectTypeParameters=CR_Core
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool
SlurmctldPidFile=$scratch/ctld.id
SlurmdPidFile=$scratch/node.id
MailProg=/bin/true
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
EOT
start munged --force --foreground --key-file="$scratch/key" --socket="$scratch/munge.sock" \
    --pid-file="$scratch/munge.id" --log-file="$scratch/munge.log" --seed-file="$scratch/munge.seed"
start slurmctld -D -i
start slurmd -D
tries=0
until sinfo 2>/dev/null | grep -q idle; do
    tries=$((tries + 1))
    [ $tries -lt 30 ] || { cat ./*.out && echo "skipped: no node of Slurm starts here" && exit 77; }
    sleep 1
done

make_fleet profiles 40 11
find profiles -name '*.pb.gz' | sort >list
xargs sha256sum <list >manifest
flamerender convert --digest --files-from list -o whole.pb.gz || failed "one process"
job=$(sbatch --parsable --array=0-3 -o task.%a "$FR_SOURCE_DIR/contrib/array-jobs/slurm.sh" list parts) || failed "sbatch"
sbatch --wait --dependency=afterok:"$job" -o merge.out --wrap \
    'flamerender convert --digest parts/*.pb.gz --expect manifest -o fleet.pb.gz' || { cat task.* merge.out; failed "the job"; }
cmp fleet.pb.gz whole.pb.gz || failed "Slurm, 4 tasks"
exit $bad
