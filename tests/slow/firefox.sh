#!/bin/sh
# firefox.sh - pages and pictures do the same in Firefox as in Chromium (tests/firefox/same_results.test.mjs).
set -eu
for tool in firefox-esr chromium node npm; do
    command -v $tool >/dev/null || { echo "skipped: $tool is not installed" && exit 77; }
done
work=$FR_BUILD_DIR/tests/firefox
mkdir -p "$work"
cp "$FR_SOURCE_DIR"/tests/firefox/* "$work/"
cd "$work"
if ! cmp -s package-lock.json node_modules/.installed; then
    npm ci --no-audit --no-fund --ignore-scripts >npm.log 2>&1 || { cat npm.log && exit 1; }
    cp package-lock.json node_modules/.installed
fi
export FR_SOURCE_DIR FR_BUILD_DIR FR_PROGRAM
exec node --test --test-reporter=spec same_results.test.mjs
