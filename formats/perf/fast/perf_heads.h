/*
 * perf_heads.h - header lines of perf script text, by what they share with the headers before them.
 *
 *     V8 WorkerThread 24636/25607 [000]  94564.109216:     100 cycles:u:      read by perf_quick_header.h, remembered
 *     V8 WorkerThread 24636/25607 [000]  94564.109316:     100 cycles:u:      compared; only its time is read
 *
 * Where it reads a line, the result is that of fr_perf_header_timed().
 */
#ifndef FR_FORMATS_PERF_HEADS_H
#define FR_FORMATS_PERF_HEADS_H

#include "formats/perf/perf_line.h"

#define FR_PERF_HEADS        8 /* a power of two */
#define FR_PERF_HEAD_BYTES   64
#define FR_PERF_MOMENT_BYTES 32

/* The parts that headers have in common with those before them: the same threads in turn, and mostly the same
 * second and event. */
typedef struct fr_perf_heads {
    struct fr_perf_head {
        char left[FR_PERF_HEAD_BYTES]; /* "V8 WorkerThread 24636/25607" */
        uint32_t left_len, comm_len;
        int64_t pid, tid;
        bool has_pid, has_cpu;
        uint32_t who; /* of fr_perf_header */
    } heads[FR_PERF_HEADS];
    uint32_t last;                     /* found or put last */
    char moment[FR_PERF_MOMENT_BYTES]; /* " [003]  94564.", between the ids and the fraction */
    uint32_t moment_len;
    uint64_t seconds, cpu;
    bool has_cpu;
    char right[FR_PERF_HEAD_BYTES]; /* "     100 cycles:u: <newline>", after the time */
    uint32_t right_len, event_at, event_len;
    uint32_t period_end; /* in `right`; 0: it has to be the same */
    uint64_t period;
    bool has_period;
    uint32_t n_who, n_what; /* numbers given so far */
} fr_perf_heads;

/* Reads the header that is the first line of `text`, with a comm of any shape; returns the bytes of the line with its
 * newline, or 0 where fr_perf_header_timed() has to read it. `heads` is zeroed at first. */
size_t fr_perf_heads_read(fr_perf_heads *heads, fr_bytes text, fr_perf_header *h);

#endif
