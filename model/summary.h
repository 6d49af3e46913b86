/*
 * summary.h - what was measured, in a line that pictures and tables share:
 *
 *     cpu-clock · 4 253 of 6 826 samples in 68.9 s, 99 per second · focus 'foo'
 */
#ifndef FR_MODEL_SUMMARY_H
#define FR_MODEL_SUMMARY_H

#include "model/profile.h"

#define FR_SEPARATOR " \xc2\xb7 "

typedef struct fr_summary {
    const char *name;     /* of the column; said where it says more than the unit does: an event */
    const char *unit;     /* of the column */
    const char *shown_as; /* what people call the unit; mostly the same */
    uint32_t decimals;
    int64_t kept, whole; /* after transforms; what shares refer to */
    const fr_meta *meta;
} fr_summary;

/* The name of the column where it is an event, else "". */
const char *fr_summary_event(const fr_summary *summary);
void fr_summary_put(const fr_summary *summary, fr_output *out);

/* "6 826 samples", "1 sample", "12.3 ms". */
void fr_put_amount(fr_output *out, int64_t value, uint32_t decimals, const char *unit);
void fr_put_grouped(fr_output *out, int64_t value, uint32_t decimals);

#endif
