/*
 * perf_weight.h - what a sample of perf script text weighs: its period, or 1.
 *
 * Whether every sample has a period is known only at the end of the stream. Until then the builder
 * keeps both: the sum of the periods, and the number of samples, which takes over where a period
 * is missing (fr_builder_use_counts). While all periods are equal the number tells the sum.
 */
#ifndef FR_FORMATS_PERF_WEIGHT_H
#define FR_FORMATS_PERF_WEIGHT_H

#include "base/bytes.h"
#include "formats/reader.h"

typedef struct fr_perf_weight {
    bool begun;
    uint32_t column;
    fr_weight asked; /* by the options, or by an earlier input */
    bool each;       /* the period or 1, each sample by itself: as stackcollapse-perf.pl does */
    bool periods;    /* the column was begun with periods */
    bool counting;   /* it holds numbers of samples: a period is all that each of them weighs */
    uint64_t n_with; /* samples with a period */
    uint64_t n_without;
    int64_t period; /* of the last one that has any */
    bool varying;   /* not all are equal */
    int64_t whole;  /* the sum of the periods that may not be wanted in the end, while it fits */
    bool beyond;    /* it did not: samples are counted */
    uint32_t beyond_stack; /* where that was found */
} fr_perf_weight;

/* Makes the column, named after the event; `has_period`: of the first sample. Parts of one input begin as the first one
 * has begun, and are joined at their end. */
void fr_perf_weight_begin(fr_perf_weight *weight, fr_builder *b, const fr_read_options *opt,
                          const fr_choice *choice, bool has_period);
/* Before columns of parts are added up: what they hold is made the same. */
void fr_perf_weight_agree(fr_perf_weight *weight, fr_builder *b, fr_perf_weight *next,
                          fr_builder *next_b);
void fr_perf_weight_join(fr_perf_weight *weight, const fr_perf_weight *next);
/* Adds a sample at `line` and returns the value that it got; a negative period: it has none. */
int64_t fr_perf_weight_add(fr_perf_weight *weight, fr_builder *b, uint32_t stack, int64_t period,
                           uint64_t line);
/* Decides, says so where it isn't the plain case, and tells the inputs that follow. */
void fr_perf_weight_end(fr_perf_weight *weight, fr_builder *b, fr_choice *choice);

/*
 * A number in the text of a tracepoint, by its name. Pure.
 *
 *     kmem:kmalloc: call_site=x ptr=0xff bytes_req=512 bytes_alloc=512        bytes_req
 *     syscalls:sys_enter_read: fd: 0x3, buf: 0x7ffe12, count: 0x200           count
 */

/* The value of the first field of this name; false where there is none, or where it is no number
 * from 0 to 2^63 - 1, decimal or 0x. */
bool fr_perf_field_read(fr_bytes text, fr_bytes name, int64_t *value);

#endif
