#!/bin/sh
# assets.sh - the committed scripts are what `make assets` makes of their modules.
#
# Skipped without npm, which brings the bundler.
set -eu
command -v node >/dev/null && command -v npm >/dev/null || { echo "skipped: no node or no npm"; exit 77; }
cmake --build "$FR_BUILD_DIR" --target generated/layers/modules.sha256
diff -r "$FR_BUILD_DIR/generated/layers" "$FR_SOURCE_DIR/render/assets/minified" >/dev/null || {
    echo "FAILED: render/assets/minified is not what its modules make: run make assets, and commit what it makes"
    exit 1
}
