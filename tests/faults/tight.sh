#!/bin/sh
# tight.sh - little address space, a small stack, no further process: a picture, or a status below 128, a message and the
# old file. Pango and cairo end the process that paints by a signal then.
export LC_ALL=C
[ -z "${FR_SANITIZE-}" ] || { echo "skipped: a sanitizer takes terabytes of address space" && exit 77; }
. "${0%/*}/../lib/scratch.sh"
n_failed=0
printf 'main;foo 30\nmain;foo;bar 60\n' >in.folded
mkdir out
# under LIMIT...: every format under this ulimit.
under() {
    for format in png pdf svg html; do
        echo old >out/x.$format
        (ulimit "$@" && exec "$FR_PROGRAM" -q in.folded -o out/x.$format 2>said)
        status=$?
        if [ $status -ne 0 ]; then
            n_failed=$((n_failed + 1))
            [ $status -lt 126 ] || offend "$format under ulimit $*: status $status"
            grep -q '^flamerender: error' said || offend "$format under ulimit $*: no message: $(cat said)"
            [ "$(cat out/x.$format)" = old ] || offend "$format under ulimit $*: the old file is gone"
        else
            [ "$(cat out/x.$format)" != old ] || offend "$format under ulimit $*: status 0, and nothing written"
        fi 2>/dev/null
        [ "$(ls -A out)" = x.$format ] || offend "$format under ulimit $*: left: $(ls -A out)"
        rm out/x.$format
    done
}
# From the least space in which the libraries can be loaded at all.
kib=30000
until (ulimit -v $kib && exec "$FR_PROGRAM" --version) >/dev/null 2>&1; do
    kib=$((kib + 5000))
done
for more in 0 5000 10000 20000 40000 80000; do
    under -v $((kib + more))
done
for kib in 64 96 128 200; do
    under -s $kib
done
[ $n_failed -gt 0 ] || offend "no limit was met: nothing tested"

# A reader that leaves ends a PNG quietly, too.
"$FR_PROGRAM" -q in.folded --format png --width 20000 2>said | head -c 1 >/dev/null
[ ! -s said ] || offend "a reader that left: $(cat said)"
exit $bad
