/* pprof_path.c - pushing the frames of the locations that the sample before has not. */
#include "formats/pprof/pprof_path.h"

#include <stdlib.h>

static fr_run_end push_location(fr_pprof_path *path, fr_pprof *p, fr_run_end caller, uint64_t id)
{
    uint32_t place = fr_id_map_find(&p->location_ids, id);

    if (place != FR_NO_PLACE)
        return fr_frame_runs_push(&path->runs, caller, &p->frames, place);
    p->n_dangling++;
    return (fr_run_end){
        fr_builder_push(p->b, caller.stack, fr_pprof_standalone(p, FR_LITERAL("[unknown]"))),
        caller.depth + 1};
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
    fr_run_end *ends, end = {0};

    path->runs.held = &p->held;
    path->runs.deepest = p->opt->limits.stack_depth;
    path->ids.n = path->ends.n = 0;
    ends = fr_list_room(&p->held, &path->ends, n, sizeof *ends);
    if (!ends || !fr_list_room(&p->held, &path->ids, n, sizeof *ids))
        return FR_NO_STACK;
    if (depth)
        end = ends[depth - 1];
    for (; depth < n && !fr_builder_failed(p->b); depth++)
        end = ends[depth] = push_location(path, p, end, ids[n - 1 - depth]);
    /* Ids of nothing are counted in every sample: such a sample shares nothing with the next. */
    if (p->n_dangling > n_dangling)
        return end.stack;
    memcpy(path->ids.items, ids, n * sizeof *ids);
    path->ids.n = n;
    return end.stack;
}

void fr_pprof_path_reset(fr_pprof_path *path)
{
    free(path->ids.items);
    free(path->ends.items);
    fr_frame_runs_reset(&path->runs);
    *path = (fr_pprof_path){0};
}
