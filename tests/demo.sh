#!/bin/sh
# demo.sh PROGRAM FOLDER - the main jobs on the recordings of tests/data, and which file shows what.
set -eu
program=$1 out=$2
data=$(dirname "$0")/data
mkdir -p "$out"

# A picture of each recording.
for recording in "$data"/*.perf.gz; do
    name=$(basename "$recording" .perf.gz)
    "$program" -q "$recording" -o "$out/$name.svg" --title "$name"
done
"$program" -q "$data/native.perf.gz" -o "$out/native-folded-recursion.svg" --fold-recursion=cycles \
    --title 'native, recursion folded'
"$program" -q "$data/nodejs.perf.gz" -o "$out/nodejs-icicle.svg" --icicle --title 'nodejs, root on top'
"$program" -q "$data/gopipe.perf.gz" -o "$out/gopipe-callers.svg" --callers --title 'gopipe, who calls what is hot'
"$program" -q "$data/templates.perf.gz" -o "$out/templates.png" --scale 2 --title templates
"$program" convert -q "$data/multi.perf.gz" -o "$out/multi.folded"

# Pages: a profile, two sides of a change, a recording with a stall, a heap over time.
"$program" -q "$data/gopipe.perf.gz" -o "$out/gopipe.html" --title gopipe
"$program" diff -q --base "$data"/shop/before-?.perf.gz --new "$data"/shop/after-?.perf.gz \
    --base-name 'shop before' --new-name 'shop after' -o "$out/shop-diff.html"
"$program" heatmap -q "$data/stall.perf.gz" -o "$out/stall.html" --title 'stall, when the samples were taken'
"$program" trend -q "$data/trend/heap" -o "$out/heap-trend.html"

# The same by command line: what changed, and what ran in the stall.
"$program" diff -q --base "$data"/shop/before-?.perf.gz --new "$data"/shop/after-?.perf.gz \
    --base-name 'shop before' --new-name 'shop after' --format text
echo
"$program" -q "$data/stall.perf.gz" -o "$out/stall-selected.svg" --from 3.4 --to 3.6 --title 'stall, from 3.4 to 3.6 s'
"$program" top -q "$data/stall.perf.gz" --from 3.4 --to 3.6 -n 5

cat <<END

$(ls "$out" | wc -l) files in $out/. Open these:

    $out/nodejs.svg         a flame graph: click, type / to search, ? lists the keys
    $out/gopipe.html        the page: with a table of all functions, callers and callees
    $out/shop-diff.html     what changed between two versions, of three runs each
    $out/stall.html         when it happened: drag over the dark cells at 3.4 s
    $out/heap-trend.html    a heap that grows, and what grows in it
END
