#!/bin/sh
# run.sh BUILD [WHAT]... - what `make wasm` made, held to the native program of BUILD:
#
#     goldens   the golden suite through the npm package: equal bytes, status and messages
#     npm       the package installed from its packed file, without a network
#     viewer    viewer.html in Chromium
#     firefox   the same in Firefox
#     static    the native program linked statically, without what the module lacks
#
# 77 where build/wasm has no module.
set -eu
cd "$(dirname "$0")/../.."
FR_SOURCE_DIR=$PWD
build=$(cd "$1" && pwd)
shift
FR_PROGRAM=$build/flamerender
FR_WASM_DIR=${FR_WASM_DIR:-$PWD/build/wasm}
export FR_SOURCE_DIR FR_PROGRAM FR_WASM_DIR
work=$FR_WASM_DIR/tests
mkdir -p "$work"
if ! command -v node >/dev/null || [ ! -e "$FR_WASM_DIR/flamerender.wasm" ]; then
    echo "skipped: no node, or no build/wasm/flamerender.wasm (make wasm)"
    exit 77
fi

# The areas are dealt out to as many runs as there are processors.
goldens() {
    printf '#!/bin/sh\nexec node "%s/npm/flamerender.mjs" "$@"\n' "$FR_WASM_DIR" >"$work/flamerender"
    chmod +x "$work/flamerender"
    ls golden | grep -v '^shared$' | sed 's#^#golden/#' |
        xargs -P "$(getconf _NPROCESSORS_ONLN)" -n 4 env FR_WITHOUT=elf sh tests/golden.sh "$work/flamerender" >"$work/goldens.log" 2>&1 || true
    # Cases that can't be equal, each with its reason.
    sed -n 's/^\(golden\/[^:]*\): .*/\1/p' "$work/goldens.log" | sort -u >"$work/differ"
    grep -v '^#' tests/wasm/native_only.txt | sed 's/ .*//' | sort -u >"$work/expected"
    n=$(sed -n 's/^\([0-9]*\) golden cases.*/\1/p' "$work/goldens.log" | awk '{ n += $1 } END { print n + 0 }')
    echo "goldens: $n cases through the module, $(wc -l <"$work/differ") differ"
    [ "$n" -gt 0 ] && cmp -s "$work/differ" "$work/expected" && return 0
    diff -u "$work/expected" "$work/differ"
    cat "$work/goldens.log"
    return 1
}

npm_package() {
    sh tests/wasm/npm.sh
}

viewer() {
    for tool in npm chromium; do
        command -v $tool >/dev/null || { echo "skipped: no $tool" && return 0; }
    done
    cp tests/browser/package.json tests/browser/package-lock.json "$work/"
    if ! cmp -s "$work/package-lock.json" "$work/node_modules/.installed"; then
        npm ci --prefix "$work" --no-audit --no-fund --ignore-scripts >"$work/npm.log" 2>&1 || { cat "$work/npm.log" && return 1; }
        cp "$work/package-lock.json" "$work/node_modules/.installed"
    fi
    cp tests/wasm/*.mjs "$work/"
    (cd "$work" && node --test --test-concurrency=1 --test-reporter=spec ./*.test.mjs)
}

firefox() {
    command -v firefox-esr >/dev/null || { echo "skipped: no firefox-esr" && return 0; }
    mkdir -p "$work/firefox"
    cp tests/firefox/* "$work/firefox/"
    (
        cd "$work/firefox"
        if ! cmp -s package-lock.json node_modules/.installed; then
            npm ci --no-audit --no-fund --ignore-scripts >npm.log 2>&1 || { cat npm.log && exit 1; }
            cp package-lock.json node_modules/.installed
        fi
        node --test --test-reporter=spec viewer.test.mjs
    )
}

failed=0
[ $# -gt 0 ] || set -- npm static viewer firefox goldens
for what; do
    case $what in
    goldens) goldens || failed=1 ;;
    npm) npm_package || failed=1 ;;
    static) sh tests/wasm/static.sh || failed=1 ;;
    firefox) firefox || failed=1 ;;
    viewer) viewer || failed=1 ;;
    *) echo "run.sh: nothing is called $what" >&2 && failed=1 ;;
    esac
done
exit $failed
