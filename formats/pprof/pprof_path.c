/* pprof_path.c - pushing the frames of the locations that the sample before has not. */
#include "formats/pprof/pprof_path.h"

#include <stdlib.h>

static uint32_t push_location(fr_pprof *p, uint32_t stack, uint64_t id)
{
    const uint32_t *frames = fr_pprof_frames_of(p, id);

    if (!frames) {
        p->n_dangling++;
        return fr_builder_push(p->b, stack, fr_pprof_standalone(p, FR_LITERAL("[unknown]")));
    }
    for (uint32_t i = 1; i <= frames[0]; i++)
        stack = fr_builder_push(p->b, stack, frames[i]);
    return stack;
}

/* Ids from the root on that both samples have. */
static size_t count_shared(const fr_pprof_path *path, const uint64_t *ids, size_t n)
{
    const uint64_t *before = path->ids.items;
    size_t n_before = path->ids.n, same = 0;

    while (same < n && same < n_before && ids[n - 1 - same] == before[n_before - 1 - same])
        same++;
    return same;
}

uint32_t fr_pprof_path_push(fr_pprof_path *path, fr_pprof *p, const uint64_t *ids, size_t n)
{
    size_t depth = count_shared(path, ids, n);
    uint64_t n_dangling = p->n_dangling;
    uint32_t *stacks, stack;

    path->ids.n = path->stacks.n = 0;
    stacks = fr_list_room(&p->held, &path->stacks, n, sizeof *stacks);
    if (!stacks || !fr_list_room(&p->held, &path->ids, n, sizeof *ids))
        return FR_NO_STACK;
    stack = depth ? stacks[depth - 1] : FR_NO_STACK;
    for (; depth < n; depth++)
        stack = stacks[depth] = push_location(p, stack, ids[n - 1 - depth]);
    /* Ids of nothing are counted in every sample: such a sample shares nothing with the next. */
    if (p->n_dangling > n_dangling)
        return stack;
    memcpy(path->ids.items, ids, n * sizeof *ids);
    path->ids.n = n;
    return stack;
}

void fr_pprof_path_reset(fr_pprof_path *path)
{
    free(path->ids.items);
    free(path->stacks.items);
    *path = (fr_pprof_path){0};
}
