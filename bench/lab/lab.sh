#!/bin/sh
# lab.sh RECORDINGS [DRAWS] - builds the laboratory with the library of build/ and prints its tables
# for recordings that record.sh made:
#
#     sh bench/lab/record.sh /tmp/lab 20 && sh bench/lab/lab.sh /tmp/lab
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
build=${BUILD:-$root/build}
lab=$(mktemp)
trap 'rm -f "$lab"' EXIT
libraries=$(sed -n '/^build flamerender: /,/^$/s/^  LINK_LIBRARIES = //p' "$build/build.ninja")
# shellcheck disable=SC2086
(cd "$build" &&
    ${CC:-cc} -std=c17 -O2 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -I"$root" -I"$root/include" -o "$lab" \
        "$here"/lab*.c $libraries)
"$lab" "$here/programs.txt" "$@"
