#!/bin/sh
# reader_faults.sh - memory that runs out while a format is read, for every format that golden/ has a file of.
#
# Each malloc() of the first 40, and 40 spread over the rest, fails once and then for ever. Either the folded text is
# whole and the status is 0, or there is a message, no file, and status 4.
set -u
export LC_ALL=C
[ -z "${FR_SANITIZE-}" ] || { echo "skipped: a sanitizer has an allocator of its own" && exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
bad=0 n_runs=0 n_formats=0

# attempt INPUT K EVER
attempt() {
    FAULT="malloc:$2$3" LD_PRELOAD="$FR_FAULT_SHIM" "$FR_PROGRAM" convert -q -o got.folded "$1" 2>said
    status=$?
    n_runs=$((n_runs + 1))
    case $status in
    0) cmp -s got.folded good.folded && problem='' || problem='another text' ;;
    4) [ -s said ] && [ ! -e got.folded ] && problem='' || problem='no message, or a file' ;;
    *) problem="status $status: $(head -c 200 said)" ;;
    esac
    # libraries say nothing of their own
    ! grep -qv '^flamerender: ' said || problem="something else was printed: $(grep -v '^flamerender: ' said | head -n 1)"
    [ -z "$problem" ] || { echo "FAILED: malloc $2$3 of $1: $problem" && bad=1; }
    [ ! -e got.folded ] || rm got.folded
}

# The largest file of an area that is read, up to 64 KiB.
good_input() {
    find "$1" -name 'in*' -type f -size -64k -printf '%s %p\n' | sort -rn | while read -r _ file; do
        "$FR_PROGRAM" convert -q -o good.folded "$file" 2>said && echo "$file" && break
    done
}

for area in "$FR_SOURCE_DIR"/golden/*/; do
    input=$(good_input "$area")
    [ -n "$input" ] || continue
    n_formats=$((n_formats + 1))
    rm -f count
    FAULT=malloc:0 FAULT_COUNT=count LD_PRELOAD="$FR_FAULT_SHIM" "$FR_PROGRAM" convert -q -o got.folded "$input"
    rm -f got.folded
    n=$(cat count)
    step=$(((n - 40) / 40 + 1)) k=1
    while [ "$k" -le "$n" ]; do
        attempt "$input" "$k" ''
        attempt "$input" "$k" :ever
        [ "$k" -lt 40 ] && k=$((k + 1)) || k=$((k + step))
    done
done
[ "$n_formats" -ge 25 ] || { echo "FAILED: only $n_formats formats" && bad=1; }
echo "$n_runs faults, $n_formats files"
exit $bad
