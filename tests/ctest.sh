#!/bin/sh
# ctest.sh BUILD ARGUMENT... - runs ctest in a build folder, then lists what was skipped, and what it lacked: tests say
# "skipped: WHAT IS MISSING" on a line of their own.
set -eu
build=$1 && shift
status=0
ctest --test-dir "$build" --output-on-failure "$@" || status=$?
awk '/^[0-9]+\/[0-9]+ Testing: / { name = $3 } /^skipped: / { print name ": " $0 }' \
    "$build/Testing/Temporary/LastTest.log"
exit $status
