#!/bin/sh
# record.sh [SCRATCH] [NAME...] - long recordings made on this machine, as text of perf script, for run.sh.
#
# Ten programs, 10 to 100 MB of text each, FR_RECORD_TIMES (default 1) times as long on request; what is there
# already stays. Run as root: needs perf, gcc, g++, node, go, python3. They are too large for the repository, and
# are kept in SCRATCH/recordings (default build/bench/recordings).
set -eu
unset CDPATH DEBUGINFOD_URLS
here=$(cd "$(dirname "$0")" && pwd)
programs=$(cd "$here/../tests/data/programs" && pwd)
scratch=${1:-$here/../build/bench}
[ $# -eq 0 ] || shift
mkdir -p "$scratch/recordings" && cd "$scratch/recordings"
export LC_ALL=C
times=${FR_RECORD_TIMES:-1}
rounds=$(seq "$times" | tr '\n' ' ')
sysctl -qw kernel.kptr_restrict=0 kernel.perf_event_paranoid=-1 kernel.perf_cpu_time_max_percent=0 || true
frames="-O1 -g -fno-omit-frame-pointer -fno-shrink-wrap"

# record NAME FREQUENCY CALL-GRAPH COMMAND...
record() {
    name=$1 frequency=$2 graph=$3 && shift 3
    perf record -q -N -e cpu-clock -F "$frequency" --call-graph "$graph" -o "$name.data" -- "$@" >/dev/null
    perf script -i "$name.data" --no-inline 2>/dev/null >"$name.part"
    rm -f "$name.data"
    mv "$name.part" "$name.perf"
}

# Calls 20 to 400 deep: a walk over a random tree.
deep() {
    cat >deep.c <<'END'
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
static volatile uint64_t sink;
static uint64_t state = 1;
static uint32_t next(void) { state = state * 6364136223846793005u + 1442695040888963407u; return (uint32_t)(state >> 33); }
static __attribute__((noinline)) void work(int n) { for (int i = 0; i < n; i++) sink += (uint64_t)i * i; }
static __attribute__((noinline)) void left(int depth);
static __attribute__((noinline)) void right(int depth) { work(200); if (depth > 0) { if (next() & 1) left(depth - 1); else right(depth - 1); } work(100); }
static __attribute__((noinline)) void left(int depth) { work(100); if (depth > 0) { if (next() & 3) left(depth - 1); else right(depth - 2); } work(200); }
int main(void) { time_t end = time(NULL) + SECONDS; while (time(NULL) < end) left(20 + (int)(next() % 380)); }
END
    gcc $frames -DSECONDS=$((8 * times)) -o deep deep.c
    record deep 2000 fp ./deep
}

native() {
    gcc $frames -o native "$programs/native.c"
    record native 20000 fp ./native $((10 * times))
}

templates() {
    g++ -std=c++17 -O2 -g -o templates "$programs/templates.cpp"
    record templates 3000 dwarf,8192 ./templates $((12 * times))
}

nodejs() { record nodejs 10000 fp node --perf-basic-prof "$programs/server.js" $((12 * times)); }

python() {
    cat >work.py <<'END'
import json, random, re, sys, time
def tree(depth): return {"n": depth, "kids": [tree(depth - 1) for _ in range(2)]} if depth else {"n": 0}
def total(node): return node["n"] + sum(total(kid) for kid in node.get("kids", []))
def words(text): return sorted(set(re.findall(r"[a-z]+", text)), key=lambda w: (len(w), w))
end = time.time() + int(sys.argv[1])
while time.time() < end:
    whole = tree(9)
    total(whole)
    words(json.dumps(json.loads(json.dumps(whole))) * 3)
    random.shuffle(list(range(1000)))
END
    record python 10000 fp python3 work.py $((12 * times))
}

golang() {
    GOFLAGS= GO111MODULE=off go build -trimpath -o gopipe "$programs/gopipe.go"
    record golang 10000 fp ./gopipe $((12 * times))
}

# One process that is long, without frame pointers.
gcc_compile() {
    record gcc_compile 20000 fp sh -c "for i in $rounds; do for j in 1 2 3; do g++ -std=c++17 -O2 -c -o /dev/null '$programs/templates.cpp'; done; done"
}

# Many short ones.
build() {
    record build 20000 fp sh -c "for r in $rounds; do for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
        for f in '$programs'/*.c; do gcc -O1 -pthread -o a.out \$f; done; ls -lR /usr/include | sort | gzip -9 >/dev/null; done; done"
}

system() {
    gcc $frames -o multi "$programs/multi.c"
    record system 10000 fp sh -c "for r in $rounds; do
        ./multi 8 '$programs/batch.sh' & grep -rc '[a-z]*int[0-9]*_t' /usr/include >/dev/null
        find /usr -type f -exec ls -l {} + >/dev/null; wait; done"
}

# The same program, unwound: deep stacks with long names.
gcc_dwarf() {
    record gcc_dwarf 1000 dwarf,16384 sh -c "for i in $rounds; do
        g++ -std=c++17 -O2 -c -o /dev/null '$programs/templates.cpp'; done"
}

for name in ${*:-deep native templates nodejs python golang gcc_compile build system gcc_dwarf}; do
    [ -s "$name.perf" ] || $name
    echo "$name: $(wc -c <"$name.perf") bytes"
done
