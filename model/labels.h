/*
 * labels.h - what samples say beside their stack: pprof's labels, and values by (stack, label set).
 *
 *     labels  {handler = "/tree"}  {bytes = 4096 bytes, bytes = 64 bytes}      set 0 is empty
 *
 *     row  stack       set  sum[0]        stack       sum[0]
 *     1    main;alloc  1    30            main;alloc  42
 *     2    main;alloc  2    12
 *
 * Most profiles have no labels, and code that draws or counts stacks needs none. So the columns of a profile
 * stay by stack, and hold the sum of all rows of the stack: trees, tables and diffs know nothing of labels. Only
 * a profile with labels has rows: one for each distinct (stack, set) with a value, set 0 included. Memory grows
 * with distinct rows, and not with samples or files. Code that maps or picks values (transforms, selections,
 * merging, writers) walks fr_n_rows(). Without labels, rows are the stacks, so one loop serves both.
 *
 *     for (uint32_t r = 0; r < fr_n_rows(profile); r++) {
 *         fr_row row = fr_row_at(profile, r);
 *         sum = fr_column_sum(fr_row_column(profile, k), r);
 */
#ifndef FR_MODEL_LABELS_H
#define FR_MODEL_LABELS_H

#include "base/output.h"
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

/* The id of the set of `n` labels; a new set is added. Sorts the labels. UINT32_MAX when memory ran out. */
uint32_t fr_label_sets_add(fr_label_sets *sets, fr_label *labels, size_t n);
void fr_label_sets_reset(fr_label_sets *sets);

/* Returns how many sets there are, the empty one included. */
uint32_t fr_label_sets_count(const fr_label_sets *sets);

/* The labels of a set; *n of them. */
const fr_label *fr_label_set(const fr_label_sets *sets, uint32_t set, size_t *n);

int fr_label_order(const void *a, const void *b); /* Order by ids, for labels of one name table. */

/* ---- labels as people read them: /tree, 4096 bytes, 12 ---- */

/* A label without its key. A number has its unit, exact; the key stands for it where it is one:
 * bytes, but not alignment. */
void fr_put_label(fr_output *out, const fr_profile *profile, const fr_label *label);
/* Writes what a set says of a key, "a,b" where it has several labels of it, texts first, each in order. False
 * where it has none. */
bool fr_put_labels_of(fr_output *out, const fr_profile *profile, uint32_t set, fr_bytes key);
/* The unit of a numeric label: the one it says, else bytes for "alignment" and "request", else its
 * key (as pprof has it). */
fr_bytes fr_label_unit(const fr_profile *profile, const fr_label *label);
/* "handler, tenant, worker": the keys of all labels, by their bytes; cut to `room`. */
void fr_label_keys(const fr_profile *profile, char *to, size_t room);

#endif
