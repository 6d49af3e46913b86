/* pprof_path.c - sharing, looking up and pushing the locations of samples. */
#include "formats/pprof/pprof_path.h"

#include <stdlib.h>

bool fr_pprof_path_init(fr_pprof_path *path, fr_pprof *p)
{
    *path = (fr_pprof_path){.p = p, .n_lone = 2 * p->locations.n + 1, .all_lone = true};
    path->lone = calloc(path->n_lone, sizeof *path->lone);
    if (!path->lone) {
        fr_builder_fail(p->b, FR_E_LIMIT, 0, 0, "out of memory");
        return false;
    }
    for (size_t i = 0; i < p->locations.n; i++) {
        const fr_pprof_location *location = fr_pprof_at(&p->locations, i, sizeof *location);
        uint32_t frame = ((const uint32_t *)p->frames.items)[location->first];
        if (location->n == 1 && location->id < path->n_lone)
            path->lone[location->id] = frame;
        path->all_lone &= location->n == 1 && location->id < path->n_lone && frame;
    }
    return true;
}

void fr_pprof_path_reset(fr_pprof_path *path)
{
    fr_pprof_drop(path->p, &path->joined, 1);
    fr_pprof_drop(path->p, &path->joined_before, 1);
    fr_pprof_drop(path->p, &path->ids, sizeof(uint64_t));
    fr_pprof_drop(path->p, &path->ends, sizeof(uint32_t));
    fr_pprof_drop(path->p, &path->frames, sizeof(uint32_t));
    fr_pprof_drop(path->p, &path->stacks, sizeof(uint32_t));
    free(path->lone);
}

/* ---- ids ---- */

static void join(fr_pprof_path *path, const char *at, size_t n)
{
    char *joined = fr_pprof_room(path->p, &path->joined, n, 1);

    if (!joined)
        return;
    memcpy(joined + path->joined.n, at, n);
    path->joined.n += n;
    path->packed = (fr_bytes){joined, path->joined.n};
}

static void join_number(fr_pprof_path *path, uint64_t id)
{
    char varint[10];
    size_t n = 0;

    for (; id > 0x7f; id >>= 7)
        varint[n++] = (char)(id | 0x80);
    varint[n++] = (char)id;
    join(path, varint, n);
}

void fr_pprof_path_join(fr_pprof_path *path, fr_wire_field field)
{
    if (field.type != FR_WIRE_VARINT && field.type != FR_WIRE_BYTES)
        return;
    if (path->packed.len && path->joined.n == 0)
        join(path, path->packed.at, path->packed.len);
    if (field.type == FR_WIRE_VARINT)
        join_number(path, field.value);
    else if (field.bytes.len)
        join(path, field.bytes.at, field.bytes.len);
}

/* Bytes that both end in. */
static size_t count_same_bytes(fr_bytes a, fr_bytes b)
{
    size_t most = a.len < b.len ? a.len : b.len, n = 0;

    for (; n + 8 <= most; n += 8) {
        uint64_t x, y;
        memcpy(&x, a.at + a.len - n - 8, 8);
        memcpy(&y, b.at + b.len - n - 8, 8);
        if (x != y)
            break;
    }
    while (n < most && a.at[a.len - 1 - n] == b.at[b.len - 1 - n])
        n++;
    return n;
}

static bool ends_number(char byte)
{
    return ((unsigned char)byte & 0x80) == 0;
}

/* True if a number begins at `at`. */
static bool begins_number(fr_bytes text, size_t at)
{
    return at == 0 || ends_number(text.at[at - 1]);
}

static size_t count_numbers(const char *at, size_t len)
{
    const uint64_t ones = UINT64_C(0x0101010101010101); /* a product with it adds bytes up */
    size_t n = 0, i = 0;
    uint64_t eight;

    for (; i + 8 <= len; i += 8) {
        memcpy(&eight, at + i, 8);
        n += (size_t)((~eight >> 7 & ones) * ones >> 56);
    }
    for (; i < len; i++)
        n += ends_number(at[i]);
    return n;
}

