/*
 * renamed.c - a frame that is gone and one that is new, of the same caller, that call the same:
 *
 *     main;read_config;parse 30      gone           main;load_config;parse 31      new
 *
 * are perhaps one that was renamed. The comparison stays as it is; the report lists the pair.
 */
#include <math.h>
#include <stdlib.h>

#include "diff/diff.h"

/* A frame that is gone, or new. New ones are ordered by caller, shape and value: what a gone one may have become stands
 * together, the nearest in value side by side. */
typedef struct candidate {
    uint32_t node, parent;
    uint64_t shape; /* of what it calls */
    int64_t value;
    bool taken;
} candidate;

typedef struct candidates {
    candidate *gone, *fresh;
    size_t n_gone, n_fresh, gone_cap, fresh_cap;
} candidates;

static bool add_candidate(candidate **list, size_t *n, size_t *cap, candidate item)
{
    candidate *grown = fr_grow(*list, cap, *n + 1, sizeof *grown);

    if (!grown)
        return false;
    *list = grown;
    grown[(*n)++] = item;
    return true;
}

/* Frames that one side lacks, below a caller that both have. */
static bool find_topmost(const fr_diff *d, candidates *c)
{
    bool good = true;

    for (uint32_t i = 1; i < d->tree->n && good; i++) {
        uint32_t parent = d->tree->parent[i];
        bool gone = d->new_total[i] == 0 && d->new_total[parent] > 0;
        bool fresh = d->base_total[i] == 0 && d->base_total[parent] > 0;
        candidate item = {i, parent, 0, gone ? d->base_total[i] : d->new_total[i], false};
        if (gone == fresh)
            continue;
        if (gone && fr_diff_total(d, i).verdict == FR_VERDICT_GONE)
            good = add_candidate(&c->gone, &c->n_gone, &c->gone_cap, item);
        else if (fresh && fr_diff_total(d, i).verdict == FR_VERDICT_NEW)
            good = add_candidate(&c->fresh, &c->n_fresh, &c->fresh_cap, item);
    }
    return good;
}

