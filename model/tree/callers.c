/*
 * callers.c - builds the tree of callers level by level, only where a group is wide enough to be seen: the cost
 * follows what is drawn.
 *
 * One entry per stack that has a value of its own: the stack, and a cursor that climbs from its
 * leaf to its root. A node is a range of entries whose cursors passed the same names; its children
 * are the runs of the range after a sort by the name under the cursor.
 *
 *     main;a;x 3      entries under x:  cursor at a      children of x: a (3), b (2)
 *     main;b;x 2                        cursor at b
 */

#include <stdlib.h>

#include "base/arena.h"
#include "base/number.h"
#include "model/tree/canonical.h"
#include "model/tree/preorder.h"
#include "model/tree/tree.h"

typedef struct entry {
    uint32_t origin; /* stack whose value this is */
    uint32_t cursor; /* stack whose frame comes next; 0: past the root */
    uint32_t rank;   /* of that frame's name, + 1; 0: past the root */
} entry;

typedef struct group {
    size_t from, to; /* entries */
    uint32_t parent; /* node */
    uint32_t name;
    int64_t total; /* of the column that is drawn */
    uint32_t rank;
    uint64_t order; /* the largest is the first node; of equals, that of the smallest rank */
    uint8_t kind, module;
} group;

typedef struct grower {
    fr_tree *tree;
    const fr_profile *profile;
    const fr_tree_options *opt;
    uint32_t *rank;
    uint32_t *place; /* by stack, in the order of input; NULL: not asked for */
    entry *entries;
    group *todo; /* a stack of groups not yet made nodes */
    size_t n_todo, todo_cap;
    double least; /* smaller groups are not grown */
} grower;

static void aim(const grower *g, entry *e)
{
    const fr_profile *p = g->profile;

    e->rank = e->cursor ? g->rank[p->frames[p->stacks[e->cursor].frame].name] + 1 : 0;
}

static size_t gather(grower *g)
{
    const fr_profile *p = g->profile;
    size_t n = 0;

    for (uint32_t stack = 0; stack < p->n_stacks; stack++) {
        if (!fr_stack_has_value(p, stack))
            continue;
        g->entries[n] = (entry){.origin = stack, .cursor = stack};
        aim(g, &g->entries[n++]);
    }
    return n;
}

static int compare_ranks(const void *a, const void *b)
{
    const entry *x = a, *y = b;

    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return (x->origin > y->origin) - (x->origin < y->origin);
}

/* The order in which the todo stack must be emptied is the reverse. */
static int compare_groups(const void *a, const void *b)
{
    const group *x = a, *y = b;

    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    return (x->rank < y->rank) - (x->rank > y->rank);
}

/* The run of entries from `from` that share a name, as a group; its kind and its module are the
 * majority of its value. */
static group take_run(const grower *g, size_t from, size_t to, uint32_t parent)
{
    const fr_profile *p = g->profile;
    const fr_frame *frame = &p->frames[p->stacks[g->entries[from].cursor].frame];
    group run = {.from = from, .to = from, .parent = parent, .name = frame->name};
    const uint8_t *module = g->tree->groups.of_frame;
    fr_u128 kinds[FR_N_KINDS] = {0}, modules[FR_N_GROUPS] = {0};
    uint32_t first = UINT32_MAX; /* the place of the stack that came first */

    run.rank = g->entries[from].rank;
    for (; run.to < to && g->entries[run.to].rank == run.rank; run.to++) {
        const entry *e = &g->entries[run.to];
        run.total += fr_column_sum(&p->columns[g->opt->column], e->origin);
        uint32_t f = p->stacks[e->cursor].frame;
        kinds[fr_frame_kind(&p->frames[f])] += fr_stack_weight(p, e->origin);
        if (module)
            modules[module[f]] += fr_stack_weight(p, e->origin);
        if (g->place && g->place[e->origin] < first)
            first = g->place[e->origin];
    }
    if (g->opt->sort != FR_SORT_NAME)
        run.order = g->place ? UINT32_MAX - first : (uint64_t)run.total;
    run.kind = fr_most_voted(kinds, FR_N_KINDS);
    run.module = fr_most_voted(modules, FR_N_GROUPS);
    return run;
}

