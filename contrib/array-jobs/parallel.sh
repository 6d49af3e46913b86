#!/bin/sh
# parallel.sh LIST MANIFEST N OUT - merges the profiles named in LIST in N tasks, by GNU parallel.
#
#     find profiles -name '*.pb.gz' >list && xargs -d '\n' sha256sum <list >manifest
#     sh parallel.sh list manifest 64 fleet.pb.gz
#
# A task that fails runs again, three times in all. A task that wrote its partial and then failed does no harm: it
# writes the same bytes again. PARTS names the folder of partials, JOBS how many tasks run at a time. OUT appears when the
# whole merge has succeeded, and not before.
set -eu
list=$1 manifest=$2 n=$3 out=$4
parts=${PARTS:-$out.parts}
whole=$(dirname "$out")/.whole.${out##*/}
trap 'rm -f "$whole"' EXIT
mkdir -p "$parts"
export list n parts
seq 0 $((n - 1)) | parallel -j "${JOBS:-100%}" --retries 3 --halt soon,fail=1 \
    "${FLAMERENDER:-flamerender}"' convert --quiet --files-from "$list" --shard {}/"$n" -o "$parts"/{}.pb.gz'
seq -f "$parts/%.0f.pb.gz" 0 $((n - 1)) |
    "${FLAMERENDER:-flamerender}" convert --files-from - --expect "$manifest" -o "$whole"
mv "$whole" "$out"
