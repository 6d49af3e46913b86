#!/bin/sh
# trend_why.sh - the command that a trend prints behind "why:" explains its headline: the function that stepped is the
# first that the differential names. For every trend in tests/data/trend and that of golden/trend.
export LC_ALL=C
. "${0%/*}/lib/scratch.sh"
mkdir bin && ln -s "$FR_PROGRAM" bin/flamerender
PATH=$PWD/bin:$PATH
n=0
check() { # FOLDER OPTION...
    folder=$1 && shift
    flamerender trend -q "$folder" "$@" --format markdown >trend.md || { offend "no trend of $folder" && return; }
    why=$(sed -n 's/\\//g; s/.*why: \(flamerender diff .*\) -o diff\.svg.*/\1/p' trend.md)
    [ "$why" ] || return 0 # no step
    headline=$(sed -n 's/\\//g; s/`//g; /took\|had\|is new\|is gone/{p;q}' trend.md)
    function=$(echo "$headline" | sed 's/^[#* ]*//; s/ .*//')
    eval "$why -q --format text" >diff.txt || { offend "$why" && return; }
    n=$((n + 1))
    tr '\n' ' ' <diff.txt | sed 's/  *change .*//' | grep -qF "$function" ||
        offend "$folder: '$headline', but the differential says: $(head -n 3 diff.txt)"
}
check "$FR_SOURCE_DIR/tests/data/trend/cpu" --time-from-name 'commit{number}'
check "$FR_SOURCE_DIR/tests/data/trend/heap"
check "$FR_SOURCE_DIR/golden/trend/text/in.points" --time-from-name '{version}'
[ "$n" -ge 2 ] || offend "only $n trends with a step were found"
exit $bad
