/*
 * call_graph.h - a graph of calls with costs, of which stacks are estimated.
 *
 *     main  self 10                  main            10
 *       -> parse  cost 60            main;parse      40      parse holds 60 of its 90 from main, 30 from
 *       -> draw   cost 40            main;draw        5      draw: its own 60 are split 40 : 20
 *     parse self 60, -> read 30      main;draw;parse 20
 *     draw  self 10, -> parse 30     ...
 *
 * A graph holds what each function cost, and what each of its calls cost with all that they called, but not which
 * caller's caller it was. So a function's cost is split over its callers by what their calls cost. What each function
 * holds by itself stays exact: the parts of it add up to what the file says.
 */
#ifndef FR_FORMATS_CALL_GRAPH_H
#define FR_FORMATS_CALL_GRAPH_H

#include "base/number.h"
#include "model/build/builder.h"
#include "model/build/stack_table.h"

typedef struct fr_call_function {
    fr_u128 inclusive, incoming; /* with all that it called; what its callers say of it */
    int64_t self;
    uint32_t first_call; /* the last call of it that was met, + 1; 0: none */
} fr_call_function;

typedef struct fr_call {
    int64_t cost;
    uint32_t callee;
    uint32_t next; /* of the same caller, + 1; 0: none */
} fr_call;

/* Zeroed it is empty. */
typedef struct fr_call_graph {
    fr_call_function *functions; /* by frame id of the builder */
    size_t n_functions, functions_cap;
    fr_call *calls; /* by id of `pairs` */
    size_t calls_cap;
    fr_stack_table pairs; /* (caller + 1, callee) */
    fr_builder *b;        /* where failures stick */
} fr_call_graph;

bool fr_call_graph_init(fr_call_graph *graph, fr_builder *b);
void fr_call_graph_reset(fr_call_graph *graph);
/* Adds to what a function cost by itself; `frame` is one of the builder's. */
void fr_call_graph_add_self(fr_call_graph *graph, uint32_t frame, int64_t cost);
/* Adds to what calls of one function by another cost. A function's calls of itself say nothing new. */
void fr_call_graph_add_call(fr_call_graph *graph, uint32_t caller, uint32_t callee, int64_t cost);
/* Adds stacks to a column of the builder. Calls of less than a ten-thousandth of all, and calls that go round in a
 * circle, are not followed; what they hold by themselves goes to the other stacks of those functions, or to a stack of
 * the function alone. *n_alone: how many functions stand alone for that reason. False where the graph has too many
 * paths to follow all. */
bool fr_call_graph_estimate(fr_call_graph *graph, uint32_t column, uint64_t *n_alone);

#endif
