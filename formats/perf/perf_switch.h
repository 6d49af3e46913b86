/*
 * perf_switch.h - the text of sched:sched_switch records: who leaves a CPU, why, and who gets it. Pure.
 *
 *     prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=b next_pid=2 next_prio=120
 *     a:1 [120] S ==> b:2 [120]
 */
#ifndef FR_FORMATS_PERF_SWITCH_H
#define FR_FORMATS_PERF_SWITCH_H

#include "base/bytes.h"

typedef enum fr_perf_leave {
    FR_PERF_LEAVE_BLOCKED,   /* it waits for something: S, D, T, I, or not told */
    FR_PERF_LEAVE_PREEMPTED, /* it would go on: R, R+ */
    FR_PERF_LEAVE_DEAD       /* it never comes back: X, Z */
} fr_perf_leave;

typedef struct fr_perf_switch {
    int64_t out_tid, in_tid; /* 0: the idle task */
    fr_perf_leave leave;
} fr_perf_switch;

/* False where `text` is neither form. */
bool fr_perf_switch_parse(fr_bytes text, fr_perf_switch *to);

/* True for "sched:sched_switch", with modifiers or without. */
bool fr_perf_switch_event(fr_bytes event);

#endif
