#!/bin/sh
# memory.sh - peak memory stays under --limit-memory and 64 MiB more, whatever a file makes large and whatever
# is made of it. A run ends well or with status 4 and a sentence that names the option; it leaves no file then.
export LC_ALL=C
[ -z "${FR_SANITIZE-}" ] || { echo "skipped: a sanitizer's own memory would count" && exit 77; }
[ "$(uname -s)" = Linux ] || { echo "skipped: only Linux limits the data of a process" && exit 77; }
peak=$FR_BUILD_DIR/tests/peak
. "${0%/*}/../lib/scratch.sh"
n=0

# within MIB ARGUMENTS...: one run; -o x.* is its output, if any.
within() {
    mib=$1 && shift
    rm -f x.*
    n=$((n + 1))
    "$peak" result "$FR_PROGRAM" "$@" -q --limit-memory "${mib}M" 2>err >out
    result=$(cat result)
    status=${result% *} kib=${result#* }
    printf '%5d MiB, status %d: %s\n' $((kib / 1024)) "$status" "$*"
    [ "$kib" -le $(((mib + 64) * 1024)) ] || offend "$* took $((kib / 1024)) MiB of $mib"
    case $status in
    0) ;;
    4)
        grep -q -- '--limit' err || offend "$*: no option is named: $(head -c 300 err)"
        for left in x.*; do [ ! -e "$left" ] || offend "$* left $left"; done
        ;;
    *) offend "$* ended with $status: $(head -c 300 err)" ;;
    esac
}

# 1.6 million nodes in 7 MB; 400 000 names in 38 MB.
awk 'BEGIN { srand(1); for (i = 0; i < 200000; i++) { s = ""; for (k = 0; k < 8; k++) s = s (k ? ";" : "") "f" int(rand() * 50); print s, 1 } }' >nodes
awk 'BEGIN { for (i = 0; i < 400000; i++) printf "main;a_function_with_a_long_name_that_says_what_it_does_and_for_whom_%d 1\n", i }' >names
for mib in 96 400; do
    within $mib convert nodes -o x.folded
    within $mib render nodes -o x.svg
    within $mib render nodes -o x.html
    within $mib render nodes --callers -o x.svg
    within $mib render nodes --sort value --data full -o x.svg
    within $mib diff nodes nodes -o x.html
    within $mib top names
    within $mib convert names -o x.pb.gz
    within $mib diff names names -o x.svg
    within $mib check nodes
done

# A pprof of 10 million equal strings; one of 300 equal stacks of 100 000 frames.
prelude() { printf '2\0002\007samples2\005count2\004main\012\004\010\001\020\002'; }
{ prelude && yes "$(printf '2\001a')" | tr -d '\n' | head -c 31500000; } | gzip >strings.pb.gz
frames() { head -c 100000 /dev/zero | tr '\000' '\001'; }
{ printf '\022\247\215\006\012\240\215\006' && frames && printf '\022\001\001'; } >sample
{
    prelude
    i=0 && while [ $i -lt 300 ]; do cat sample && i=$((i + 1)); done
    printf '*\004\010\001\020\003"\010\010\001"\004\010\001\020\001'
} | gzip >deep.pb.gz
for mib in 64 256; do
    for file in strings.pb.gz deep.pb.gz; do
        within $mib top $file
        within $mib convert $file -o x.pb.gz
        within $mib render $file -o x.svg
    done
done
[ "$n" -eq 32 ] || offend "$n runs, not 32"
exit $bad
