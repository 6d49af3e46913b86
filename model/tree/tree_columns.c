/*
 * tree_columns.c - the columns of a tree: room, and values that move from the order of the stacks to pre-order. Threads
 * fill columns side by side.
 */
#include "model/tree/projection.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/pool.h"

/* Gives a column room for n items; false when memory ran out. */
#define RESIZE(column, n) fr_resize(&(column), n, sizeof *(column))

bool fr_tree_reserve(fr_tree *tree, uint32_t cap)
{
    bool good = RESIZE(tree->parent, cap) && RESIZE(tree->end, cap) && RESIZE(tree->depth, cap) &&
                RESIZE(tree->name, cap) && RESIZE(tree->kind, cap) &&
                (!fr_groups_any(&tree->groups) || RESIZE(tree->group, cap));

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
    fr_parents parents = fr_projection_parents(p);

    for (uint32_t node = 0; node < tree->n; node++) {
        uint32_t at = place[node], parent = node ? place[parents.parent[node * parents.stride]] : 0;
        tree->parent[at] = parent;
        tree->depth[at] = node ? tree->depth[parent] + 1 : 0;
        tree->end[at] = at + size[node];
        tree->name[at] = fr_projection_name(p, node);
        tree->kind[at] = fr_projection_kind(p, node);
        if (tree->group)
            tree->group[at] = fr_projection_group(p, node);
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
        tree->self[k][place[node]] = fr_projection_self(p, k, node);
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

bool fr_tree_reserve_scratch(fr_tree *tree)
{
    return RESIZE(tree->parent, tree->n) && RESIZE(tree->depth, tree->n);
}

bool fr_tree_place(fr_tree *tree, fr_projection *p, const uint32_t *place, const uint32_t *size,
                   unsigned threads)
{
    filling f = {.tree = tree, .p = p, .place = place, .size = size};

    if (!RESIZE(tree->end, tree->n) || !RESIZE(tree->name, tree->n) ||
        !RESIZE(tree->kind, tree->n) ||
        (fr_groups_any(&tree->groups) && !RESIZE(tree->group, tree->n)))
        return false;
    fr_pool_run(threads_for(tree, threads), (size_t)tree->n_columns + 1, place_columns, &f);
    return !atomic_load(&f.failed);
}

bool fr_tree_sum(fr_tree *tree, unsigned threads)
{
    filling f = {.tree = tree};

    fr_pool_run(threads_for(tree, threads), tree->n_columns, total_column, &f);
    return !atomic_load(&f.failed);
}
