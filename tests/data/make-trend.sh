#!/bin/sh
# make-trend.sh FOLDER - the profiles of tests/data/trend anew, with Go: sh tests/data/make-trend.sh tests/data/trend
# 12 heap profiles of a program that leaks, and five CPU profiles at each of eight commits, of which the fifth made
# it slower; round robin, so that what else the machine does meets all commits. Takes about two minutes.
# The program stands at /tmp/work-of-tests/trend while it runs, since profiles name it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/cpu" "$1/heap" /tmp/work-of-tests
to=$(cd "$1" && pwd)
trap 'rm -rf /tmp/work-of-tests' EXIT
cd "$here/trend/program"
GOCACHE=/tmp/work-of-tests/cache GOFLAGS= GO111MODULE=on CGO_ENABLED=0 \
    go build -trimpath -ldflags=-buildid= -o /tmp/work-of-tests/trend .
/tmp/work-of-tests/trend leak "$to/heap"
for run in 1 2 3 4 5; do
    for commit in 1 2 3 4 5 6 7 8; do
        GODEBUG=asyncpreemptoff=1 /tmp/work-of-tests/trend slower $commit "$to/cpu/commit$commit-run$run.pb.gz" \
            >/dev/null 2>&1
    done
done
