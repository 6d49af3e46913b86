#!/bin/sh
# make.sh - makes the module, the npm package and the page of docs/wasm.md in build/wasm/:
#
#     flamerender.wasm     the program
#     npm/                 the package, flamerender-VERSION.tgz beside it
#     viewer.html          the page
set -eu
cd "$(dirname "$0")/../.."
here=packaging/wasm out=$PWD/build/wasm
prefix=$out/prefix

sh $here/sources.sh "$out/sources"
cross() {
    cmake -G Ninja -DCMAKE_TOOLCHAIN_FILE="$PWD/$here/toolchain.cmake" -DFR_WASM_PREFIX="$prefix" \
        -DCMAKE_BUILD_TYPE=MinSizeRel "$@" >"$out/log" 2>&1 || { cat "$out/log" >&2 && exit 1; }
}
build() {
    cmake --build "$@" >"$out/log" 2>&1 || { grep -E 'error|FAILED|undefined' -A 3 "$out/log" | head -n 60 >&2 && exit 1; }
}
if [ ! -e "$prefix/complete" ]; then
    echo "the libraries ..."
    cross -S $here/libraries -B "$out/libraries" -DFR_WASM_SOURCES="$out/sources" -DCMAKE_INSTALL_PREFIX="$prefix"
    build "$out/libraries" --target install
    touch "$prefix/complete"
fi
echo "the module ..."
cross -S . -B "$out/program" -DFR_CAIRO=OFF -DFR_THREADS=OFF -DFR_SHARED=OFF -DFR_ISAL=OFF -DFR_ELF=OFF -DFR_ZSTD=ON \
    -DFR_HARDEN=OFF -DFR_TESTS=OFF
build "$out/program" --target flamerender
if ! [ "$out/flamerender.wasm" -nt "$out/program/flamerender" ]; then
    wasm-opt -Oz --strip-debug --strip-producers "$out/program/flamerender" -o "$out/made.wasm"
    mv "$out/made.wasm" "$out/flamerender.wasm"
fi
echo "the npm package ..."
node packaging/npm/make.mjs "$out" "$(sed -n 's/^project(flamerender VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)"
echo "the page ..."
# esbuild comes from npm, as for the scripts of pictures.
mkdir -p "$out/npm_tools"
cp render/assets/package.json render/assets/package-lock.json "$out/npm_tools"
[ -e "$out/npm_tools/node_modules" ] || npm ci --prefix "$out/npm_tools" --ignore-scripts --no-audit --no-fund --loglevel=error
node $here/viewer/make.mjs "$out"
ls -l "$out/flamerender.wasm" "$out/viewer.html" "$out"/*.tgz | awk '{print $5, $NF}'
