#!/bin/sh
# scaling.sh - 300 000 different threads, commands, events, labels, mappings, names and more; 20 000 inputs. Each command
# takes about a second of processor time; a table that is walked through takes minutes, and is ended by ulimit.
set -u
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
command -v python3 >/dev/null 2>&1 || { echo "skipped: python3 is not installed" && exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
bad=0
seconds=15
[ -z "${FR_SANITIZE-}" ] || seconds=150

# within ARGUMENTS...: the program is done after so many seconds of processor time, with status 0.
within() {
    (ulimit -t "$seconds" && exec "$FR_PROGRAM" "$@") >out 2>err </dev/null
    got=$?
    [ "$got" -eq 0 ] && return
    echo "FAILED: '$*' ended with $got: $(head -c 300 err)"
    bad=1
}
for kind in threads comms sched events labels mappings names siblings profiles maps levels backtraces; do
    python3 "$here/scaling.py" $kind 300000 >$kind
done

for kind in threads comms sched labels mappings; do
    within check $kind
done
for kind in threads comms sched; do
    within heatmap $kind --format svg
done
within convert --off-cpu=all --format folded sched
within convert --event event7 --format folded events
for kind in labels mappings; do
    within convert --format pprof $kind
done
within tags labels
for kind in names siblings; do
    within top $kind
    within convert --format pprof $kind
    within diff $kind $kind --format csv
    within render $kind --format html
done

for kind in profiles maps levels backtraces; do
    within top $kind
done
# Chains: work for each frame of each sample would grow with the square.
for kind in firefox cpuprofile evented spans; do
    python3 "$here/scaling.py" $kind 100000 >$kind
    within check $kind
    within top $kind
    within render --format svg $kind
    within render --format html $kind
    within heatmap --format svg $kind
    within diff $kind $kind --format csv
    within trend --by order $kind $kind $kind --format text
done
# A graph of calls with four million paths of up to 2 000 functions: not all are followed, which a note says.
python3 "$here/scaling.py" paths 2000 >paths
within top paths
grep -q 'too many paths' err || { echo "FAILED: paths that are not followed need a note" && bad=1; }

# Inputs with a note each, and timed inputs with a thread each.
mkdir inputs
awk 'BEGIN { for (i = 0; i < 20000; i++) { f = "inputs/" i ".folded"; print "main;f" i " 1\nmain;g 2\nno value" i >f; close(f) } }'
awk 'BEGIN { for (i = 0; i < 20000; i++) { f = "inputs/" i ".perf"; print "app " i " [000] 1.0: 1 cycles:\n\tab f (/a)\n" >f; close(f) } }'
find inputs -name '*.folded' | sort >list.folded
find inputs -name '*.perf' | sort >list.perf
within convert --files-from list.folded --format folded
within heatmap --files-from list.perf --format svg
exit $bad
