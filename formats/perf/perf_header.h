/*
 * perf_header.h - the line that starts a sample in perf script text, taken apart. Pure.
 *
 *     V8 WorkerThread 24636/25607 [000]  94564.109216:     100 cycles:u:  rest
 *     comm            pid   tid   cpu    time              period event   rest
 *
 * Every field may be missing (perf script -F). The fields are found from the time stamp leftwards
 * (cpu, pid/tid; what is left is comm) and rightwards (period, event), so comm may hold blanks,
 * digits, colons, brackets and slashes.
 */
#ifndef FR_FORMATS_PERF_HEADER_H
#define FR_FORMATS_PERF_HEADER_H

#include "base/bytes.h"

typedef struct fr_perf_header {
    fr_bytes comm;  /* "" without one */
    fr_bytes event; /* with its modifiers, without the colon: "cycles:u"; "" without one */
    fr_bytes rest;  /* what follows "event:", not trimmed at its start: a frame or text */
    int64_t pid, tid;
    uint64_t cpu;
    int64_t time_ns;
    uint64_t period;
    bool has_pid; /* "12/13"; a lone number is the tid */
    bool has_tid;
    bool has_cpu;
    bool has_time; /* false also where the time doesn't fit: perf prints -1 as 18446744073.709551 */
    bool has_period; /* false also where the period doesn't fit an int64_t */
    bool is_record;  /* "PERF_RECORD_LOST lost 55": no sample; `rest` starts at PERF_RECORD_ */
    /* Headers with the same number say the same: `who` of comm, pid and tid, `what` of event and rest.
     * 0: nothing is known of others. */
    uint32_t who, what;
} fr_perf_header;

/* A header with a time stamp: the sure form. */
bool fr_perf_header_timed(fr_bytes line, fr_perf_header *h);
/* "java 19983 cycles:", "foo 1/2 [003]        235 sched:sched_switch: prev_comm=a": needs the tid
 * and the event. Prose can look like this. */
bool fr_perf_header_untimed(fr_bytes line, fr_perf_header *h);
/* "  waiter K   1   ffffffff821f8b58 __schedule ([kernel.kallsyms])": no stamp, and a frame in the
 * column where recordings without -g have theirs. */
bool fr_perf_header_inline(fr_bytes line, fr_perf_header *h);
/* "java 19983", "java cycles:", "  958": of perf script -F comm,tid,ip,sym. Any line can be read like
 * this; only frames on the lines below make it a header. */
void fr_perf_header_bare(fr_bytes line, fr_perf_header *h);

/* "worker" of "worker-12", "kworker" of "kworker/0:1": without the digits and separators at its
 * end. What has nothing else, ":1234", stays. */
fr_bytes fr_perf_comm_stem(fr_bytes comm);

#endif
