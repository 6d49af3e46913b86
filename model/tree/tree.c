/*
 * tree.c - builds a tree of the stacks of a profile, without recursion, in four steps:
 *
 *     projection.c     merges frames of one name into nodes, parents before children
 *     preorder.c       orders siblings by one sort of all nodes, and finds the place of each in pre-order
 *     tree_columns.c   moves names, kinds and own values to these places, and sums totals upwards
 *     tree.c           chooses the order of siblings, and says what shares refer to
 *
 * callers.c and chart.c build the trees of the other two shapes.
 */
#include "model/tree/tree.h"

#include <stdlib.h>

#include "base/arena.h"
#include "model/build/tally.h"
#include "model/tree/canonical.h"
#include "model/tree/chart.h"
#include "model/tree/preorder.h"
#include "model/tree/projection.h"

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
    free(tree->group);
    fr_groups_reset(&tree->groups);
    free(tree->own);
    free(tree->start);
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
        .kind = tree->kind,
        .self = (const int64_t *const *)tree->self,
        .total = (const int64_t *const *)tree->total,
    };
}

const char *fr_tree_name(const fr_tree *tree, uint32_t node)
{
    return fr_node_name(tree, node).at;
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

/* The data that order siblings: totals are made only where they are asked for. */
typedef struct sibling_order {
    const fr_projection *p;
    uint32_t *rank; /* by name; NULL: not needed */
    int64_t *total; /* by node; NULL: not needed */
} sibling_order;

static fr_sibling_key by_name(const void *arg, uint32_t node)
{
    const sibling_order *o = arg;

    return (fr_sibling_key){.minor = o->rank[fr_projection_name(o->p, node)]};
}

/* The larger total first. */
static fr_sibling_key by_value(const void *arg, uint32_t node)
{
    const sibling_order *o = arg;

    return (fr_sibling_key){UINT64_MAX - (uint64_t)o->total[node],
                            o->rank[fr_projection_name(o->p, node)]};
}

static int64_t *sum_upwards(const fr_projection *p, uint32_t k)
{
    fr_parents tree = fr_projection_parents(p);
    int64_t *total = fr_take_array(p->n, sizeof *total, false);

    if (!total)
        return NULL;
    for (uint32_t i = 0; i < p->n; i++)
        total[i] = fr_projection_self(p, k, i);
    for (uint32_t i = p->n; i-- > 1;)
        total[tree.parent[i * tree.stride]] += total[i];
    return total;
}

/* Fills place[] and size[], by node of the projection. The tree's columns parent and depth serve as scratch. */
static bool find_places(fr_tree *tree, const fr_projection *p, const fr_profile *profile,
                        const fr_tree_options *opt, uint32_t *place, uint32_t *size)
{
    static fr_sibling_order *const orders[] = {
        [FR_SORT_NAME] = by_name, [FR_SORT_VALUE] = by_value, [FR_SORT_INPUT] = NULL};
    uint32_t *scratch[2] = {tree->parent, tree->depth};
    sibling_order o = {.p = p};
    bool good = true;

    if (opt->sort != FR_SORT_INPUT)
        good = (o.rank = fr_ranks_of_frames(profile)) != NULL;
    if (opt->sort == FR_SORT_VALUE)
        good = good && (o.total = sum_upwards(p, opt->column)) != NULL;
    good = good && fr_preorder_places(fr_projection_parents(p), orders[opt->sort], &o, scratch,
                                      place, size);
    free(o.rank);
    free(o.total);
    return good;
}

/* Takes own values from the tally: the last frames of stacks that were cut do not tell theirs. */
static bool take_own(fr_tree *tree, const fr_tally *t)
{
    tree->own = calloc((size_t)fr_names_count(tree->names) + 1, sizeof *tree->own);
    for (size_t name = 0; name < t->n_keys && tree->own; name++)
        tree->own[name] = fr_tally_self(t, (uint32_t)name, tree->column);
    return tree->own != NULL;
}

static bool build_whole(fr_tree *tree, const fr_profile *profile, const fr_tree_options *opt,
                        fr_error *err)
{
    fr_projection p = {0};
    const fr_groups *groups = fr_groups_any(&tree->groups) ? &tree->groups : NULL;
    uint32_t *place = NULL, *size = NULL;
    bool good = fr_projection_init(&p, profile, groups, err);

    tree->n = tree->cap = p.n;
    if (good) {
        place = fr_take_array(p.n, sizeof *place, false);
        size = fr_take_array(p.n, sizeof *size, false);
    }
    good = good && place && size && fr_tree_reserve_scratch(tree) &&
           find_places(tree, &p, profile, opt, place, size) &&
           fr_tree_place(tree, &p, place, size, opt->threads);
    free(place);
    free(size);
    good = good && (opt->self_only || fr_tree_sum(tree, opt->threads));
    fr_projection_reset(&p, profile->n_columns);
    tree->whole = !profile->meta.lacks_lines;
    good = good && (!profile->tally || take_own(tree, profile->tally));
    return good || fr_fail_memory(err);
}

static bool build(fr_tree *tree, const fr_profile *profile, const fr_tree_options *opt,
                  fr_error *err)
{
    if (!fr_groups_init(&tree->groups, profile, opt->column, opt->color_by, err))
        return false;
    bool packaged = opt->color_by && strcmp(opt->color_by, "package") == 0;
    bool grouped = fr_groups_any(&tree->groups) && !packaged;
    bool drawn = !opt->chart && !opt->callers && !grouped && opt->sort != FR_SORT_INPUT;
    if (!fr_profile_is_for(profile, drawn ? FR_FOR_PICTURE : FR_FOR_ANYTHING, err))
        return false;
    if (tree->groups.of_stack && opt->callers)
        return fr_fail(err, FR_E_USAGE, 0, 0,
                       "colour by a label is of stacks from the root, not of callers");
    bool good = opt->chart     ? fr_chart_build(tree, profile, opt, err)
                : opt->callers ? fr_callers_build(tree, profile, opt, err)
                               : build_whole(tree, profile, opt, err);
    fr_groups_drop_members(&tree->groups); /* which are those of the profile */
    return good;
}

fr_tree *fr_tree_build(const fr_profile *profile, const fr_tree_options *opt, fr_error *err)
{
    fr_tree_options defaults = FR_TREE_DEFAULTS;
    fr_tree *tree;

    if (!fr_fail_null(err, profile, "profile"))
        return NULL;
    tree = calloc(1, sizeof *tree);
    opt = opt ? opt : &defaults;
    if (!tree) {
        fr_fail_memory(err);
        return NULL;
    }
    tree->column = opt->column;
    tree->lone = opt->lone_column;
    tree->sort = opt->chart ? FR_SORT_INPUT : opt->sort;
    tree->names = fr_names_share(profile->names);
    if (opt->column >= profile->n_columns)
        fr_fail(err, FR_E_USAGE, 0, 0, "no value column %u: there are %u", opt->column,
                profile->n_columns);
    else if (!copy_columns(tree, profile))
        fr_fail_memory(err);
    else if (build(tree, profile, opt, err)) {
        for (uint32_t k = 0; k < tree->n_columns && tree->meta.relative; k++)
            if (tree->total[k])
                tree->reference[k] = tree->total[k][0];
        return tree;
    }
    fr_tree_free(tree);
    return NULL;
}
