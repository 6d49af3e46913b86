#!/bin/sh
# highlights.sh PROGRAM - the sentence over the pictures of real recordings, judged by hand: those of tests/data, and,
# where FLAMERENDER_CORPUS names their folder, seven of other programs.
set -eu
program=$1
data=$(dirname "$0")/data
bad=0

says() {
    said=$("$program" -q "$1" --format text | head -1 | sed 's/\xe2\x80\xaf/ /g')
    [ "$said" = "$2" ] && return
    echo "$1: '$said' in place of '$2'" >&2
    bad=1
}

# A third of what `top` lists as own time; the rest of Insert is mallocgc.
says "$data/gopipe.perf.gz" "25 % of the time is in main.(*Tree[go.shape.float64_0]).Insert itself, mostly under main.treeJob.run; with what it calls 36 %"
says "$data/native.perf.gz" "42 % of the time is in mix itself; 26 % is under ping"
# Two kinds of requests that share one thread.
says "$data/stall.perf.gz" "21 % of the time is in score_row itself, under run_query; 21 % is under index_find"
says "$data/waiter.perf.gz" "99 % of the time is in compute itself"
if [ -n "${FLAMERENDER_CORPUS:-}" ]; then
    r=$FLAMERENDER_CORPUS/recordings
    says "$r/node.perf.gz" "13 % of the time clears pages: clear_page_erms; 20 % is under sort (/srv/app/scripts/w1.js:4:559)"
    says "$r/java.perf.gz" "15 % of the time interprets code: Interpreter, mostly under thread_entry; 36 % is under java"
    says "$r/go.perf.gz" "30 % of the time is in code without names: [go]"
    says "$r/gcc-systemwide.perf.gz" "32 % of the time is in code without names: [cc1]"
    says "$r/rust.perf.gz" "nothing stands out: no function has 3 % of the time itself"
    says "$r/fscope-systemwide-99hz.perf.gz" "50 % of the time is idle: pv_native_safe_halt; 5 % is in code without names: [inferno-collapse-perf]"
    says "$r/cpp-dwarf-inlined.perf.gz" "23 % of the time is in std::_Rb_tree<…>::_M_insert_unique<…> itself, under ladder<0>; 37 % is under ladder<57>"
fi
exit $bad
