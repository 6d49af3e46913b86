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
"$program" -q "$data/gopipe.perf.gz" -o "$out/gopipe.html" --title 'gopipe, one page with a table'
"$program" -q "$data/templates.perf.gz" -o "$out/templates.png" --scale 2 --title templates
"$program" heatmap -q "$data/stall.perf.gz" -o "$out/stall-heatmap.svg" --outline 3.4-3.6 \
    --title 'stall, when the samples were taken'
"$program" -q "$data/stall.perf.gz" -o "$out/stall-selected.svg" --from 3.4 --to 3.6 \
    --title 'stall, the outlined 200 ms'
"$program" top -q "$data/stall.perf.gz" --from 3.4 --to 3.6 -n 5
echo "$(ls "$out" | wc -l) files in $out/; open this one first: $out/nodejs.svg"
