#!/bin/sh
# plain.sh - the fast tests once more without any fast way: the plain paths alone give every byte. Only base/ways.c knows
# of FR_FAST, so the folder of `make test` compiles that one and links again; `make test` takes it back.
set -eu
cd "$(dirname "$0")/.."
cmake --preset release -B build/test -DFR_TESTS=ON -DFR_WERROR=ON -DFR_FAST=OFF
cmake --build build/test
sh tests/ctest.sh build/test -L 'fast|checked' -j "$(getconf _NPROCESSORS_ONLN)"
