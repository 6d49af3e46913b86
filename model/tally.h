/*
 * tally.h - self and total of names, counted while stacks come, without keeping the stacks.
 *
 *     a;b;a 3        self  total
 *     a;b   5     a  3     8        counted once on the stack where it stands twice
 *                 b  5     8
 *
 * A stack is told by how much of the one before it has too. Values wait where they were met and are
 * added to what stands above when it is left, so a root that many stacks share is touched once.
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

typedef struct fr_tally {
    uint32_t n_columns;
    size_t n_keys;   /* names that have room */
    uint64_t *open;  /* a bit by name: it stands on the path */
    int64_t *values; /* by name: totals of the columns, then selfs */
    size_t depth, path_cap;
    fr_tally_level *path;
    int64_t *waiting; /* by depth and column: of the stacks that end here or below */
    int64_t *own;     /* by column: of the stack told last */
    size_t deepest;   /* path with a value */
    bool *recursive;  /* by column: a stack with a value holds some name twice */
} fr_tally;

/* NULL: no memory. For names below n_names, and more as they come. */
fr_tally *fr_tally_new(uint32_t n_columns, size_t n_names);
void fr_tally_free(fr_tally *tally);
size_t fr_tally_held(const fr_tally *tally);

/* The first n_same names of the stack before, and n more; false: no memory. */
bool fr_tally_stack(fr_tally *tally, size_t n_same, const uint32_t *names, size_t n);
/* A value of the stack told last. All values of a column together fit. */
void fr_tally_add(fr_tally *tally, uint32_t column, int64_t value);
/* Adds what waits: then totals and selfs are whole. */
void fr_tally_end(fr_tally *tally);

static inline const int64_t *fr_tally_totals(const fr_tally *tally, size_t name)
{
    return tally->values + 2 * tally->n_columns * name;
}

static inline const int64_t *fr_tally_selfs(const fr_tally *tally, size_t name)
{
    return fr_tally_totals(tally, name) + tally->n_columns;
}

#endif
