#!/bin/sh
# dropin.sh LINES - command lines as people write them, with links in place of the scripts that they call.
#
# LINES has lines 'CHECK | COMMAND'; COMMAND runs in a folder with the inputs below, and the links of
# `flamerender install-links` are the first in PATH, beside stand-ins for perf and others that record. CHECK is
#     boxes FOLDED FILE     the boxes (depth, name, count) of the SVG in FILE are those of FOLDED, merged by awk
#     upside FOLDED FILE    the same with every stack of FOLDED turned over
#     same WANT FILE        FILE has the lines of WANT, in any order
#     status N              the exit status; 0 for all others
#     holds TEXT            what was printed, or a file OUT, has TEXT
set -u
export LC_ALL=C
lines=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
tests=$(cd "$(dirname "$0")" && pwd)
FR_PROGRAM=$(cd "$(dirname "$FR_PROGRAM")" && pwd)/$(basename "$FR_PROGRAM")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
mkdir bin
"$FR_PROGRAM" install-links bin >/dev/null || exit 1
PATH=$scratch/bin:$PATH

. "$tests/lib/dropin_inputs.sh"
. "$tests/lib/boxes.sh"

# ---- checks ----

same() {
    cmp -s want got && return 0
    diff want got | head -n 6
    return 1
}

check() {
    case $1 in
    boxes | upside)
        upside=0
        [ "$1" = boxes ] || upside=1
        boxes_of_folded $upside "$2" >want
        boxes_of_svg "$3" >got
        same
        ;;
    same)
        sort "$2" >want
        sort "$3" >got
        same
        ;;
    holds)
        shift
        cat printed OUT 2>/dev/null | grep -qF -- "$*"
        ;;
    status) : ;;
    *) return 1 ;;
    esac
}

bad=0 n=0
while IFS='|' read -r what command; do
    case $what in '#'* | '') continue ;; esac
    # The command may hold bars itself: read leaves them in its last field.
    rm -rf OUT ./*.svg out.collapsed palette.map out.* want got printed
    # shellcheck disable=SC2086 # the check is words
    set -- $what
    wanted=0
    [ "$1" != status ] || wanted=$2
    (eval "$command") >printed 2>said
    status=$?
    n=$((n + 1))
    if [ "$status" -ne "$wanted" ] || ! check "$@"; then
        echo "FAILED ($status): $command"
        head -n 3 said
        bad=1
    fi
done <"$lines"
echo "$n command lines"
[ "$n" -ge 60 ] && exit $bad
exit 1
