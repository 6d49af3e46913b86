#!/bin/sh
# reader_faults.sh - memory that runs out while a format is read, for every format that golden/ has a file of.
#
# Each malloc() of the first 40, and 40 spread over the rest, fails once and then for ever. Either the folded text is
# whole and the status is 0, or there is a message, no file, and status 4.
export LC_ALL=C
[ -z "${FR_SANITIZE-}" ] || { echo "skipped: a sanitizer has an allocator of its own" && exit 77; }
[ -n "${TMPDIR-}" ] || [ ! -w /dev/shm ] || export TMPDIR=/dev/shm # no attempt waits for a disk
. "${0%/*}/../lib/scratch.sh"
n_runs=0 n_formats=0

# The largest file of an area that is read, up to 64 KiB.
good_input() {
    find "$1" -name 'in*' -type f -size -64k -printf '%s %p\n' | sort -rn | while read -r _ file; do
        "$FR_PROGRAM" convert -q -o good.folded "$file" 2>said && echo "$file" && break
    done
}

mkdir out
# A log of V8 also has code without a name, which gets one.
for area in "$FR_SOURCE_DIR"/golden/*/ "$FR_SOURCE_DIR"/golden/v8_log/plain/; do
    input=$(good_input "$area")
    [ -n "$input" ] || continue
    n_formats=$((n_formats + 1))
    rm -f count
    FAULT=malloc:0 FAULT_COUNT=count LD_PRELOAD="$FR_FAULT_SHIM" "$FR_PROGRAM" convert -q -o out/got.folded "$input"
    rm -f out/got.folded
    n=$(cat count)
    step=$(((n - 40) / 40 + 1)) k=1
    while [ "$k" -le "$n" ]; do
        echo "malloc:$k malloc:$k:ever"
        n_runs=$((n_runs + 2))
        [ "$k" -lt 40 ] && k=$((k + 1)) || k=$((k + step))
    done >faults
    python3 "$FR_SOURCE_DIR/tests/faults/attempts.py" faults '0 4' good.folded out/got.folded \
        "$FR_PROGRAM" convert -q -o out/got.folded "$input" || bad=1
done
[ "$n_formats" -ge 25 ] || offend "only $n_formats formats"
echo "$n_runs faults, $n_formats files"
exit $bad