/* If all cursors stand at one name, as in deep recursion, the order is that of the level before.
 */
static bool is_sorted(const entry *entries, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (compare_ranks(&entries[i - 1], &entries[i]) > 0)
            return false;
    return true;
}

/* Sorts the range of a node, and stacks its runs as groups, the first to be made a node on top. */
static bool split(grower *g, size_t from, size_t to, uint32_t parent)
{
    size_t first = g->n_todo;

    if (!is_sorted(g->entries + from, to - from))
        qsort(g->entries + from, to - from, sizeof *g->entries, compare_ranks);
    while (from < to && g->entries[from].rank == 0)
        from++;
    while (from < to) {
        if (!fr_reserve(&g->todo, &g->todo_cap, g->n_todo + 1, sizeof *g->todo))
            return false;
        g->todo[g->n_todo] = take_run(g, from, to, parent);
        from = g->todo[g->n_todo++].to;
    }
    if (g->n_todo > first)
        qsort(g->todo + first, g->n_todo - first, sizeof *g->todo, compare_groups);
    return true;
}

/* Appends the node of a group and moves its cursors one caller up. */
static bool append_group(grower *g, const group *run, uint32_t depth, bool *grows)
{
    fr_tree *tree = g->tree;
    uint32_t node = tree->n;

    if (node == tree->cap &&
        !fr_tree_reserve(tree, tree->cap > UINT32_MAX / 2 ? UINT32_MAX : tree->cap * 2))
        return false;
    tree->parent[node] = run->parent;
    tree->depth[node] = depth;
    tree->name[node] = run->name;
    tree->kind[node] = run->kind;
    if (tree->group)
        tree->group[node] = run->module;
    for (uint32_t k = 0; k < tree->n_columns; k++)
        if (fr_tree_has_values(tree, k))
            tree->self[k][node] = tree->total[k][node] = 0;
    *grows = false;
    for (size_t i = run->from; i < run->to; i++) {
        entry *e = &g->entries[i];
        if (depth > 0)
            e->cursor = g->profile->stacks[e->cursor].parent;
        aim(g, e);
        *grows |= e->cursor != 0;
        for (uint32_t k = 0; k < tree->n_columns; k++) {
            int64_t value = fr_column_sum(&g->profile->columns[k], e->origin);
            if (!fr_tree_has_values(tree, k))
                continue;
            tree->total[k][node] += value;
            tree->self[k][node] += e->cursor ? 0 : value;
        }
    }
    tree->n++;
    return true;
}

static bool grow(grower *g, size_t n_entries)
{
    group root = {.to = n_entries, .module = FR_GROUP_NONE};
    bool grows;

    if (!fr_tree_reserve(g->tree, 256) || !append_group(g, &root, 0, &grows))
        return false;
    g->least = g->opt->min_share * (double)g->tree->total[g->opt->column][0];
    g->tree->whole = true;
    if (!split(g, 0, n_entries, 0))
        return false;
    while (g->n_todo > 0) {
        group run = g->todo[--g->n_todo];
        uint32_t node = g->tree->n;
        if (!append_group(g, &run, g->tree->depth[run.parent] + 1, &grows))
            return false;
        if (grows && (double)run.total < g->least)
            g->tree->whole = false;
        else if (grows && !split(g, run.from, run.to, node))
            return false;
    }
    fr_tree_close_ends(g->tree);
    return true;
}

bool fr_callers_build(fr_tree *tree, const fr_profile *profile, const fr_tree_options *opt,
                      fr_error *err)
{
    grower g = {.tree = tree, .profile = profile, .opt = opt};
    bool good;

    g.rank = fr_ranks_of_frames(profile);
    g.entries = malloc(profile->n_stacks * sizeof *g.entries);
    /* Readers number stacks in batches, whose bounds depend on how an input is cut: the order of callees below each
     * caller does not. */
    if (opt->sort == FR_SORT_INPUT)
        g.place = fr_stack_places_new(profile, NULL);
    good = g.rank && g.entries && (g.place || opt->sort != FR_SORT_INPUT) && grow(&g, gather(&g));
    free(g.rank);
    free(g.place);
    free(g.entries);
    free(g.todo);
    tree->callers = true;
    return good || fr_fail_memory(err);
}
