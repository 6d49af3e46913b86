#!/bin/sh
# sanitize.sh - the fast tests once more under ASan and UBSan, built by Clang, inflating by zlib.
set -eu
cd "$(dirname "$0")/.."
cmake --preset asan -DFR_WERROR=ON -DFR_ISAL=OFF
cmake --build build/asan
sh tests/ctest.sh build/asan -L 'fast|checked' -j "$(getconf _NPROCESSORS_ONLN)"