/* Where the whole ids begin that both samples end in: "a5 01|02" and "b5 01|02" share one byte more,
 * but not the id. */
static size_t find_shared(fr_bytes now, fr_bytes before)
{
    size_t n = count_same_bytes(now, before), at = now.len - n;

    if (n && (!begins_number(now, at) || !begins_number(before, before.len - n))) {
        while (at < now.len && !ends_number(now.at[at]))
            at++;
        at += at < now.len;
    }
    return at;
}

/* How many ids the last n bytes of both samples are; what is shorter is counted. */
static size_t count_shared(const fr_pprof_path *path, size_t n)
{
    fr_bytes before = path->before;

    if (n < before.len / 2)
        return count_numbers(before.at + before.len - n, n);
    return path->ends.n - count_numbers(before.at, before.len - n);
}

/* A packed field has at most a number a byte. */
void fr_pprof_path_end(fr_pprof_path *path)
{
    size_t at = find_shared(path->packed, path->before);
    fr_wire w = fr_wire_of((fr_bytes){path->packed.at, at});
    uint64_t *ids;

    path->n_shared = count_shared(path, path->packed.len - at);
    path->ids.n = 0;
    ids = at ? fr_pprof_room(path->p, &path->ids, at, sizeof *ids) : NULL;
    if (!ids)
        return;
    path->ids.n = fr_wire_numbers(&w, ids);
    fr_pprof_ended(path->p, &w);
}

/* ---- frames ---- */

uint32_t fr_pprof_standalone(fr_pprof *p, fr_bytes name)
{
    return p->names_only
               ? fr_builder_name(p->b, name, FR_TEXT_RAW)
               : fr_builder_named(p->b, name, FR_TEXT_RAW, FR_KIND_USER, (fr_bytes){NULL, 0});
}

/* The frames of a location; an id of nothing is shown. */
static const uint32_t *find_frames(fr_pprof_path *path, uint64_t id, size_t *n, uint32_t *unknown)
{
    fr_pprof *p = path->p;
    uint32_t i = fr_id_map_find(&p->location_ids, id);
    const fr_pprof_location *location;

    if (i != FR_NO_PLACE) {
        location = fr_pprof_at(&p->locations, i, sizeof *location);
        *n = location->n;
        return (const uint32_t *)p->frames.items + location->first;
    }
    p->n_dangling++;
    *unknown = fr_pprof_standalone(p, FR_LITERAL("[unknown]"));
    *n = 1;
    return unknown;
}

/* The frames of each id from the root on, as long as they have one each. */
static size_t add_lone(fr_pprof_path *path, size_t n_left)
{
    const uint64_t *ids = path->ids.items;
    const uint32_t *lone = path->lone;
    uint64_t n_lone = path->n_lone;
    uint32_t *ends = (uint32_t *)path->ends.items + path->ends.n;
    uint32_t *frames = (uint32_t *)path->frames.items + path->frames.n;
    uint32_t depth = (uint32_t)path->frames.n;
    size_t n = 0;

    for (; n < n_left; n++) {
        uint64_t id = ids[n_left - 1 - n];
        uint32_t frame = id < n_lone ? lone[id] : 0;
        if (!frame)
            break;
        frames[n] = frame;
        ends[n] = ++depth;
    }
    path->ends.n += n;
    path->frames.n += n;
    return n_left - n;
}

static bool add_location(fr_pprof_path *path, uint64_t id)
{
    size_t n;
    uint32_t unknown;
    const uint32_t *found = find_frames(path, id, &n, &unknown);
    uint32_t *frames = fr_pprof_room(path->p, &path->frames, n, sizeof *frames);

    if (!frames)
        return false;
    memcpy(frames + path->frames.n, found, n * sizeof *frames);
    path->frames.n += n;
    ((uint32_t *)path->ends.items)[path->ends.n++] = (uint32_t)path->frames.n;
    return true;
}

/* The sample's frames take the place of those of the sample before, from where they differ on, which
 * is returned. Ids of nothing are counted each time: such samples are not shared. */