static uint64_t mixed(uint64_t hash, uint64_t more)
{
    hash = (hash ^ more) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/* Fills the shapes of candidates: nodes that call the same have the same. Children stand behind their parents. */
static bool find_shapes(const fr_tree *t, candidates *c)
{
    uint64_t *shape = fr_take_array(t->n, sizeof *shape, true);

    if (!shape)
        return false;
    for (uint32_t i = t->n; i-- > 1;) {
        uint32_t parent = t->parent[i];
        shape[parent] = mixed(mixed(shape[parent], t->name[i]), shape[i] + 1);
    }
    for (size_t i = 0; i < c->n_gone; i++)
        c->gone[i].shape = shape[c->gone[i].node];
    for (size_t i = 0; i < c->n_fresh; i++)
        c->fresh[i].shape = shape[c->fresh[i].node];
    free(shape);
    return true;
}

static int by_kin(const candidate *x, const candidate *y)
{
    return x->parent != y->parent ? fr_compare(x->parent, y->parent)
                                  : fr_compare(x->shape, y->shape);
}

static int by_kin_and_value(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    int order = by_kin(x, y);

    if (order)
        return order;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return fr_compare(x->node, y->node);
}

/* The same frames below, in the same order. */
static bool same_shape(const fr_tree *t, uint32_t a, uint32_t b)
{
    uint32_t n = t->end[a] - a;

    if (t->end[b] - b != n)
        return false;
    for (uint32_t i = 1; i < n; i++)
        if (t->name[a + i] != t->name[b + i] ||
            t->depth[a + i] - t->depth[a] != t->depth[b + i] - t->depth[b])
            return false;
    return true;
}

/* Returns what a gone frame would have on the new side. */
static double expected(const fr_diff *d, const candidate *gone)
{
    return d->factor.value * (double)gone->value;
}

/* Returns what a sample of a gone frame weighs: values divided by that are a number of samples. */
static double weight_of(const fr_diff *d, const candidate *gone)
{
    uint32_t row1 = d->jury->function[d->tree->name[gone->node]];

    return d->jury->weight && row1 ? d->jury->weight[row1 - 1] : 1;
}

/* A frame that calls nothing has only its size to tell: it must agree within noise. Others may
 * have become slower on the way, up to twice. */
static bool same_size(const fr_diff *d, const candidate *gone, const candidate *fresh)
{
    double before = expected(d, gone), after = (double)fresh->value;
    bool leaf = d->tree->end[gone->node] == gone->node + 1;

    if (leaf)
        return fabs(after - before) <= d->z_cut * sqrt((before + after) * weight_of(d, gone));
    return after <= 2 * before && before <= 2 * after;
}

/* The first new frame of the kin of a gone one with at least this value. */
static size_t first_from(const candidates *c, const candidate *kin, double value)
{
    size_t low = 0, high = c->n_fresh;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const candidate *at = &c->fresh[middle];
        int order = by_kin(at, kin);
        if (order < 0 || (order == 0 && (double)at->value < value))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_kin(const candidates *c, size_t i, const candidate *kin)
{
    return i < c->n_fresh && by_kin(&c->fresh[i], kin) == 0;
}

/* The first of those from `i` on that is free and of the same shape and size; n_fresh: there is none. */
static size_t next_above(const fr_diff *d, const candidates *c, const candidate *gone, size_t i)
{
    for (; is_kin(c, i, gone) && same_size(d, gone, &c->fresh[i]); i++)
        if (!c->fresh[i].taken && same_shape(d->tree, gone->node, c->fresh[i].node))
            return i;
    return c->n_fresh;
}

/* The same of those before `i`, of equal values the first. */
static size_t next_below(const fr_diff *d, const candidates *c, const candidate *gone, size_t i)
{
    while (i > 0 && is_kin(c, i - 1, gone) && same_size(d, gone, &c->fresh[i - 1])) {
        int64_t value = c->fresh[i - 1].value;
        size_t from = first_from(c, gone, (double)value), end = i;
        for (i = from; i < end && c->fresh[i].value == value; i++)
            if (!c->fresh[i].taken && same_shape(d->tree, gone->node, c->fresh[i].node))
                return i;
        i = from;
    }
    return c->n_fresh;
}

/* Returns the index in fresh[] of the frame nearest in size; n_fresh: there is none. */
static size_t best_match(const fr_diff *d, const candidates *c, const candidate *gone)
{
    double wanted = expected(d, gone);
    size_t middle = first_from(c, gone, wanted), above = next_above(d, c, gone, middle),
           below = next_below(d, c, gone, middle);

    if (above == c->n_fresh || below == c->n_fresh)
        return above == c->n_fresh ? below : above;
    double far_above = (double)c->fresh[above].value - wanted,
           far_below = wanted - (double)c->fresh[below].value;
    if (far_above != far_below)
        return far_above < far_below ? above : below;
    return c->fresh[above].node < c->fresh[below].node ? above : below;
}

#define MOST_RENAMED 100

bool fr_renamed_find(fr_diff *d, fr_error *err)
{
    candidates c = {0};
    bool good = d->tree->callers || find_topmost(d, &c);

    if (good && c.n_gone && c.n_fresh) {
        good = find_shapes(d->tree, &c);
        qsort(c.fresh, c.n_fresh, sizeof *c.fresh, by_kin_and_value);
    }
    d->renamed = calloc(c.n_gone + 1, sizeof *d->renamed);
    good = good && d->renamed;
    for (size_t i = 0; good && i < c.n_gone && d->n_renamed < MOST_RENAMED; i++) {
        size_t at = best_match(d, &c, &c.gone[i]);
        if (at == c.n_fresh)
            continue;
        d->renamed[d->n_renamed++] = (fr_diff_pair){d->tree->name[c.gone[i].node],
                                                    d->tree->name[c.fresh[at].node], "same shape"};
        c.fresh[at].taken = true;
    }
    free(c.gone);
    free(c.fresh);
    return good || fr_fail_memory(err);
}
