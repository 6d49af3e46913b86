#!/bin/sh
# record_languages.sh - flamerender record of programs in each language that is here: whole stacks, with names. Skips
# where perf cannot record, and each language that is not installed.
#
#     go: 412 samples, 96 % of them below main
set -u
export LC_ALL=C
program=$(cd "$(dirname "$FR_PROGRAM")" && pwd)/$(basename "$FR_PROGRAM")
programs=$(cd "$(dirname "$0")/../data/programs" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
bad=0
case " ${FR_WITHOUT-} " in *' elf '*) echo "skipped: this build has no libelf and libdw" && exit 77 ;; esac
command -v perf >/dev/null && perf record -q -N -e cpu-clock -o probe.data true 2>/dev/null || { echo "skipped: perf cannot record here" && exit 77; }
has() { command -v "$1" >/dev/null 2>&1 || { echo "$1 is not installed" && false; }; }

# whole NAME LEAST PATTERN FRAME COMMAND...: at least LEAST % of the samples that match PATTERN have FRAME, which is what
# stands at the root of a whole stack.
whole() {
    name=$1 least=$2 pattern=$3 frame=$4
    shift 4
    "$program" record --event cpu-clock --keep -o "$name.html" "$@" >out 2>said || { echo "$name: fails" && cat said && bad=1 && return; }
    "$program" convert -q --weight=samples --format=folded "$name.perf.data" >folded || bad=1
    grep -E -- "$pattern" folded | awk -v frame="$frame" -v least="$least" -v name="$name" '
        { n += $NF; if ($0 ~ frame) whole += $NF }
        END { printf "%s: %d samples, %d %% of them whole\n", name, n, n ? 100 * whole / n : 0; exit !(n > 20 && 100 * whole >= least * n) }' ||
        { echo "$name: fewer than 20 samples, or than $least % whole" && cat said && head -n 5 folded && bad=1; }
    [ -s "$name.html" ] || { echo "$name: no page" && bad=1; }
}

says() { grep -q -- "$1" said || { echo "$name: does not say '$1'" && cat said && bad=1; }; }

gcc -O1 -g -fno-omit-frame-pointer -o c_fp "$programs/native.c" && whole c_fp 90 '^c_fp' '_start|;main' -- ./c_fp 2
gcc -O2 -g -fomit-frame-pointer -o c_plain "$programs/native.c" && whole c_plain 90 '^c_plain' '_start|;main' -- ./c_plain 2
says 'by dumps'
g++ -std=c++17 -O2 -g -o cpp "$programs/templates.cpp" && whole cpp 90 '^cpp' '_start|;main' -- ./cpp 2
has go && GO111MODULE=off go build -o gopipe "$programs/gopipe.go" && whole go 90 'main\.' '(runtime.goexit|runtime.main|main.main)' -- ./gopipe && says 'built by Go'
if has rustc; then
    rustc -O -g -o words "$programs/words.rs" && whole rust 90 '^words' '_start|main' -- ./words 400
fi
has node && whole node 80 'JS:|shop|LazyCompile|Function' '(node::Start|__libc_start)' -- node --perf-basic-prof "$programs/shop.js" 1500
has node && "$program" record --event cpu-clock -o x.html -- node -e 0 >out 2>said && name=node_hint && says '--perf-basic-prof'
has python3 && whole python 90 'Py' 'Py_(RunMain|BytesMain)' -- "$(python3 -c 'import os, sys; print(os.path.realpath(sys.executable))')" -c 'import json
for i in range(90): json.loads(json.dumps(sorted((hash(str(k)) % 1000, k) for k in range(20000))))' && says '-X perf'
if has javac && java -XX:+UnlockDiagnosticVMOptions -XX:+DumpPerfMapAtExit -version >/dev/null 2>&1; then
    javac -d . "$programs/Mill.java" && "$program" record --event cpu-clock -o x.html -- java -version >out 2>said && name=java_hint && says 'DumpPerfMapAtExit'
    # the options that the hint names, as it spells them
    options=$(sed -n "s/.*'java \(.*\)'.*/\1/p" said)
    # shellcheck disable=SC2086
    whole java 60 'Mill' '(start_thread|clone|JavaMain)' -- java $options -cp . Mill 3000
fi
whole shell 90 '(ls|sort|cksum)' '(_start|__libc_start)' -- sh -c 'for i in 1 2 3; do ls -lR /usr/include /usr/lib | sort | cksum; done'
whole machine 0 . . -a --duration 2 -F 199
exit $bad
