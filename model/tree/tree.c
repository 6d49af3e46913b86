/*
 * tree.c - builds a tree of the stacks of a profile, without recursion, in three steps:
 *
 *     projection.c   merges frames of one name into nodes, parents before children
 *     preorder.c     orders siblings by one sort of all nodes, and finds the place of each in pre-order
 *     tree.c         moves names, kinds and own values to these places, sums totals upwards, and says what shares
 *                    refer to
 *
 * callers.c and chart.c build the trees of the other two shapes.
 */
#include "model/tree/tree.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/pool.h"
#include "model/build/tally.h"
#include "model/tree/canonical.h"
#include "model/tree/chart.h"
#include "model/tree/preorder.h"

/* ---- what a projection says of a node ---- */

static fr_parents projected_parents(const fr_projection *p)
{
    return p->parent ? (fr_parents){p->parent, 1, p->n} : fr_stack_parents(p->profile);
}

static uint32_t projected_name(const fr_projection *p, uint32_t node)
{
    return p->name ? p->name[node] : p->label[p->profile->stacks[node].frame].name;
}

static int64_t projected_self(const fr_projection *p, uint32_t k, uint32_t node)
{
    return p->self[k] ? p->self[k][node] : fr_column_sum(&p->profile->columns[k], node);
}

/* ---- the tree ---- */

