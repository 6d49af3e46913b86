/*
 * tally.h - self and total of names, counted while stacks come, without keeping the stacks.
 *
 *     a;b;a 3        self  total
 *     a;b   5     a  3     8        counted once on the stack where it stands twice
 *                 b  5     8
 *
 * Names remember which stack counted them last.
 */
#ifndef FR_MODEL_TALLY_H
#define FR_MODEL_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Columns go by twos, which are added with one instruction. */
typedef struct fr_tally_pair {
    int64_t of[2];
} fr_tally_pair;

typedef struct fr_tally {
    uint32_t n_columns, n_pairs;
    size_t n_keys;                 /* names that have room */
    uint32_t *seen;                /* by name: the stack that counted it last; 0: none */
    fr_tally_pair *totals, *selfs; /* by name: the columns */
    uint32_t stack;                /* counted last */
    size_t deepest;                /* stack */
    bool *recursive;               /* by column: a stack with a value holds some name twice */
    /* The stack told last, whose values are still coming. */
    uint32_t *names;
    size_t depth, cap;
    fr_tally_pair *value;
} fr_tally;

/* NULL: no memory. For names below n_names, and more as they come. */
fr_tally *fr_tally_new(uint32_t n_columns, size_t n_names);
void fr_tally_free(fr_tally *tally);
size_t fr_tally_held(const fr_tally *tally);
/* Names below n_names have room; false: no memory. */
bool fr_tally_reserve(fr_tally *tally, size_t n_names);
/* Nothing is counted. */
void fr_tally_clear(fr_tally *tally);

/* A stack of which this is the innermost name will soon be counted: where its self is kept, which is met once a
 * stack and hardly ever near the processor, is fetched meanwhile. */
static inline void fr_tally_expect(const fr_tally *tally, uint32_t name)
{
    __builtin_prefetch(&tally->selfs[(size_t)tally->n_pairs * name], 1);
}

/* Counts a stack of n names below n_keys, the innermost first, with its values; those of columns that
 * there are not are 0. All values of a column together fit. */
void fr_tally_count(fr_tally *tally, const uint32_t *names, size_t n, const fr_tally_pair *value);

/* The same of a stack whose values come one by one; false: no memory. */
bool fr_tally_stack(fr_tally *tally, const uint32_t *names, size_t n);
/* A value of the stack told last. */
static inline void fr_tally_add(fr_tally *tally, uint32_t column, int64_t value)
{
    tally->value[column / 2].of[column % 2] += value;
}

/* Counts the last stack: then totals and selfs are whole. */
void fr_tally_end(fr_tally *tally);
/* Adds what another of the same columns has, which has ended; false: no memory. */
bool fr_tally_join(fr_tally *to, const fr_tally *from);

static inline int64_t fr_tally_total(const fr_tally *tally, uint32_t name, uint32_t column)
{
    return tally->totals[(size_t)tally->n_pairs * name + column / 2].of[column % 2];
}

static inline int64_t fr_tally_self(const fr_tally *tally, uint32_t name, uint32_t column)
{
    return tally->selfs[(size_t)tally->n_pairs * name + column / 2].of[column % 2];
}

#endif
