#!/bin/sh
# record.sh PROGRAM - flamerender record and open, with a perf of our own on PATH that hands out a recording of
# golden/shared: how perf is called, statuses and signals, what is kept, what is said. Needs no perf.
set -u
export LC_ALL=C
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset DISPLAY WAYLAND_DISPLAY SSH_CONNECTION NODE_OPTIONS TERM 2>/dev/null
bad=0
mkdir "$scratch/bin" "$scratch/tmp" "$scratch/work" && cd "$scratch/work" || exit 1
export TMPDIR=$scratch/tmp STUB_DATA=$root/golden/shared/sorter/fp.data STUB_LOG=$scratch/calls
cat >"$scratch/bin/perf" <<'END'
#!/bin/sh
# perf record ... -o FILE ... [-- COMMAND...]: notes its arguments, copies a recording, runs the command.
echo "$*" >>"$STUB_LOG"
case " $* " in *" -- true "*) sleep "$STUB_SLOW" ;; esac # flamerender tries perf so
case " $* " in *" $STUB_REFUSES "*) printf 'Error:\n%s\n' "$STUB_WORDS" >&2 && exit 129 ;; esac
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    [ "$1" != -o ] || cp "$STUB_DATA" "$2"
    shift
done
trap 'exit 0' INT
[ $# -eq 0 ] && { while :; do sleep 0.05; done; }
shift
case $* in
"die "*) kill -"$2" $$ ;;
esac
"$@"
END
chmod +x "$scratch/bin/perf"
printf '#!/bin/sh\n' >"$scratch/bin/die" && chmod +x "$scratch/bin/die"
export PATH=$scratch/bin:$PATH STUB_REFUSES=nothing STUB_WORDS= STUB_SLOW=0

