#!/bin/sh
# symbolize.sh - --symbolize and --srcline: a pprof that has nothing but addresses and a build id gets the functions, the
# inlined functions and the lines that llvm-symbolizer, addr2line and `go tool pprof` find for them, and perf.data the
# lines that perf script finds. Each where it is installed.
export LC_ALL=C
lib=$(cd "$(dirname "$0")/../lib" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
programs=$here/../data/programs
for tool in python3 nm readelf "${CC:-cc}"; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed" && exit 77; }
done
. "$lib/scratch.sh"
unset DEBUGINFOD_URLS
export HOME="$scratch" PPROF_TMPDIR="$scratch"
"${CC:-cc}" -O2 -g -Wl,--build-id=sha1 -o native "$programs/native.c" || offend "native.c is not compiled"
id=$(readelf -n native | sed -n 's/.*Build ID: //p')

# places PROGRAM PATTERN STEP: addresses all over its functions of these names.
places() {
    nm -S "$1" | awk -v names="$2" 'NF == 4 && $3 ~ /^[TtWw]$/ && $4 ~ names { print $1, $2 }' | python3 -c 'import sys
words, step = [int(word, 16) for word in sys.stdin.read().split()], int(sys.argv[1])
print(*(f"{at + i:x}" for at, size in zip(words[::2], words[1::2]) for i in range(0, size, step)))' "$3"
}
addresses=$(places native '^(main|tree_build|mix|hash_block|crc_block)$' 5)
n=$(echo "$addresses" | wc -w | tr -d ' ')
[ "$n" -gt 40 ] || offend "only $n addresses"
# shellcheck disable=SC2086
python3 "$lib/address_profile.py" native "$scratch/native" "$id" $addresses >native.pb
convert() { "$FR_PROGRAM" convert --format=folded "$@" 2>said | sort; }
convert --symbolize native.pb >names
if grep -q '^0x\|^\[native\]' names && grep -q ' 0 of ' said; then
    echo "skipped: this build reads no ELF files"
    exit 77
fi
convert --symbolize --srcline native.pb >lines
grep -q "$n of $n places" said || { offend "not all places have names:" && cat said; }
grep -q ':native.c:[0-9]' lines || { offend "no lines:" && head -n 5 lines; }
grep -q ';' names || offend "no inlined functions"

# same NAME WANT GOT
same() {
    cmp -s "$2" "$3" && echo "$1: $(wc -l <"$3") stacks are equal" && return
    offend "$1 has other names:"
    diff "$2" "$3" | head -n 20
}
for tool in llvm-symbolizer addr2line; do
    command -v $tool >/dev/null || { echo "$tool is not installed" && continue; }
    # shellcheck disable=SC2086
    python3 "$here/symbolized_names.py" $tool native $addresses | sort >$tool.lines
    same $tool $tool.lines lines
done

# C++: the lines of all functions that templates were made to. Names are told apart by what demangles them.
without_names() {
    sed -E 's/(^|;)[^;]*:([^:; ]+:[0-9]+)/\1\2/g' "$1" | awk '{ n = $NF; sub(/ [0-9]+$/, ""); sum[$0] += n } END { for (s in sum) print s, sum[s] }' | sort
}
if command -v c++ >/dev/null && command -v llvm-symbolizer >/dev/null; then
    c++ -std=c++17 -O2 -g -Wl,--build-id=sha1 -o templates "$programs/templates.cpp" || offend "templates.cpp is not compiled"
    addresses=$(places templates . 5)
    # shellcheck disable=SC2086
    python3 "$lib/address_profile.py" templates "$scratch/templates" "$(readelf -n templates | sed -n 's/.*Build ID: //p')" $addresses >templates.pb
    # shellcheck disable=SC2086
    python3 "$here/symbolized_names.py" llvm-symbolizer templates $addresses >cpp.want
    convert --symbolize --srcline templates.pb >cpp.got
    without_names cpp.want >want && without_names cpp.got >got
    [ "$(wc -l <got)" -gt 100 ] || offend "C++: only $(wc -l <got) stacks"
    same "lines of C++" want got
fi

# Go, which has no build id of the linker's: the file at the path is taken, and named as pprof names it, which shortens
# what generic functions were made for.
if command -v go >/dev/null && GO111MODULE=off GOCACHE="$scratch/go" go build -o gopipe "$programs/gopipe.go" 2>/dev/null; then
    # shellcheck disable=SC2046
    python3 "$lib/address_profile.py" gopipe "$scratch/gopipe" "" $(places gopipe '^(main|sort|strings)[.]' 11) >gopipe.pb
    go tool pprof -symbolize=local -top -nodecount=0 -nodefraction=0 gopipe.pb 2>/dev/null |
        awk 'rows { print $6, $1 } /flat%/ { rows = 1 }' | sort >want
    convert --symbolize --no-inline gopipe.pb | sed 's/\[go[.]shape[^]]*\]/[...]/' >got
    grep -q '^strings.Map ' want || offend "pprof has no names: $(head -n 3 want)"
    same "go tool pprof" want got
fi

# Lines of a recording are those of perf script. It names the table of calls into libraries, and ends of the vDSO, otherwise
# (docs/perf-data.md): a program that has no such table, and asks the kernel for the time, runs neither.
cat >clock.c <<'C'
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now)
{
    return (int)syscall(SYS_clock_gettime, clock, now);
}
C
"${CC:-cc}" -O2 -g -fno-plt -o direct "$programs/native.c" clock.c || offend "native.c is not compiled without a PLT"
if perf record -q -N -F 999 -e cpu-clock --call-graph fp -o native.data ./direct 1 >/dev/null 2>&1; then
    perf script --no-inline -F +srcline -i native.data 2>/dev/null >script
    fold() { "$FR_PROGRAM" convert -q --srcline --no-inline --weight=samples --format=folded "$1" | sed -E 's/\[?([^;\[]*)(\+0x[0-9a-f]+|\])/\1/g' | grep 'native.c:' | sort; }
    fold script >want && fold native.data >got
    same "lines of perf script" want got
else
    echo "perf cannot record here: lines of perf.data were not compared"
fi
exit $bad