size_t fr_pprof_path_find(fr_pprof_path *path)
{
    uint64_t n_dangling = path->p->n_dangling;
    fr_pprof_list swapped = path->joined_before;
    size_t first, n_left = path->ids.n;

    path->ends.n = path->n_shared;
    path->frames.n = first =
        path->n_shared ? ((const uint32_t *)path->ends.items)[path->n_shared - 1] : 0;
    if (n_left && !fr_pprof_room(path->p, &path->ends, n_left, sizeof(uint32_t)))
        return first;
    while (n_left > 0) {
        if (!fr_pprof_room(path->p, &path->frames, n_left, sizeof(uint32_t)))
            return first;
        n_left = add_lone(path, n_left);
        if (n_left && !add_location(path, ((const uint64_t *)path->ids.items)[--n_left]))
            return first;
    }
    path->before = path->packed;
    path->joined_before = path->joined;
    path->joined = swapped;
    if (path->p->n_dangling > n_dangling)
        fr_pprof_path_skip(path);
    return first;
}

void fr_pprof_path_skip(fr_pprof_path *path)
{
    path->before = (fr_bytes){NULL, 0};
    path->ends.n = 0;
}

/* ---- stacks ---- */

/* The stacks that lead to the last one, which was recalled as a whole. */
static void trace(fr_pprof_path *path, size_t n)
{
    uint32_t *stacks = path->stacks.items;

    for (uint32_t stack = path->leaf; n-- > 0; stack = fr_builder_stack(path->p->b, stack).parent)
        stacks[n] = stack;
    path->traced = true;
}

uint32_t fr_pprof_path_push(fr_pprof_path *path)
{
    fr_builder *b = path->p->b;
    size_t n_before = path->frames.n, first = fr_pprof_path_find(path), n = path->frames.n;
    const uint32_t *frames = path->frames.items;
    fr_recall recall = {.frames = frames, .n = (uint32_t)n, .stack = FR_NO_ID};
    uint32_t *stacks;
    bool is_new = false;

    fr_builder_recall(b, &recall, 1);
    if (fr_builder_failed(b))
        return FR_NO_STACK;
    if (recall.stack != FR_NO_ID) {
        path->leaf = recall.stack;
        path->traced = false;
        return recall.stack;
    }
    path->stacks.n = 0;
    stacks = fr_pprof_room(path->p, &path->stacks, n > n_before ? n : n_before, sizeof *stacks);
    if (!stacks)
        return FR_NO_STACK;
    if (!path->traced && first)
        trace(path, n_before);
    path->leaf = fr_builder_push_path(b, first ? stacks[first - 1] : FR_NO_STACK, frames + first,
                                      n - first, stacks + first, &is_new);
    path->traced = true;
    recall.stack = path->leaf;
    fr_builder_remember(b, &recall);
    return path->leaf;
}

/* ---- names ---- */

/* Of a location with several frames, or none that is known; the innermost first. */
static bool add_names(fr_pprof_path *path, uint64_t id)
{
    size_t n;
    uint32_t unknown;
    const uint32_t *found = find_frames(path, id, &n, &unknown);
    uint32_t *names = fr_pprof_room(path->p, &path->frames, n, sizeof *names);

    for (size_t i = n; i-- > 0 && names;)
        names[path->frames.n++] = found[i];
    return names != NULL;
}

/* Nothing is shared with the sample before: what is counted needs no order. */
void fr_pprof_path_tally(fr_pprof_path *path)
{
    const uint64_t *ids = path->ids.items;
    size_t n = path->ids.n, i = 0;

    path->frames.n = 0;
    while (i < n) {
        uint32_t *names = fr_pprof_room(path->p, &path->frames, n - i, sizeof *names), name = 0;
        if (!names)
            return;
        names += path->frames.n;
        for (; i < n && ids[i] < path->n_lone && (name = path->lone[ids[i]]) != 0; i++)
            *names++ = name;
        path->frames.n = (size_t)(names - (uint32_t *)path->frames.items);
        if (i < n && !add_names(path, ids[i++]))
            return;
    }
    fr_builder_tally_stack(path->p->b, path->frames.items, path->frames.n);
}
