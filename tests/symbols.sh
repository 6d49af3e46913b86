#!/bin/sh
# symbols.sh HEADERS SHARED_LIB STATIC_LIB EXAMPLE EXPORTS VERSION - the public face of the library.
#
#   - the shared library exports exactly the functions marked FR_API in the headers of a folder, which are those listed in
#     EXPORTS: a new name is added there by hand, so that somebody has looked at it;
#   - each of them, and each public struct and enum, has a comment directly above it;
#   - the header's version macros are VERSION, and the SONAME has its first two numbers;
#   - every global name of the static library starts with fr_;
#   - the headers compile, as C17 and as C++17;
#   - every line of the header's examples stands in EXAMPLE, which another test compiles and runs.
# CC and CXX name the compilers. Prints every offence; 1 if there is one.
set -eu
headers=$1 shared=$2 static=$3 example=$4 exports=$5 version=$6
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0
header=$scratch/headers
cat "$headers"/*.h >"$header"
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
    offend "$n functions found where $headers has $marked lines with FR_API"
diff -u "$exports" "$scratch/promised" || offend "the functions of $headers are not those of $exports"
diff -u --label "$header" --label "$shared" "$scratch/promised" "$scratch/exported" ||
    offend "header and shared library differ"

awk '
    /^(FR_API|typedef (struct|enum)) / && last !~ /\*\/$/ && !(known[name()]) { print FILENAME ":" FNR ": no comment above"; bad = 1 }
    /^typedef (struct|enum) / { known[name()] = 1 }
    /^#/ { next }
    { last = $0 }
    function name(words) { split($0, words, " "); return words[1] == "typedef" ? words[3] : "" }
    END { exit bad }' "$header" || offend "public declarations without a comment"

macros=$(sed -nE 's/^#define FR_VERSION_(MAJOR|MINOR|PATCH) ([0-9]+)$/\2/p' "$header" | paste -sd.)
[ "$macros" = "$version" ] || offend "FR_VERSION_* of $headers are $macros, but the version is $version"
soname=$(readelf -d "$shared" | sed -nE 's/.*SONAME.*\[(.*)\]/\1/p')
[ "$soname" = "libflamerender.so.${version%.*}" ] || offend "the SONAME is $soname"

nm -g --defined-only "$static" | awk 'NF == 3 && $3 !~ /^(fr_|_)/ { print $3 }' >"$scratch/foreign"
[ ! -s "$scratch/foreign" ] ||
    offend "global names without fr_ in $static: $(tr '\n' ' ' <"$scratch/foreign")"

strict='-fsyntax-only -Wall -Wextra -Wpedantic -Werror'
for file in "$headers"/*.h; do
    printf '#include "%s"\n' "${file##*/}"
done >"$scratch/alone.c"
cp "$scratch/alone.c" "$scratch/alone.cc"
# shellcheck disable=SC2086
${CC:-cc} -std=c17 $strict -I"$headers" "$scratch/alone.c" || offend "no C17"
# shellcheck disable=SC2086
${CXX:-c++} -std=c++17 $strict -I"$headers" "$scratch/alone.cc" || offend "no C++17"

squeezed=$(tr -d ' \t\n' <"$example")
sed -nE 's/^ \*     +(.*fr_.*)/\1/p' "$header" | tr -d ' \t' | sed 's/\.\.\.$//' >"$scratch/lines"
while IFS= read -r line; do
    case $squeezed in
    *"$line"*) ;;
    *) offend "a line of the header's examples is not in $example: $line" ;;
    esac
done <"$scratch/lines"
[ -s "$scratch/lines" ] || offend "no example found in $headers"
exit $bad
