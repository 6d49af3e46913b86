/*
 * tree.c - from projected nodes to pre-order columns, without recursion: siblings are ordered by
 * one sort of all nodes, hung into lists, and walked by first child and next sibling.
 */
#include "model/tree.h"

#include <stdlib.h>

#include "model/callers.h"
#include "model/preorder.h"
#include "model/projection.h"
#include "model/ranks.h"
#include "model/tree_columns.h"

void fr_tree_options_init(fr_tree_options *opt)
{
    *opt = (fr_tree_options){.sort = FR_SORT_NAME};
}

void fr_tree_free(fr_tree *tree)
{
    if (!tree)
        return;
    for (uint32_t k = 0; k < FR_MAX_COLUMNS; k++) {
        free(tree->self[k]);
        free(tree->total[k]);
        free(tree->column_name[k]);
        free(tree->unit[k]);
    }
    fr_meta_reset(&tree->meta);
    fr_names_free(tree->names);
    free(tree->parent);
    free(tree->end);
    free(tree->depth);
    free(tree->name);
    free(tree->kind);
    free(tree);
}

fr_tree_columns fr_tree_view(const fr_tree *tree)
{
    return (fr_tree_columns){
        .n = tree->n,
        .n_columns = tree->n_columns,
        .parent = tree->parent,
        .end = tree->end,
        .depth = tree->depth,
        .self = (const int64_t *const *)tree->self,
        .total = (const int64_t *const *)tree->total,
    };
}

const char *fr_tree_name(const fr_tree *tree, uint32_t node)
{
    return fr_node_name(tree, node).at;
}

fr_kind fr_tree_kind(const fr_tree *tree, uint32_t node)
{
    return (fr_kind)tree->kind[node];
}

/* ---- columns ---- */

bool fr_tree_reserve(fr_tree *tree, uint32_t cap)
{
    size_t n = cap;

#define GROW(array)                                                                                \
    ((grown = realloc((array), n * sizeof *(array))) != NULL && ((array) = grown, true))
    void *grown;
    bool good = GROW(tree->parent) && GROW(tree->end) && GROW(tree->depth) && GROW(tree->name) &&
                GROW(tree->kind);
    for (uint32_t k = 0; k < tree->n_columns && good; k++)
        good = GROW(tree->self[k]) && GROW(tree->total[k]);
#undef GROW
    if (good)
        tree->cap = cap;
    return good;
}

void fr_tree_close_ends(fr_tree *tree)
{
    for (uint32_t i = 0; i < tree->n; i++)
        tree->end[i] = i + 1;
    for (uint32_t i = tree->n; i-- > 1;)
        if (tree->end[tree->parent[i]] < tree->end[i])
            tree->end[tree->parent[i]] = tree->end[i];
}

static bool copy_columns(fr_tree *tree, const fr_profile *profile)
{
    tree->n_columns = profile->n_columns;
    for (uint32_t k = 0; k < profile->n_columns; k++) {
        const fr_column *column = &profile->columns[k];
        tree->column_name[k] = strdup(column->name);
        tree->unit[k] = strdup(column->unit);
        tree->decimals[k] = column->decimals;
        tree->counted[k] = column->counted;
        tree->reference[k] = column->reference;
        if (!tree->column_name[k] || !tree->unit[k])
            return false;
    }
    return fr_meta_copy(&tree->meta, &profile->meta);
}

/* ---- order ---- */

typedef struct by_value {
    int64_t total;
    uint32_t rank, node;
} by_value;

