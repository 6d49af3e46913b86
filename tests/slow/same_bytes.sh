#!/bin/sh
# same_bytes.sh - the same input gives the same bytes: whatever the locale, time zone, folder, hash seeds,
# way in, compiler and optimisation.
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0
offend() {
    echo "FAILED: $*"
    bad=1
}
mkdir -p "$scratch/in" "$scratch/elsewhere/deeper" "$scratch/locale"
${CC:-cc} -O1 -o "$scratch/generate" "$FR_SOURCE_DIR/bench/generate.c" || exit 3
"$scratch/generate" folded 300000 400 >"$scratch/in/a.folded"
"$scratch/generate" perf 300000 100 >"$scratch/in/b.perf"
cp "$FR_SOURCE_DIR/tests/fuzz/corpus/folded/markup" "$scratch/in/c.folded"
awk '{ print $0, NR * 3 % 17 }' "$scratch/in/a.folded" | head -n 200 >"$scratch/in/d.folded"
cp "$scratch"/in/* "$scratch/elsewhere/deeper/"
localedef -i de_DE -f UTF-8 "$scratch/locale/de_DE.UTF-8" >/dev/null 2>&1 ||
    offend "localedef cannot make de_DE.UTF-8: package locales"

# outputs PROGRAM: everything it writes from the files of this folder, as one stream.
outputs() {
    for file in *.folded *.perf; do
        for format in svg html png pdf scene-json text; do
            echo "== $file $format"
            "$1" render --format $format "$file"
            "$1" render --callers --icicle --width 700 --format $format "$file"
        done
        "$1" render --sort value --title 'a title' --minwidth 1% --format svg "$file"
        for format in folded json; do
            "$1" convert --fold-recursion=cycles --format $format "$file"
        done
    done 2>&1
}
same() {
    cmp -s "$scratch/first" "$scratch/second" ||
        offend "$1: $(cmp "$scratch/first" "$scratch/second" 2>&1)"
}

cd "$scratch/in" || exit 3
LC_ALL=C TZ=UTC outputs "$FR_PROGRAM" >"$scratch/first"
[ "$(wc -c <"$scratch/first")" -gt 100000 ] || offend "too little was written to compare"
for run in 1 2 3; do
    LC_ALL=C outputs "$FR_PROGRAM" >"$scratch/second"
    same "run $run"
done
LOCPATH=$scratch/locale LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 TZ=Asia/Tokyo outputs "$FR_PROGRAM" >"$scratch/second"
same "German in Tokyo"
cd "$scratch/elsewhere/deeper" && HOME=/nonexistent USER=other outputs "$FR_PROGRAM" >"$scratch/second"
same "another folder"
cd "$scratch/in" || exit 3

for file in *.folded *.perf; do
    "$FR_PROGRAM" render --format svg "$file" >"$scratch/first" 2>/dev/null
    cat "$file" | "$FR_PROGRAM" render --format svg - >"$scratch/second" 2>/dev/null
    same "$file through a pipe"
    gzip -c "$file" | "$FR_PROGRAM" render --format svg - >"$scratch/second" 2>/dev/null
    same "$file gzipped"
    "$FR_PROGRAM" render -o "$scratch/second.svg" "$file" 2>/dev/null
    mv "$scratch/second.svg" "$scratch/second"
    same "$file to a named file"
done

[ -z "${FR_SANITIZE-}" ] || exit $bad # sanitized builds are compared through the goldens
outputs "$FR_PROGRAM" >"$scratch/first"
for how in gcc:-O0 clang:-O3; do # the program under test is gcc's -O3
    compiler=${how%%:*} build=$scratch/build-$compiler${how##*:}
    command -v "$compiler" >/dev/null || { offend "no $compiler" && continue; }
    if ! { CC= cmake -S "$FR_SOURCE_DIR" -B "$build" -G Ninja -DFR_TESTS=OFF -DCMAKE_BUILD_TYPE=None \
        -DCMAKE_C_COMPILER="$compiler" -DCMAKE_C_FLAGS="${how##*:}" &&
        cmake --build "$build"; } >"$scratch/log" 2>&1; then
        offend "$how does not build: $(tail -n 5 "$scratch/log")"
        continue
    fi
    outputs "$build/flamerender" >"$scratch/second"
    same "$how"
    rm -rf "$build"
done
exit $bad
