#!/bin/sh
# run.sh BUILD [TARGET...] - runs the libFuzzer executables of BUILD (cmake --preset fuzz), each for
# FUZZ_SECONDS (default 60), from the corpora of this folder. New inputs stay in BUILD/fuzz/; what
# crashed is copied to BUILD/fuzz/found/, to be minimised and kept as a corpus file.
set -eu
build=$(cd "$1" && pwd) && shift
here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || set -- $(cd "$here" && ls fuzz_*.c | sed 's/^fuzz_//; s/\.c$//')
mkdir -p "$build/fuzz/found"
bad=0
for target; do
    mkdir -p "$build/fuzz/$target"
    echo "== $target, ${FUZZ_SECONDS:-60} s"
    dict=
    [ ! -f "$here/$target.dict" ] || dict="-dict=$here/$target.dict"
    "$build/tests/fuzz_$target" $dict -max_total_time="${FUZZ_SECONDS:-60}" -timeout=10 -rss_limit_mb=2048 \
        -max_len=4096 -print_final_stats=1 -verbosity=0 -artifact_prefix="$build/fuzz/found/$target-" \
        "$build/fuzz/$target" "$here/corpus/$target" || bad=1
done
exit $bad
