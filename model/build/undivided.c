/* undivided.c - sums of parts of one input, which are the same however it is cut. */
#include "model/build/undivided.h"

#include <stdlib.h>

#include "base/arena.h"

fr_undivided *fr_undivided_new(uint32_t n_columns, size_t n_names)
{
    fr_undivided *u = calloc(1, sizeof *u);

    if (!u)
        return NULL;
    u->n_columns = n_columns;
    u->n_names = n_names;
    u->own = fr_take_array(n_names * n_columns + 1, sizeof *u->own, true);
    if (u->own)
        return u;
    free(u);
    return NULL;
}

void fr_undivided_free(fr_undivided *u)
{
    if (!u)
        return;
    free(u->own);
    free(u);
}

static void join_sums(fr_stack_sums *to, const fr_stack_sums *from)
{
    for (uint32_t depth = 0; depth < FR_STACK_DEPTHS; depth++)
        to->by_depth[depth] += from->by_depth[depth];
    to->no_stack += from->no_stack;
    to->unknown_kernel += from->unknown_kernel;
    to->unknown_compiled += from->unknown_compiled;
    to->area += from->area;
    to->unknown_area += from->unknown_area;
    to->n_samples += from->n_samples;
}

void fr_undivided_join(fr_undivided *to, const fr_undivided *from)
{
    for (size_t i = 0; i < to->n_names * to->n_columns; i++)
        to->own[i] += from->own[i];
    join_sums(&to->sums, &from->sums);
}
