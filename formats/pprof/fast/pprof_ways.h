/*
 * pprof_ways.h - the fast ways of pprof, which are optional: each gives what reading sample by sample gives, sooner.
 *
 *     top       self and total of names, counted on all threads; no stacks
 *     picture   the same count, and stacks only as far as the picture shows them
 *
 * A way is chosen once for an input, before its samples are read. It reads all of them, or returns false and
 * has not told the builder anything; then they are read one by one.
 */
#ifndef FR_FORMATS_PPROF_WAYS_H
#define FR_FORMATS_PPROF_WAYS_H

#include "formats/pprof/pprof.h"
#include "model/build/builder_bulk.h"

/* Reads all samples, whose columns are open, in a fast way. False: no way reads these, and the builder was not told
 * anything. */
bool fr_pprof_read_fast(fr_pprof_samples *s, const fr_choice *choice);
bool fr_pprof_picture_read(fr_pprof_samples *s, size_t n_threads);

/* ---- a scan: all samples of a pprof in parts, counted by name, and for a picture kept as columns ---- */

enum { FR_PPROF_PART = 4096 }; /* samples of a part at most */

/* The sum of a column. */
typedef struct fr_pprof_sum {
    int64_t sum;
    uint64_t n_samples;
    double squares;
} fr_pprof_sum;

typedef struct fr_pprof_part {
    const char *from;    /* its first sample, in p->samples */
    uint32_t n_messages; /* samples in the message, */
    uint32_t n;          /* those with a value */
    uint64_t n_records;
    bool remarkable; /* a sample has labels or no value, which has to be noted */
    fr_pprof_sum columns[FR_MAX_COLUMNS];
    uint32_t *labels; /* root first, 0 behind each sample; kept for pictures, else NULL */
    int64_t *values;  /* by sample and column */
} fr_pprof_part;

typedef struct fr_pprof_scan {
    fr_pprof_samples *s;
    bool keeps;      /* the samples as columns */
    uint32_t judged; /* the column that pictures judge stacks by */
    fr_pprof_part *parts;
    size_t n_parts, parts_cap;
    fr_pprof_sum columns[FR_MAX_COLUMNS]; /* of all parts */
    uint64_t n_records;
    bool remarkable;
    uint32_t *label_of; /* by frame of the builder */
    /* label of a location's only frame, by id below n_lone; 0: it has other frames */
    uint32_t *lone;
    uint64_t n_lone;
    uint8_t *traits; /* fr_frame_traits() by label; NULL: no frame has one that counts */
    fr_tally *tally; /* of all parts */
} fr_pprof_scan;

/* A label is what makes two frames one in a tree, and their kind. */
enum { FR_PPROF_LABEL_KIND = 3 }; /* bits */
static inline uint32_t fr_pprof_label(uint32_t name, uint32_t kind)
{
    return name << FR_PPROF_LABEL_KIND | kind;
}
static inline uint32_t fr_pprof_label_name(uint32_t label)
{
    return label >> FR_PPROF_LABEL_KIND;
}
static inline fr_kind fr_pprof_label_kind(uint32_t label)
{
    return (fr_kind)(label & ((1u << FR_PPROF_LABEL_KIND) - 1));
}

/* Reads all samples. False: the builder has not been told anything, and they are to be read one by one. */
bool fr_pprof_scan_read(fr_pprof_scan *scan, size_t n_threads);
/* Tells the builder the records, the notes and the tally. */
void fr_pprof_scan_tell(fr_pprof_scan *scan);
void fr_pprof_scan_reset(fr_pprof_scan *scan);

#endif
