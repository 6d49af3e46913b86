#!/bin/sh
# png.sh - memory runs out while a PNG or a PDF is made: pango, fontconfig and cairo may end the process that paints, or
# go on with another font, but a file is whole, or is what it was before, and nothing is left beside it. The program
# itself ends with a status and a message.
#
# Allocations fail once: where all fail, fontconfig may try for ever. Those of the thread in which pango lets
# fontconfig read its configuration are left alone: where one of them fails, fontconfig (2.14.1, in
# FcDirCacheRead()) waits for a lock of its own that it holds already, for ever, and pango waits for it.
export LC_ALL=C FAULT_MAIN=1
[ -z "${FR_SANITIZE-}" ] || { echo "skipped: a sanitizer has an allocator of its own" && exit 77; }
. "${0%/*}/../lib/scratch.sh"
printf 'main;foo 30\nmain;foo;bar 60\nmain;foo.cold;\033x 10\n' >in.folded
mkdir out
is_whole() { # PICTURE: to its end, of the same kind and size
    [ "$(head -c 8 "$1" | cksum)" = "$(head -c 8 good.$format | cksum)" ] || return 1
    if [ $format = pdf ]; then
        [ "$(tail -n 1 "$1")" = %%EOF ] && [ "$(grep -a MediaBox "$1")" = "$(grep -a MediaBox good.pdf)" ]
    else
        [ "$(head -c 24 "$1" | cksum)" = "$(head -c 24 good.png | cksum)" ] &&
            [ "$(tail -c 12 "$1" | cksum)" = "$(tail -c 12 good.png | cksum)" ]
    fi
}
for format in png pdf; do
    picture=x.$format
    "$FR_PROGRAM" -q in.folded -o good.$format || offend "no picture without a fault" # and fontconfig's cache is there
    rm -f count
    FAULT=malloc:0 FAULT_COUNT=count LD_PRELOAD=$FR_FAULT_SHIM "$FR_PROGRAM" -q in.folded -o out/$picture
    n=$(cat count 2>/dev/null || echo 0)
    [ "$n" -gt 1000 ] || offend "$format: malloc is called $n times only: nothing tested"
    k=1 n_runs=0 n_failed=0
    while [ "$k" -le "$n" ]; do
        echo old >out/$picture
        FAULT=malloc:$k LD_PRELOAD=$FR_FAULT_SHIM timeout 600 "$FR_PROGRAM" -q in.folded -o out/$picture 2>said
        status=$?
        n_runs=$((n_runs + 1))
        if [ $status -eq 0 ]; then
            is_whole out/$picture || offend "$format, malloc $k: status 0 and no whole picture"
        else
            n_failed=$((n_failed + 1))
            [ $status -lt 128 ] && [ -s said ] || offend "$format, malloc $k: status $status: $(cat said)"
            [ "$(cat out/$picture)" = old ] || offend "$format, malloc $k: status $status and the old file is gone"
            [ $status -ne 124 ] || offend "$format, malloc $k: it hangs"
        fi
        [ "$(ls -A out)" = $picture ] || offend "$format, malloc $k: left behind: $(ls -A out)"
        k=$((k + 1 + n / 150))
    done 2>/dev/null # what the shell says of signals
    # Writes fail too, the last of them that of the report which the painting process sends.
    for kind in write short; do
        k=1
        while [ $k -le 8 ]; do
            echo old >out/$picture
            FAULT=$kind:$k LD_PRELOAD=$FR_FAULT_SHIM "$FR_PROGRAM" -q in.folded -o out/$picture 2>said
            status=$?
            case $status in
            0) is_whole out/$picture ;;
            3) [ -s said ] && [ "$(cat out/$picture)" = old ] ;;
            *) false ;;
            esac || offend "$format, $kind $k: status $status: $(cat said)"
            [ "$(ls -A out)" = $picture ] || offend "$format, $kind $k: left behind: $(ls -A out)"
            k=$((k + 1))
        done
    done
    # A thread of a library may end the painting process after its report: the picture is whole, and the status 0.
    echo old >out/$picture
    FAULT=end:1 LD_PRELOAD=$FR_FAULT_SHIM "$FR_PROGRAM" -q in.folded -o out/$picture 2>said
    status=$?
    [ $status -eq 0 ] && is_whole out/$picture || offend "$format, end: status $status: $(cat said)"
    # Where a daemon ignored SIGCHLD, it is learnt all the same how the painting process ended.
    for fault in kill:1 none:1; do
        echo old >out/$picture
        FAULT=$fault LD_PRELOAD=$FR_FAULT_SHIM env --ignore-signal=CHLD "$FR_PROGRAM" -q in.folded -o out/$picture 2>said
        status=$?
        case $fault:$status in
        kill:1:4) grep -q 'stopped by signal 9' said && [ "$(cat out/$picture)" = old ] ;;
        none:1:0) is_whole out/$picture ;;
        *) false ;;
        esac || offend "$format, SIGCHLD ignored, $fault: status $status: $(cat said)"
    done
    rm out/$picture
    echo "$format: $n_runs faults, $n_failed failures"
    [ $n_failed -gt 0 ] || offend "$format: no fault was noticed"
done
exit $bad
