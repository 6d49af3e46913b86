/* frame_run.c - runs of frames, and a table of the long ones. */
#include "formats/frame_run.h"

#include <inttypes.h>
#include <stdlib.h>

/* Stops at the first frame that the builder refuses. */
static fr_run_end push(fr_builder *b, fr_run_end caller, const uint32_t *run)
{
    fr_run_end end = {caller.stack, caller.depth + run[0]};

    for (uint32_t i = 1; i <= run[0]; i++)
        if ((end.stack = fr_builder_push(b, end.stack, run[i])) == FR_NO_STACK)
            break;
    return end;
}

/* The end of a long run; NULL after a failure. *is_new: it was not pushed from there yet. */
static fr_run_end *find_end(fr_frame_runs *runs, uint32_t stack, uint32_t place, bool *is_new)
{
    uint32_t id = FR_NO_ID;

    if (runs->known.stacks || fr_stack_table_init(&runs->known))
        id = fr_stack_table_add(&runs->known, (fr_stack){stack, place});
    if (id == FR_NO_ID) {
        fr_builder_fail_memory(runs->held->b);
        return NULL;
    }
    *is_new = id > runs->ends.n;
    return *is_new ? fr_list_add(runs->held, &runs->ends, sizeof(fr_run_end))
                   : fr_list_at(&runs->ends, id - 1);
}

static fr_run_end push_long(fr_frame_runs *runs, fr_run_end caller, const uint32_t *run,
                            uint32_t place)
{
    bool is_new;
    fr_run_end *end = find_end(runs, caller.stack, place, &is_new);

    if (end && is_new)
        *end = push(runs->held->b, caller, run);
    return end ? *end : caller;
}

fr_run_end fr_frame_runs_push(fr_frame_runs *runs, fr_run_end caller, const fr_list *frames,
                              uint32_t place)
{
    const uint32_t *run = (const uint32_t *)frames->items + place;

    if (run[0] > runs->deepest || caller.depth > runs->deepest - run[0]) {
        fr_builder_fail(runs->held->b, FR_E_LIMIT, 0, 0, "a stack of more than %" PRIu32 " frames",
                        runs->deepest);
        fr_builder_hint(runs->held->b, "--limit-depth raises the limit");
        return caller;
    }
    return run[0] > FR_LONG_RUN ? push_long(runs, caller, run, place)
                                : push(runs->held->b, caller, run);
}

void fr_frame_runs_reset(fr_frame_runs *runs)
{
    fr_stack_table_reset(&runs->known);
    free(runs->ends.items);
    *runs = (fr_frame_runs){0};
}
