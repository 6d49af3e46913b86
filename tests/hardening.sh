#!/bin/sh
# hardening.sh ARCHIVE FILE... - the program and the library are hardened (-DFR_HARDEN=ON, the default): position-independent,
# no executable stack, full RELRO, stack protector, glibc's checked calls; CET notes on x86-64.
set -u
export LC_ALL=C
command -v readelf >/dev/null || { echo "skipped: readelf is not installed" && exit 77; }
archive=$1 && shift
bad=0
offend() {
    echo "FAILED: $*"
    bad=1
}
for file; do
    has() { readelf -W "$1" "$file" | grep -q -- "$2" || offend "$file: $3"; }
    has -h 'Type: *DYN' "not position-independent"
    has -l 'GNU_RELRO' "no RELRO"
    has -d 'BIND_NOW\|NOW' "functions are bound late: the table of addresses stays writable"
    has -s '__stack_chk_fail' "no stack protector"
    has -s '__[a-z]*_chk' "no checked calls (_FORTIFY_SOURCE)"
    readelf -W -l "$file" | grep 'GNU_STACK' | grep -q 'E ' && offend "$file: an executable stack"
    readelf -W -d "$file" | grep -q 'RPATH\|RUNPATH' && [ "${file##*/}" = flamerender ] && offend "$file: a run path"
done
# Linked with start files that lack it, a program loses the note; what is compiled here has it.
case $(uname -m) in
x86_64) readelf -W -n "$archive" | grep -q IBT || offend "$archive: no control-flow protection" ;;
esac
exit $bad
