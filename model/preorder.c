/* preorder.c - children hung into lists in order, then walked by first child and next sibling. */
#include "model/preorder.h"

#include <stdlib.h>

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

/* Down to the first child, else to the next sibling of the nearest ancestor that has one. A node's
 * `first` is free once it is visited: it becomes the node's place. */
static void walk_lists(fr_preorder *walk, const uint32_t *parent, const uint32_t *next)
{
    uint32_t node = 0, n = 0;

    for (;;) {
        uint32_t child = walk->place[node];
        walk->node[n] = node;
        walk->place[node] = n++;
        while (!child && node) {
            child = next[node];
            node = parent[node];
        }
        if (!child)
            return;
        node = child;
    }
}

bool fr_preorder_init(fr_preorder *walk, uint32_t n, const uint32_t *parent, const uint32_t *order)
{
    uint32_t *next = calloc(n, sizeof *next);

    walk->place = calloc(n, sizeof *walk->place);
    walk->node = malloc(n * sizeof *walk->node);
    if (next && walk->place && walk->node) {
        hang_children(n, parent, order, walk->place, next);
        walk_lists(walk, parent, next);
    } else {
        fr_preorder_reset(walk);
    }
    free(next);
    return walk->node != NULL;
}

void fr_preorder_reset(fr_preorder *walk)
{
    free(walk->node);
    free(walk->place);
    *walk = (fr_preorder){0};
}
