#!/bin/sh
# pprof.sh - self and total of every function agree to the unit with `go tool pprof -top`, of each sample type
# of real profiles and of what we write of them. Skipped without FLAMERENDER_CORPUS or Go.
set -u
export LC_ALL=C
[ -n "${FLAMERENDER_CORPUS-}" ] || { echo "skipped: FLAMERENDER_CORPUS is not set" && exit 77; }
command -v go >/dev/null 2>&1 || { echo "skipped: Go is not installed" && exit 77; }
command -v python3 >/dev/null 2>&1 || { echo "skipped: python3 is not installed" && exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export PPROF_TMPDIR=$scratch HOME=$scratch GOCACHE=$scratch/cache
bad=0 n_tables=0
offend() {
    echo "FAILED: $*"
    bad=1
}

# "self total name", sorted. -unit=ns spells times out in full; other units have no larger one to move to.
# -symbolize=none: else pprof takes the parentheses out of Go's names.
theirs() {
    go tool pprof -symbolize=none -top -nodecount=0 -nodefraction=0 -unit="$3" -sample_index="$2" "$1" 2>"$scratch/err" |
        awk 'listed { name = $6; for (i = 7; i <= NF; i++) name = name " " $i; sub(/ \((partial-)?inline\)$/, "", name)
                 print $1 + 0 "", $4 + 0 "", name }
             /flat%/ { listed = 1 }' OFMT=%.0f CONVFMT=%.0f | sort
}
ours() {
    "$FR_PROGRAM" top -q -n 0 --sample-index "$2" --format json "$1" >"$scratch/json" 2>"$scratch/err" ||
        offend "$1: $(head -c 300 "$scratch/err")"
    python3 -c '
import json, sys
for row in json.load(open(sys.argv[1]))["rows"]:
    print(row["self"], row["total"], row["function"])' "$scratch/json" | sort
}

compare() {
    theirs "$1" "$2" "$3" >"$scratch/theirs"
    ours "$4" "$2" >"$scratch/ours"
    n_tables=$((n_tables + 1))
    [ -s "$scratch/theirs" ] || offend "$1 $2: pprof lists nothing: $(head -c 300 "$scratch/err")"
    cmp -s "$scratch/theirs" "$scratch/ours" ||
        offend "$4 $2: $(diff "$scratch/theirs" "$scratch/ours" | head -n 5)"
}

for file in "$FLAMERENDER_CORPUS"/pprof/*.pb.gz; do
    [ -f "$file" ] || continue
    "$FR_PROGRAM" convert -q -o "$scratch/written.pb.gz" "$file" || offend "$file: not written"
    types=$(go tool pprof -raw "$file" 2>/dev/null | awk 'found { print; exit } /^Samples:/ { found = 1 }')
    for type in $types; do
        type=${type%%[*} unit=ns
        [ "${type##*/}" = bytes ] && unit=B
        [ "${type##*/}" = count ] && unit=count
        compare "$file" "${type%%/*}" $unit "$file"
        compare "$scratch/written.pb.gz" "${type%%/*}" $unit "$file"
        compare "$file" "${type%%/*}" $unit "$scratch/written.pb.gz"
    done
done
echo "$n_tables tables"
[ "$n_tables" -gt 0 ] || { echo "skipped: no pprof under $FLAMERENDER_CORPUS" && exit 77; }
exit $bad
