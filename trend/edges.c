/* edges.c - pairs of caller and callee, each once: sorted, with doubles taken out. */
#include "trend/edges.h"

#include <stdlib.h>

#include "base/arena.h"

static int compare_edges(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

static size_t order(uint64_t *edges, size_t n)
{
    size_t kept = 0;

    qsort(edges, n, sizeof *edges, compare_edges);
    for (size_t i = 0; i < n; i++)
        if (!kept || edges[kept - 1] != edges[i])
            edges[kept++] = edges[i];
    return kept;
}

bool fr_edges_add(fr_trend *t, const fr_profile *p, const uint32_t *id)
{
    uint64_t *edges = fr_grow(t->edges, &t->cap_edges, t->n_edges + p->n_stacks, sizeof *edges);
    size_t from = t->n_edges;

    if (!edges)
        return false;
    t->edges = edges;
    for (uint32_t i = 1; i < p->n_stacks; i++) {
        uint32_t parent = p->stacks[i].parent;
        uint64_t caller = parent ? id[p->frames[p->stacks[parent].frame].name] : 0;
        uint64_t callee = id[p->frames[p->stacks[i].frame].name];
        if (caller && callee && caller != callee)
            edges[t->n_edges++] = caller << 32 | callee;
    }
    t->n_edges = from + order(edges + from, t->n_edges - from);
    if (t->n_edges > 4 * from || t->n_edges > t->cap_edges / 2)
        fr_edges_order(t);
    return true;
}

void fr_edges_order(fr_trend *t)
{
    t->n_edges = order(t->edges, t->n_edges);
}

/* The first edge of a caller. */
static size_t find(const fr_trend *t, uint32_t caller)
{
    size_t low = 0, high = t->n_edges;

    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (t->edges[mid] >> 32 < caller)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

void fr_edges_reach(const fr_trend *t, uint32_t from, bool *reached, uint32_t *room)
{
    size_t n = 0, next = 0;

    memset(reached, 0, fr_names_count(t->names) * sizeof *reached);
    room[n++] = from;
    while (next < n) {
        uint32_t caller = room[next++];
        for (size_t i = find(t, caller); i < t->n_edges && t->edges[i] >> 32 == caller; i++) {
            uint32_t callee = (uint32_t)t->edges[i];
            if (callee == from || reached[callee])
                continue;
            reached[callee] = true;
            room[n++] = callee;
        }
    }
}
