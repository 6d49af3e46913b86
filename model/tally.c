/* tally.c - counting a stack once for each of its names. */
#include "model/tally.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* *items, of `size` bytes by name, gets room for n names; the new ones are 0. */
static bool grow_values(fr_tally_pair **items, size_t n_before, size_t n, size_t size)
{
    fr_tally_pair *grown = realloc(*items, n * size);

    if (!grown)
        return false;
    fr_huge_pages(grown, n * size);
    memset((char *)grown + n_before * size, 0, (n - n_before) * size);
    *items = grown;
    return true;
}

static bool grow_keys(fr_tally *t, size_t n)
{
    size_t size = t->n_pairs * sizeof *t->selfs;

    if (!grow_values(&t->totals, t->n_keys, n, size + sizeof *t->totals) ||
        !grow_values(&t->selfs, t->n_keys, n, size))
        return false;
    t->n_keys = n;
    return true;
}

fr_tally *fr_tally_new(uint32_t n_columns, size_t n_names)
{
    fr_tally *t = calloc(1, sizeof *t);

    if (!t)
        return NULL;
    t->n_columns = n_columns;
    t->n_pairs = (n_columns + 1) / 2;
    t->recursive = calloc(n_columns, sizeof *t->recursive);
    t->value = calloc(t->n_pairs, sizeof *t->value);
    if (t->recursive && t->value && grow_keys(t, n_names + 1))
        return t;
    fr_tally_free(t);
    return NULL;
}

void fr_tally_free(fr_tally *t)
{
    if (!t)
        return;
    free(t->totals);
    free(t->selfs);
    free(t->names);
    free(t->value);
    free(t->recursive);
    free(t);
}

size_t fr_tally_held(const fr_tally *t)
{
    return t->n_keys * (2 * t->n_pairs + 1) * sizeof *t->totals + t->cap * sizeof *t->names;
}

static void add_values(fr_tally_pair *to, const fr_tally_pair *value, uint32_t n_pairs)
{
    for (uint32_t i = 0; i < n_pairs; i++) {
        to[i].of[0] += value[i].of[0];
        to[i].of[1] += value[i].of[1];
    }
}

static void note_recursion(fr_tally *t)
{
    for (uint32_t k = 0; k < t->n_columns; k++)
        if (t->value[k / 2].of[k % 2] > 0)
            t->recursive[k] = true;
}

/* Adds the stack told last to its names. */
static void count(fr_tally *t)
{
    uint32_t n_pairs = t->n_pairs;
    int64_t stack = ++t->n_stacks;
    const uint32_t *names = t->names;
    const fr_tally_pair *value = t->value;
    fr_tally_pair *totals = t->totals;
    bool repeats = false;

    if (t->depth)
        add_values(&t->selfs[(size_t)n_pairs * names[0]], value, n_pairs);
    for (size_t i = 0; i < t->depth; i++) {
        fr_tally_pair *total = &totals[((size_t)n_pairs + 1) * names[i]];
        if (total->of[0] == stack) {
            repeats = true;
            continue;
        }
        total->of[0] = stack;
        add_values(total + 1, value, n_pairs);
    }
    if (repeats)
        note_recursion(t);
    memset(t->value, 0, n_pairs * sizeof *t->value);
}

/* Names have room, and what they will touch is fetched; false: no memory. */
static bool prepare(fr_tally *t, const uint32_t *names, size_t n)
{
    size_t step = t->n_pairs + 1;

    for (size_t i = 0; i < n; i++) {
        if (names[i] >= t->n_keys && !grow_keys(t, (size_t)names[i] + 1))
            return false;
        __builtin_prefetch(&t->totals[step * names[i]], 1);
    }
    if (n)
        __builtin_prefetch(&t->selfs[(size_t)t->n_pairs * names[0]], 1);
    return true;
}

bool fr_tally_stack(fr_tally *t, const uint32_t *names, size_t n)
{
    uint32_t *room = fr_grow(t->names, &t->cap, n + 1, sizeof *room);

    if (!room)
        return false;
    t->names = room;
    if (!prepare(t, names, n))
        return false;
    count(t);
    if (n)
        memcpy(room, names, n * sizeof *names);
    t->depth = n;
    t->deepest = n > t->deepest ? n : t->deepest;
    return true;
}

void fr_tally_end(fr_tally *t)
{
    count(t);
    t->depth = 0;
}
