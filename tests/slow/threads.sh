#!/bin/sh
# Outputs and messages are the same bytes on 1, 2, 3 and 7 threads: all recordings of the tests and of
# FLAMERENDER_CORPUS (where it is set), plain and in several formats.
set -eu
program=${FR_PROGRAM:?} root=${FR_SOURCE_DIR:?}
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
n=0

# compare FILE OPTIONS...: the program's output, messages and status
compare() {
    file=$1 && shift
    for threads in 1 2 3 7; do
        status=0
        "$program" "$@" --threads $threads "$file" >"$work/out.$threads" 2>"$work/err.$threads" || status=$?
        echo $status >>"$work/err.$threads"
        cmp "$work/out.1" "$work/out.$threads" && cmp "$work/err.1" "$work/err.$threads" || {
            echo "differs on $threads threads: $* $file"
            exit 1
        }
    done
    n=$((n + 1))
}

for file in "$root"/tests/data/*.perf.gz ${FLAMERENDER_CORPUS:+"$FLAMERENDER_CORPUS"/*/*.perf.gz \
    "$FLAMERENDER_CORPUS"/*/*.txt "$FLAMERENDER_CORPUS"/*/*/*.txt}; do
    [ -e "$file" ] || continue
    case $file in
    *.gz) gzip -dc "$file" >"$work/in.txt" ;;
    *) cp "$file" "$work/in.txt" && chmod u+w "$work/in.txt" ;;
    esac
    compare "$work/in.txt" convert --format folded
    compare "$work/in.txt" convert --format folded --compat=stackcollapse --all
    [ "$(wc -c <"$work/in.txt")" -lt 10000000 ] || continue
    compare "$work/in.txt" convert --format folded --where cpu=0 --tid
    compare "$work/in.txt" render --format svg --sort input --data full
    compare "$work/in.txt" convert --format json --strict
    compare "$work/in.txt" heatmap --format scene-json
done
echo "$n comparisons"
[ $n -gt 40 ]
