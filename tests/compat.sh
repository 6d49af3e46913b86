#!/bin/sh
# compat.sh - convert --compat=stackcollapse prints what stackcollapse-perf.pl prints, for every recording under
# FLAMERENDER_CORPUS/flamegraph-perf and each of its options. Skipped where FLAMERENDER_CORPUS is not set.
set -u
export LC_ALL=C
corpus=${FLAMERENDER_CORPUS-}/flamegraph-perf
[ -d "$corpus/expected" ] || { echo "skipped: no FLAMERENDER_CORPUS with flamegraph-perf" && exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0 n=0
for want in "$corpus"/expected/*.txt; do
    case=$(basename "$want" .txt)
    option=${case##*-}
    flag=--$option
    [ "$option" != default ] || flag=
    # shellcheck disable=SC2086 # no flag is no argument
    "$FR_PROGRAM" convert --quiet --format folded --compat=stackcollapse $flag "$corpus/${case%-*}.txt" \
        >"$scratch/out" || bad=1
    sort "$scratch/out" | cmp -s - "$want" || {
        echo "FAILED: $case"
        sort "$scratch/out" | diff - "$want" | head -n 4
        bad=1
    }
    n=$((n + 1))
done
echo "$n cases"
[ "$n" -gt 0 ] && exit $bad
exit 1
