#!/bin/sh
# perf_data.sh PROGRAM FILE... - seconds from perf.data to SVG, in turn with `perf script | PROGRAM`, and the memory.
#
#     fp.data   perf script 8.38 s   itself 0.45 s   18.7 x   by the clock 27.53 s   0.68 s   40.4 x   27 MB
#
# The best of RUNS (5) of each: seconds of the processor, then those of the clock, which need an idle machine. Dumps are
# read with inlined functions by both, and once more by both without. With inlined functions only the clock tells: perf
# script lets addr2line find them, and that child's time is not its own.
#
# Four kinds are to be fast: 15 x of one process by frame pointers (100 MB), 10 x of all of a machine, of dumps 10 x with
# inlined functions and 1.5 x without. For instance, with the programs of tests/data/programs:
#
#     g++ -std=c++17 -O2 -g -fno-omit-frame-pointer -o templates_fp templates.cpp; g++ -std=c++17 -O2 -g -o templates templates.cpp
#     g++ -std=c++17 -O2 -g -o many_templates many_templates.cpp
#     perf record -N -e cpu-clock -F 49999 -g -o fp.data ./templates_fp 100
#     perf record -a -e cpu-clock -F 12000 -g -o system.data sh -c 'for i in $(seq 100); do ls -lR /usr/include | sort | cksum; done'
#     perf record -N -e cpu-clock -F 4000 --call-graph dwarf,8192 -o dumps.data ./templates 4
#     perf record -N -e cpu-clock -F 4000 --call-graph dwarf,8192 -o many.data ./many_templates 900
#     perf record -N -e cpu-clock -F 6000 --call-graph dwarf,8192 -o build.data sh -c 'for f in *.c; do gcc -O2 -g -c $f; done'
set -eu
program=$1
shift
times=$(mktemp)
trap 'rm -f "$times"' EXIT

# seconds COMMAND: of the processor, in user and kernel, of all its processes; of the clock.
seconds() {
    bash -c 'TIMEFORMAT="%U %S %R"; time { '"$1"' ; } >/dev/null 2>/dev/null' 2>&1 | awk '{ print $1 + $2, $3 }'
}

# best FILE COLUMN
best() {
    sort -n -k "$2,$2" "$1" | awk -v column="$2" '{ print $column; exit }'
}

# measure FILE OPTION: OPTION is --no-inline or nothing.
measure() {
    : >"$times.text" && : >"$times.own"
    for run in $(seq "${RUNS:-5}"); do
        seconds "perf script $2 -i '$1' | '$program' -q - --format svg" >>"$times.text"
        seconds "'$program' -q $2 '$1' --format svg" >>"$times.own"
    done
    kib=$(bash -c 'ulimit -v unlimited; exec "$@"' sh /usr/bin/env time -f %M "$program" -q $2 "$1" --format svg 2>&1 >/dev/null | tail -n 1) || kib=0
    printf '%-24s ' "$(basename "$1") $2"
    echo "$(best "$times.text" 1) $(best "$times.own" 1) $(best "$times.text" 2) $(best "$times.own" 2) $kib" |
        awk '{ printf "perf script %.2f s   itself %.2f s   %.1f x   by the clock %.2f s   %.2f s   %.1f x   %d MB\n",
                      $1, $2, $1 / $2, $3, $4, $3 / $4, $5 / 1024 }'
    rm -f "$times.text" "$times.own"
}

for file; do
    measure "$file" ''
    measure "$file" --no-inline
done
