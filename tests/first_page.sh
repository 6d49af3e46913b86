#!/bin/sh
# first_page.sh HEADERS SHARED_LIB - the two examples on the first page of flamerender.h, as they stand there, are programs
# that are right whatever they read: a profile becomes flame.svg; of a file that is missing, an empty one and a folder they
# say the first error, and leave no file. They compile without a warning as C and as C++, and so does each _defaults().
set -u
headers=$1 library=$2
. "${0%/*}/lib/scratch.sh"
page=$(sed '/^ \*\/$/q' "$headers/flamerender.h")
line='^ \*     '
at_once=$(echo "$page" | sed -n "s/$line\(.*fr_draw_path.*\)/\1/p")
steps=$(echo "$page" | sed -n "/$line.*fr_reader_new/,/$line.*fr_output_close/s/$line//p")
[ "$(echo "$steps" | wc -l)" -eq 9 ] || offend "the first page has not nine calls: $steps"

# What the nine calls made is freed, whether it was made or not; the reader and the output have ended with their calls.
frees='fr_scene_free(scene); fr_theme_free(theme); fr_tree_free(tree); fr_profile_free(profile);'

# program ZERO RESULT STATEMENTS FILE: ends with the error's code, or 99 where a failure has none.
program() {
    cat >"$4" <<END
#include "flamerender.h"
#include <stdio.h>
int main(void) {
    fr_error err = $1;
    $3
    if (!$2)
        fprintf(stderr, "%s: %s\n", err.source, err.text);
    return $2 ? 0 : err.code ? (int)err.code : 99;
}
END
}
# build COMPILER FLAGS FILE PROGRAM
build() {
    # shellcheck disable=SC2086
    $1 $2 -Wall -Wextra -Wpedantic -Werror -I"$headers" -o "$4" "$3" "$library" -Wl,-rpath,"$(dirname "$library")" ||
        offend "$3 does not compile"
}
program '{0}' drawn "$at_once" at_once.c
program '{0}' good "$steps $frees" steps.c
program '{}' drawn "$at_once" at_once.cc
program '{}' good "$steps $frees" steps.cc
sanitize=${FR_SANITIZE:+-fsanitize=$FR_SANITIZE}
# A library with sanitizers is linked by the compilers of one maker.
case ${CC:-cc} in
*clang*) cxx=${CXX:-clang++} ;;
*) cxx=${CXX:-c++} ;;
esac
for name in at_once steps; do
    build "${CC:-cc}" "-std=c17 $sanitize" $name.c $name
    build "$cxx" "-std=c++17 $sanitize" $name.cc $name.cxx
done

cases=0
# try PROGRAM STATUS WHAT
try() {
    rm -f flame.svg
    "./$1" 2>said
    status=$?
    [ $status -eq "$2" ] || offend "$1, $3: status $status, not $2: $(cat said)"
    if [ "$2" -eq 0 ]; then
        grep -q '</svg>' flame.svg || offend "$1, $3: no picture"
    else
        grep -q '^perf.txt: .' said || offend "$1, $3: it says '$(cat said)'"
        [ ! -e flame.svg ] || offend "$1, $3: left a file"
    fi
    cases=$((cases + 1))
}
for name in at_once steps; do
    rm -rf perf.txt && try $name 3 "a missing file"
    : >perf.txt && try $name 5 "an empty file"
    rm perf.txt && mkdir perf.txt && try $name 3 "a folder"
    rmdir perf.txt && printf 'hello\n' >perf.txt && try $name 1 "no profile"
    printf 'main;read 3\nmain;write 1\n' >perf.txt && try $name 0 "a profile"
done
[ $cases -eq 10 ] || offend "$cases cases were tried"

# Every default, in C++.
{
    echo '#include "flamerender.h"'
    echo '#include "flamerender_trend.h"'
    echo 'int main() {'
    cat "$headers"/*.h | sed -nE 's/^FR_API ([a-z_]+) (fr_[a-z_]+_defaults)\(void\);/\1 \2_ = \2(); (void)\2_;/p'
    echo '}'
} >defaults.cc
n=$(grep -c _defaults_ defaults.cc)
[ "$n" -eq "$(cat "$headers"/*.h | grep -c '^#define FR_.*_DEFAULTS')" ] || offend "$n defaults as functions"
build "$cxx" "-std=c++17 $sanitize" defaults.cc defaults
exit $bad
