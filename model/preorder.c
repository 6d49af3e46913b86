/*
 * preorder.c - children gathered by parent, sorted where there are several, then walked.
 *
 *     parent    -  0  0  1  1        first[p]: where the children of p start
 *     children  1  2  3  4           p = 0: 1 2, p = 1: 3 4
 *
 * Nodes are numbered as they were first met, so a child mostly stands near its parent: gathering
 * by parent in that order misses the cache far less than any order of names would.
 */
#include "model/preorder.h"

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

/* first[p] and children[]; the children of p in the order of their numbers. */
static void gather(uint32_t n, const uint32_t *parent, uint32_t *first, uint32_t *children)
{
    uint32_t at = 0;

    for (uint32_t i = 1; i < n; i++)
        first[parent[i]]++;
    for (uint32_t p = 0; p < n; p++)
        first[p] = at += first[p];
    for (uint32_t i = n; i-- > 1;)
        children[--first[parent[i]]] = i;
}

static void sort_few(row *rows, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        row moved = rows[i];
        uint32_t at = i;
        for (; at > 0 && compare_rows(&rows[at - 1], &moved) > 0; at--)
            rows[at] = rows[at - 1];
        rows[at] = moved;
    }
}

static bool sort_siblings(uint32_t *children, uint32_t n, fr_sibling_order *order, const void *arg)
{
    row few[FEW], *rows = n <= FEW ? few : malloc(n * sizeof *rows);

    if (!rows)
        return false;
    for (uint32_t i = 0; i < n; i++)
        rows[i] = (row){order(arg, children[i]), children[i]};
    if (rows == few)
        sort_few(rows, n);
    else
        qsort(rows, n, sizeof *rows, compare_rows);
    for (uint32_t i = 0; i < n; i++)
        children[i] = rows[i].node;
    if (rows != few)
        free(rows);
    return true;
}

static bool sort_all(uint32_t n, const uint32_t *first, uint32_t *children, fr_sibling_order *order,
                     const void *arg)
{
    bool good = true;

    for (uint32_t p = 0; p < n && good; p++) {
        uint32_t end = p + 1 < n ? first[p + 1] : n - 1;
        if (end - first[p] > 1)
            good = sort_siblings(children + first[p], end - first[p], order, arg);
    }
    return good;
}

/* Down to the next child that was not visited, else up; first[] moves along the children of each
 * node. */
static void walk(uint32_t n, const uint32_t *parent, uint32_t *first, const uint32_t *children,
                 uint32_t *node, uint32_t *depth)
{
    uint32_t at = 0, placed = 1, level = 0;

    node[0] = depth[0] = 0;
    while (placed < n) {
        uint32_t next = first[at] < n - 1 ? children[first[at]] : 0;
        if (next && parent[next] == at) {
            first[at]++;
            at = next;
            depth[placed] = ++level;
            node[placed++] = at;
        } else {
            at = parent[at];
            level--;
        }
    }
}

bool fr_preorder_walk(uint32_t n, const uint32_t *parent, fr_sibling_order *order, const void *arg,
                      uint32_t *node, uint32_t *depth)
{
    uint32_t *first = fr_take_array(n, sizeof *first, true);
    uint32_t *children = fr_take_array(n, sizeof *children, false);
    bool good = first && children;

    if (good) {
        gather(n, parent, first, children);
        good = !order || sort_all(n, first, children, order, arg);
    }
    if (good)
        walk(n, parent, first, children, node, depth);
    free(first);
    free(children);
    return good;
}
