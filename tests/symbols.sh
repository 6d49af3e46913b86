#!/bin/sh
# symbols.sh HEADER SHARED_LIB STATIC_LIB EXAMPLE - the public face of the library.
#
#   - the shared library exports exactly the functions marked FR_API in the header;
#   - every global name of the static library starts with fr_;
#   - the header compiles alone, as C17 and as C++17;
#   - every line of the header's examples stands in EXAMPLE, which another test compiles and runs.
# CC and CXX name the compilers. Prints every offence; 1 if there is one.
set -eu
header=$1 shared=$2 static=$3 example=$4
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0
offend() {
    echo "$*"
    bad=1
}

# Names that compilers and sanitizers add begin with an underscore.
tr '\n' ' ' <"$header" | grep -oE 'FR_API[^;()#]*[ *]fr_[a-z0-9_]+\(' |
    sed -E 's/.*[ *](fr_[a-z0-9_]+)\($/\1/' | sort >"$scratch/promised"
nm -D --defined-only "$shared" | awk '$3 !~ /^_/ { print $3 }' | sort -u >"$scratch/exported"
n=$(wc -l <"$scratch/promised")
marked=$(grep -v '^ *#' "$header" | grep -c FR_API)
[ "$n" -gt 0 ] && [ "$n" -eq "$marked" ] ||
    offend "$n functions found where $header has $marked lines with FR_API"
diff -u --label "$header" --label "$shared" "$scratch/promised" "$scratch/exported" ||
    offend "header and shared library differ"

nm -g --defined-only "$static" | awk 'NF == 3 && $3 !~ /^(fr_|_)/ { print $3 }' >"$scratch/foreign"
[ ! -s "$scratch/foreign" ] ||
    offend "global names without fr_ in $static: $(tr '\n' ' ' <"$scratch/foreign")"

strict='-fsyntax-only -Wall -Wextra -Wpedantic -Werror'
echo '#include "flamerender.h"' >"$scratch/alone.c"
cp "$scratch/alone.c" "$scratch/alone.cc"
# shellcheck disable=SC2086
${CC:-cc} -std=c17 $strict -I"$(dirname "$header")" "$scratch/alone.c" || offend "no C17"
# shellcheck disable=SC2086
${CXX:-c++} -std=c++17 $strict -I"$(dirname "$header")" "$scratch/alone.cc" || offend "no C++17"

squeezed=$(tr -d ' \t\n' <"$example")
sed -nE 's/^ \*     +(.*fr_.*)/\1/p' "$header" | tr -d ' \t' | sed 's/\.\.\.$//' >"$scratch/lines"
while IFS= read -r line; do
    case $squeezed in
    *"$line"*) ;;
    *) offend "a line of the header's examples is not in $example: $line" ;;
    esac
done <"$scratch/lines"
[ -s "$scratch/lines" ] || offend "no example found in $header"
exit $bad
