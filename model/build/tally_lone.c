/* tally_lone.c - counting a stack once for each of its names, in one column. */
#include "model/build/tally_lone.h"

#include <stdlib.h>

fr_tally_lone *fr_tally_lone_new(size_t n_keys)
{
    fr_tally_lone *t = calloc(1, sizeof *t);

    if (!t)
        return NULL;
    t->n_keys = n_keys;
    t->last = calloc(n_keys, sizeof *t->last);
    t->self = calloc(n_keys, sizeof *t->self);
    t->carry = calloc(n_keys, sizeof *t->carry);
    if (t->last && t->self && t->carry)
        return t;
    fr_tally_lone_free(t);
    return NULL;
}

void fr_tally_lone_free(fr_tally_lone *t)
{
    if (!t)
        return;
    free(t->last);
    free(t->self);
    free(t->carry);
    free(t);
}

/* The number of the next stack. */
static uint32_t number_stack(fr_tally_lone *t)
{
    if (t->stack == UINT32_MAX) {
        for (size_t i = 0; i < t->n_keys; i++)
            t->last[i] &= UINT32_MAX;
        t->stack = 0;
    }
    return ++t->stack;
}

void fr_tally_lone_count(fr_tally_lone *t, const uint32_t *names, size_t n, uint64_t value)
{
    uint64_t stack = (uint64_t)number_stack(t) << 32, *last = t->last;
    uint32_t low = (uint32_t)value, high = (uint32_t)(value >> 32);
    size_t n_again = 0;

    for (size_t i = 0; i < n; i++) {
        uint64_t before = last[names[i]];
        uint32_t sum = (uint32_t)before + low;
        if ((before ^ stack) >> 32 == 0) {
            n_again++;
            continue;
        }
        last[names[i]] = stack | sum;
        if (high || sum < low)
            t->carry[names[i]] += high + (sum < low);
    }
    t->recursive |= n_again > 0;
    t->self[names[0]] += value;
    t->deepest = n > t->deepest ? n : t->deepest;
}

static void add(fr_tally_pair *to, uint64_t sum, const int64_t *factor, uint32_t n_columns)
{
    for (uint32_t k = 0; k < n_columns; k++)
        to[k / 2].of[k % 2] += (int64_t)sum * factor[k];
}

void fr_tally_lone_join(fr_tally *to, const fr_tally_lone *from, const int64_t *factor)
{
    for (size_t i = 0; i < from->n_keys; i++) {
        uint64_t total = (uint64_t)from->carry[i] << 32 | (from->last[i] & UINT32_MAX);
        if (total)
            add(&to->totals[to->n_pairs * i], total, factor, to->n_columns);
        if (from->self[i])
            add(&to->selfs[to->n_pairs * i], from->self[i], factor, to->n_columns);
    }
    for (uint32_t k = 0; k < to->n_columns; k++)
        to->recursive[k] |= from->recursive && factor[k] > 0;
    to->deepest = from->deepest > to->deepest ? from->deepest : to->deepest;
}
