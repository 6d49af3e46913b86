#!/bin/sh
# pipe.sh - memory follows the distinct stacks, not the input: perf script text through a pipe, more of it than
# the program may have address space, and not a sample lost. FR_PIPE_MB (default 400) is the size; FR_PIPE_MB=5120
# FR_PIPE_LIMIT_MB=512 is the whole trial of docs/performance.md.
set -eu
mb=${FR_PIPE_MB:-400} limit=${FR_PIPE_LIMIT_MB:-256}
[ -z "${FR_SANITIZE-}" ] || { echo "skipped: sanitizers take more address space than that"; exit 77; }
scratch=$(mktemp -d) && trap 'rm -rf "$scratch"' EXIT
${CC:-cc} -std=c17 -O2 -o "$scratch/generate" "${FR_SOURCE_DIR:?}/bench/generate.c"

mkfifo "$scratch/copy"
grep -c '^$' "$scratch/copy" >"$scratch/want" &
"$scratch/generate" perf $((mb << 20)) 20000 | tee "$scratch/copy" | {
    ulimit -v $((limit << 10))
    exec "${FR_PROGRAM:?}" convert -q --weight samples --format folded -o "$scratch/out" -
}
wait
got=$(awk '{ sum += $NF } END { printf "%d\n", sum }' "$scratch/out")
[ "$got" -eq "$(cat "$scratch/want")" ] || { echo "FAILED: $got samples of $(cat "$scratch/want")"; exit 1; }
echo "$mb MiB, $got samples, within $limit MiB"
