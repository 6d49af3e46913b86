#!/bin/sh
# run.sh PROGRAM [SCRATCH] - the benchmark: speed, memory and size, beside `wc -l` and the peers on PATH.
#
# BENCH_MB (default 256) is the size of the large inputs, BENCH_RUNS (3) how often each command runs; the
# best run counts. Inputs come from fixed seeds and are kept in SCRATCH (default build/bench).
# FLAMERENDER_CORPUS, when set, adds the real recordings under it; record.sh makes some on this machine. The last
# number of a name is that of threads.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
scratch=${2:-$here/../build/bench}
mb=${BENCH_MB:-256} runs=${BENCH_RUNS:-3}
mkdir -p "$scratch" && cd "$scratch"
. "$here/inputs.sh"
bytes=$((mb * 1000000))
stacks=$((mb * 1000))
input "folded-$mb.txt" folded "$bytes" "$stacks"
input "perf-$mb.txt" perf "$bytes" 20000
input boxes.folded boxes 5000 1
input small.folded folded 100000 100

# row NAME INPUT COMMAND...: the command reads INPUT on its standard input.
row() {
    name=$1 in=$2 && shift 2
    if ! result=$(./measure "$runs" "$in" out.tmp "$@" 2>err.tmp); then
        printf '%-42s failed: %s\n' "$name" "$(head -n 1 err.tmp)"
        return 0
    fi
    counted=$(./measure "$runs" "$in" wc.tmp wc -l)
    echo "$result $counted $(wc -c <"$in") $(wc -c <out.tmp)" |
        awk -v name="$name" '{ printf "%-42s %8.3f s %7.3f GB/s %6.1f x wc -l %7.0f MB %5.2f x input %10d bytes out\n",
            name, $1, $7 / $1 / 1e9, $1 / $4, $2 / 1024, $2 * 1024 / $7, $8 }'
}
found() { command -v "$1" >/dev/null; }

grep -m 1 'model name' /proc/cpuinfo 2>/dev/null | sed 's/.*: /CPU: /' || true
echo "$(getconf _NPROCESSORS_ONLN) cores; inputs of $mb MB, $stacks distinct stacks (folded), best of $runs"

sorted "folded-$mb.txt" "sorted-$mb.txt"
for threads in 1 2; do
    row "folded, sorted (as collapsers write) -> svg, $threads" "sorted-$mb.txt" "$program" render --threads $threads --format svg -
    row "folded, in random order -> svg, $threads" "folded-$mb.txt" "$program" render --threads $threads --format svg -
done
row "folded -> folded" "folded-$mb.txt" "$program" convert --format folded -
! found inferno-flamegraph || row "  inferno-flamegraph" "folded-$mb.txt" inferno-flamegraph
! found flamegraph.pl || row "  flamegraph.pl" "folded-$mb.txt" flamegraph.pl
row "perf script -> folded" "perf-$mb.txt" "$program" convert --format folded -
! found inferno-collapse-perf || row "  inferno-collapse-perf" "perf-$mb.txt" inferno-collapse-perf
! found stackcollapse-perf.pl || row "  stackcollapse-perf.pl" "perf-$mb.txt" stackcollapse-perf.pl
if [ -n "${FLAMERENDER_CORPUS-}" ]; then
    for file in "$FLAMERENDER_CORPUS"/recordings/*.perf.gz "$FLAMERENDER_CORPUS"/bench/*.perf.gz; do
        plain=$(basename "$file" .gz)
        [ ! -e "$file" ] || [ -s "$plain" ] || gzip -dc "$file" >"$plain"
    done
fi
# Real recordings: those of the corpus, and those that record.sh makes.
for file in *.perf recordings/*.perf; do
    [ -e "$file" ] || continue
    for threads in 1 2; do
        row "$file -> folded, $threads" "$file" "$program" convert --threads $threads --format folded -
    done
    ! found inferno-collapse-perf || row "  inferno-collapse-perf" "$file" inferno-collapse-perf
done

# pprof: one of many stacks beside inflating it, and many of a fleet into one. BENCH_FILES (default 1000).
[ -s "stacks-$stacks.pb.gz" ] || ./generate_pprof large "$stacks" $((stacks / 5)) >"stacks-$stacks.pb.gz"
row "pprof of $stacks stacks -> top" "stacks-$stacks.pb.gz" "$program" top -q -
row "pprof of $stacks stacks -> svg" "stacks-$stacks.pb.gz" "$program" render -q --format svg -
row "  gzip -dc" "stacks-$stacks.pb.gz" gzip -dc
files=${BENCH_FILES:-1000}
[ -d "fleet-$files" ] || ./generate_pprof fleet "$files" 250 600 "fleet-$files"
fleet() { # fleet NAME COMMAND...: the files are its last arguments.
    name=$1 && shift
    ./measure 1 /dev/null out.tmp "$@" "fleet-$files"/*.pb.gz 2>err.tmp |
        awk -v name="$name" -v n="$files" '{ printf "%-42s %8.3f s %7.0f files/s %7.0f MB\n", name, $1, n / $1, $2 / 1024 }'
}
fleet "$files pprofs of 28 KB -> one" "$program" convert -q --format pprof
fleet "  --drop-labels --granularity=functions" "$program" convert -q --drop-labels --granularity=functions --format pprof
fleet "  gzip -dc" gzip -dc
! found go || fleet "  go tool pprof -proto" go tool pprof -proto

runs=30
small=$(./measure $runs small.folded out.tmp "$program" render --format svg -)
echo "$small" | awk '{ printf "%-42s %8.1f ms %7.1f MB\n", "100 KB of folded -> svg, whole process", $1 * 1000, $2 / 1024 }'
"$program" render --format svg boxes.folded >out.tmp
printf '%-42s %8d bytes\n' "svg of 5 000 boxes" "$(wc -c <out.tmp)"
if "$program" render --static --format svg boxes.folded >out.tmp 2>err.tmp; then
    printf '%-42s %8d bytes\n' "svg of 5 000 boxes, --static" "$(wc -c <out.tmp)"
fi
rm -f out.tmp wc.tmp err.tmp
if found node && found chromium; then
    FR_SOURCE_DIR=$(cd "$here/.." && pwd) FR_BUILD_DIR=$(dirname "$program") FR_PROGRAM=$program \
        sh "$here/../tests/browser/run.sh" large.test.mjs | grep 'boxes[:,]'
    FR_BUILD_DIR=$(dirname "$program") node "$here/page.mjs" "$program" 500000 1000000 100000:100000
fi
