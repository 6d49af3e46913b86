/* stack_sums.c - sums of integers, the same however samples are parted. */
#include "model/build/stack_sums.h"

void fr_stack_sums_add(fr_stack_sums *sums, const fr_stack_traits *stack, int64_t value)
{
    if (stack->frames == 0) {
        sums->no_stack += value;
        return;
    }
    sums->by_depth[stack->frames] += value;
    sums->area += (fr_u128)value * stack->frames;
    sums->unknown_area += (fr_u128)value * stack->unknown;
    sums->unknown_kernel += stack->unknown_kernel ? value : 0;
    sums->unknown_compiled += stack->unknown_compiled ? value : 0;
}

void fr_stack_sums_join(fr_stack_sums *to, const fr_stack_sums *from)
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
