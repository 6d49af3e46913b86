#!/bin/sh
# make-pprofs.sh FOLDER - the profiles of tests/data/pprof anew, with Go: sh tests/data/make-pprofs.sh tests/data/pprof
# The program stands at /tmp/work-of-tests/work while it runs, since profiles name it; paths of sources are
# trimmed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1" /tmp/work-of-tests
to=$(cd "$1" && pwd)
trap 'rm -rf /tmp/work-of-tests' EXIT
cd "$here/go"
GOCACHE=/tmp/work-of-tests/cache GOFLAGS= GO111MODULE=on CGO_ENABLED=0 \
    go build -trimpath -ldflags=-buildid= -o /tmp/work-of-tests/work .
for mode in cpu parse inline labels memory contend routines; do
    /tmp/work-of-tests/work $mode "$to" 2>/dev/null
done
