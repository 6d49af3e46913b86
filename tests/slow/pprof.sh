#!/bin/sh
# pprof.sh - self and total of every function, line, file and address agree to the unit with `go tool pprof -top`
# under its options: of the profiles in tests/data/pprof, of those of the corpus, and of what we write of them.
# Without Go, or with FR_PPROF_RECORDED=1, with what pprof said when tests/data/pprof/expected was recorded, by
# sh tests/slow/pprof.sh --record
set -u
export LC_ALL=C PYTHONIOENCODING=utf-8
command -v python3 >/dev/null 2>&1 || { echo "skipped: python3 is not installed" && exit 77; }
here=$(cd "$(dirname "$0")" && pwd)
data=$here/../data/pprof
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export PPROF_TMPDIR="$scratch" HOME="$scratch" GOCACHE="$scratch/cache"
if [ "${1-}" = --record ]; then
    python3 "$here/pprof_tables.py" "" record "$data" "$data/expected"
    exit
fi
bad=0
tables() {
    python3 "$here/pprof_tables.py" "$FR_PROGRAM" check "$1" "$2" || bad=1
}

tables "$data" "$data/expected"
# What we write reads as what it was made of: the tables of the original, where Go is not there to ask.
mkdir "$scratch/written"
for file in "$data"/*.pb.gz; do
    "$FR_PROGRAM" convert -q -o "$scratch/written/${file##*/}" "$file" || bad=1
done
tables "$scratch/written" "$data/expected"
if [ -n "${FLAMERENDER_CORPUS-}" ] && [ -d "$FLAMERENDER_CORPUS/pprof" ]; then
    tables "$FLAMERENDER_CORPUS/pprof" "$scratch/none"
fi
exit $bad
