/*
 * canonical.h - the one order of a profile's stacks and frames that does not depend on the order of its input.
 *
 * Stacks without a value at or below them and frames without a stack are omitted; stacks stand in
 * pre-order, siblings by frame; frames by name, then by their other fields.
 */
#ifndef FR_MODEL_CANONICAL_H
#define FR_MODEL_CANONICAL_H

#include "model/profile.h"

typedef struct fr_canonical {
    uint32_t n_frames, n_stacks; /* stacks: the empty one (0) included */
    uint32_t *frame;             /* ids in the profile, in canonical order */
    uint32_t *stack;             /* the same of stacks; owns the next two */
    uint32_t *parent;            /* by canonical stack: canonical stack */
    uint32_t *frame_of;          /* by canonical stack: canonical frame; [0] is unused */
} fr_canonical;

bool fr_canonical_init(fr_canonical *c, const fr_profile *profile, fr_error *err);
/* Frees stack, parent and frame_of, once they are needed no more. */
void fr_canonical_release_stacks(fr_canonical *c);
void fr_canonical_reset(fr_canonical *c);

/* Returns each stack's canonical number; 0: the stack is omitted. To be freed; NULL: memory ran out. */
uint32_t *fr_canonical_numbers(const fr_profile *profile, fr_error *err);
/* Returns true if a sample with a value has a stack that is omitted: values have labels as frames, and samples have
 * none. */
bool fr_canonical_lacks_samples(const fr_profile *profile, const uint32_t *number);

/*
 * The rows of values of a profile (model/labels.h) in an order that does not
 * depend on the order of its input: by canonical stack, then by label set.
 *
 *     for (uint32_t s = 0; s < c.n_stacks; s++)
 *         for (uint32_t i = rows.first[s]; i < rows.first[s + 1]; i++)
 *             rows.row[i], rows.set[i]
 *
 * Sets are ordered by their labels, labels by key, then texts before numbers. Rows without a value
 * and sets without a row are omitted; set 0 is the empty one and always there.
 */

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

/*
 * The order of names: rank[id] is the place of a name among all names in byte order.
 */

/* fr_names_count() ranks, malloc'ed; NULL when memory ran out. */
uint32_t *fr_ranks_new(const fr_names *names);
/* Ranks only the names of frames; others, which may be many more, have none. */
uint32_t *fr_ranks_of_frames(const fr_profile *profile);

#endif
