/*
 * call_graph.c - walks a graph of calls from its roots, and splits what each function holds over the paths.
 *
 * A path is a row of a list: its caller's row, its function, and how much of the function's cost with all that it
 * called comes along this path. The list is walked once, as it grows. Rows that would hold less than a ten-thousandth
 * are not added, so a level has ten thousand rows at most. A graph that is wide and deep has too many paths all the
 * same: after MOST_STEPS no more are followed, and what they hold stays with the rows that are there.
 */
#include "formats/callgrind/call_graph.h"

#include <stdlib.h>

#define LEAST_SHARE 10000 /* of all: paths below it are not followed */
#define MOST_STEPS  (UINT64_C(1) << 25)
#define ROW_STEPS   8 /* a row, which takes memory, counts as much as 8 rows looked at */
#define NO_ROW      UINT32_MAX

bool fr_call_graph_init(fr_call_graph *graph, fr_builder *b)
{
    *graph = (fr_call_graph){.b = b};
    return fr_stack_table_init(&graph->pairs);
}

void fr_call_graph_reset(fr_call_graph *graph)
{
    free(graph->functions);
    free(graph->calls);
    fr_stack_table_reset(&graph->pairs);
}

static void fail_memory(fr_call_graph *graph)
{
    fr_builder_fail_memory(graph->b);
}

static fr_call_function *function_at(fr_call_graph *graph, uint32_t frame)
{
    size_t before = graph->n_functions;
    void *grown;

    if (frame < before)
        return &graph->functions[frame];
    grown = fr_grow(graph->functions, &graph->functions_cap, (size_t)frame + 1,
                    sizeof *graph->functions);
    if (!grown) {
        fail_memory(graph);
        return NULL;
    }
    graph->functions = grown;
    graph->n_functions = (size_t)frame + 1;
    memset(graph->functions + before, 0, (graph->n_functions - before) * sizeof *graph->functions);
    return &graph->functions[frame];
}

/* Adds where the sum stays below 2^63. */
static void add(fr_call_graph *graph, int64_t *sum, int64_t cost)
{
    if (__builtin_add_overflow(*sum, cost, sum))
        fr_builder_fail(graph->b, FR_E_LIMIT, 0, 0, "the costs of a function are 2^63 or more");
}

void fr_call_graph_add_self(fr_call_graph *graph, uint32_t frame, int64_t cost)
{
    fr_call_function *function = function_at(graph, frame);

    if (function)
        add(graph, &function->self, cost);
}

void fr_call_graph_add_call(fr_call_graph *graph, uint32_t caller, uint32_t callee, int64_t cost)
{
    uint32_t n = graph->pairs.n, id;
    void *grown;

    if (caller == callee || !function_at(graph, caller) || !function_at(graph, callee))
        return;
    id = fr_stack_table_add(&graph->pairs, (fr_stack){caller + 1, callee});
    grown = id == FR_NO_ID
                ? NULL
                : fr_grow(graph->calls, &graph->calls_cap, (size_t)id + 1, sizeof *graph->calls);
    if (!grown) {
        fail_memory(graph);
        return;
    }
    graph->calls = grown;
    if (id >= n) {
        fr_call_function *function = &graph->functions[caller];
        graph->calls[id] = (fr_call){.callee = callee, .next = function->first_call};
        function->first_call = id + 1;
    }
    add(graph, &graph->calls[id].cost, cost);
}

/* ---- paths ---- */

typedef struct row {
    fr_u128 amount; /* of what the function holds with all that it called */
    uint32_t caller, function;
} row;

typedef struct walk {
    fr_call_graph *graph;
    row *rows;
    size_t n, cap;
    uint64_t steps; /* rows looked at */
    fr_u128 least;
    fr_u128 *amounts;  /* by function: of all its rows */
    uint32_t *largest; /* by function: its row of the largest amount; NO_ROW: none */
} walk;

static const fr_call *call_at(const fr_call_graph *graph, uint32_t call1)
{
    return call1 ? &graph->calls[call1 - 1] : NULL;
}

static void sum_up(fr_call_graph *graph)
{
    for (size_t i = 0; i < graph->n_functions; i++) {
        fr_call_function *f = &graph->functions[i], *to;
        f->inclusive += (uint64_t)f->self;
        for (const fr_call *c = call_at(graph, f->first_call); c; c = call_at(graph, c->next)) {
            f->inclusive += (uint64_t)c->cost;
            to = &graph->functions[c->callee];
            to->incoming += (uint64_t)c->cost;
        }
    }
}

static void add_row(walk *w, uint32_t caller, uint32_t function, fr_u128 amount)
{
    row *rows = w->n < NO_ROW ? fr_grow(w->rows, &w->cap, w->n + 1, sizeof *rows) : NULL;

    if (!rows) {
        fail_memory(w->graph);
        return;
    }
    w->rows = rows;
    rows[w->n] = (row){amount, caller, function};
    w->amounts[function] += amount;
    if (w->largest[function] == NO_ROW || rows[w->largest[function]].amount < amount)
        w->largest[function] = (uint32_t)w->n;
    w->n++;
    w->steps += ROW_STEPS;
}

