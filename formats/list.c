/* list.c - growing lists, and counting what they hold; runs of frames, and a table of the long ones. */
#include "formats/list.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"

void *fr_list_room(fr_held *held, fr_list *list, size_t n, size_t size)
{
    size_t needed = list->n + n, before = list->cap;

    if (needed > list->cap) { /* places in a list are 32 bits */
        void *items = needed < UINT32_MAX ? fr_grow(list->items, &list->cap, needed, size) : NULL;
        if (!items) {
            fr_builder_fail_memory(held->b);
            return NULL;
        }
        list->items = items;
        list->size = size;
        held->bytes += (list->cap - before) * size;
    }
    if (held->bytes + held->beside <= held->most)
        return list->items;
    fr_builder_fail(held->b, FR_E_LIMIT, 0, 0, "%s needs more than %" PRIu64 " MiB of memory",
                    held->what, held->most >> 20);
    fr_builder_hint(held->b, "--limit-memory raises the limit");
    return NULL;
}

void *fr_list_add(fr_held *held, fr_list *list, size_t size)
{
    char *items = fr_list_room(held, list, 1, size);

    return items ? memset(items + list->n++ * size, 0, size) : NULL;
}

void fr_list_drop(fr_held *held, fr_list *list)
{
    free(list->items);
    held->bytes -= list->cap * list->size;
    *list = (fr_list){0};
}

/* ---- runs of frames ---- */

/* Stops at the first frame that the builder refuses. */
static fr_run_end push(fr_builder *b, fr_run_end caller, const uint32_t *run)
{
    fr_run_end end = {caller.stack, caller.depth + run[0]};

    for (uint32_t i = 1; i <= run[0]; i++)
        if ((end.stack = fr_builder_push(b, end.stack, run[i])) == FR_NO_STACK)
            break;
    return end;
}

/* A long run is pushed once for each caller. */
static fr_run_end push_long(fr_frame_runs *runs, fr_run_end caller, const uint32_t *run,
                            uint32_t place)
{
    uint32_t id = FR_NO_ID;
    fr_run_end *end;

    if (runs->known.stacks || fr_stack_table_init(&runs->known))
        id = fr_stack_table_add(&runs->known, (fr_stack){caller.stack, place});
    if (id == FR_NO_ID) {
        fr_builder_fail_memory(runs->held->b);
        return caller;
    }
    if (id <= runs->ends.n)
        return *(const fr_run_end *)fr_list_at(&runs->ends, id - 1);
    end = fr_list_add(runs->held, &runs->ends, sizeof *end);
    if (end)
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
