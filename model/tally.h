/*
 * tally.h - self and total of names, counted while stacks come, without keeping the stacks.
 *
 *     a;b;a 3        self  total
 *     a;b   5     a  3     8        counted once on the stack where it stands twice
 *                 b  5     8
 *
 * A stack is told by how much of the one before it has too. A name on the path remembers the sum of
 * all values when it was entered; what came since is its total when it is left. So a root that many
 * stacks share is touched once.
 */
#ifndef FR_MODEL_TALLY_H
#define FR_MODEL_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A name on the path. */
typedef struct fr_tally_level {
    uint32_t name;
    bool outermost; /* the name stands nowhere above */
} fr_tally_level;

/* Columns go by twos, which are added with one instruction. */
typedef struct fr_tally_pair {
    int64_t of[2];
} fr_tally_pair;

typedef struct fr_tally {
    uint32_t n_columns, n_pairs;
    size_t n_keys;         /* names that have room */
    uint64_t *open;        /* a bit by name: it stands on the path */
    fr_tally_pair *values; /* by name: totals of the columns, then selfs */
    size_t depth, path_cap;
    fr_tally_level *path;
    fr_tally_pair *entered; /* by depth: the sums when the name was entered */
    fr_tally_pair *sum;     /* of all values so far */
    fr_tally_pair *told;    /* the sums when the last stack was told */
    size_t deepest;         /* path with a value */
    bool *recursive;        /* by column: a stack with a value holds some name twice */
} fr_tally;

/* NULL: no memory. For names below n_names, and more as they come. */
fr_tally *fr_tally_new(uint32_t n_columns, size_t n_names);
void fr_tally_free(fr_tally *tally);
size_t fr_tally_held(const fr_tally *tally);

/* The first n_same names of the stack before, and n more; false: no memory. */
bool fr_tally_stack(fr_tally *tally, size_t n_same, const uint32_t *names, size_t n);
/* A value of the stack told last. All values of a column together fit. */
static inline void fr_tally_add(fr_tally *tally, uint32_t column, int64_t value)
{
    tally->sum[column / 2].of[column % 2] += value;
}

/* Leaves the last stack: then totals and selfs are whole. */
void fr_tally_end(fr_tally *tally);

static inline int64_t fr_tally_total(const fr_tally *tally, uint32_t name, uint32_t column)
{
    return tally->values[(size_t)2 * tally->n_pairs * name + column / 2].of[column % 2];
}

static inline int64_t fr_tally_self(const fr_tally *tally, uint32_t name, uint32_t column)
{
    return fr_tally_total(tally, name, 2 * tally->n_pairs + column);
}

#endif