/* True where the function is on the path already. */
static bool goes_round(walk *w, uint32_t at, uint32_t function)
{
    for (; at != NO_ROW; at = w->rows[at].caller, w->steps++)
        if (w->rows[at].function == function)
            return true;
    return false;
}

/* a * b / c, where a <= c. */
static fr_u128 share(fr_u128 a, int64_t b, fr_u128 c)
{
    while (a >> 64) { /* both lose bits that no double would hold */
        a >>= 1;
        c >>= 1;
    }
    return c ? a * (uint64_t)b / c : 0;
}

static void follow_calls(walk *w, uint32_t at)
{
    const fr_call_function *f = &w->graph->functions[w->rows[at].function];

    for (const fr_call *c = call_at(w->graph, f->first_call); c; c = call_at(w->graph, c->next)) {
        fr_u128 amount = share(w->rows[at].amount, c->cost, f->inclusive);
        if (amount >= w->least && !goes_round(w, at, c->callee))
            add_row(w, at, c->callee, amount);
    }
}

/* Begins a path with the costs that no caller accounts for. */
static void add_roots(walk *w)
{
    for (size_t i = 0; i < w->graph->n_functions; i++) {
        const fr_call_function *f = &w->graph->functions[i];
        if (f->inclusive > f->incoming && f->inclusive - f->incoming >= w->least)
            add_row(w, NO_ROW, (uint32_t)i, f->inclusive - f->incoming);
    }
}

/* ---- stacks ---- */

static bool begin_walk(walk *w, fr_call_graph *graph)
{
    fr_u128 all = 0;

    *w = (walk){.graph = graph};
    w->amounts = calloc(graph->n_functions + 1, sizeof *w->amounts);
    w->largest = malloc((graph->n_functions + 1) * sizeof *w->largest);
    if (!w->amounts || !w->largest) {
        fail_memory(graph);
        return false;
    }
    for (size_t i = 0; i < graph->n_functions; i++) {
        w->largest[i] = NO_ROW;
        all += (uint64_t)graph->functions[i].self;
    }
    w->least = all / LEAST_SHARE + 1;
    return true;
}

static void add_value(walk *w, uint32_t stack, uint32_t column, int64_t value)
{
    if (value > 0)
        fr_builder_add(w->graph->b, stack, column, value, 0, 0.0);
}

/* A function's own cost by rows, in proportion; what rounding leaves goes to the largest. Rows stand behind their
 * callers'. */
static void add_rows(walk *w, uint32_t *stacks, int64_t *rests, uint32_t column)
{
    for (size_t i = 0; i < w->n && !fr_builder_failed(w->graph->b); i++) {
        const row *at = &w->rows[i];
        int64_t self = w->graph->functions[at->function].self;
        int64_t part = (int64_t)share(at->amount, self, w->amounts[at->function]);
        stacks[i] = fr_builder_push(
            w->graph->b, at->caller == NO_ROW ? FR_NO_STACK : stacks[at->caller], at->function);
        rests[at->function] -= part;
        add_value(w, stacks[i], column, part);
    }
}

static void add_rests(walk *w, const uint32_t *stacks, const int64_t *rests, uint32_t column,
                      uint64_t *n_alone)
{
    for (size_t i = 0; i < w->graph->n_functions && !fr_builder_failed(w->graph->b); i++) {
        bool alone = w->largest[i] == NO_ROW;
        if (rests[i] <= 0)
            continue;
        *n_alone += alone;
        add_value(w,
                  alone ? fr_builder_push(w->graph->b, FR_NO_STACK, (uint32_t)i)
                        : stacks[w->largest[i]],
                  column, rests[i]);
    }
}

static void emit(walk *w, uint32_t column, uint64_t *n_alone)
{
    uint32_t *stacks = malloc((w->n + 1) * sizeof *stacks);
    int64_t *rests = malloc((w->graph->n_functions + 1) * sizeof *rests);

    for (size_t i = 0; rests && i < w->graph->n_functions; i++)
        rests[i] = w->graph->functions[i].self;
    if (stacks && rests) {
        add_rows(w, stacks, rests, column);
        add_rests(w, stacks, rests, column, n_alone);
    } else {
        fail_memory(w->graph);
    }
    free(stacks);
    free(rests);
}

bool fr_call_graph_estimate(fr_call_graph *graph, uint32_t column, uint64_t *n_alone)
{
    walk w = {0};

    *n_alone = 0;
    sum_up(graph);
    if (begin_walk(&w, graph)) {
        add_roots(&w);
        for (size_t i = 0; i < w.n && w.steps < MOST_STEPS && !fr_builder_failed(graph->b); i++)
            follow_calls(&w, (uint32_t)i);
        emit(&w, column, n_alone);
    }
    free(w.rows);
    free(w.amounts);
    free(w.largest);
    return w.steps < MOST_STEPS;
}
