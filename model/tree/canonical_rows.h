/*
 * canonical_rows.h - the rows of values of a profile (model/labels.h) in an order that does not
 * depend on the order of its input: by canonical stack, then by label set.
 *
 *     for (uint32_t s = 0; s < c.n_stacks; s++)
 *         for (uint32_t i = rows.first[s]; i < rows.first[s + 1]; i++)
 *             rows.row[i], rows.set[i]
 *
 * Sets are ordered by their labels, labels by key, then texts before numbers. Rows without a value
 * and sets without a row are omitted; set 0 is the empty one and always there.
 */
#ifndef FR_MODEL_CANONICAL_ROWS_H
#define FR_MODEL_CANONICAL_ROWS_H

#include "model/tree/canonical.h"

typedef struct fr_canonical_rows {
    uint32_t *first;   /* by canonical stack; [n_stacks] is the end */
    uint32_t *row;     /* rows of the profile */
    uint32_t *set;     /* of each row: canonical set */
    fr_label *labels;  /* of all sets, in their order; names are ids of the profile's table */
    size_t *labels_of; /* by canonical set: its first label; [n_sets] is the end */
    uint32_t n, n_sets;
} fr_canonical_rows;

bool fr_canonical_rows_init(fr_canonical_rows *rows, const fr_canonical *c,
                            const fr_profile *profile, fr_error *err);
void fr_canonical_rows_reset(fr_canonical_rows *rows);

#endif