static int compare_by_value(const void *a, const void *b)
{
    const by_value *x = a, *y = b;

    if (x->total != y->total)
        return x->total > y->total ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

static bool order_by_value(uint32_t *order, const fr_projection *p, const int64_t *total,
                           const uint32_t *rank)
{
    by_value *rows = malloc(p->n * sizeof *rows);

    if (!rows)
        return false;
    for (uint32_t i = 0; i < p->n; i++)
        rows[i] = (by_value){total[i], rank[p->name[i]], i};
    qsort(rows, p->n, sizeof *rows, compare_by_value);
    for (uint32_t i = 0; i < p->n; i++)
        order[i] = rows[i].node;
    free(rows);
    return true;
}

/* A counting sort by rank. */
static bool order_by_name(uint32_t *order, const fr_projection *p, const uint32_t *rank,
                          uint32_t n_ranks)
{
    uint32_t *at = calloc((size_t)n_ranks + 1, sizeof *at);

    if (!at)
        return false;
    for (uint32_t i = 0; i < p->n; i++)
        at[rank[p->name[i]] + 1]++;
    for (uint32_t r = 0; r < n_ranks; r++)
        at[r + 1] += at[r];
    for (uint32_t i = 0; i < p->n; i++)
        order[at[rank[p->name[i]]]++] = i;
    free(at);
    return true;
}

static bool order_nodes(uint32_t *order, const fr_projection *p, const fr_profile *profile,
                        const fr_tree_options *opt)
{
    uint32_t *rank;
    bool good;

    if (opt->sort == FR_SORT_INPUT) {
        for (uint32_t i = 0; i < p->n; i++)
            order[i] = i;
        return true;
    }
    rank = fr_ranks_new(profile->names);
    if (!rank)
        return false;
    good = opt->sort == FR_SORT_VALUE
               ? order_by_value(order, p, p->total[opt->column], rank)
               : order_by_name(order, p, rank, fr_names_count(profile->names));
    free(rank);
    return good;
}

/* ---- pre-order ---- */

static void append_node(fr_tree *tree, const fr_projection *p, uint32_t from, uint32_t parent)
{
    uint32_t to = tree->n++;

    tree->parent[to] = parent;
    tree->depth[to] = to == 0 ? 0 : tree->depth[parent] + 1;
    tree->name[to] = p->name[from];
    tree->kind[to] = p->kind[from];
    for (uint32_t k = 0; k < tree->n_columns; k++) {
        tree->self[k][to] = p->self[k][from];
        tree->total[k][to] = p->total[k][from];
    }
}

static bool freeze(fr_tree *tree, const fr_projection *p, const fr_profile *profile,
                   const fr_tree_options *opt)
{
    uint32_t *order = malloc(p->n * sizeof *order);
    fr_preorder walk = {0};
    bool good = order && order_nodes(order, p, profile, opt) &&
                fr_preorder_init(&walk, p->n, p->parent, order);

    free(order);
    good = good && fr_tree_reserve(tree, p->n);
    for (uint32_t i = 0; i < p->n && good; i++)
        append_node(tree, p, walk.node[i], walk.place[p->parent[walk.node[i]]]);
    if (good)
        fr_tree_close_ends(tree);
    fr_preorder_reset(&walk);
    return good;
}

static bool build_whole(fr_tree *tree, const fr_profile *profile, const fr_tree_options *opt,
                        fr_error *err)
{
    fr_projection p = {0};
    bool good = fr_projection_init(&p, profile, err) && freeze(tree, &p, profile, opt);

    fr_projection_reset(&p, profile->n_columns);
    tree->whole = true;
    return good || fr_fail_memory(err);
}

fr_tree *fr_tree_build(const fr_profile *profile, const fr_tree_options *opt, fr_error *err)
{
    fr_tree_options defaults;
    fr_tree *tree = calloc(1, sizeof *tree);

    fr_tree_options_init(&defaults);
    opt = opt ? opt : &defaults;
    if (!tree) {
        fr_fail_memory(err);
        return NULL;
    }
    tree->column = opt->column;
    tree->names = fr_names_share(profile->names);
    if (opt->column >= profile->n_columns)
        fr_fail(err, FR_E_USAGE, 0, 0, "no value column %u: there are %u", opt->column,
                profile->n_columns);
    else if (!copy_columns(tree, profile))
        fr_fail_memory(err);
    else if (opt->callers ? fr_callers_build(tree, profile, opt, err)
                          : build_whole(tree, profile, opt, err)) {
        for (uint32_t k = 0; k < tree->n_columns && tree->meta.relative; k++)
            tree->reference[k] = tree->total[k][0];
        return tree;
    }
    fr_tree_free(tree);
    return NULL;
}
