/*
 * preorder.c - gathers children by parent, sorts them where there are several, and places them.
 *
 *     node      0  1  2  3  4
 *     parent    -  0  0  1  1        first[p]: where the children of p start
 *     children  1  2  3  4           p = 0: 1 2, p = 1: 3 4
 *     size      5  3  1  1  1        a child's place is behind its parent and all that stands below
 *     place     0  1  4  2  3        the siblings before it
 *
 * Nodes are numbered as they were first met, so a child mostly stands near its parent: gathering
 * by parent in that order misses the cache far less than any order of names would. No step waits
 * for what the one before it found, as a walk from node to node does.
 */
#include "model/tree/preorder.h"

#include <stdlib.h>

#include "base/arena.h"

#define FEW 12 /* siblings that are sorted by insertion */

typedef struct row {
    fr_sibling_key key;
    uint32_t node;
} row;

static int compare_rows(const void *a, const void *b)
{
    const row *x = a, *y = b;

    if (x->key.major != y->key.major)
        return x->key.major < y->key.major ? -1 : 1;
    if (x->key.minor != y->key.minor)
        return x->key.minor < y->key.minor ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

static uint32_t parent_of(fr_parents tree, uint32_t node)
{
    return tree.parent[node * tree.stride];
}

static bool sort_siblings(uint32_t *children, uint32_t n, fr_sibling_order *order, const void *arg)
{
    row few[FEW], *rows = n <= FEW ? few : malloc(n * sizeof *rows);

    if (!rows)
        return false;
    for (uint32_t i = 0; i < n; i++)
        rows[i] = (row){order(arg, children[i]), children[i]};
    for (uint32_t i = 1; i < n && rows == few; i++) { /* by insertion */
        row moved = rows[i];
        uint32_t at = i;
        for (; at > 0 && compare_rows(&rows[at - 1], &moved) > 0; at--)
            rows[at] = rows[at - 1];
        rows[at] = moved;
    }
    if (rows != few)
        qsort(rows, n, sizeof *rows, compare_rows);
    for (uint32_t i = 0; i < n; i++)
        children[i] = rows[i].node;
    if (rows != few)
        free(rows);
    return true;
}

static uint32_t end_of_children(uint32_t n, const uint32_t *first, uint32_t p)
{
    return p + 1 < n ? first[p + 1] : n - 1;
}

static bool sort_all(uint32_t n, const uint32_t *first, uint32_t *children, fr_sibling_order *order,
                     const void *arg)
{
    bool good = true;

    for (uint32_t p = 0; p < n && good; p++) {
        uint32_t end = end_of_children(n, first, p);
        if (end - first[p] > 1)
            good = sort_siblings(children + first[p], end - first[p], order, arg);
    }
    return good;
}

fr_parents fr_stack_parents(const fr_profile *profile)
{
    return (fr_parents){&profile->stacks->parent, sizeof(fr_stack) / sizeof(uint32_t),
                        profile->n_stacks};
}

bool fr_preorder_places(fr_parents tree, fr_sibling_order *order, const void *arg,
                        uint32_t *scratch[2], uint32_t *place, uint32_t *size)
{
    uint32_t *first = scratch[0], *children = scratch[1], end = 0;

    /* first[p], children[], the children of p in the order of their numbers, and size[] */
    for (uint32_t i = 0; i < tree.n; i++) {
        first[i] = 0;
        size[i] = 1;
    }
    for (uint32_t i = tree.n; i-- > 1;) {
        first[parent_of(tree, i)]++;
        size[parent_of(tree, i)] += size[i];
    }
    for (uint32_t p = 0; p < tree.n; p++)
        first[p] = end += first[p];
    for (uint32_t i = tree.n; i-- > 1;)
        children[--first[parent_of(tree, i)]] = i;
    if (order && !sort_all(tree.n, first, children, order, arg))
        return false;
    place[0] = 0;
    for (uint32_t p = 0; p < tree.n; p++) {
        uint32_t at = place[p] + 1;
        end = end_of_children(tree.n, first, p);
        for (uint32_t i = first[p]; i < end; i++) {
            place[children[i]] = at;
            at += size[children[i]];
        }
    }
    return true;
}

uint32_t *fr_stack_places_new(const fr_profile *profile, uint32_t **size)
{
    fr_parents tree = fr_stack_parents(profile);
    uint32_t *scratch[2] = {fr_take_array(tree.n, sizeof **scratch, false),
                            fr_take_array(tree.n, sizeof **scratch, false)};
    uint32_t *place = fr_take_array(tree.n, sizeof *place, false);
    uint32_t *sizes = fr_take_array(tree.n, sizeof *sizes, false);
    bool good = scratch[0] && scratch[1] && place && sizes &&
                fr_preorder_places(tree, NULL, NULL, scratch, place, sizes);

    free(scratch[0]);
    free(scratch[1]);
    if (good && size)
        *size = sizes;
    else
        free(sizes);
    return fr_kept(good, place);
}

bool fr_preorder_walk(fr_parents tree, fr_sibling_order *order, const void *arg, uint32_t *node,
                      uint32_t *depth)
{
    uint32_t *scratch[2] = {node, depth};
    uint32_t *place = fr_take_array(tree.n, sizeof *place, false);
    uint32_t *size = fr_take_array(tree.n, sizeof *size, false);
    bool good = place && size && fr_preorder_places(tree, order, arg, scratch, place, size);

    if (good)
        node[0] = depth[0] = 0;
    for (uint32_t i = 1; i < tree.n && good; i++) {
        node[place[i]] = i;
        depth[place[i]] = depth[place[parent_of(tree, i)]] + 1;
    }
    free(place);
    free(size);
    return good;
}

/*
 * The stacks in which a function stands for the first time from the root on: what counts a recursive
 * function once, in time that grows with the number of stacks alone.
 *
 *     1 main   2 main;walk   3 main;walk;visit   4 main;walk;visit;walk      outermost: 1 2 3
 *
 * The total of a function is the sum over its outermost stacks, of what is their own and of what they call.
 */
bool *fr_outermost_new(const fr_profile *profile, const uint32_t *key, uint32_t n_keys)
{
    uint32_t n = profile->n_stacks, *size = NULL;
    uint32_t *place = fr_stack_places_new(profile, &size);
    uint32_t *stack_at = fr_take_array(n, sizeof *stack_at, false);
    size_t n_until = key ? n_keys : fr_names_count(profile->names);
    uint32_t *until =
        calloc(n_until + 1, sizeof *until); /* the place where a key is open no more */
    bool *is = place && stack_at && until ? calloc(n, sizeof *is) : NULL;

    for (uint32_t s = 0; s < n && is; s++)
        stack_at[place[s]] = s;
    for (uint32_t at = 1; at < n && is; at++) {
        uint32_t s = stack_at[at], frame = profile->stacks[s].frame;
        uint32_t of = key ? key[frame] : profile->frames[frame].name;
        if (!of || at < until[of])
            continue;
        until[of] = at + size[s];
        is[s] = true;
    }
    free(place);
    free(size);
    free(stack_at);
    free(until);
    return is;
}
