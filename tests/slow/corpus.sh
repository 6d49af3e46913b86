#!/bin/sh
# corpus.sh - real inputs under FLAMERENDER_CORPUS: each is read, every sample of its event is counted, and
# what is written reads back. Skipped where FLAMERENDER_CORPUS is not set.
set -u
export LC_ALL=C
[ -n "${FLAMERENDER_CORPUS-}" ] || { echo "skipped: FLAMERENDER_CORPUS is not set" && exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0 n_files=0
offend() {
    echo "FAILED: $*"
    bad=1
}
total() { awk '{ sum += $NF } END { printf "%d\n", sum }' "$1"; }

# The number of records of the first event, found without our reader: a header is a line that starts in
# column 0 and ends with "event:"; blanks before it are those of single-line records, not counted here.
count_records() {
    awk '{ sub(/[ \t\r]+$/, "") }
        /^[^ \t#]/ && / [^ ]+:$/ && !/PERF_RECORD/ {
            event = $NF; if (!first) first = event; if (event == first) n++
        }
        END { print n + 0 }'
}

check() {
    file=$1 plain=$scratch/plain
    case $file in
    *.gz) gzip -dc "$file" >"$plain" ;;
    *) cp "$file" "$plain" ;;
    esac
    n_files=$((n_files + 1))
    if ! "$FR_PROGRAM" convert --weight samples --format folded "$plain" >"$scratch/out" 2>"$scratch/err"; then
        offend "$file: $(head -c 300 "$scratch/err")"
        return
    fi
    records=$(count_records <"$plain")
    [ "$records" -eq 0 ] || [ "$(total "$scratch/out")" = "$records" ] ||
        offend "$file: $(total "$scratch/out") samples of $records"
    "$FR_PROGRAM" convert --columns 1 --input-format folded --format folded "$scratch/out" >"$scratch/again" 2>/dev/null
    cmp -s "$scratch/out" "$scratch/again" || offend "$file: written folded does not read back"
    "$FR_PROGRAM" render --format svg "$file" >"$scratch/svg" 2>"$scratch/err" ||
        offend "$file to svg: $(head -c 300 "$scratch/err")"
    xmllint --nonet --noout "$scratch/svg" 2>"$scratch/err" ||
        offend "$file: the svg is not well-formed: $(head -c 300 "$scratch/err")"
}

# A folder of the corpus may be absent, but not all of them.
for file in "$FLAMERENDER_CORPUS"/flamegraph-perf/*.txt "$FLAMERENDER_CORPUS"/perf-probes/*.txt \
    "$FLAMERENDER_CORPUS"/recordings/*.perf.gz "$FLAMERENDER_CORPUS"/flamescope/perf.*; do
    [ -f "$file" ] && check "$file"
done
# What stackcollapse-perf.pl made of them is folded text too: its totals are kept.
for file in "$FLAMERENDER_CORPUS"/flamegraph-perf/expected/*-default.txt; do
    [ -s "$file" ] || continue
    n_files=$((n_files + 1))
    "$FR_PROGRAM" convert --input-format folded --columns 1 --format folded "$file" >"$scratch/out" 2>"$scratch/err" ||
        offend "$file: $(head -c 300 "$scratch/err")"
    [ "$(total "$scratch/out")" = "$(total "$file")" ] || offend "$file: another total"
done
echo "$n_files files"
[ "$n_files" -gt 0 ] || offend "nothing to read under $FLAMERENDER_CORPUS"
exit $bad
