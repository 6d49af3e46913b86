#!/bin/sh
# run.sh - the viewer in Debian's Chromium, through playwright-core.
#
#     run.sh              installs what the tests need, lints, runs all
#     run.sh link page    the same, but runs link.test.mjs and page.test.mjs
#     run.sh --install    stops after the lint; `ctest` runs it once, before an entry for each file (CMakeLists.txt)
#
# What package-lock.json says is installed into the build folder, beside a copy of the modules and of the tests.
set -eu
here=$FR_SOURCE_DIR/tests/browser
work=$FR_BUILD_DIR/tests/browser
for tool in node npm chromium; do
    command -v $tool >/dev/null || { echo "FAILED: no $tool; tests/install.sh test installs it" && exit 1; }
done

install() {
    # Tests run in a copy of the tree's two folders, so that node_modules stays out of it.
    rm -rf "$work/render/assets" "$work/tests/browser"
    mkdir -p "$work/tests/browser" "$work/render"
    cp -R "$FR_SOURCE_DIR/render/assets" "$work/render/assets"
    for made in measure_table viewer_style runtimes words; do
        cp "$FR_BUILD_DIR/generated/$made.js" "$work/render/assets/"
    done
    cp "$here"/*.mjs "$here"/*.js "$work/tests/browser/"
    cp "$here"/package.json "$here"/package-lock.json "$work/"
    cd "$work"
    if ! cmp -s package-lock.json node_modules/.installed; then
        npm ci --no-audit --no-fund --ignore-scripts >npm.log 2>&1 || { cat npm.log && exit 1; }
        cp package-lock.json node_modules/.installed
    fi
    node_modules/.bin/eslint -c tests/browser/eslint.config.js render/assets tests/browser/*.mjs
}

# An entry of ctest finds everything installed.
[ -n "${FR_INSTALLED-}" ] || install
[ "${1-}" != --install ] || exit 0
cd "$work/tests/browser"
[ $# -gt 0 ] || set -- *.test.mjs
for name; do
    shift
    set -- "$@" "${name%.test.mjs}.test.mjs"
done
export FR_SOURCE_DIR FR_BUILD_DIR FR_PROGRAM
# Two files at once: a test waits for its page as often as it works.
exec node --test --test-concurrency=2 --test-reporter=spec "$@"
