#!/bin/sh
# slurm.sh LIST PARTS - the task of a Slurm array.
#
#     job=$(sbatch --parsable --array=0-63 slurm.sh list parts)
#     sbatch --dependency=afterok:"$job" --wrap \
#         'flamerender convert --digest parts/*.pb.gz --expect manifest -o fleet.pb.gz'
#SBATCH --requeue
set -eu
mkdir -p "$2"
exec flamerender convert --quiet --files-from "$1" \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" -o "$2/$SLURM_ARRAY_TASK_ID.pb.gz"
