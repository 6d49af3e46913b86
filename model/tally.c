/* tally.c - the path of the stack told last, and what waits on it. */
#include "model/tally.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

#define WORD_BITS 64

/* Names have room for `n`; the new ones are 0. */
static bool grow_keys(fr_tally *t, size_t n)
{
    size_t size = 2 * t->n_columns * sizeof *t->values;
    size_t n_words = t->n_keys / WORD_BITS, more = n / WORD_BITS + 1 - n_words;
    uint64_t *open;
    int64_t *values;

    n = (n_words + more) * WORD_BITS;
    open = realloc(t->open, (n_words + more) * sizeof *open);
    t->open = open ? open : t->open;
    values = open ? realloc(t->values, n * size) : NULL;
    t->values = values ? values : t->values;
    if (!values)
        return false;
    fr_huge_pages(values, n * size);
    memset(open + n_words, 0, more * sizeof *open);
    memset(values + 2 * t->n_columns * t->n_keys, 0, (n - t->n_keys) * size);
    t->n_keys = n;
    return true;
}

static bool grow_path(fr_tally *t, size_t n)
{
    size_t cap = t->path_cap, size = t->n_columns * sizeof *t->waiting;
    fr_tally_level *path = fr_grow(t->path, &cap, n, sizeof *path);
    int64_t *waiting;

    t->path = path ? path : t->path;
    waiting = path ? realloc(t->waiting, cap * size) : NULL;
    t->waiting = waiting ? waiting : t->waiting;
    if (!waiting)
        return false;
    t->path_cap = cap;
    return true;
}

fr_tally *fr_tally_new(uint32_t n_columns, size_t n_names)
{
    fr_tally *t = calloc(1, sizeof *t);

    if (!t)
        return NULL;
    t->n_columns = n_columns;
    t->recursive = calloc(n_columns, sizeof *t->recursive);
    t->own = calloc(n_columns, sizeof *t->own);
    if (t->recursive && t->own && grow_keys(t, n_names) && grow_path(t, WORD_BITS))
        return t;
    fr_tally_free(t);
    return NULL;
}

void fr_tally_free(fr_tally *t)
{
    if (!t)
        return;
    free(t->open);
    free(t->values);
    free(t->path);
    free(t->waiting);
    free(t->own);
    free(t->recursive);
    free(t);
}

size_t fr_tally_held(const fr_tally *t)
{
    size_t values = t->n_columns * sizeof *t->values;

    return t->n_keys / 8 + t->n_keys * 2 * values + t->path_cap * (sizeof *t->path + values);
}

static int64_t *values_of(const fr_tally *t, uint32_t name)
{
    return t->values + (size_t)2 * t->n_columns * name;
}

/* The values of the stack told last are its innermost name's own, and wait for those above. */
static void settle_own(fr_tally *t)
{
    uint32_t n = t->n_columns;
    int64_t *waiting, *self;

    if (t->depth == 0)
        return;
    waiting = t->waiting + (t->depth - 1) * n;
    self = values_of(t, t->path[t->depth - 1].name) + n;
    for (uint32_t k = 0; k < n; k++) {
        self[k] += t->own[k];
        waiting[k] += t->own[k];
        t->own[k] = 0;
    }
}

/* Leaves the path down to `depth`: each name gets what waits at its outermost place. */
static void leave(fr_tally *t, size_t depth)
{
    uint32_t n = t->n_columns;

    for (size_t at = t->depth; at-- > depth;) {
        fr_tally_level level = t->path[at];
        const int64_t *waiting = t->waiting + at * n;
        int64_t *total = values_of(t, level.name);
        for (uint32_t k = 0; k < n; k++) {
            if (level.outermost)
                total[k] += waiting[k];
            else
                t->recursive[k] |= waiting[k] > 0;
            if (at)
                t->waiting[(at - 1) * n + k] += waiting[k];
        }
        if (level.outermost)
            t->open[level.name / WORD_BITS] &= ~(UINT64_C(1) << level.name % WORD_BITS);
    }
    t->depth = depth < t->depth ? depth : t->depth;
}

/* Values are fetched ahead: they are wanted when the name is left. */
static void enter(fr_tally *t, uint32_t name)
{
    uint64_t *word = &t->open[name / WORD_BITS], bit = UINT64_C(1) << name % WORD_BITS;

    __builtin_prefetch(values_of(t, name), 1);
    t->path[t->depth++] = (fr_tally_level){name, (*word & bit) == 0};
    *word |= bit;
}

bool fr_tally_stack(fr_tally *t, size_t n_same, const uint32_t *names, size_t n)
{
    settle_own(t);
    leave(t, n_same);
    if (n_same + n > t->path_cap && !grow_path(t, n_same + n))
        return false;
    memset(t->waiting + n_same * t->n_columns, 0, n * t->n_columns * sizeof *t->waiting);
    for (size_t i = 0; i < n; i++) {
        if (names[i] >= t->n_keys && !grow_keys(t, names[i]))
            return false;
        enter(t, names[i]);
    }
    t->deepest = t->depth > t->deepest ? t->depth : t->deepest;
    return true;
}

void fr_tally_add(fr_tally *t, uint32_t column, int64_t value)
{
    t->own[column] += value;
}

void fr_tally_end(fr_tally *t)
{
    settle_own(t);
    leave(t, 0);
}
