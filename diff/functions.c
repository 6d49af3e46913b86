/*
 * functions.c - one walk of the tree in pre-order; open[] counts how often a name stands on the path,
 * so that a recursive function counts once a stack.
 */
#include "diff/functions.h"

#include <stdlib.h>

#include "base/arena.h"

typedef struct counter {
    const fr_tree *tree;
    fr_functions *to;
    uint32_t *function; /* by name: function + 1 */
    uint32_t *open;     /* by name */
    uint32_t *path;     /* by depth: node */
    int64_t *largest;   /* by function: value of the frame that gave the kind */
} counter;

static uint32_t deepest(const fr_tree *tree)
{
    uint32_t depth = 0;

    for (uint32_t i = 0; i < tree->n; i++)
        depth = tree->depth[i] > depth ? tree->depth[i] : depth;
    return depth;
}

static uint32_t number_names(const counter *c)
{
    uint32_t n = 0;

    for (uint32_t i = 1; i < c->tree->n; i++)
        if (!c->function[c->tree->name[i]])
            c->function[c->tree->name[i]] = ++n;
    return n;
}

static bool allocate(counter *c)
{
    fr_functions *to = c->to;
    size_t n_cells = (size_t)to->n * to->n_runs;

    to->name = calloc((size_t)to->n + 1, sizeof *to->name);
    to->kind = calloc((size_t)to->n + 1, sizeof *to->kind);
    to->self = calloc(n_cells + 1, sizeof *to->self);
    to->total = calloc(n_cells + 1, sizeof *to->total);
    c->largest = calloc((size_t)to->n + 1, sizeof *c->largest);
    return to->name && to->kind && to->self && to->total && c->largest;
}

/* The kind of a function is that of the frame with the largest total over all runs. */
static void add_node(const counter *c, uint32_t node, bool outermost)
{
    const fr_tree *t = c->tree;
    uint32_t f = c->function[t->name[node]] - 1;
    int64_t *self = &c->to->self[(size_t)f * c->to->n_runs];
    int64_t *total = &c->to->total[(size_t)f * c->to->n_runs];
    int64_t whole = 0;

    for (uint32_t k = 0; k < c->to->n_runs; k++) {
        self[k] += t->self[k][node];
        total[k] += outermost ? t->total[k][node] : 0;
        whole = whole > INT64_MAX - t->total[k][node] ? INT64_MAX : whole + t->total[k][node];
    }
    c->to->name[f] = t->name[node];
    if (whole > c->largest[f])
        c->to->kind[f] = t->kind[node];
    c->largest[f] = whole > c->largest[f] ? whole : c->largest[f];
}

static void add_nodes(const counter *c)
{
    const fr_tree *t = c->tree;
    uint32_t n_open = 0;

    for (uint32_t i = 1; i < t->n; i++) {
        while (n_open >= t->depth[i])
            c->open[t->name[c->path[n_open--]]]--;
        c->path[++n_open] = i;
        add_node(c, i, c->open[t->name[i]]++ == 0);
    }
}

bool fr_functions_init(fr_functions *functions, const fr_tree *tree, fr_error *err)
{
    uint32_t n_names = fr_names_count(tree->names);
    counter c = {.tree = tree, .to = functions};
    bool good;

    *functions = (fr_functions){.n_runs = tree->n_columns};
    c.function = calloc((size_t)n_names + 1, sizeof *c.function);
    c.open = calloc((size_t)n_names + 1, sizeof *c.open);
    c.path = calloc((size_t)deepest(tree) + 1, sizeof *c.path);
    good = c.function && c.open && c.path;
    if (good) {
        functions->n = number_names(&c);
        good = allocate(&c);
    }
    if (good)
        add_nodes(&c);
    else
        fr_functions_reset(functions);
    free(c.function);
    free(c.open);
    free(c.path);
    free(c.largest);
    return good || fr_fail_memory(err);
}

void fr_functions_reset(fr_functions *functions)
{
    free(functions->name);
    free(functions->kind);
    free(functions->self);
    free(functions->total);
    *functions = (fr_functions){0};
}
