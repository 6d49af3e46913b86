#!/bin/sh
# assets.sh - the committed scripts, and their packed form, are what `make assets` makes of their modules.
#
# Skipped without npm, which brings the bundler.
set -eu
command -v node >/dev/null && command -v npm >/dev/null || { echo "skipped: no node or no npm"; exit 77; }
cmake --build "$FR_BUILD_DIR" --target generated/layers/modules.sha256
# is_made MADE COMMITTED
is_made() {
    diff -r "$FR_BUILD_DIR/generated/$1" "$FR_SOURCE_DIR/render/assets/$2" >/dev/null || {
        echo "FAILED: render/assets/$2 is not what its modules make: run make assets, and commit what it makes"
        exit 1
    }
}
is_made layers minified
is_made packed packed
