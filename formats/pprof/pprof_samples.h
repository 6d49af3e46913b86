/*
 * pprof_samples.h - all samples of a pprof, one by one: the second pass, after locations have become frames.
 */
#ifndef FR_FORMATS_PPROF_SAMPLES_H
#define FR_FORMATS_PPROF_SAMPLES_H

#include "formats/pprof/pprof_path.h"
#include "formats/pprof/pprof_sample.h"

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
