/* functions.c - one walk of the tree in pre-order. */
#include "diff/functions.h"

#include <stdlib.h>

#include "diff/open_path.h"

typedef struct counter {
    const fr_tree *tree;
    fr_functions *to;
    uint32_t *function; /* by name: function + 1 */
    int64_t *largest;   /* by function: value of the frame that gave the kind */
} counter;

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
    uint32_t n_runs = c->to->n_runs, f = c->function[t->name[node]] - 1;
    int64_t *self = &c->to->self[(size_t)f * n_runs], *total = &c->to->total[(size_t)f * n_runs];
    int64_t whole = 0;

    for (uint32_t k = 0; k < n_runs; k++) {
        int64_t value = t->total[k][node];
        self[k] += t->self[k][node];
        total[k] += outermost ? value : 0;
        whole = whole > INT64_MAX - value ? INT64_MAX : whole + value;
    }
    if (whole <= c->largest[f])
        return;
    c->largest[f] = whole;
    c->to->kind[f] = t->kind[node];
}

static void name_functions(const counter *c, uint32_t n_names)
{
    for (uint32_t name = 0; name < n_names; name++)
        if (c->function[name])
            c->to->name[c->function[name] - 1] = name;
}

static bool count(counter *c, uint32_t n_names)
{
    fr_open_path path;
    bool good = fr_open_path_init(&path, c->tree);

    c->function = calloc((size_t)n_names + 1, sizeof *c->function);
    good = good && c->function;
    c->to->n = good ? number_names(c) : 0;
    good = good && allocate(c);
    if (good)
        name_functions(c, n_names);
    for (uint32_t i = 1; good && i < c->tree->n; i++)
        add_node(c, i, fr_open_path_step(&path, c->tree, i));
    fr_open_path_reset(&path);
    return good;
}

bool fr_functions_init(fr_functions *functions, const fr_tree *tree, fr_error *err)
{
    counter c = {.tree = tree, .to = functions};
    bool good;

    *functions = (fr_functions){.n_runs = tree->n_columns};
    good = count(&c, fr_names_count(tree->names));
    if (!good)
        fr_functions_reset(functions);
    free(c.function);
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
