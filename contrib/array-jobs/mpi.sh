#!/bin/sh
# mpi.sh LIST PARTS - the task of an Open MPI job: a rank is a share. All ranks see LIST and PARTS.
#
#     mpirun sh mpi.sh list parts
#     flamerender convert --digest parts/*.pb.gz --expect manifest -o fleet.pb.gz
set -eu
mkdir -p "$2"
exec "${FLAMERENDER:-flamerender}" convert --quiet --files-from "$1" \
    --shard "$OMPI_COMM_WORLD_RANK/$OMPI_COMM_WORLD_SIZE" -o "$2/$OMPI_COMM_WORLD_RANK.pb.gz"
