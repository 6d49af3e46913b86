#!/bin/sh
# run.sh - the viewer in Debian's Chromium, through playwright-core: installs what package-lock.json says
# into the build folder, lints, and runs every *.test.mjs, or those given. With --lint it stops before them. With
# --minify it makes render/assets/minified/*.js, a file for each bundle, of the modules instead.
set -eu
here=$FR_SOURCE_DIR/tests/browser
work=$FR_BUILD_DIR/tests/browser
[ "${1-}" = --minify ] && tools='node npm' || tools='node npm chromium'
for tool in $tools; do
    command -v $tool >/dev/null || { echo "FAILED: no $tool; tests/install.sh test installs it" && exit 1; }
done

# The tests run in a copy of the tree's two folders, so that node_modules stays out of it.
rm -rf "$work/render/assets" "$work/tests/browser"
mkdir -p "$work/tests/browser" "$work/render" "$work/build"
cp -R "$FR_SOURCE_DIR/render/assets" "$work/render/assets"
for made in measure_table viewer_style runtimes; do
    cp "$FR_BUILD_DIR/generated/$made.js" "$work/render/assets/"
done
cp "$here"/*.mjs "$here"/*.js "$work/tests/browser/"
cp "$here"/package.json "$here"/package-lock.json "$work/"
rm -f "$work"/build/*.js
for bundle in "$FR_BUILD_DIR"/generated/bundle_*.js; do
    case $bundle in *.embedded.js) ;; *) cp "$bundle" "$work/build/" ;; esac
done
cd "$work"
if ! cmp -s package-lock.json node_modules/.installed; then
    npm ci --no-audit --no-fund --ignore-scripts >npm.log 2>&1 || { cat npm.log && exit 1; }
    cp package-lock.json node_modules/.installed
fi

if [ "${1-}" = --minify ]; then
    for bundle in build/bundle_*.js; do
        name=${bundle#build/bundle_}
        made=$FR_SOURCE_DIR/render/assets/minified/$name
        node tests/browser/minify.mjs "$bundle" >"$made.new" || { rm -f "$made.new" && exit 1; }
        mv "$made.new" "$made"
    done
    exit
fi
node_modules/.bin/eslint -c tests/browser/eslint.config.js render/assets tests/browser/*.mjs \
    build/bundle_*.js
[ "${1-}" != --lint ] || exit 0
cd tests/browser
export FR_SOURCE_DIR FR_BUILD_DIR FR_PROGRAM
# Two files at once: a test waits for its page as often as it works.
exec node --test --test-concurrency=2 --test-reporter=spec "${@:-.}"
