/* tally.c - the path of the stack told last, and the sums when its names were entered. */
#include "model/tally.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

#define WORD_BITS 64

/* Names have room for `n`; the new ones are 0. */
static bool grow_keys(fr_tally *t, size_t n)
{
    size_t size = 2 * t->n_pairs * sizeof *t->values;
    size_t n_words = t->n_keys / WORD_BITS, more = n / WORD_BITS + 1 - n_words;
    uint64_t *open;
    fr_tally_pair *values;

    n = (n_words + more) * WORD_BITS;
    open = realloc(t->open, (n_words + more) * sizeof *open);
    t->open = open ? open : t->open;
    values = open ? realloc(t->values, n * size) : NULL;
    t->values = values ? values : t->values;
    if (!values)
        return false;
    fr_huge_pages(values, n * size);
    memset(open + n_words, 0, more * sizeof *open);
    memset(values + 2 * t->n_pairs * t->n_keys, 0, (n - t->n_keys) * size);
    t->n_keys = n;
    return true;
}

static bool grow_path(fr_tally *t, size_t n)
{
    size_t cap = t->path_cap, size = t->n_pairs * sizeof *t->entered;
    fr_tally_level *path = fr_grow(t->path, &cap, n, sizeof *path);
    fr_tally_pair *entered;

    t->path = path ? path : t->path;
    entered = path ? realloc(t->entered, cap * size) : NULL;
    t->entered = entered ? entered : t->entered;
    if (!entered)
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
    t->n_pairs = (n_columns + 1) / 2;
    t->recursive = calloc(n_columns, sizeof *t->recursive);
    t->sum = calloc(t->n_pairs, sizeof *t->sum);
    t->told = calloc(t->n_pairs, sizeof *t->told);
    if (t->recursive && t->sum && t->told && grow_keys(t, n_names) && grow_path(t, WORD_BITS))
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
    free(t->entered);
    free(t->sum);
    free(t->told);
    free(t->recursive);
    free(t);
}

size_t fr_tally_held(const fr_tally *t)
{
    size_t values = t->n_pairs * sizeof *t->values;

    return t->n_keys / 8 + t->n_keys * 2 * values + t->path_cap * (sizeof *t->path + values);
}

static fr_tally_pair *values_of(const fr_tally *t, uint32_t name)
{
    return t->values + (size_t)2 * t->n_pairs * name;
}

static void add_since(fr_tally_pair *to, const fr_tally_pair *sum, const fr_tally_pair *before)
{
    to->of[0] += sum->of[0] - before->of[0];
    to->of[1] += sum->of[1] - before->of[1];
}

/* The values of the stack told last are its innermost name's own. */
static void settle_self(fr_tally *t)
{
    fr_tally_pair *self;

    if (t->depth == 0)
        return;
    self = values_of(t, t->path[t->depth - 1].name) + t->n_pairs;
    for (uint32_t i = 0; i < t->n_pairs; i++) {
        add_since(&self[i], &t->sum[i], &t->told[i]);
        t->told[i] = t->sum[i];
    }
}

static void note_recursion(fr_tally *t, const fr_tally_pair *entered)
{
    for (uint32_t k = 0; k < t->n_columns; k++)
        if (t->sum[k / 2].of[k % 2] > entered[k / 2].of[k % 2])
            t->recursive[k] = true;
}

/* Leaves the path down to `depth`: names get their totals at their outermost places. */
static void leave(fr_tally *t, size_t depth)
{
    uint32_t n = t->n_pairs;
    uint64_t *open = t->open;
    const fr_tally_level *path = t->path;
    const fr_tally_pair *sum = t->sum, *entered = t->entered + t->depth * n;

    for (size_t at = t->depth; at-- > depth;) {
        uint32_t name = path[at].name;
        fr_tally_pair *total = values_of(t, name);
        entered -= n;
        if (!path[at].outermost) {
            note_recursion(t, entered);
            continue;
        }
        for (uint32_t i = 0; i < n; i++)
            add_since(&total[i], &sum[i], &entered[i]);
        open[name / WORD_BITS] &= ~(UINT64_C(1) << name % WORD_BITS);
    }
    t->depth = depth < t->depth ? depth : t->depth;
}

/* The names of the path from `from` on, which has room, are entered. Their values are fetched ahead:
 * they are wanted when they are left. */
static void enter(fr_tally *t, size_t from, const uint32_t *names, size_t n_names)
{
    uint32_t n = t->n_pairs;
    uint64_t *open = t->open;
    fr_tally_level *path = t->path + from;
    const fr_tally_pair *sum = t->sum;
    fr_tally_pair *entered = t->entered + from * n;

    for (size_t i = 0; i < n_names; i++) {
        uint32_t name = names[i];
        uint64_t word = open[name / WORD_BITS], bit = UINT64_C(1) << name % WORD_BITS;
        __builtin_prefetch(values_of(t, name), 1);
        path[i] = (fr_tally_level){name, (word & bit) == 0};
        open[name / WORD_BITS] = word | bit;
        for (uint32_t k = 0; k < n; k++)
            *entered++ = sum[k];
    }
    t->depth = from + n_names;
}

static bool has_room(fr_tally *t, size_t n_same, const uint32_t *names, size_t n)
{
    uint32_t largest = 0;

    for (size_t i = 0; i < n; i++)
        largest = names[i] > largest ? names[i] : largest;
    return (largest < t->n_keys || grow_keys(t, largest)) &&
           (n_same + n <= t->path_cap || grow_path(t, n_same + n));
}

bool fr_tally_stack(fr_tally *t, size_t n_same, const uint32_t *names, size_t n)
{
    settle_self(t);
    leave(t, n_same);
    if (!has_room(t, n_same, names, n))
        return false;
    enter(t, n_same, names, n);
    t->deepest = t->depth > t->deepest ? t->depth : t->deepest;
    return true;
}

void fr_tally_end(fr_tally *t)
{
    settle_self(t);
    leave(t, 0);
}
