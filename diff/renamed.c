/* renamed.c - topmost frames of one side only, matched by caller, shape and size. */
#include "diff/renamed.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"

typedef struct lists {
    uint32_t *gone, *fresh; /* nodes */
    size_t n_gone, n_fresh, gone_cap, fresh_cap;
} lists;

static bool add_node(uint32_t **nodes, size_t *n, size_t *cap, uint32_t node)
{
    uint32_t *grown = fr_grow(*nodes, cap, *n + 1, sizeof *grown);

    if (!grown)
        return false;
    *nodes = grown;
    grown[(*n)++] = node;
    return true;
}

#define MOST_LOOKED_AT 3000 /* of each: all are compared with all */

/* Frames that one side lacks, below a caller that both have. */
static bool find_topmost(const fr_diff *d, lists *l)
{
    bool good = true;

    for (uint32_t i = 1;
         i < d->tree->n && good && l->n_gone < MOST_LOOKED_AT && l->n_fresh < MOST_LOOKED_AT; i++) {
        uint32_t parent = d->tree->parent[i];
        bool gone = d->new_total[i] == 0 && d->new_total[parent] > 0;
        bool fresh = d->base_total[i] == 0 && d->base_total[parent] > 0;
        if (gone == fresh)
            continue;
        if (gone && fr_diff_total(d, i).verdict == FR_VERDICT_GONE)
            good = add_node(&l->gone, &l->n_gone, &l->gone_cap, i);
        else if (fresh && fr_diff_total(d, i).verdict == FR_VERDICT_NEW)
            good = add_node(&l->fresh, &l->n_fresh, &l->fresh_cap, i);
    }
    return good;
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

/* A frame that calls nothing has only its size to tell: it must agree within noise. Others may
 * have become slower on the way, up to twice. */
static bool same_size(const fr_diff *d, uint32_t gone, uint32_t fresh)
{
    double before = d->factor.value * (double)d->base_total[gone];
    double after = (double)d->new_total[fresh];
    bool leaf = d->tree->end[gone] == gone + 1;

    if (leaf)
        return fabs(after - before) <= d->z_cut * sqrt(before + after);
    return after <= 2 * before && before <= 2 * after;
}

static double distance(const fr_diff *d, uint32_t gone, uint32_t fresh)
{
    return fabs(d->factor.value * (double)d->base_total[gone] - (double)d->new_total[fresh]);
}

/* Its place among the new ones; n_fresh: none. Those taken are 0. */
static size_t best_match(const fr_diff *d, const lists *l, uint32_t gone)
{
    size_t best = l->n_fresh;

    for (size_t i = 0; i < l->n_fresh; i++) {
        uint32_t fresh = l->fresh[i];
        if (!fresh || d->tree->parent[fresh] != d->tree->parent[gone] ||
            !same_shape(d->tree, gone, fresh) || !same_size(d, gone, fresh))
            continue;
        if (best == l->n_fresh || distance(d, gone, fresh) < distance(d, gone, l->fresh[best]))
            best = i;
    }
    return best;
}

#define MOST_RENAMED 100

static bool match_all(fr_diff *d, lists *l)
{
    d->renamed = calloc(l->n_gone + 1, sizeof *d->renamed);
    if (!d->renamed)
        return false;
    for (size_t i = 0; i < l->n_gone && d->n_renamed < MOST_RENAMED; i++) {
        size_t at = best_match(d, l, l->gone[i]);
        if (at == l->n_fresh)
            continue;
        d->renamed[d->n_renamed++] =
            (fr_diff_pair){d->tree->name[l->gone[i]], d->tree->name[l->fresh[at]], "same shape"};
        l->fresh[at] = 0;
    }
    return true;
}

bool fr_renamed_find(fr_diff *d, fr_error *err)
{
    lists l = {0};
    bool good = true;

    if (!d->tree->callers)
        good = find_topmost(d, &l) && match_all(d, &l);
    free(l.gone);
    free(l.fresh);
    return good || fr_fail_memory(err);
}

const fr_diff_pair *fr_renamed_pair(const fr_diff *d, uint32_t name, bool is_new)
{
    for (size_t i = 0; i < d->n_renamed; i++)
        if ((is_new ? d->renamed[i].new_name : d->renamed[i].base_name) == name)
            return &d->renamed[i];
    return NULL;
}
