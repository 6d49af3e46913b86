/* tally.c - counting a stack once for each of its names. */
#include "model/build/tally.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* Of `size` bytes by name; the new ones are 0. NULL: no memory. */
static void *grow_items(void *items, size_t n_before, size_t n, size_t size)
{
    char *grown = items ? realloc(items, n * size) : calloc(n, size);

    if (!grown)
        return NULL;
    fr_huge_pages(grown, n * size);
    if (items) /* else fresh pages, which are 0 until they are wanted */
        memset(grown + n_before * size, 0, (n - n_before) * size);
    return grown;
}

static bool grow_pairs(fr_tally_pair **pairs, size_t n_before, size_t n, size_t n_pairs)
{
    fr_tally_pair *grown = grow_items(*pairs, n_before, n, n_pairs * sizeof *grown);

    *pairs = grown ? grown : *pairs;
    return grown != NULL;
}

static bool grow_keys(fr_tally *t, size_t n)
{
    uint32_t *seen = grow_items(t->seen, t->n_keys, n, sizeof *seen);

    t->seen = seen ? seen : t->seen;
    if (!seen || !grow_pairs(&t->totals, t->n_keys, n, t->n_pairs) ||
        !grow_pairs(&t->selfs, t->n_keys, n, t->n_pairs))
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
    free(t->seen);
    free(t->totals);
    free(t->selfs);
    free(t->names);
    free(t->value);
    free(t->recursive);
    free(t);
}

size_t fr_tally_held(const fr_tally *t)
{
    return t->n_keys * (2 * t->n_pairs * sizeof *t->totals + sizeof *t->seen) +
           t->cap * sizeof *t->names;
}

bool fr_tally_reserve(fr_tally *t, size_t n_names)
{
    return n_names < t->n_keys || grow_keys(t, n_names + 1);
}

void fr_tally_clear(fr_tally *t)
{
    size_t size = t->n_keys * t->n_pairs * sizeof *t->totals;

    memset(t->seen, 0, t->n_keys * sizeof *t->seen);
    memset(t->totals, 0, size);
    memset(t->selfs, 0, size);
    memset(t->recursive, 0, t->n_columns * sizeof *t->recursive);
    t->stack = 0;
    t->deepest = 0;
}

static void note_recursion(fr_tally *t, const fr_tally_pair *value)
{
    for (uint32_t k = 0; k < t->n_columns; k++)
        if (value[k / 2].of[k % 2] > 0)
            t->recursive[k] = true;
}

static inline void add_pairs(fr_tally_pair *to, const fr_tally_pair *value, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        to[i].of[0] += value[i].of[0];
        to[i].of[1] += value[i].of[1];
    }
}

/* The number of the next stack. */
static uint32_t number_stack(fr_tally *t)
{
    if (t->stack == UINT32_MAX) {
        memset(t->seen, 0, t->n_keys * sizeof *t->seen);
        t->stack = 0;
    }
    return ++t->stack;
}

/* Each name once; returns how many came again. */
static inline size_t count_names(fr_tally *t, const uint32_t *names, size_t n,
                                 const fr_tally_pair *value, size_t n_pairs)
{
    uint32_t stack = number_stack(t), *seen = t->seen;
    fr_tally_pair *totals = t->totals;
    size_t n_again = 0;

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

void fr_tally_count(fr_tally *t, const uint32_t *names, size_t n, const fr_tally_pair *value)
{
    /* Nearly all time of a large profile is spent here; most have one column or two. */
    size_t n_again = t->n_pairs == 1 ? count_names(t, names, n, value, 1)
                                     : count_names(t, names, n, value, t->n_pairs);

    if (n_again)
        note_recursion(t, value);
    if (n)
        add_pairs(&t->selfs[(size_t)t->n_pairs * names[0]], value, t->n_pairs);
    t->deepest = n > t->deepest ? n : t->deepest;
}

/* ---- one after another ---- */

static void count_last(fr_tally *t)
{
    fr_tally_count(t, t->names, t->depth, t->value);
    memset(t->value, 0, t->n_pairs * sizeof *t->value);
    t->depth = 0;
}

bool fr_tally_stack(fr_tally *t, const uint32_t *names, size_t n)
{
    uint32_t *room;

    count_last(t);
    room = fr_grow(t->names, &t->cap, n + 1, sizeof *room);
    if (!room)
        return false;
    t->names = room;
    for (size_t i = 0; i < n; i++)
        if (names[i] >= t->n_keys && !grow_keys(t, (size_t)names[i] + 1))
            return false;
    if (n)
        memcpy(room, names, n * sizeof *names);
    t->depth = n;
    return true;
}

void fr_tally_end(fr_tally *t)
{
    count_last(t);
}

bool fr_tally_join(fr_tally *to, const fr_tally *from)
{
    if (from->n_keys > to->n_keys && !grow_keys(to, from->n_keys))
        return false;
    add_pairs(to->totals, from->totals, from->n_keys * from->n_pairs);
    add_pairs(to->selfs, from->selfs, from->n_keys * from->n_pairs);
    for (uint32_t k = 0; k < to->n_columns; k++)
        to->recursive[k] |= from->recursive[k];
    to->deepest = from->deepest > to->deepest ? from->deepest : to->deepest;
    return true;
}
