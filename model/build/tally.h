/*
 * tally.h - self and total of names, counted sample by sample without making stacks of the samples.
 *
 *     a;b;a 3        self  total
 *     a;b   5     a  3     8        counted once on the stack where it stands twice
 *                 b  5     8
 *
 * Names remember which stack counted them last.
 */
#ifndef FR_MODEL_TALLY_H
#define FR_MODEL_TALLY_H

#include "base/number.h"

/* ---- what is known of the stacks of many samples together, which model/report/quality.h judges them by ---- */

#define FR_STACK_DEPTHS 4096 /* deeper stacks count as this deep */

typedef struct fr_stack_sums {
    int64_t by_depth[FR_STACK_DEPTHS]; /* value by number of frames; without `no_stack` */
    int64_t no_stack;                  /* value of samples whose stack is missing */
    /* Value of stacks with a frame of that kind that has no name */
    int64_t unknown_kernel, unknown_compiled;
    /* Sums of frames times value: of all frames, of those without a name */
    fr_u128 area, unknown_area;
    uint64_t n_samples;
} fr_stack_sums;

/* A stack, or several alike. */
typedef struct fr_stack_traits {
    uint32_t frames : 12, unknown : 12; /* 0 frames: there is no stack */
    uint32_t unknown_kernel : 1, unknown_compiled : 1;
    /* For model/report/quality.c alone: frames outside the kernel, how the stack begins */
    uint32_t user : 2, begins : 3;
} fr_stack_traits;

_Static_assert(FR_STACK_DEPTHS == 1 << 12, "12 bits count the frames");

/* Values of 0 add nothing. */
void fr_stack_sums_add(fr_stack_sums *sums, const fr_stack_traits *stack, int64_t value);

/* Values of two columns, which one instruction adds. */
typedef struct fr_tally_pair {
    int64_t of[2];
} fr_tally_pair;

typedef struct fr_tally {
    uint32_t n_columns, n_pairs;
    size_t n_keys;                 /* names that there is room for */
    uint32_t *seen;                /* by name: the stack that counted it last; 0: none */
    fr_tally_pair *totals, *selfs; /* by name: the columns */
    uint32_t stack;                /* the number of the stack that was counted last */
    size_t deepest;                /* frames of the deepest stack */
    bool *recursive;               /* by column: a stack with a value holds some name twice */
    fr_stack_sums sums; /* of the column that pictures judge stacks by; 0 where none does */
} fr_tally;

/* For names below n_names; NULL: no memory. */
fr_tally *fr_tally_new(uint32_t n_columns, size_t n_names);
void fr_tally_free(fr_tally *tally);
size_t fr_tally_bytes(uint32_t n_columns, size_t n_names); /* The bytes that such a tally takes. */

/* Counts a stack of n > 0 names below n_names, the outermost first, with a value for each column. All values of
 * a column together must fit. */
void fr_tally_count(fr_tally *tally, const uint32_t *names, size_t n, const int64_t *values);
/* Counts a stack of n frames whose totals nobody asks for: its innermost name alone. */
void fr_tally_own(fr_tally *tally, uint32_t name, size_t n, const int64_t *values);
/* Adds what another tally of the same names and columns has counted. */
void fr_tally_join(fr_tally *to, const fr_tally *from);

int64_t fr_tally_total(const fr_tally *tally, uint32_t name, uint32_t column);

int64_t fr_tally_self(const fr_tally *tally, uint32_t name, uint32_t column);

#endif
