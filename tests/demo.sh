#!/bin/sh
# demo.sh PROGRAM FOLDER - the main job on the recordings of tests/data: one picture each, and some more.
set -eu
program=$1 out=$2
data=$(dirname "$0")/data
mkdir -p "$out"
for recording in "$data"/*.perf.gz; do
    name=$(basename "$recording" .perf.gz)
    "$program" -q "$recording" -o "$out/$name.svg" --title "$name"
done
"$program" -q "$data/native.perf.gz" -o "$out/native-folded-recursion.svg" --fold-recursion=cycles \
    --title 'native, recursion folded'
"$program" -q "$data/nodejs.perf.gz" -o "$out/nodejs-icicle.svg" --icicle --title 'nodejs, root on top'
"$program" -q "$data/gopipe.perf.gz" -o "$out/gopipe-callers.svg" --callers --title 'gopipe, who calls what is hot'
"$program" convert -q "$data/multi.perf.gz" -o "$out/multi.folded"
echo "$(ls "$out" | wc -l) files in $out/; open this one first: $out/nodejs.svg"
