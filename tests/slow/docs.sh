#!/bin/sh
# docs.sh - documented commands run: every indented line of README.md, docs/ and CONTRIBUTING.md that starts with
# 'flamerender' or 'perf script', in a folder that holds the files they name.
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
data=$FR_SOURCE_DIR/tests/data
mkdir bin
ln -s "$FR_PROGRAM" bin/flamerender
printf '#!/bin/sh\nexec cat perf.txt\n' >bin/perf
chmod +x bin/perf
PATH=$scratch/bin:$PATH
gzip -dc "$data/stall.perf.gz" >perf.txt && cp "$data/native.perf.gz" perf.txt.gz
printf 'main;parse;malloc 30\nmain;run 12\n' >cpu.folded
cp cpu.folded a.folded && cp cpu.folded b.folded
gzip -dc "$data/known.perf.gz" >switches.txt # what sched:sched_switch and cpu-clock recorded
for name in main pr a b; do cp "$data/pprof/cpu-sort.pb.gz" $name.pb.gz; done
for run in run01 run02 run03 run04 main pr; do cp perf.txt $run.txt; done
grep -hE '^    (flamerender|perf script)' "$FR_SOURCE_DIR"/README.md "$FR_SOURCE_DIR"/docs/*.md \
    "$FR_SOURCE_DIR"/CONTRIBUTING.md | sed 's/^ *//' >commands
[ "$(wc -l <commands)" -ge 5 ] || { echo "FAILED: no commands found in the documents" && exit 1; }
bad=0 n=0
while IFS= read -r command; do
    n=$((n + 1))
    if ! sh -c "$command" >out 2>err </dev/null; then
        echo "FAILED: $command" && sed 's/^/    /' err
        bad=1
    fi
done <commands
echo "$n documented commands"
exit $bad
