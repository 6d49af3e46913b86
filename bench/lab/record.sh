#!/bin/sh
# Records the programs of this folder for the laboratory of differentials, round robin in time:
#
#     sh bench/lab/record.sh OUT [ROUNDS]
#
# Each of ROUNDS (20) rounds records every program unchanged and one of its five variants of
# programs.txt, so 20 rounds give 20 recordings of each program and 4 of each variant, as folded
# text OUT/PROGRAM.VARIANT.ROUND.folded. What is there already is kept: a stopped run goes on.
# Needs perf, gcc, g++, go, node, python3, and flamerender (FLAMERENDER, default build/flamerender).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:?usage: record.sh OUT [ROUNDS]}
rounds=${2:-20}
flamerender=${FLAMERENDER:-$here/../../build/flamerender}
mkdir -p "$out/bin"
out=$(cd "$out" && pwd) flamerender=$(cd "$(dirname "$flamerender")" && pwd)/$(basename "$flamerender")
bin=$out/bin
cd "$out" # node leaves a log where it runs

gcc -O2 -g -fno-omit-frame-pointer -o "$bin/native" "$here/programs/native.c"
g++ -O2 -g -fno-omit-frame-pointer -o "$bin/objects" "$here/programs/objects.cpp"
go build -o "$bin/service" "$here/programs/service.go"
python=$(python3 -c 'import sys; print(sys.executable)')

command_of() {
    case $1 in
    native | objects) echo "$bin/$1" ;;
    python) echo "$python $here/programs/script.py" ;;
    node) echo "node --perf-basic-prof $here/programs/script.js" ;;
    go) echo "$bin/service" ;;
    esac
}

# One recording: program, variant, round, arguments. Node's maps are removed after perf read them.
record() {
    file=$out/$1.$2.$3.folded
    shift 3
    [ -s "$file" ] && return
    # A higher priority needs rights that CI may not have; perf then runs as it is.
    # shellcheck disable=SC2086
    nice -n -5 perf record -q -F 1999 -e cpu-clock -g -o "$out/perf.data" -- \
        $(command_of "$program") "$@" >"$out/perf.log" 2>&1
    perf script -i "$out/perf.data" 2>/dev/null >"$out/perf.txt"
    "$flamerender" convert -q --weight samples "$out/perf.txt" -o "$file"
    find /tmp -maxdepth 1 -name 'perf-[0-9]*.map' -newer "$out/stamp" -delete
    rm -f "$out"/isolate-*-v8.log
}

round=1
touch "$out/stamp"
while [ "$round" -le "$rounds" ]; do
    grep -v '^#' "$here/programs.txt" | sed 's/|.*//' | awk -v round="$round" '
        $2 == "same" { n = 0; print; next } { if (n++ == round % 5) print }' >"$out/round"
    while read -r program variant arguments; do
        # shellcheck disable=SC2086
        record "$program" "$variant" "$round" $arguments </dev/null
    done <"$out/round"
    echo "round $round of $rounds: $(date +%T) load $(cut -d' ' -f1 /proc/loadavg)"
    round=$((round + 1))
done
