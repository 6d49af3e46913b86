#!/bin/sh
# record_ends.sh - flamerender record with the perf that is here: what a user who may not record is told, and what is kept
# of a recording whose perf, or whose flamerender, is killed. Skips where perf cannot record.
export LC_ALL=C
lib=$(cd "$(dirname "$0")/../lib" && pwd)
programs=$(cd "$(dirname "$0")/../data/programs" && pwd)
. "$lib/scratch.sh"
command -v perf >/dev/null && perf record -q -N -e cpu-clock -o probe.data true 2>/dev/null || { echo "skipped: perf cannot record here" && exit 77; }
unset DISPLAY WAYLAND_DISPLAY SSH_CONNECTION
"${CC:-cc}" -O1 -g -o app "$programs/native.c" || offend "native.c is not compiled"
# Others may not read where this stands.
chmod 755 "$scratch" && cp "$FR_PROGRAM" program && mkdir kept pages && chmod 777 kept pages
export TMPDIR="$scratch/kept"
cd pages || exit 3
says() { grep -qF -- "$1" ../said || { offend "$name: does not say '$1'" && cat ../said; }; }
leaves_nothing() { [ -z "$(ls ../kept)" ] || offend "$name: leaves $(ls ../kept/*)"; }

# A user who may not record.
level=$(cat /proc/sys/kernel/perf_event_paranoid)
if [ "$(id -u)" -eq 0 ]; then
    command -v setpriv >/dev/null && user='setpriv --reuid=65534 --regid=65534 --clear-groups' || user=none
else
    user=
fi
if [ "$user" != none ] && [ "$level" -gt 0 ]; then
    name='-a of a user'
    $user ../program record -a --duration 1 >../out 2>../said && offend "$name: is recorded"
    says 'perf cannot record: ' && says "hint: kernel.perf_event_paranoid is $level: 'sudo sysctl kernel.perf_event_paranoid=-1'"
    leaves_nothing
    name='-p of another user'
    $user ../program record -p 1 --duration 1 >../out 2>../said && offend "$name: is recorded"
    says 'hint: process 1 is another user'
    [ -z "$(ls)" ] || offend "pages of what was refused: $(ls)"
    name='a command of a user'
    if $user ../program record --event cpu-clock -o own.svg ../app 1 >../out 2>../said; then
        [ -s own.svg ] || offend "$name: no picture"
        [ "$level" -lt 2 ] || says "left out; 'sudo sysctl kernel.perf_event_paranoid=1'"
    else
        says "'sudo sysctl kernel.perf_event_paranoid=1'"
    fi
    leaves_nothing
    rm -f own.svg
else
    echo "users are not refused here (kernel.perf_event_paranoid is $level, $(id -un)): not tried"
fi

# begin: records, by dumps, which perf writes out as they come.
begin() {
    name=$1
    rm -rf ./* ../kept/*
    ../program record --call-graph dwarf --event cpu-clock ../app 20 >../out 2>../said &
    process=$!
    for i in $(seq 600); do
        [ "$(cat ../kept/*/recording.perf.data 2>/dev/null | wc -c)" -gt 200000 ] && break
        sleep 0.05
    done
    perf=$(ps -o pid= --ppid "$process" | tr -d ' ')
    program=$(ps -o pid= --ppid "$perf" | tr -d ' ')
}
# ends STATUS: and there is no picture, but a recording that was named and can be drawn.
ends() {
    wait "$process" 2>/dev/null
    got=$?
    [ "$got" -eq "$1" ] || { offend "$name: ends with $got, not $1" && cat ../said; }
    for i in $(seq 200); do kill -0 "$perf" 2>/dev/null || break; sleep 0.05; done
    [ -z "$(ls)" ] || offend "$name: leaves $(ls)"
    says "$(echo ../kept/*/recording.perf.data | sed "s|^\.\./kept|$scratch/kept|")"
    "$FR_PROGRAM" ../kept/*/recording.perf.data -o ../kept.html >../out 2>../said || offend "$name: what is kept is not drawn: $(cat ../said)"
    "$FR_PROGRAM" convert -q --format=folded ../kept/*/recording.perf.data | grep -q 'main' || offend "$name: no stack has main"
}
begin 'perf killed'
kill -KILL "$perf" && kill "$program"
ends 125
begin 'flamerender killed'
kill -KILL "$process" && kill "$program" # perf ends with the program
ends 137
begin 'SIGTERM'
kill -TERM "$process"
ends 143
exit $bad
