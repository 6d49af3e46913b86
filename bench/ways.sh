#!/bin/sh
# ways.sh BUILD [SCRATCH] - what each fast way of base/ways.h is worth: the program without it and the program, in turn.
#
#     FOLDED_SORTED   sorted folded stacks -> svg          1.38 x CPU    1.32 x clock
#
# BUILD is a build folder; a program that lacks a way is linked from it with another ways.o. BENCH_MB (default 128) is
# the size of the large inputs, BENCH_RUNS (5) the number of pairs; the least time of each counts. CPU time is that of
# all threads, so of a way that adds threads the clock counts, which says little on a busy machine.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
scratch=${2:-$build/bench}
mb=${BENCH_MB:-128} runs=${BENCH_RUNS:-5}
mkdir -p "$scratch" && cd "$scratch"
. "$here/inputs.sh"

input "folded-$mb.txt" folded $((mb * 1000000)) $((mb * 1000))
input "perf-$mb.txt" perf $((mb * 1000000)) 20000
input "short-$mb.txt" short $((mb * 1000000)) 20000
sorted "folded-$mb.txt" "sorted-$mb.txt"
[ -s "stacks-$mb.pb.gz" ] || ./generate_pprof large $((mb * 4000)) $((mb * 800)) >"stacks-$mb.pb.gz"
[ -d fleet-400 ] || ./generate_pprof fleet 400 250 600 fleet-400
find fleet-400 -name '*.pb.gz' | sort >fleet.list

# The program without a way, or without any (ALL).
without() {
    macro=FR_WAY_OFF=FR_WAY_$1
    [ "$1" != ALL ] || macro=FR_FAST=0
    ${CC:-cc} -std=c17 -O2 -I"$here/.." -D"$macro" -c -o ways.o "$here/../base/ways.c"
    objects=$(sed -n 's/^build flamerender: [A-Za-z_]* \([^|]*\).*/\1/p' "$build/build.ninja")
    libraries=$(sed -n '/^build flamerender: /,/^$/s/^  LINK_LIBRARIES = //p' "$build/build.ninja")
    # shellcheck disable=SC2086
    (at=$PWD && cd "$build" &&
        ${CC:-cc} -o "$at/without-$1" $objects "$at/ways.o" $libraries)
}

# row WAY NAME ARGUMENT...: times the program with these arguments, without the way and with it.
row() {
    way=$1 name=$2 run=0 && shift 2
    [ -x "without-$way" ] || without "$way"
    while [ $run -lt "$runs" ]; do
        ./measure 1 /dev/null out.tmp "./without-$way" "$@"
        ./measure 1 /dev/null out.tmp "$build/flamerender" "$@"
        run=$((run + 1))
    done | awk -v way="$way" -v name="$name" '
        function least(a, b) { return a == "" || b < a ? b : a }
        { clock[NR % 2] = least(clock[NR % 2], $1); cpu[NR % 2] = least(cpu[NR % 2], $3) }
        END { printf "%-15s %-42s %5.2f x CPU  %5.2f x clock\n", way, name, cpu[1] / cpu[0], clock[1] / clock[0] }'
}

rm -f without-*
for input in sorted folded; do
    row FOLDED_BATCH "folded stacks, $input -> svg" -q --static --threads 1 -o out.svg "$input-$mb.txt"
done
row FOLDED_SORTED "folded stacks, sorted -> svg" -q --static --threads 1 -o out.svg "sorted-$mb.txt"
for input in perf short; do
    row PERF_MEMO "perf script, $input -> folded" convert -q --threads 1 -o out.folded "$input-$mb.txt"
    row SPLIT "perf script, $input, 2 threads -> folded" convert -q --threads 2 -o out.folded "$input-$mb.txt"
done
for input in sorted folded; do
    row SPLIT "folded stacks, $input, 2 threads -> svg" -q --static --threads 2 -o out.svg "$input-$mb.txt"
done
row PATHS "400 pprofs, 2 threads -> one" convert -q --threads 2 -o out.pb.gz --files-from fleet.list
row PPROF_TOP "large pprof -> top" top -q "stacks-$mb.pb.gz"
row PPROF_PICTURE "large pprof -> svg" -q --static -o out.svg "stacks-$mb.pb.gz"
for input in sorted folded perf short; do
    row ALL "$input, 2 threads -> folded" convert -q --threads 2 -o out.folded "$input-$mb.txt"
done
rm -f out.* ways.o
