/*
 * labels.h - what samples say beside their stack: pprof's labels, and values by (stack, label set).
 *
 *     labels  {handler = "/tree"}  {bytes = 4096 bytes, bytes = 64 bytes}      set 0 is empty
 *
 *     row  stack       set  sum[0]        stack       sum[0]
 *     1    main;alloc  1    30            main;alloc  42
 *     2    main;alloc  2    12
 *
 * Why so: most profiles have no labels, and nothing that draws or counts stacks asks for them. So a
 * profile's columns stay by stack, always the sum of all its rows, and trees, tables and diffs know
 * nothing of labels. Rows are there only where a profile has labels: one for each distinct (stack,
 * set) with a value, set 0 included. Memory follows distinct rows, not samples or files. What maps
 * or picks values (transforms, selections, merging, writers) walks fr_n_rows(), which are the
 * stacks themselves where there are no labels: one loop serves both.
 *
 *     for (uint32_t r = 0; r < fr_n_rows(profile); r++) {
 *         fr_row row = fr_row_at(profile, r);
 *         sum = fr_column_sum(fr_row_column(profile, k), r);
 */
#ifndef FR_MODEL_LABELS_H
#define FR_MODEL_LABELS_H

#include "base/slots.h"

#define FR_NO_LABELS UINT32_C(0) /* the empty set */

/* A label: key = text, or key = number with a unit. Names are ids of the profile's table. A sample
 * may have several of one key. The struct has no padding: it is hashed and compared as bytes. */
typedef struct fr_label {
    int64_t number;
    uint32_t key, unit;
    uint32_t text;    /* may be 0, the empty text */
    uint32_t is_text; /* 0: the number counts, 1: the text */
} fr_label;

/* Distinct sets of labels, each in the order of fr_label_order(). All zero: only the empty one. */
typedef struct fr_label_sets {
    fr_label *labels; /* of all sets, one after another */
    size_t n_labels, labels_cap;
    size_t *first; /* by set: its first label; first[n] is the end */
    uint32_t n;    /* 0: only the empty set */
    size_t first_cap;
    fr_slots slots;
} fr_label_sets;

/* The set of `n` labels in any order, which get sorted; added if it is new. UINT32_MAX when memory
 * ran out. */
uint32_t fr_label_sets_add(fr_label_sets *sets, fr_label *labels, size_t n);
size_t fr_label_sets_held(const fr_label_sets *sets);
void fr_label_sets_reset(fr_label_sets *sets);

/* Sets there are, the empty one included. */
static inline uint32_t fr_label_sets_count(const fr_label_sets *sets)
{
    return sets->n ? sets->n : 1;
}

/* The labels of a set; *n of them. */
static inline const fr_label *fr_label_set(const fr_label_sets *sets, uint32_t set, size_t *n)
{
    *n = set ? sets->first[set + 1] - sets->first[set] : 0;
    return set ? sets->labels + sets->first[set] : sets->labels;
}

/* Order by ids: of use within one name table only. */
int fr_label_order(const void *a, const void *b);

#endif
