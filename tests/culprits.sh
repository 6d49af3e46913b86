#!/bin/sh
# culprits.sh PROGRAM - recordings with one fault each: `check` names it, and of the samples that it selects the
# leaf with the most is the function at fault. All but the last three recordings are made here, always the same.
set -eu
program=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# A sampler of 500 Hz on 4 threads, each sampled where fault() lets it run: recording FILE SECONDS FAULT
recording() {
    awk -v seconds="$2" -v fault="$3" '
        function chance() { state = (state * 16807) % 2147483647; return state / 2147483647 }
        function say(t, thread, leaf) {
            printf "app %d/%d [%03d] %.6f: 1 cpu-clock:\n\t4011d6 %s+0x1 (/usr/bin/app)\n\t4011d0 main+0x1 (/usr/bin/app)\n\n",
                7, 7 + thread, thread, 100 + t, leaf
        }
        BEGIN {
            state = 4711
            for (i = 0; i < seconds * 500; i++)
                for (thread = 0; thread < 4; thread++) {
                    t = (i + chance()) / 500
                    at = fault == "stall" ? t - 3 * int(t / 3) - 1.2 : fault == "burst" ? t - int(t) - 0.6 : fault == "gc" ? t - 1.7 * int(t / 1.7) - 0.4 : t - 1.007 * int(t / 1.007) - 0.3
                    length_of = fault == "stall" ? 0.2 : fault == "gc" ? 0.06 : 0.1
                    hit = at >= 0 && at < length_of
                    if (fault == "stall" && hit) { if (thread == 0) say(t, thread, "rebuild_index") }
                    else if (hit) say(t, thread, fault == "burst" ? "flush_log" : fault == "gc" ? "mark_roots" : "poll_timer")
                    else if (chance() < (fault == "stall" ? 0.9 : 0.25)) say(t, thread, chance() < 0.5 ? "parse" : "send")
                }
        }' >"$1"
}

# 6 threads that wait 2 ms for work, time and again; at 7 s all of them wait for a lock for 400 ms.
convoy() {
    awk '
        function out(t, tid) {
            printf "app %d [%03d] %.6f: sched:sched_switch: prev_comm=app prev_pid=%d prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n\tff81 schedule ([kernel.kallsyms])\n\t7f03 %s (/bin/app)\n\t7f02 main (/bin/app)\n\n", tid, tid % 4, t, tid, (t >= 7 && t < 7.4 ? "take_cache_lock" : "wait_for_work")
        }
        function back(t, tid) {
            printf "swapper 0 [%03d] %.6f: sched:sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app next_pid=%d next_prio=120\n\tff81 schedule_idle ([kernel.kallsyms])\n\n", tid % 4, t, tid
        }
        BEGIN {
            for (i = 0; i < 3000; i++)
                for (tid = 11; tid < 17; tid++) {
                    t = i / 200 + tid / 100000
                    if (t >= 7.004 && t < 7.4) continue
                    out(t, tid)
                    back(t >= 7 && t < 7.4 ? 7.4 + tid / 100000 : t + 0.001 + 0.002 * ((i * 7 + tid * 13) % 11) / 11, tid)
                }
        }' >"$1"
}

# expect FILE WORD CULPRIT OPTION...: check says WORD, and the first row's selection is of CULPRIT.
expect() {
    file=$1 word=$2 culprit=$3
    shift 3
    said=$("$program" check -q "$@" "$file" || true)
    row=$(printf '%s\n' "$said" | grep -E -- '--(band|range) ' | head -n 1)
    chosen=$(printf '%s\n' "$row" | grep -oE -- '--(band|range) [^ ]+')
    case $row in *"$word"*) ;; *) echo "FAILED: $file: check names no $word: $row" && exit 1 ;; esac
    # shellcheck disable=SC2086
    leaf=$("$program" top -q "$@" $chosen --hide "^schedule$" --format csv "$file" | sed -n 2p)
    case $leaf in *"$culprit"*) ;; *) echo "FAILED: $file: $chosen has $leaf, not $culprit" && exit 1 ;; esac
    case $*$word$row in
        --off-cpu*|gap*|*"$culprit"*) ;;
        *) echo "FAILED: $file: the row does not name $culprit: $row" && exit 1 ;;
    esac
    echo "$word: $chosen: $culprit"
}

# expect_all FILE LEAST CULPRIT: check names LEAST selections or more, and each is of CULPRIT.
expect_all() {
    chosen=$("$program" check -q "$1" | grep -oE -- '--(band|range) [^ ]+' || true)
    [ "$(printf '%s\n' "$chosen" | grep -c .)" -ge "$2" ] || { echo "FAILED: $1: check names '$chosen'" && exit 1; }
    printf '%s\n' "$chosen" | while read -r option time; do
        leaf=$("$program" top -q "$option" "$time" --format csv "$1" | sed -n 2p)
        case $leaf in *"$3"*) ;; *) echo "FAILED: $1: $option $time has $leaf, not $3" && exit 1 ;; esac
    done
    echo "$1: all of $(printf '%s\n' "$chosen" | grep -c .) selections: $3"
}

recording "$dir/stall.perf" 60 stall
expect "$dir/stall.perf" "gap" rebuild_index
recording "$dir/burst.perf" 30 burst
expect "$dir/burst.perf" "burst" flush_log
recording "$dir/drift.perf" 30 drift
expect "$dir/drift.perf" "drifting burst" poll_timer
recording "$dir/gc.perf" 40 gc
expect "$dir/gc.perf" "burst" mark_roots
convoy "$dir/convoy.perf"
expect "$dir/convoy.perf" "burst" take_cache_lock --off-cpu
# Real ones. V8 collects garbage. A function takes all the time for 200 ms, and the total shows nothing. Six threads
# wait for a lock, where as many threads wait all the time.
data=$(dirname "$0")/data
expect_all "$data/collect.perf.gz" 3 v8::internal::Ma
"$program" check -q "$data/collect.perf.gz" | grep -qE 'range .* all .*v8::intern' ||
    { echo "FAILED: collect: check does not name the collector" && exit 1; }
expect_all "$data/stall.perf.gz" 1 rebuild_index
"$program" check -q --off-cpu "$data/convoy.perf.gz" | grep -q 'range 4\.[23].*-4\.5.*lll_lock_wait' ||
    { echo "FAILED: convoy: check names no wait for the lock" && exit 1; }
