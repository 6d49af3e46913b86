#!/bin/sh
# static.sh - the small program for containers: without cairo, threads, libelf, ISA-L and zstd, every library linked
# statically. It draws the bytes of the ordinary one, and says what it lacks.
. "${0%/*}/../lib/scratch.sh"
export LC_ALL=C
[ -z "${FR_SANITIZE-}" ] || { echo "skipped: sanitizers need shared libraries" && exit 77; }

cmake -G Ninja -S "$FR_SOURCE_DIR" -B static -DCMAKE_BUILD_TYPE=Debug -DFR_TESTS=OFF -DFR_SHARED=OFF -DFR_STATIC=ON -DFR_CAIRO=OFF \
    -DFR_THREADS=OFF -DFR_ELF=OFF -DFR_ISAL=OFF -DFR_ZSTD=OFF -DFR_WERROR=ON >log 2>&1 &&
    cmake --build static --target flamerender >log 2>&1 || { tail -n 20 log && offend "the static program is not built"; }
if [ -x static/flamerender ]; then
    ldd static/flamerender >linked 2>&1 && offend "it is linked with $(cat linked)"
    for input in gopipe.perf.gz mill.jfr.gz pprof/cpu-sort.pb.gz; do
        for program in static/flamerender "$FR_PROGRAM"; do
            "$program" -q "$FR_SOURCE_DIR/tests/data/$input" -o x.html || offend "$program draws no $input"
            mv x.html "$(basename "$(dirname "$program")").html"
        done
        cmp static.html "$(basename "$(dirname "$FR_PROGRAM")").html" || offend "$input: other bytes"
    done
    static/flamerender -q "$FR_SOURCE_DIR/tests/data/gopipe.perf.gz" -o x.png 2>said && offend "a PNG without cairo"
    grep -q 'has no cairo' said || offend "no cairo: $(cat said)"
    static/flamerender -q "$FR_SOURCE_DIR/tests/data/wrapped.folded.zst" -o x.svg 2>said && offend "zstd without libzstd"
    grep -q 'zstd' said || offend "no zstd: $(cat said)"
fi
exit $bad
