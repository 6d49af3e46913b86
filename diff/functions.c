/*
 * functions.c - one walk of the tree in pre-order. Names come in no order, so what a node adds to
 * stands together:
 *
 *     tally    open, largest, self of each run, total of each run      a cache line for two runs
 */
#include "diff/functions.h"

#include <stdlib.h>

typedef struct tally {
    uint64_t open;   /* how often the function stands on the path */
    int64_t largest; /* value of the frame that gave the kind */
    int64_t sums[];  /* self of each run, then total of each run */
} tally;

typedef struct counter {
    const fr_tree *tree;
    fr_functions *to;
    uint32_t *function; /* by name: function + 1 */
    uint32_t *path;     /* by depth: function */
    char *tallies;      /* by function */
    size_t size;        /* of a tally */
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
    c->size = sizeof(tally) + 2 * to->n_runs * sizeof(int64_t);
    c->tallies = calloc((size_t)to->n + 1, c->size);
    return to->name && to->kind && to->self && to->total && c->tallies;
}

static tally *tally_of(const counter *c, uint32_t function)
{
    return (tally *)(void *)(c->tallies + function * c->size);
}

/* The kind of a function is that of the frame with the largest total over all runs. */
static void add_node(const counter *c, uint32_t node, uint32_t function)
{
    const fr_tree *t = c->tree;
    uint32_t n_runs = c->to->n_runs;
    tally *to = tally_of(c, function);
    bool outermost = to->open++ == 0;
    int64_t whole = 0;

    for (uint32_t k = 0; k < n_runs; k++) {
        int64_t value = t->total[k][node];
        to->sums[k] += t->self[k][node];
        to->sums[n_runs + k] += outermost ? value : 0;
        whole = whole > INT64_MAX - value ? INT64_MAX : whole + value;
    }
    if (whole <= to->largest)
        return;
    to->largest = whole;
    c->to->kind[function] = t->kind[node];
}

static void add_nodes(const counter *c)
{
    const fr_tree *t = c->tree;
    uint32_t n_open = 0;

    for (uint32_t i = 1; i < t->n; i++) {
        uint32_t function = c->function[t->name[i]] - 1;
        while (n_open >= t->depth[i])
            tally_of(c, c->path[n_open--])->open--;
        c->path[++n_open] = function;
        add_node(c, i, function);
    }
}

static void take_sums(const counter *c)
{
    fr_functions *to = c->to;
    size_t size = to->n_runs * sizeof *to->self;

    for (uint32_t name = 0; name < fr_names_count(c->tree->names); name++)
        if (c->function[name])
            to->name[c->function[name] - 1] = name;
    for (uint32_t f = 0; f < to->n; f++) {
        memcpy(&to->self[(size_t)f * to->n_runs], tally_of(c, f)->sums, size);
        memcpy(&to->total[(size_t)f * to->n_runs], tally_of(c, f)->sums + to->n_runs, size);
    }
}

bool fr_functions_init(fr_functions *functions, const fr_tree *tree, fr_error *err)
{
    counter c = {.tree = tree, .to = functions};
    bool good;

    *functions = (fr_functions){.n_runs = tree->n_columns};
    c.function = calloc((size_t)fr_names_count(tree->names) + 1, sizeof *c.function);
    c.path = calloc((size_t)deepest(tree) + 1, sizeof *c.path);
    good = c.function && c.path;
    functions->n = good ? number_names(&c) : 0;
    good = good && allocate(&c);
    if (good) {
        add_nodes(&c);
        take_sums(&c);
    } else {
        fr_functions_reset(functions);
    }
    free(c.function);
    free(c.path);
    free(c.tallies);
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
