/*
 * perf_offcpu.h - off-CPU time from switches: per thread, from leaving a CPU to getting one again.
 *
 *     1.000  a leaves (S), b runs         a waits, with the stack it left from
 *     1.250  b leaves (R), a runs         a: 250 ms blocked; b waits, preempted
 *     (end)                               b: unfinished, counted
 *
 * Parts of a recording may be read apart: each keeps its open ends, the first switch-in of a thread
 * that it hasn't seen leave, and the last switch-out that nothing followed. fr_perf_offcpu_merge()
 * joins them in order, so that the result doesn't depend on where the parts begin.
 */
#ifndef FR_FORMATS_PERF_OFFCPU_H
#define FR_FORMATS_PERF_OFFCPU_H

#include "base/bytes.h"
#include "model/build/builder_merge.h"

/*
 * The text of sched:sched_switch records: who leaves a CPU, why, and who gets it. Pure.
 *
 *     prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=b next_pid=2 next_prio=120
 *     a:1 [120] S ==> b:2 [120]
 */

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

/* A thread on its way out; `stack` and `thread` are ids in the part's builder. */
typedef struct fr_perf_exit {
    int64_t tid;
    int64_t time_ns;
    uint32_t stack, thread;
    uint16_t cpu;
    fr_perf_leave leave;
} fr_perf_exit;

/* Zeroed, with a mode, it is ready. */
typedef struct fr_perf_offcpu {
    fr_off_cpu mode;
    uint32_t column;
    struct fr_perf_waiter *items; /* in the order in which threads were first seen */
    size_t n, cap;
    fr_slots slots;        /* by tid */
    uint64_t n_waits;      /* added to the builder */
    uint64_t n_preempted;  /* omitted: only blocked ones are wanted */
    uint64_t n_unfinished; /* another switch-out came first: the switch-in is missing */
    uint64_t n_backwards;  /* the switch-in was before the switch-out */
    int64_t preempted_ns;
} fr_perf_offcpu;

/* A thread leaves its CPU; one that is dead never waits. */
void fr_perf_offcpu_out(fr_perf_offcpu *o, fr_builder *b, const fr_perf_exit *out);
/* A thread gets a CPU: its wait, if one is open, is added to the builder. */
void fr_perf_offcpu_in(fr_perf_offcpu *o, fr_builder *b, int64_t tid, int64_t time_ns);
/* Appends the part that follows. `from_b` holds the stacks of `from`; its values are merged by
 * fr_builder_merge(), in any order with this. */
void fr_perf_offcpu_merge(fr_perf_offcpu *to, fr_builder *to_b, const fr_perf_offcpu *from,
                          const fr_builder *from_b);
/* Says what could not be measured and what was omitted. */
void fr_perf_offcpu_say(const fr_perf_offcpu *o, fr_builder *b);
void fr_perf_offcpu_reset(fr_perf_offcpu *o);

#endif
