/*
 * summary.h - what was measured, in a line that pictures and tables share:
 *
 *     4 253 of 6 826 samples of cpu-clock in 68.9 s of recording · focus 'foo'
 *     16.2 s of CPU time in 21.0 s of recording · 78 586 samples
 */
#ifndef FR_MODEL_SUMMARY_H
#define FR_MODEL_SUMMARY_H

#include "base/sentence.h"
#include "model/profile.h"

typedef struct fr_summary {
    const char *name;     /* of the column: its event or sample type */
    const char *unit;     /* of the column */
    const char *shown_as; /* what people call the unit; mostly the same */
    uint32_t decimals;
    int64_t kept, whole; /* after transforms; what shares refer to */
    const fr_meta *meta;
} fr_summary;

/* Writes how much of what was measured, and in how long. */
void fr_summary_put_amounts(const fr_summary *summary, fr_output *out);
/* Writes what was done to it: " · focus 'foo' · recursion folded". */
void fr_summary_put_steps(const fr_summary *summary, fr_output *out);
/* Writes both, and what shares are of where that is not the whole: the second line of a report. */
void fr_summary_put(const fr_summary *summary, fr_output *out);

/* "6 826 samples", "1 sample", "12.3 ms". */
void fr_put_amount(fr_output *out, int64_t value, uint32_t decimals, const char *unit);

#endif
