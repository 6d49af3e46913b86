/* pprof_path.c - sharing, looking up and pushing the locations of samples. */
#include "formats/pprof_path.h"

#include <stdlib.h>

bool fr_pprof_path_init(fr_pprof_path *path, fr_pprof *p)
{
    *path = (fr_pprof_path){.p = p, .n_lone = 2 * p->locations.n + 1};
    path->lone = calloc(path->n_lone, sizeof *path->lone);
    if (!path->lone) {
        fr_builder_fail(p->b, FR_E_LIMIT, 0, 0, "out of memory");
        return false;
    }
    for (size_t i = 0; i < p->locations.n; i++) {
        const fr_pprof_location *location = fr_pprof_at(&p->locations, i, sizeof *location);
        if (location->n == 1 && location->id < path->n_lone)
            path->lone[location->id] = ((const uint32_t *)p->frames.items)[location->first];
    }
    return true;
}

void fr_pprof_path_reset(fr_pprof_path *path)
{
    free(path->ids.items);
    free(path->before.items);
    free(path->stacks.items);
    free(path->frames.items);
    free(path->whole.items);
    free(path->lone);
}

/* A packed field has at most a number a byte. */
void fr_pprof_path_take(fr_pprof_path *path, const fr_wire_field *field)
{
    fr_wire w = fr_wire_of(field->bytes);
    uint64_t *ids;

    if (field->type != FR_WIRE_VARINT && field->type != FR_WIRE_BYTES)
        return;
    ids = fr_pprof_room(path->p, &path->ids, field->type == FR_WIRE_BYTES ? field->bytes.len : 1,
                        sizeof *ids);
    if (!ids)
        return;
    if (field->type == FR_WIRE_VARINT) {
        ids[path->ids.n++] = field->value;
        return;
    }
    path->ids.n += fr_wire_numbers(&w, ids + path->ids.n);
    fr_pprof_ended(path->p, &w);
}

/* Locations from the root on that the sample before has too. */
static size_t count_shared(const fr_pprof_path *path)
{
    const uint64_t *ids = path->ids.items, *before = path->before.items;
    size_t n = path->ids.n, n_before = path->before.n, most = n < n_before ? n : n_before, k = 0;

    while (k < most && ids[n - 1 - k] == before[n_before - 1 - k])
        k++;
    return k;
}

static bool add_frames(fr_pprof_path *path, const uint32_t *items, size_t n)
{
    uint32_t *frames = fr_pprof_room(path->p, &path->frames, n, sizeof *frames);

    if (!frames)
        return false;
    memcpy(frames + path->frames.n, items, n * sizeof *frames);
    path->frames.n += n;
    return true;
}

/* The frames of a location; an id of nothing is shown. */
static bool add_location(fr_pprof_path *path, uint64_t id, bool *dangles)
{
    fr_pprof *p = path->p;
    uint32_t i = fr_id_map_find(&p->location_ids, id);
    const fr_pprof_location *location;
    uint32_t unknown;

    if (i != FR_NO_PLACE) {
        location = fr_pprof_at(&p->locations, i, sizeof *location);
        return add_frames(path, (const uint32_t *)p->frames.items + location->first, location->n);
    }
    *dangles = true;
    p->n_dangling++;
    unknown = fr_builder_named(p->b, FR_LITERAL("[unknown]"), FR_TEXT_RAW, FR_KIND_USER,
                               (fr_bytes){NULL, 0});
    return add_frames(path, &unknown, 1);
}

/* The frame of each id from the root on, as long as they have one each. Returns how many do. */
static size_t find_lone(const fr_pprof_path *path, size_t k, uint32_t *frames)
{
    const uint64_t *ids = path->ids.items;
    size_t n = path->ids.n, first = k;

    for (; k < n; k++) {
        uint64_t id = ids[n - 1 - k];
        uint32_t frame = id < path->n_lone ? path->lone[id] : 0;
        if (!frame)
            break;
        frames[k - first] = frame;
    }
    return k - first;
}

/* Locations from k on: as many as have a frame each, else one; returns where to go on, or 0. */
static size_t push_locations(fr_pprof_path *path, size_t k, bool *is_new, bool *dangles)
{
    uint32_t *stacks = path->stacks.items, *frames, last = k ? stacks[k - 1] : FR_NO_STACK;
    size_t n;

    path->frames.n = 0;
    frames = fr_pprof_room(path->p, &path->frames, path->ids.n - k, sizeof *frames);
    if (!frames)
        return 0;
    n = find_lone(path, k, frames);
    if (n) {
        fr_builder_push_path(path->p->b, last, frames, n, stacks + k, is_new);
        return k + n;
    }
    if (!add_location(path, ((const uint64_t *)path->ids.items)[path->ids.n - 1 - k], dangles))
        return 0;
    stacks[k] =
        fr_builder_push_path(path->p->b, last, path->frames.items, path->frames.n, NULL, is_new);
    return k + 1;
}

/* What shares its root side with the sample before is pushed from there on. */
static uint32_t push_rest(fr_pprof_path *path)
{
    size_t n = path->ids.n, k = count_shared(path);
    uint32_t *stacks;
    fr_pprof_list swapped = path->before;
    bool is_new = false, dangles = false;

    path->stacks.n = 0;
    stacks = fr_pprof_room(path->p, &path->stacks, n, sizeof *stacks);
    while (stacks && k < n) {
        k = push_locations(path, k, &is_new, &dangles);
        if (!k)
            return FR_NO_STACK;
    }
    path->before = path->ids;
    path->ids = swapped;
    if (dangles) /* they are counted each time */
        path->before.n = 0;
    return stacks ? stacks[n - 1] : FR_NO_STACK;
}

uint32_t fr_pprof_path_push(fr_pprof_path *path)
{
    size_t n = path->ids.n;
    uint32_t *whole = fr_pprof_room(path->p, &path->whole, n, sizeof *whole), stack;

    if (!whole)
        return FR_NO_STACK;
    if (find_lone(path, 0, whole) < n)
        return push_rest(path);
    stack = fr_builder_recall(path->p->b, whole, n);
    if (stack != FR_NO_ID)
        return stack;
    stack = push_rest(path);
    fr_builder_remember(path->p->b, whole, n, stack);
    return stack;
}
