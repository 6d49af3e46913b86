#!/bin/sh
# faults.sh - every kind of call that can fail, failed at its k-th use, once and then for ever.
#
# The job is a profile to an SVG file that exists already, many stacks to folded text, or a large pprof to a
# table. Whatever fails: no signal; either the whole new file and status 0, or the old file untouched, a message,
# and status 4 (memory) or 3 (input, output).
export LC_ALL=C
[ -z "${FR_SANITIZE-}" ] || { echo "skipped: a sanitizer has an allocator of its own" && exit 77; }
[ -n "${TMPDIR-}" ] || [ ! -w /dev/shm ] || export TMPDIR=/dev/shm # no attempt waits for a disk
. "${0%/*}/../lib/scratch.sh"
n_runs=0

printf 'main;foo 30\nmain;foo;bar 60\nmain;foo.cold;\033x 10\nmain;foo;foo;bar_[k] 5.25\n' >in.folded
printf 'app 7/7 [000] 1.000000: 250000 cycles:\n\t4011d6 work+0x16 (/usr/bin/app)\n\tffffffff81 sys ([kernel.kallsyms])\n\n' >in.perf
# Every stack twice, so that the second is recognised by what is remembered of the first.
awk 'BEGIN { for (i = 0; i < 600; i++) for (k = 0; k < 2; k++) {
    printf "app 7/7 [000] 1.%06d: %d cycles:\n", i, 5 + int(i / 300)
    for (d = 0; d < 3; d++) printf "\t%16x f%d_%d+0x1 (/usr/bin/app)\n", 4096 + i, i, d
    print "" } }' >in.stacks
printf 'main;foo 300 100\nmain;gone 900 0\nmain;new 0 700\n' >in.sides
gzip -c in.folded >in.gz
# Large enough to be counted on two threads.
awk 'BEGIN { for (i = 0; i < 40000; i++) printf "main;f%d;function_%d;g%d %d\n", i % 9, i * 7 % 40000, i % 13, 1 + i % 5 }' >many
"$FR_PROGRAM" convert -q many -o many.pb.gz && mv many.pb.gz in.pprof || offend "no pprof"

# Pictures of ours, which carry packed data, and a theme.
"$FR_PROGRAM" -q in.perf -o in.svg && "$FR_PROGRAM" -q in.perf -o in.html || offend "no pictures"
cp in.folded in.themed
echo '{"font": "DejaVu Sans, serif", "light": {"ground": "#ffffff"}, "dark": {"ground": "#15171c"}}' >theme

# choose INPUT: what is made of it, and how.
choose() {
    case $1 in
    in.stacks) file=x.folded work='convert -q --threads 1' ;;
    in.pprof) file=x.csv work='top -q -n 0 --threads 2' ;;
    in.themed) file=x.svg work='render --theme ./theme' ;;
    *) file=x.svg work='render --focus=[a-z] --fold-recursion' ;;
    esac
}

# job INPUT [VARIABLE=VALUE...]: in that environment (a shell need not export what stands before a function)
job() {
    input=$1 && shift
    choose "$input"
    # shellcheck disable=SC2086 # words
    env "$@" "$FR_PROGRAM" $work -o "out/$file" "$input"
}

# try INPUT STATUSES: a run with each fault of the file `faults`. The folder out/ has that file alone, before and after.
try() {
    choose "$1"
    rm -rf out && mkdir out && echo old >"out/$file"
    # shellcheck disable=SC2086 # words
    python3 "$FR_SOURCE_DIR/tests/faults/attempts.py" faults "$2" "good.$1" "out/$file" \
        "$FR_PROGRAM" $work -o "out/$file" "$1" || bad=1
}

# fault KIND K: once, and then for ever.
fault() {
    echo "$1:$2 $1:$2:ever"
    n_runs=$((n_runs + 2))
}

# sample INPUT KIND MOST STATUSES: all of the first 30 calls, then MOST spread over the rest.
sample() {
    rm -f count && mkdir -p out
    job "$1" FAULT="$2:0" FAULT_COUNT=count LD_PRELOAD="$FR_FAULT_SHIM" >said 2>&1
    n=$(cat count 2>/dev/null || echo 0)
    [ "$n" -gt 0 ] || offend "$2 is never called: nothing tested"
    step=$(((n - 30) / $3)) && [ "$step" -gt 0 ] || step=1
    k=1
    while [ "$k" -le "$n" ]; do
        fault "$2" "$k"
        [ "$k" -lt 30 ] && k=$((k + 1)) || k=$((k + step))
    done >faults
    try "$1" "$4"
}

for input in in.folded in.perf in.stacks in.gz in.sides in.pprof in.svg in.html in.themed; do
    mkdir -p out
    job "$input" 2>said || offend "$input without a fault: $(cat said)"
    mv "out/$file" "good.$input"
    rm -rf out
done
# Some calls may fail unseen, where nothing depends on them; then the file is whole.
for input in in.folded in.perf in.stacks in.gz in.sides in.pprof in.svg in.html; do
    sample "$input" malloc 60 '0 4'
done
sample in.themed malloc 300 '0 4' # nearly all
sample in.stacks malloc 200 '0 4' # which is all of them
for kind in read write open close; do
    sample in.folded $kind 10 '0 3'
done
sample in.folded short 10 0
# These decide whether the file is there: none may go unseen.
for kind in write fsync rename; do
    fault $kind 1 >faults
    try in.folded 3
done
echo "$n_runs faults"
exit $bad