static bool has_groups(const fr_groups *g)
{
    return g->of_frame || g->of_stack;
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

/* ---- columns: threads fill them side by side ---- */

/* Gives a column room for n items; false when memory ran out. */
#define RESIZE(column, n) fr_resize(&(column), n, sizeof *(column))

bool fr_tree_reserve(fr_tree *tree, uint32_t cap)
{
    bool good = RESIZE(tree->parent, cap) && RESIZE(tree->end, cap) && RESIZE(tree->depth, cap) &&
                RESIZE(tree->name, cap) && RESIZE(tree->kind, cap) &&
                (!has_groups(&tree->groups) || RESIZE(tree->group, cap));

    for (uint32_t k = 0; k < tree->n_columns && good; k++)
        good = !fr_tree_has_values(tree, k) ||
               (RESIZE(tree->self[k], cap) && RESIZE(tree->total[k], cap));
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

/* All columns but the values in one pass, since each is larger than the caches. A parent has its
 * place and depth before its children. */
static void place_nodes(fr_tree *tree, const fr_projection *p, const uint32_t *place,
                        const uint32_t *size)
{
    fr_parents parents = projected_parents(p);

    for (uint32_t node = 0; node < tree->n; node++) {
        uint32_t at = place[node], parent = node ? place[parents.parent[node * parents.stride]] : 0;
        tree->parent[at] = parent;
        tree->depth[at] = node ? tree->depth[parent] + 1 : 0;
        tree->end[at] = at + size[node];
        const fr_label_of_frame *label =
            p->label ? &p->label[p->profile->stacks[node].frame] : NULL;
        tree->name[at] = label ? label->name : p->name[node];
        tree->kind[at] = label ? label->kind : p->kind[node];
        if (tree->group)
            tree->group[at] = !label        ? p->group[node]
                              : p->of_stack ? p->of_stack[node]
                                            : label->group;
    }
}

/* A column of the projection is freed as soon as it has moved, so that the values of both are never
 * whole in memory. */
static bool place_values(fr_tree *tree, fr_projection *p, const uint32_t *place, uint32_t k)
{
    if (!fr_tree_has_values(tree, k))
        return true;
    if (!RESIZE(tree->self[k], tree->n))
        return false;
    for (uint32_t node = 0; node < tree->n; node++)
        tree->self[k][place[node]] = projected_self(p, k, node);
    free(p->self[k]);
    p->self[k] = NULL;
    return true;
}

/* Columns are filled side by side, where there are threads for it. */
typedef struct filling {
    fr_tree *tree;
    fr_projection *p;
    const uint32_t *place, *size;
    atomic_bool failed;
} filling;

static void place_columns(void *arg, size_t index)
{
    filling *f = arg;

    if (index == 0)
        place_nodes(f->tree, f->p, f->place, f->size);
    else if (!place_values(f->tree, f->p, f->place, (uint32_t)index - 1))
        atomic_store(&f->failed, true);
}

static void total_column(void *arg, size_t k)
{
    filling *f = arg;
    fr_tree *tree = f->tree;

    if (!fr_tree_has_values(tree, (uint32_t)k))
        return;
    if (!RESIZE(tree->total[k], tree->n)) {
        atomic_store(&f->failed, true);
        return;
    }
    memcpy(tree->total[k], tree->self[k], tree->n * sizeof *tree->total[k]);
    for (uint32_t i = tree->n; i-- > 1;)
        tree->total[k][tree->parent[i]] += tree->total[k][i];
}

#define FEW_NODES 100000 /* not worth a thread */

static size_t threads_for(const fr_tree *tree, unsigned threads)
{
    if (tree->n < FEW_NODES)
        return 1;
    return threads ? threads : fr_pool_cpus();
}

/* Fills all columns but the totals. place[] is the place of each node of the projection in pre-order, size[] the number
 * of nodes of its subtree. Frees the projection's values as they move. False when memory ran out. */
static bool place_all(fr_tree *tree, fr_projection *p, const uint32_t *place, const uint32_t *size,
                      unsigned threads)
{
    filling f = {.tree = tree, .p = p, .place = place, .size = size};

    if (!RESIZE(tree->end, tree->n) || !RESIZE(tree->name, tree->n) ||
        !RESIZE(tree->kind, tree->n) ||
        (has_groups(&tree->groups) && !RESIZE(tree->group, tree->n)))
        return false;
    fr_pool_run(threads_for(tree, threads), (size_t)tree->n_columns + 1, place_columns, &f);
    return !atomic_load(&f.failed);
}

/* Fills the totals from the own values; false when memory ran out. */
static bool sum_all(fr_tree *tree, unsigned threads)
{
    filling f = {.tree = tree};

    fr_pool_run(threads_for(tree, threads), tree->n_columns, total_column, &f);
    return !atomic_load(&f.failed);
}

/* ---- order ---- */

/* The data that order siblings: totals are made only where they are asked for. */
typedef struct sibling_order {
    const fr_projection *p;
    uint32_t *rank; /* by name */
    int64_t *total; /* by node; NULL: not needed */
} sibling_order;

/* The larger total first, where there are totals; then by name. */
static fr_sibling_key by_value_and_name(const void *arg, uint32_t node)
{
    const sibling_order *o = arg;

    return (fr_sibling_key){o->total ? UINT64_MAX - (uint64_t)o->total[node] : 0,
                            o->rank[projected_name(o->p, node)]};
}

static int64_t *sum_upwards(const fr_projection *p, uint32_t k)
{
    fr_parents tree = projected_parents(p);
    int64_t *total = fr_take_array(p->n, sizeof *total, false);

    if (!total)
        return NULL;
    for (uint32_t i = 0; i < p->n; i++)
        total[i] = projected_self(p, k, i);
    for (uint32_t i = p->n; i-- > 1;)
        total[tree.parent[i * tree.stride]] += total[i];
    return total;
}

/* Fills place[] and size[], by node of the projection. The tree's columns parent and depth serve as scratch. */
static bool find_places(fr_tree *tree, const fr_projection *p, const fr_profile *profile,
                        const fr_tree_options *opt, uint32_t *place, uint32_t *size)
{
    fr_sibling_order *order = opt->sort == FR_SORT_INPUT ? NULL : by_value_and_name;
    uint32_t *scratch[2] = {tree->parent, tree->depth};
    sibling_order o = {.p = p};
    bool good = true;

    if (order)
        good = (o.rank = fr_ranks_of_frames(profile)) != NULL;
    if (opt->sort == FR_SORT_VALUE)
        good = good && (o.total = sum_upwards(p, opt->column)) != NULL;
    good = good && fr_preorder_places(projected_parents(p), order, &o, scratch, place, size);
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
    const fr_groups *groups = has_groups(&tree->groups) ? &tree->groups : NULL;
    uint32_t *place = NULL, *size = NULL;
    bool good = fr_projection_init(&p, profile, groups, err);

    tree->n = tree->cap = p.n;
    if (good) {
        place = fr_take_array(p.n, sizeof *place, false);
        size = fr_take_array(p.n, sizeof *size, false);
    }
    good = good && place && size && RESIZE(tree->parent, p.n) && RESIZE(tree->depth, p.n) &&
           find_places(tree, &p, profile, opt, place, size) &&
           place_all(tree, &p, place, size, opt->threads);
    free(place);
    free(size);
    good = good && (opt->self_only || sum_all(tree, opt->threads));
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
    bool grouped = has_groups(&tree->groups) && !packaged;
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

uint8_t fr_most_voted(const fr_u128 *votes, uint8_t n)
{
    uint8_t most = 0;

    for (uint8_t i = 1; i < n; i++)
        if (votes[i] > votes[most])
            most = i;
    return most;
}

bool fr_tree_has_values(const fr_tree *tree, uint32_t k)
{
    return !tree->lone || k == tree->column;
}

fr_bytes fr_node_name(const fr_tree *tree, uint32_t node)
{
    return fr_names_at(tree->names, tree->name[node]);
}
