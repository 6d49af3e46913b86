/*
 * pprof_ahead.h - samples whose stacks need not be kept: noted while the message is indexed, when it may
 * still be inflated, and read on several threads when all names are known.
 *
 * Only what is plain is noted. As soon as a sample is not (ids that are not packed, a difference, damage),
 * all of them are void: then they are to be read one by one, which tells what is wrong with which.
 */
#ifndef FR_FORMATS_PPROF_AHEAD_H
#define FR_FORMATS_PPROF_AHEAD_H

#include "formats/pprof/pprof_path.h"

typedef struct fr_pprof_ahead fr_pprof_ahead;

/* What the values of all samples are. */
typedef struct fr_pprof_columns {
    uint32_t n;
    bool counted[FR_MAX_COLUMNS]; /* the values are numbers of samples */
    uint32_t counter;             /* the column that is "samples"; FR_MAX_COLUMNS: none */
} fr_pprof_columns;

/* How many samples a record of the profile stands for. */
static inline uint64_t fr_pprof_sample_count(const fr_pprof_columns *columns, const int64_t *values)
{
    int64_t told = columns->counter < FR_MAX_COLUMNS ? values[columns->counter] : 0;

    return told > 0 ? (uint64_t)told : 1;
}

/* NULL where memory ran out, which is fine: then samples are read one by one. */
fr_pprof_ahead *fr_pprof_ahead_new(void);
void fr_pprof_ahead_free(fr_pprof_ahead *ahead);
/* Nothing is noted. */
void fr_pprof_ahead_restart(fr_pprof_ahead *ahead);

/* Notes a sample, the next in p->all. */
void fr_pprof_ahead_note(fr_pprof *p, fr_bytes message);
/* For those who tell the builder of the samples themselves: what was noted. */
typedef struct fr_pprof_noted {
    size_t n, n_parts;
    uint32_t n_columns;
    uint64_t n_frameless;  /* samples without locations */
    const int64_t *values; /* by sample and column */
    const int64_t *sums;   /* by column */
    const int64_t *factor; /* by column: of the first one in every sample; NULL: samples differ */
} fr_pprof_noted;

enum { FR_PPROF_PART = 4096 }; /* samples of each part but the last */

/* False where they are void. */
bool fr_pprof_ahead_noted(const fr_pprof_ahead *ahead, fr_pprof_noted *noted);
/* The ids of the samples of a part; returns how many there are. */
size_t fr_pprof_ahead_part(const fr_pprof *p, size_t part, fr_bytes ids[FR_PPROF_PART]);
/* Tells the builder how many records there are, and what is to be said of them. */
void fr_pprof_ahead_say(fr_pprof *p, const fr_pprof_columns *columns);
/* How many samples had labels that were left out. */
uint64_t fr_pprof_ahead_unlabelled(const fr_pprof_ahead *ahead);

#endif