# run NAME WANTED-STATUS ARGUMENT...: runs flamerender in an empty folder, standard error in ../said.
run() {
    name=$1 wanted=$2
    shift 2
    rm -rf ./* "$STUB_LOG" && : >"$STUB_LOG"
    "$program" "$@" >../out 2>../said
    got=$?
    [ "$got" -eq "$wanted" ] || fail "ends with $got, not $wanted"
}

fail() {
    echo "$name: $1"
    sed 's/^/    /' ../said
    bad=1
}

says() { grep -qF -- "$1" ../said || fail "does not say '$1'"; }
calls() { grep -qF -- "$1" "$STUB_LOG" || { fail "perf is not called with '$1'" && cat "$STUB_LOG"; }; }
has() { [ -s "$1" ] || fail "there is no $1"; }
lacks() { [ ! -e "$1" ] || fail "there is $1"; }
leaves_nothing() { [ -z "$(ls "$TMPDIR")" ] || { fail "leaves $(ls "$TMPDIR"/*)" && rm -rf "$TMPDIR"/*; }; }

run plain 0 record -- true
has flame.html && leaves_nothing
calls '--call-graph' && calls '--buildid-mmap' && calls '-- true'
says 'stacks are taken by'
run status 7 record sh -c 'echo from the program; exit 7'
has flame.html && leaves_nothing
grep -qx 'from the program' ../out || fail 'loses what the program prints'
run options_of_the_command 0 record -q -F 49 --call-graph fp -o x.svg ls -l -a
calls '-F 49' && calls '--call-graph fp' && calls '-- ls -l -a'
has x.svg && [ ! -s ../said ] || fail 'says something with -q'
run signal 143 record -q -- sh -c 'kill -TERM $PPID' # the stub ends so, as perf does when the program is killed
has flame.html && leaves_nothing
run missing_program 127 record -- no-such-program
lacks flame.html && leaves_nothing
: >"$scratch/bin/not-executable"
run not_executable 126 record -- not-executable
run quoted 127 record -- 'make -j2'
says 'no shell is asked'
run nothing 125 record
says 'record what?'
run two 125 record -a -p 1
run letters 125 record -p abc
run standard_output 125 record -o - -- true
unset DEBUGINFOD_URLS
run no_servers 125 record --debuginfod -- true
says 'DEBUGINFOD_URLS' && [ ! -s "$STUB_LOG" ] || fail 'records although it cannot ask a server'
run bad_extension 125 record -o x.unknown -- true
[ ! -s "$STUB_LOG" ] || fail 'records although it cannot draw'
run kept 0 record --keep -o app.html -- true
has app.perf.data && says 'app.perf.data' && leaves_nothing
run runs 0 record --runs 3 --keep -- true
has flame.1.perf.data && has flame.3.perf.data && lacks flame.4.perf.data
run runs_end 4 record --runs 3 --keep -- sh -c 'exit 4'
has flame.1.perf.data && lacks flame.2.perf.data
run diff 0 record -q --diff "$STUB_DATA" --runs 2 -- true
has diff.html && leaves_nothing
run heatmap 0 record -q --heatmap -- true
has heatmap.html && leaves_nothing
run duration 0 record -q -p $$ --duration 0.3
has flame.html && calls "-p $$"
run duration_of_a_tree 0 record -q --duration 0.3 -- sh -c 'sleep 600; echo slept' # the stub waits for what it runs
has flame.html && leaves_nothing
grep -q slept ../out && fail 'waits for what the program runs'
run machine 0 record -q -a -- true
calls ' -a ' && calls 'dwarf'
run open 0 record --open -- true
lacks flame.html && says 'open it in a browser: '
rm -rf "$TMPDIR"/*
SSH_CONNECTION='a b' && export SSH_CONNECTION
run over_ssh 0 record --open -o here.html -- true
has here.html && says 'scp ' && says '/here.html'
run open_file 0 open "$STUB_DATA"
says "$TMPDIR/" || says 'fp.html'
named="x'; touch run_by_a_shell; '.folded"
name=hostile_name && echo 'a;b 3' >"$named" && "$program" open "$named" 2>../said
sh -c "scp() { [ \$# -eq 2 ]; }; $(sed -n 's/.*is: scp/scp/p' ../said)" && lacks run_by_a_shell || fail 'the line for scp is no line for scp'
run hostile_output 0 record --open -o "it's.html" -- true
sh -c "scp() { [ -e \"\${1#*:}\" ]; }; $(sed -n 's/.*is: scp/scp/p' ../said)" || fail 'scp gets another name'
unset SSH_CONNECTION && rm -rf "$TMPDIR"/*

# Of a perf that records nothing, nothing is left.
good=$STUB_DATA && STUB_DATA=/dev/null
run records_nothing 125 record -- true
says 'perf has recorded nothing' && lacks flame.html && leaves_nothing
STUB_DATA=$good

# A damaged recording is kept and named; nothing half is left.
echo nonsense >"$scratch/nonsense" && good=$STUB_DATA && STUB_DATA=$scratch/nonsense
run damaged 125 record -- true
lacks flame.html && says 'the recording is kept: ' && has "$TMPDIR"/*/recording.perf.data
rm -rf "$TMPDIR"/* && STUB_DATA=$good

# A program that is killed is drawn, and passed on; of perf that was killed itself the unfinished recording is kept.
run killed_program 137 record -q -- die KILL
has flame.html && leaves_nothing
STUB_DATA=$root/golden/shared/sorter/killed.data
run killed_perf 125 record -- die KILL
lacks flame.html && says 'perf was ended by signal 9 before it finished the recording' && says 'the recording is kept: '
has "$TMPDIR"/*/recording.perf.data && says "$(echo "$TMPDIR"/*/recording.perf.data)"
"$program" "$TMPDIR"/*/recording.perf.data -o kept.svg 2>../said || fail 'draws nothing of what is kept'
has kept.svg
rm -rf "$TMPDIR"/* && STUB_DATA=$good

# What perf refuses is said in its words, with what mends it.
STUB_REFUSES=true STUB_WORDS='No permission to enable cpu-clock event.'
run refused 125 record -- true
says 'perf cannot record: No permission to enable cpu-clock event.' && says 'hint: ' && leaves_nothing
STUB_WORDS=$(printf 'WARNING:\nno counters\nand more')
run empty_warning 125 record -- true
says 'perf cannot record: no counters' && ! grep -q 'and more' ../said || fail 'says more than a line'
STUB_REFUSES=--buildid-mmap STUB_WORDS="unknown option \`buildid-mmap'"
run old_perf 0 record -q -- true
[ "$(grep -c -- --buildid-mmap "$STUB_LOG")" -eq 1 ] || fail 'asks an old perf again'
STUB_REFUSES=nothing

# Ctrl-C ends the recording and draws; SIGTERM ends flamerender, and keeps the recording.
interrupt() {
    name=$1 number=$2 wanted=$3
    shift 3
    rm -rf ./* "$STUB_LOG"
    "$program" record "$@" >../out 2>../said &
    process=$!
    for i in $(seq 200); do
        [ "$(grep -c . "$STUB_LOG" 2>/dev/null)" = 2 ] && break
        sleep 0.05
    done
    sleep 0.3
    kill -"$number" "$process"
    wait "$process" 2>/dev/null
    got=$?
    [ "$got" -eq "$wanted" ] || fail "ends with $got, not $wanted"
}
# A shell without job control has its background processes ignore SIGINT: sh -c starts them anew.
if command -v python3 >/dev/null; then
    name=interrupt && rm -rf ./* "$STUB_LOG"
    python3 - "$program" >../out 2>../said <<'END'
import os, signal, subprocess, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
process = subprocess.Popen([sys.argv[1], "record", "-p", str(os.getpid())], preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
for i in range(200):
    time.sleep(0.05)
    if os.path.exists(os.environ["STUB_LOG"]) and open(os.environ["STUB_LOG"]).read().count("\n") == 2:
        break
time.sleep(0.3)
process.send_signal(signal.SIGINT)
sys.exit(process.wait())
END
    got=$?
    [ "$got" -eq 0 ] || fail "ends with $got"
    has flame.html && leaves_nothing
fi
# Before it records there is nothing to keep: nothing is left.
name=tried && STUB_SLOW=1 && rm -rf ./* "$STUB_LOG"
"$program" record -- true >../out 2>../said &
process=$!
for i in $(seq 200); do [ -s "$STUB_LOG" ] && break; sleep 0.05; done
kill -TERM "$process" && wait "$process" 2>/dev/null
[ $? -eq 143 ] || fail "does not end by SIGTERM"
leaves_nothing
STUB_SLOW=0
interrupt terminated TERM 143 -p $$
lacks flame.html && says 'the recording is kept: '
rm -rf "$TMPDIR"/*
mkdir "$scratch/none" && ln -s "$(command -v env)" "$scratch/none/env" && rm "$scratch/bin/perf"
name=no_perf
PATH=$scratch/none "$program" record -- env 2>../said
[ $? -eq 125 ] || fail 'does not end with 125'
says 'perf, which makes the recording, is not installed' && says 'hint: '
exit $bad
