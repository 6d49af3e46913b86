#!/bin/sh
# perf_data.sh PROGRAM FILE... - CPU seconds from perf.data to SVG, in turn with `perf script | PROGRAM`, and the memory.
#
#     big.data   perf script 14.31 s   itself 0.60 s   23.8 x   210 MB
#
# The best of RUNS (5) of each. Dumps are read with inlined functions by both, and once more by both without.
#
# Four kinds are to be fast: 15 x of one process by frame pointers (100 MB), 10 x of all of a machine, of dumps 10 x with
# inlined functions and 1.5 x without. For instance, with the programs of tests/data/programs:
#
#     g++ -std=c++17 -O2 -g -fno-omit-frame-pointer -o templates_fp templates.cpp; g++ -std=c++17 -O2 -g -o templates templates.cpp
#     perf record -N -e cpu-clock -F 49999 -g -o fp.data ./templates_fp 160
#     perf record -a -e cpu-clock -F 8000 -g -o system.data sh -c 'for i in $(seq 12); do ls -lR /usr/include | sort | cksum; done'
#     perf record -N -e cpu-clock -F 4000 --call-graph dwarf,8192 -o dumps.data ./templates 12
#     perf record -N -e cpu-clock -F 6000 --call-graph dwarf,8192 -o build.data sh -c 'for f in *.c; do gcc -O2 -g -c $f; done'
set -eu
program=$1
shift
times=$(mktemp)
trap 'rm -f "$times"' EXIT

# seconds COMMAND: of the processor, in user and kernel, of all its processes.
seconds() {
    bash -c 'TIMEFORMAT="%U %S"; time { '"$1"' ; } >/dev/null 2>/dev/null' 2>&1 | awk '{ print $1 + $2 }'
}

best() {
    sort -n "$1" | head -n 1
}

# measure FILE OPTION: OPTION is --no-inline or nothing.
measure() {
    : >"$times.text" && : >"$times.own"
    for run in $(seq "${RUNS:-5}"); do
        seconds "perf script $2 -i '$1' | '$program' -q - --format svg" >>"$times.text"
        seconds "'$program' -q $2 '$1' --format svg" >>"$times.own"
    done
    kib=$(bash -c 'ulimit -v unlimited; exec "$@"' sh /usr/bin/env time -f %M "$program" -q $2 "$1" --format svg 2>&1 >/dev/null | tail -n 1) || kib=0
    echo "$(basename "$1") $2 $(best "$times.text") $(best "$times.own") $kib" |
        awk '{ printf "%-24s perf script %.2f s   itself %.2f s   %.1f x   %d MB\n",
                      NF == 5 ? $1 " " $2 : $1, $(NF - 2), $(NF - 1), $(NF - 2) / $(NF - 1), $NF / 1024 }'
    rm -f "$times.text" "$times.own"
}

for file; do
    measure "$file" ''
    measure "$file" --no-inline
done
