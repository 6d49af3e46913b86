/*
 * pprof_samples.h - all samples of a pprof, one by one: the second pass, after locations have become frames.
 */
#ifndef FR_FORMATS_PPROF_PPROF_SAMPLES_H
#define FR_FORMATS_PPROF_PPROF_SAMPLES_H

#include "formats/frame_run.h"
#include "formats/pprof/pprof_tables.h"
#include "formats/pprof/wire.h"
#include "model/profile.h"

/*
 * From the location ids of a sample to its stack. Samples often share their root side with
 * the sample before: what they share is not looked up again.
 *
 *     before   [7 4 3 2 1]   leaf first, as pprof has them
 *     now        [9 3 2 1]   3 2 1 are the same stack; 9 is looked up
 */

/* All zero at first. */
typedef struct fr_pprof_path {
    fr_list ids;  /* uint64_t: of the sample pushed last, leaf first */
    fr_list ends; /* fr_run_end: by id of that sample, root first: the stack up to its frames */
    fr_frame_runs runs;
} fr_pprof_path;

/*
 * One sample of a pprof, taken apart.
 *
 *     {location_id: [3, 2, 1], value: [10, 100000000], label: {key: 1, str: 2}}
 *     ids 3 2 1 (leaf first)   values 10 100000000   labels: the message {key: 1, str: 2}
 */

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

/* The columns of the values of all samples. */
typedef struct fr_pprof_columns {
    uint32_t n;
    bool counted[FR_MAX_COLUMNS]; /* the values are numbers of samples */
    uint32_t counter;             /* the column that is "samples"; FR_MAX_COLUMNS: none */
} fr_pprof_columns;

/* Returns how many samples a record of the profile stands for. */
static inline uint64_t fr_pprof_sample_count(const fr_pprof_columns *columns, const int64_t *values)
{
    int64_t count = columns->counter < FR_MAX_COLUMNS ? values[columns->counter] : 0;

    return count > 0 ? (uint64_t)count : 1;
}

/* All zero but p at first. */
typedef struct fr_pprof_samples {
    fr_pprof *p;
    fr_pprof_columns columns;
    fr_pprof_path path;
    fr_pprof_sample sample;
    fr_list labels;        /* fr_label: of a sample */
    uint64_t n_unlabelled; /* samples whose labels are omitted, as asked for */
} fr_pprof_samples;

/* The columns of the builder; false after a failure, which is the builder's. */
bool fr_pprof_samples_open(fr_pprof_samples *s);
/* Tells the builder all samples. `counted`: stacks and values are in the builder, and what is left are the
 * records and the notes. */
void fr_pprof_samples_read(fr_pprof_samples *s, bool counted);
/* True where they are for a picture alone: none of their frames is dropped, and they have no two sides, which
 * would be drawn as a differential. */
bool fr_pprof_samples_are_drawn(const fr_pprof_samples *s);
void fr_pprof_samples_reset(fr_pprof_samples *s);

#endif
