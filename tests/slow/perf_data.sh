#!/bin/sh
# perf_data.sh PROGRAM - records programs by perf, and compares what flamerender reads from perf.data with what it reads
# from the text of perf script, as sets of stacks with their counts. Skips where perf cannot record.
#
#     perf_data.sh PROGRAM FILE...     compares these recordings
#
# At least 99.9 % of the samples are to be equal, of dumps 99.8 %: docs/perf-data.md has what differs, and why. Offsets in
# modules without symbols ("app+0x12") are taken for "[app]"; entries of the PLT, which perf may call _init, for "[plt]".
#
# rust_dumps has whole stacks. A dump of rust_cut often ends within the stack, in one of 1 600 samples with a return address
# as its last word, which perf does not read: so there are four times as many samples.
set -u
export LC_ALL=C
[ $# -gt 0 ] || set -- "$FR_PROGRAM"
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
programs=$(cd "$(dirname "$0")/../data/programs" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0 n=0

# fold NAME INPUT...: each stack as often as it has samples, sorted.
fold() {
    name=$1
    shift
    "$program" convert -q --weight=samples --format=folded "$@" 2>"$scratch/said" |
        sed -E 's/(^|;)([^;]*[^];])\+0x[0-9a-f]+/\1[\2]/g; s/\[\[([^];]*)\]\]/[\1]/g' |
        sed -E 's/(^|;)(_init|[^; ]*@plt)([; ])/\1[plt]\3/g' | awk '{ n = $NF; sub(/ [0-9]+$/, ""); for (i = 0; i < n; i++) print }' | sort >"$scratch/$name"
}

# compare LEAST FILE: per mille that are equal, at least LEAST.
compare() {
    fold data --no-inline "$2"
    perf script --no-inline -i "$2" 2>/dev/null >"$scratch/script"
    fold text "$scratch/script"
    all=$(cat "$scratch/data" "$scratch/text" 2>/dev/null | wc -l)
    same=$(comm -12 "$scratch/data" "$scratch/text" | wc -l)
    n=$((n + 1))
    echo "$(basename "$2"): $same of $((all / 2)) samples are equal"
    [ "$same" -gt 0 ] && [ $((same * 2000)) -ge $((all * $1)) ] && return
    echo "$(basename "$2"): fewer than $1 per mille" && bad=1
    diff "$scratch/text" "$scratch/data" | head -n 10
}

if [ $# -gt 0 ]; then
    for file; do compare 999 "$file"; done
    exit $bad
fi
case " ${FR_WITHOUT-} " in *' elf '*) echo "skipped: this build has no libelf and libdw" && exit 77 ;; esac
command -v perf >/dev/null && perf record -q -N -e cpu-clock -o "$scratch/probe.data" true 2>/dev/null ||
    { echo "skipped: perf cannot record here" && exit 77; }
cd "$scratch" || exit 1
record() {
    to=$1
    shift
    perf record -q -N -F 999 -o "$to.data" "$@" >/dev/null 2>"$scratch/recorded"
}
gcc -O1 -g -fno-omit-frame-pointer -o native "$programs/native.c"
g++ -std=c++17 -O2 -g -o templates "$programs/templates.cpp"
g++ -std=c++17 -O2 -g -fno-omit-frame-pointer -o templates_fp "$programs/templates.cpp"
record native -e cpu-clock -g ./native 1 && compare 999 native.data
record plain -e cpu-clock ./native 1 && compare 999 plain.data
record packed -e cpu-clock -g -z ./native 1 && compare 999 packed.data
perf record -q -N -F 999 -e cpu-clock -g -o - ./native 1 2>/dev/null >pipe.data && compare 999 pipe.data
record templates_fp -e cpu-clock -g ./templates_fp 1 && compare 998 templates_fp.data
record templates -e cpu-clock --call-graph dwarf ./templates 1 && compare 998 templates.data
record dump -e cpu-clock --call-graph dwarf ./native 1 && compare 998 dump.data
record two -e cpu-clock -e page-faults -g ./templates_fp 1 && compare 998 two.data
record group -e '{cpu-clock,page-faults}:S' -g ./native 1 && compare 999 group.data
record shell -e cpu-clock -g sh -c 'for i in 1 2 3; do ls -lR /usr/include | sort | cksum; done' && compare 998 shell.data
record build_ids -e cpu-clock -g --buildid-mmap ./native 1 && compare 999 build_ids.data
record no_frame_pointers -e cpu-clock -g ./templates 1 && compare 999 no_frame_pointers.data
record system -a -e cpu-clock -g sh -c 'for i in 1 2 3; do ls -lR /usr/include | sort | cksum; done' && compare 999 system.data
record off_cpu -a -g -e cpu-clock -e sched:sched_switch sh -c 'ls -lR /usr/include | sort | cksum' && compare 999 off_cpu.data
record packed_ids -e cpu-clock -g -z --buildid-mmap ./native 1 && compare 999 packed_ids.data
has() { command -v "$1" >/dev/null 2>&1; }
has go && GO111MODULE=off go build -o gopipe "$programs/gopipe.go" 2>/dev/null &&
    record go -e cpu-clock -g ./gopipe && compare 999 go.data
if has rustc; then
    rustc -O -g -C force-frame-pointers=yes -o words_fp "$programs/words.rs" 2>/dev/null &&
        record rust -e cpu-clock -g ./words_fp 60 && compare 999 rust.data
    rustc -O -g -C symbol-mangling-version=v0 -o words "$programs/words.rs" 2>/dev/null &&
        record rust_dumps -e cpu-clock --call-graph dwarf,16384 ./words 240 && compare 998 rust_dumps.data &&
        record rust_cut -e cpu-clock --call-graph dwarf,8192 ./words 960 && compare 998 rust_cut.data
fi
has python3 && record python -e cpu-clock -g python3 -c 'import json
for i in range(90): json.loads(json.dumps(sorted((hash(str(k)) % 1000, k) for k in range(20000))))' && compare 999 python.data
has node && record node -e cpu-clock -g node --perf-basic-prof "$programs/shop.js" 500 && compare 999 node.data

# Code of JIT compilers that tell perf of it by a dump (jit-PID.dump), which perf inject makes files of.
# jit NAME FRAME COMMAND...: the recording is equal, and has a frame of this name.
jit() {
    which=$1 frame=$2
    shift 2
    record "$which.raw" -k mono -e cpu-clock -g "$@" && perf inject --jit -i "$which.raw.data" -o "$which.data" 2>"$scratch/injected" ||
        { echo "$which: perf fails" && cat "$scratch/recorded" "$scratch/injected" && bad=1 && return; }
    compare 999 "$which.data"
    grep -q "$frame" "$scratch/data" || { echo "$which.data: no '$frame'" && bad=1; }
    rm -f ./jit-*.dump ./jitted-*.so
}
[ "$(uname -m)" = x86_64 ] && gcc -O1 -g -fno-omit-frame-pointer -o jit "$programs/jit.c" &&
    jit jit_dump 'main;jit_outer;jit_inner' ./jit 1
has node && jit node_dump 'words .*shop.js' node --perf-prof "$programs/shop.js" 500

# Call stacks that the processor keeps are of a recording made by hand: the processors are rare in virtual machines.
if has python3; then
    gcc -O1 -g -fno-omit-frame-pointer -fcf-protection=none -o calls "$programs/native.c"
    at() { nm calls | awk -v name="$1" '$3 == name { print $1 }'; }
    python3 "$programs/../make-perf-data.py" calls.data "$scratch/calls" "$(at main)" "$(at tree_build)" "$(at mix)"
    fold data --kallsyms="$programs/../../../golden/shared/made-by-hand/kallsyms" calls.data
    perf script -i calls.data 2>/dev/null | sed 's/\[unknown\] (\[unknown\])/[unknown] ([kernel.kallsyms])/' >"$scratch/script"
    fold text "$scratch/script"
    echo "calls.data: $(comm -12 "$scratch/data" "$scratch/text" | wc -l) of $(wc -l <"$scratch/text") samples are equal"
    grep -q 'main;tree_build;mix;' "$scratch/data" && cmp -s "$scratch/data" "$scratch/text" ||
        { echo "calls.data: differs" && diff "$scratch/text" "$scratch/data"; bad=1; }
fi

# What perf prints nothing of: a recording that was killed, and one that was cut, are read as far as they go.
perf record -q -N -F 999 -e cpu-clock -g -o killed.data ./native 5 >/dev/null 2>&1 &
recording=$!
for i in $(seq 100); do [ -s killed.data ] && [ "$(wc -c <killed.data)" -gt 20000 ] && break; sleep 0.1; done
kill -9 $recording && wait $recording 2>/dev/null
head -c $(($(wc -c <native.data) * 2 / 3)) native.data >cut.data
for file in killed cut; do
    fold damaged --no-inline $file.data
    echo "$file.data: $(grep -c 'main;' "$scratch/damaged") samples"
    grep -q 'main;' "$scratch/damaged" && grep -q 'as far as it goes' "$scratch/said" 2>/dev/null ||
        "$program" convert --format=folded $file.data 2>&1 >/dev/null | grep -q 'as far as it goes' || { echo "$file.data: not read" && bad=1; }
done
[ "$n" -ge 12 ] || { echo "only $n recordings could be made" && bad=1; }
exit $bad
