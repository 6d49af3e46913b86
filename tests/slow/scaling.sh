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
for kind in threads comms sched events labels mappings names siblings profiles maps levels backtraces files shared \
    attributes functions; do
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
python3 "$here/scaling.py" tracepoints 600000 >tracepoints
within convert --weight=n --format folded tracepoints
grep -q ' 180000300000$' out || { echo "FAILED: tracepoints: $(head -c 200 out)" && bad=1; }
for kind in remaps counters; do
    python3 "$here/scaling.py" $kind 1000000 >$kind
    within convert --format folded $kind
done
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

for kind in profiles maps levels backtraces files shared attributes functions; do
    within top $kind
done
for kind in long_mappings long_otlp long_firefox; do
    python3 "$here/scaling.py" $kind 300000 >$kind
    within top -n1 $kind
done
python3 "$here/scaling.py" long_functions 600000 >long_functions
within top -n1 long_functions
# Each format, read by each subcommand: 60 000 stacks beside each other; where the format is a tree, 100 000 that are each
# the caller of the next, where work for each frame of each sample would grow with the square.
draw_times() {
    (ulimit -t "$seconds" && exec "$FR_PROGRAM" heatmap --format svg "$1") >out 2>err </dev/null
    got=$?
    [ "$got" -eq 0 ] && return
    [ "$got" -eq 5 ] && grep -q 'a heatmap needs the time of every sample' err && return # the format has no times
    echo "FAILED: 'heatmap $1' ended with $got: $(head -c 300 err)"
    bad=1
}
each_command() {
    within check $1
    within render --format svg $1
    within render --format html $1
    draw_times $1
    within diff $1 $1 --format csv
    within trend --by order $1 $1 $1 --format text
}
for format in $("$FR_PROGRAM" formats | sed -n '/^Not read/q; s/^  \([a-z][a-z0-9-]*\)  .*/\1/p'); do
    if [ "$format" = flamerender ]; then
        python3 "$here/scaling.py" wide.folded 60000 >folded
        within render --data full -o own.svg folded
        each_command own.svg
        continue
    fi
    python3 "$here/scaling.py" "wide.$format" 60000 >input || { bad=1 && continue; }
    within convert --input-format "$format" -o read.folded input
    [ "$format" = perf-data ] || [ "$format" = jfr ] || [ "$(wc -l <read.folded)" -ge 60000 ] ||
        { echo "FAILED: $format: $(wc -l <read.folded) stacks were read, not 60000" && bad=1; }
    each_command input
done
for kind in $(python3 "$here/scaling.py" --list chain); do
    python3 "$here/scaling.py" "$kind" 100000 >input
    each_command input
done
# Pages of ours are inputs too: those of the last chain.
within render --data full -o own.svg input
each_command own.svg
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
