#!/bin/sh
# plain.sh - the fast tests once more in a build without any fast way: the plain paths alone give every byte.
set -eu
cd "$(dirname "$0")/.."
cmake --preset release -B build/plain -DFR_WERROR=ON -DFR_FAST=OFF
cmake --build build/plain
ctest --test-dir build/plain --output-on-failure -L 'fast|checked' -j "$(getconf _NPROCESSORS_ONLN)"
