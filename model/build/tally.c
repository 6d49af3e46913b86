/* tally.c - counts each stack once for each of its names. */
#include "model/build/tally.h"

#include "base/arena.h"
#include "model/profile.h"

#include <stdlib.h>
#include <string.h>

fr_tally *fr_tally_new(uint32_t n_columns, size_t n_names)
{
    fr_tally *t = calloc(1, sizeof *t);

    if (!t)
        return NULL;
    t->n_columns = n_columns;
    t->n_pairs = (n_columns + 1) / 2;
    t->n_keys = n_names;
    t->recursive = calloc(n_columns + 1, sizeof *t->recursive);
    t->seen = fr_take_array(n_names + 1, sizeof *t->seen, true);
    t->totals = fr_take_array(n_names * t->n_pairs + 1, sizeof *t->totals, true);
    t->selfs = fr_take_array(n_names * t->n_pairs + 1, sizeof *t->selfs, true);
    if (t->recursive && t->seen && t->totals && t->selfs)
        return t;
    fr_tally_free(t);
    return NULL;
}

void fr_tally_free(fr_tally *t)
{
    if (!t)
        return;
    free(t->seen);
    free(t->totals);
    free(t->selfs);
    free(t->recursive);
    free(t);
}

size_t fr_tally_bytes(uint32_t n_columns, size_t n_names)
{
    return n_names * (sizeof(uint32_t) + (n_columns + 1) / 2 * 2 * sizeof(fr_tally_pair));
}

static inline void add_pairs(fr_tally_pair *to, const fr_tally_pair *value, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        to[i].of[0] += value[i].of[0];
        to[i].of[1] += value[i].of[1];
    }
}

/* Each name once; returns how many came again. */
static inline size_t count_names(fr_tally *t, const uint32_t *names, size_t n,
                                 const fr_tally_pair *value, size_t n_pairs)
{
    uint32_t stack, *seen = t->seen;
    fr_tally_pair *totals = t->totals;
    size_t n_again = 0;

    if (t->stack == UINT32_MAX) {
        memset(seen, 0, t->n_keys * sizeof *seen);
        t->stack = 0;
    }
    stack = ++t->stack; /* the number of this stack */
    for (size_t i = 0; i < n; i++) {
        uint32_t name = names[i];
        if (seen[name] == stack) {
            n_again++;
            continue;
        }
        seen[name] = stack;
        add_pairs(&totals[n_pairs * name], value, n_pairs);
    }
    return n_again;
}

static void add_own(fr_tally *t, uint32_t name, size_t n, const fr_tally_pair *value)
{
    add_pairs(&t->selfs[(size_t)t->n_pairs * name], value, t->n_pairs);
    t->deepest = n > t->deepest ? n : t->deepest;
}

/* Fills whole pairs. */
static void pair_up(const fr_tally *t, const int64_t *values, fr_tally_pair *value)
{
    value[t->n_pairs - 1].of[1] = 0;
    memcpy(value, values, t->n_columns * sizeof *values);
}

void fr_tally_count(fr_tally *t, const uint32_t *names, size_t n, const int64_t *values)
{
    fr_tally_pair value[FR_MAX_COLUMNS / 2 + 1];
    size_t n_again;

    pair_up(t, values, value);
    /* Most time of a large profile is spent here; most have one column or two. */
    n_again = t->n_pairs == 1 ? count_names(t, names, n, value, 1)
                              : count_names(t, names, n, value, t->n_pairs);
    if (n_again) {
        for (uint32_t k = 0; k < t->n_columns; k++)
            if (values[k] > 0)
                t->recursive[k] = true;
    }
    add_own(t, names[n - 1], n, value);
}

void fr_tally_own(fr_tally *t, uint32_t name, size_t n, const int64_t *values)
{
    fr_tally_pair value[FR_MAX_COLUMNS / 2 + 1];

    pair_up(t, values, value);
    add_own(t, name, n, value);
}

void fr_tally_join(fr_tally *to, const fr_tally *from)
{
    add_pairs(to->totals, from->totals, from->n_keys * from->n_pairs);
    add_pairs(to->selfs, from->selfs, from->n_keys * from->n_pairs);
    for (uint32_t k = 0; k < to->n_columns; k++)
        to->recursive[k] |= from->recursive[k];
    to->deepest = from->deepest > to->deepest ? from->deepest : to->deepest;
    for (uint32_t depth = 0; depth < FR_STACK_DEPTHS; depth++)
        to->sums.by_depth[depth] += from->sums.by_depth[depth];
    to->sums.no_stack += from->sums.no_stack;
    to->sums.unknown_kernel += from->sums.unknown_kernel;
    to->sums.unknown_compiled += from->sums.unknown_compiled;
    to->sums.area += from->sums.area;
    to->sums.unknown_area += from->sums.unknown_area;
    to->sums.n_samples += from->sums.n_samples;
}

/* ---- sums of integers, the same however samples are parted ---- */

/*
 * What is known of the stacks of many samples together, which model/report/quality.h judges
 * them by, in values of one column.
 *
 *     main;run;copy 2     by_depth[3] 2   area 3 * 2 + 2 * 5
 *     main;[libc]   5     by_depth[2] 5   unknown_area 1 * 5
 */
void fr_stack_sums_add(fr_stack_sums *sums, const fr_stack_traits *stack, int64_t value)
{
    if (stack->frames == 0) {
        sums->no_stack += value;
        return;
    }
    sums->by_depth[stack->frames] += value;
    sums->area += (fr_u128)value * stack->frames;
    sums->unknown_area += (fr_u128)value * stack->unknown;
    sums->unknown_kernel += stack->unknown_kernel ? value : 0;
    sums->unknown_compiled += stack->unknown_compiled ? value : 0;
}

int64_t fr_tally_total(const fr_tally *tally, uint32_t name, uint32_t column)
{
    return tally->totals[(size_t)tally->n_pairs * name + column / 2].of[column % 2];
}

int64_t fr_tally_self(const fr_tally *tally, uint32_t name, uint32_t column)
{
    return tally->selfs[(size_t)tally->n_pairs * name + column / 2].of[column % 2];
}
