#!/bin/sh
# package.sh - what is installed serves a program of somebody else: by pkg-config and by CMake's find_package(), each
# with the shared and with the static library. All four draw the same SVG.
set -eu
[ -z "${FR_SANITIZE-}" ] || { echo "skipped: clients are not built with sanitizers"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
client=$FR_SOURCE_DIR/tests/client
cmake --install "$FR_BUILD_DIR" --prefix "$scratch/installed" >"$scratch/log" || { cat "$scratch/log"; exit 1; }

found=$(find "$scratch/installed" -name flamerender.pc)
[ -n "$found" ] || { echo "flamerender.pc is not installed"; exit 1; }
folder=$(dirname "$found")
PKG_CONFIG_PATH=$folder
LD_LIBRARY_PATH=$(dirname "$folder")
export PKG_CONFIG_PATH LD_LIBRARY_PATH

# $1: the program; draws into $1.svg and compares with the first.
draw() {
    "$1" "$1.svg" || { echo "$1 failed"; exit 1; }
    grep -q '<svg ' "$1.svg" && grep -q 'write' "$1.svg" || { echo "$1 drew no graph"; exit 1; }
    cp -n "$1.svg" "$scratch/first.svg"
    cmp "$scratch/first.svg" "$1.svg"
}

# pkg-config answers where no other package is known, for the static library too, and adds no folder of theirs.
for how in '' --static; do
    # shellcheck disable=SC2086
    said=$(PKG_CONFIG_LIBDIR=$folder pkg-config $how --cflags --libs flamerender) || { echo "pkg-config $how fails alone"; exit 1; }
    case $said in *"-I$scratch/installed"*) ;; *) echo "pkg-config $how says '$said'"; exit 1 ;; esac
    [ "$(echo "$said" | grep -o ' *-I' | wc -l)" -eq 1 ] || { echo "pkg-config $how adds folders: $said"; exit 1; }
done

# shellcheck disable=SC2046
"${CC:-cc}" -std=c17 -o "$scratch/shared" "$client/client.c" $(pkg-config --cflags --libs flamerender)
# shellcheck disable=SC2046
"${CC:-cc}" -std=c17 -o "$scratch/static" "$client/client.c" $(pkg-config --static --cflags --libs flamerender |
    sed 's/-lflamerender/-l:libflamerender.a/')
readelf -d "$scratch/shared" | grep -q 'NEEDED.*libflamerender' || { echo "shared is not"; exit 1; }
! readelf -d "$scratch/static" | grep -q 'NEEDED.*libflamerender' || { echo "static is not"; exit 1; }
draw "$scratch/shared"
draw "$scratch/static"

cmake -S "$client" -B "$scratch/build" -G Ninja -DCMAKE_C_COMPILER="${CC:-cc}" \
    -DCMAKE_PREFIX_PATH="$scratch/installed" >"$scratch/log" && cmake --build "$scratch/build" >>"$scratch/log" ||
    { cat "$scratch/log"; exit 1; }
draw "$scratch/build/client"
draw "$scratch/build/client_static"
