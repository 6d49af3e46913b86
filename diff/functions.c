/*
 * functions.c - sums self and total of each function in one walk of the tree in pre-order. Names come in no
 * order, so what a node adds to stands together:
 *
 *     tally    open, kind, largest, self of each run, total of each run    a cache line for two runs
 *
 * A large tree is walked in ranges of nodes side by side; a range starts with the path to its first
 * node, and sums of ranges add up to those of the tree.
 *
 *     main;a;b;a 3      run 0:   a  self 3, total 3 (once a stack)   b  self 0, total 3
 */
#include "diff/diff.h"

#include <stdlib.h>

#include "base/pool.h"

#define FEW_NODES   100000 /* not worth a thread */
#define MOST_RANGES 8

typedef struct tally {
    uint32_t open;   /* how often the function stands on the path */
    uint32_t kind;   /* of its largest frame */
    int64_t largest; /* value of that frame, all runs */
    int64_t sums[];  /* self of each run, then total of each run */
} tally;

typedef struct counter {
    const fr_tree *tree;
    fr_functions *to;
    uint32_t *function; /* by name: function + 1 */
    size_t size;        /* of a tally */
    uint32_t deepest;
    size_t n_ranges;
    struct range {
        char *tallies;  /* by function */
        uint32_t *path; /* by depth: function */
    } ranges[MOST_RANGES];
} counter;

/* Functions are numbered in the order of the tree. */
static uint32_t number_names(counter *c)
{
    const fr_tree *t = c->tree;
    uint32_t n = 0;

    for (uint32_t i = 1; i < t->n; i++) {
        c->deepest = t->depth[i] > c->deepest ? t->depth[i] : c->deepest;
        if (!c->function[t->name[i]])
            c->function[t->name[i]] = ++n;
    }
    return n;
}

static bool allocate(counter *c)
{
    fr_functions *to = c->to;
    size_t n_cells = (size_t)to->n * to->n_runs;
    bool good;

    to->name = calloc((size_t)to->n + 1, sizeof *to->name);
    to->kind = calloc((size_t)to->n + 1, sizeof *to->kind);
    to->self = calloc(n_cells + 1, sizeof *to->self);
    to->total = calloc(n_cells + 1, sizeof *to->total);
    c->size = sizeof(tally) + 2 * to->n_runs * sizeof(int64_t);
    good = to->name && to->kind && to->self && to->total;
    for (size_t r = 0; r < c->n_ranges; r++) {
        c->ranges[r].tallies = calloc((size_t)to->n + 1, c->size);
        c->ranges[r].path = calloc((size_t)c->deepest + 1, sizeof *c->ranges[r].path);
        good = good && c->ranges[r].tallies && c->ranges[r].path;
    }
    return good;
}

static tally *tally_of(const counter *c, const struct range *r, uint32_t function)
{
    return (tally *)(void *)(r->tallies + function * c->size);
}

static uint32_t function_of(const counter *c, uint32_t node)
{
    return c->function[c->tree->name[node]] - 1;
}

/* The kind of a function is that of the frame with the largest total over all runs. */
static void add_node(const counter *c, uint32_t node, tally *to)
{
    const fr_tree *t = c->tree;
    uint32_t n_runs = c->to->n_runs;
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
    to->kind = t->kind[node];
}

static uint32_t start_of(const counter *c, size_t range)
{
    return 1 + (uint32_t)((uint64_t)(c->tree->n - 1) * range / c->n_ranges);
}

static void add_range(void *arg, size_t index)
{
    const counter *c = arg;
    const struct range *r = &c->ranges[index];
    const uint32_t *depth = c->tree->depth, *parent = c->tree->parent;
    uint32_t from = start_of(c, index), end = start_of(c, index + 1), n_open;

    if (from == end)
        return;
    for (uint32_t node = parent[from]; node; node = parent[node]) {
        r->path[depth[node]] = function_of(c, node);
        tally_of(c, r, r->path[depth[node]])->open++;
    }
    n_open = depth[from] - 1;
    for (uint32_t i = from; i < end; i++) {
        uint32_t function = function_of(c, i);
        while (n_open >= depth[i])
            tally_of(c, r, r->path[n_open--])->open--;
        r->path[++n_open] = function;
        add_node(c, i, tally_of(c, r, function));
    }
}

/* The first of frames that are equally large tells the kind. */
static void take_sums(const counter *c, uint32_t f)
{
    fr_functions *to = c->to;
    int64_t *self = &to->self[(size_t)f * to->n_runs], *total = &to->total[(size_t)f * to->n_runs];
    int64_t largest = 0;

    for (size_t r = 0; r < c->n_ranges; r++) {
        const tally *from = tally_of(c, &c->ranges[r], f);
        for (uint32_t k = 0; k < to->n_runs; k++) {
            self[k] += from->sums[k];
            total[k] += from->sums[to->n_runs + k];
        }
        if (from->largest > largest) {
            largest = from->largest;
            to->kind[f] = (uint8_t)from->kind;
        }
    }
}

bool fr_functions_init(fr_functions *functions, const fr_tree *tree, uint32_t threads,
                       fr_error *err)
{
    size_t n_threads = threads ? threads : fr_pool_cpus();
    counter c = {.tree = tree, .to = functions};
    bool good;

    c.n_ranges = tree->n < FEW_NODES ? 1 : n_threads < MOST_RANGES ? n_threads : MOST_RANGES;
    *functions = (fr_functions){.n_runs = tree->n_columns};
    c.function = calloc((size_t)fr_names_count(tree->names) + 1, sizeof *c.function);
    functions->n = c.function ? number_names(&c) : 0;
    good = c.function && allocate(&c);
    if (good) {
        fr_pool_run(n_threads, c.n_ranges, add_range, &c);
        for (uint32_t name = 0; name < fr_names_count(c.tree->names); name++)
            if (c.function[name])
                c.to->name[c.function[name] - 1] = name;
        for (uint32_t f = 0; f < c.to->n; f++)
            take_sums(&c, f);
    } else {
        fr_functions_reset(functions);
    }
    for (size_t r = 0; r < c.n_ranges; r++) {
        free(c.ranges[r].tallies);
        free(c.ranges[r].path);
    }
    free(c.function);
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
