/* preorder.c - children hung into lists in order, then walked by first child and next sibling. */
#include "model/preorder.h"

#include <stdlib.h>

#include "base/arena.h"

/* first[node] and next[node]; 0 ends a list. */
static void hang_children(uint32_t n, const uint32_t *parent, const uint32_t *order,
                          uint32_t *first, uint32_t *next)
{
    for (uint32_t i = n; i-- > 0;) {
        uint32_t node = order[i];
        if (node == 0)
            continue;
        next[node] = first[parent[node]];
        first[parent[node]] = node;
    }
}

/* Down to the first child, else to the next sibling of the nearest ancestor that has one. */
static void walk_lists(const uint32_t *parent, const uint32_t *first, const uint32_t *next,
                       uint32_t *node, uint32_t *depth)
{
    uint32_t at = 0, n = 0, level = 0;

    for (;;) {
        uint32_t child = first[at];
        node[n] = at;
        depth[n++] = level++;
        for (; !child && at; at = parent[at], level--)
            child = next[at];
        if (!child)
            return;
        at = child;
    }
}

bool fr_preorder_walk(uint32_t n, const uint32_t *parent, const uint32_t *order, uint32_t *node,
                      uint32_t *depth)
{
    uint32_t *first = calloc(n, sizeof *first);
    uint32_t *next = calloc(n, sizeof *next);
    bool good = first && next;

    if (good) {
        fr_huge_pages(first, n * sizeof *first);
        fr_huge_pages(next, n * sizeof *next);
        hang_children(n, parent, order, first, next);
        walk_lists(parent, first, next, node, depth);
    }
    free(first);
    free(next);
    return good;
}
