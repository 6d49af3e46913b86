#!/bin/sh
# inlines.sh - inlined functions of programs in C++ and Rust, recorded by dumps and by frame pointers, against those of
# llvm-symbolizer (inlines.py). Skips where perf cannot record, or llvm-symbolizer is not installed.
here=$(cd "$(dirname "$0")" && pwd)
programs=$here/../data/programs
. "$here/../lib/scratch.sh"
for tool in perf python3 llvm-symbolizer c++filt g++; do
    command -v $tool >/dev/null || { echo "skipped: $tool is not installed" && exit 77; }
done
case " ${FR_WITHOUT-} " in *' elf '*) echo "skipped: this build has no libelf and libdw" && exit 77 ;; esac
perf record -q -N -e cpu-clock -o probe.data true 2>/dev/null || { echo "skipped: perf cannot record here" && exit 77; }

# compare NAME OPTION... -- COMMAND...
compare() {
    to=$1
    shift
    perf record -q -N -F 4999 -e cpu-clock -o "$to.data" "$@" >/dev/null 2>&1
    python3 "$here/inlines.py" "$FR_PROGRAM" "$to.data" || offend "$to: other inlined functions"
}
g++ -std=c++17 -O2 -g -o templates "$programs/templates.cpp" && compare cpp --call-graph dwarf ./templates 1
g++ -std=c++17 -O2 -g -fno-omit-frame-pointer -o templates_fp "$programs/templates.cpp" && compare cpp_fp -g ./templates_fp 1
if command -v rustc >/dev/null; then
    cp "$programs/words.rs" .
    rustc -O -g -o words words.rs && compare rust --call-graph dwarf ./words
    rustc -O -g -C symbol-mangling-version=v0 -C force-frame-pointers=yes -o words_v0 words.rs && compare rust_v0_fp -g ./words_v0
else
    echo "left out: Rust, since rustc is not installed"
fi
exit $bad
