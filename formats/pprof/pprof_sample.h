/*
 * pprof_sample.h - one sample of a pprof, taken apart.
 *
 *     {location_id: [3, 2, 1], value: [10, 100000000], label: {key: 1, str: 2}}
 *     ids 3 2 1 (leaf first)   values 10 100000000   labels: the message {key: 1, str: 2}
 */
#ifndef FR_FORMATS_PPROF_SAMPLE_H
#define FR_FORMATS_PPROF_SAMPLE_H

#include "formats/pprof/wire.h"
#include "model/profile.h"

/* All zero at first; keeps its memory from one sample to the next. Needs no builder, so that threads may
 * parse. */
typedef struct fr_pprof_sample {
    uint64_t *ids; /* of locations, leaf first */
    size_t n_ids, ids_cap;
    int64_t values[FR_MAX_COLUMNS];
    uint32_t n_values; /* those above FR_MAX_COLUMNS are counted, not kept */
    fr_bytes *labels;  /* messages */
    size_t n_labels, labels_cap;
    fr_wire fault; /* where it is damaged */
} fr_pprof_sample;

/* Ids and values may be packed or not, and stand in several fields. False: it is damaged, and s->fault says where;
 * or memory ran out, or its ids would take more than `most` bytes, and s->fault is none. */
bool fr_pprof_sample_parse(fr_pprof_sample *s, fr_bytes message, uint64_t most);
void fr_pprof_sample_reset(fr_pprof_sample *s);

/* True where all values are 0. */
static inline bool fr_pprof_sample_is_zero(const fr_pprof_sample *s)
{
    for (uint32_t k = 0; k < s->n_values && k < FR_MAX_COLUMNS; k++)
        if (s->values[k])
            return false;
    return true;
}

/* What the values of all samples are. */
typedef struct fr_pprof_columns {
    uint32_t n;
    bool counted[FR_MAX_COLUMNS]; /* the values are numbers of samples */
    uint32_t counter;             /* the column that is "samples"; FR_MAX_COLUMNS: none */
} fr_pprof_columns;

/* How many samples a record of the profile stands for. */
static inline uint64_t fr_pprof_sample_count(const fr_pprof_columns *columns, const int64_t *values)
{
    int64_t count = columns->counter < FR_MAX_COLUMNS ? values[columns->counter] : 0;

    return count > 0 ? (uint64_t)count : 1;
}

#endif
