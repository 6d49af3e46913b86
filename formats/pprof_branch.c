/* pprof_branch.c - groups of samples, cut by their next frames until each sample is alone. */
#include "formats/pprof_branch.h"

#include <stdlib.h>

#include "base/arena.h"

#define LEAST_BYTES     ((size_t)1 << 18) /* of samples: less is read sooner than it is grouped */
#define MOST_BYTES      UINT32_MAX        /* what places count */
#define SAFE_VARINT     9                 /* bytes: a longer one may have more than 64 bits */
#define AHEAD           8                 /* traces whose bytes are fetched at once */
#define FEW             12                /* samples that are sorted by insertion */
#define BYTES_PER_TRACE (2 * sizeof(trace) + sizeof(fr_pprof_branch) + 2 * sizeof(uint32_t))

/* A sample while it is followed from its root on. */
typedef struct trace {
    uint32_t sample;
    uint32_t begin; /* of its ids */
    fr_pprof_cursor at;
} trace;

/* Traces that share `depth` frames, in the order of their samples. */
typedef struct group {
    uint32_t from, n, depth;
} group;

/* Those of a group that go on with the same frame. */
typedef struct part {
    uint32_t frame, n;
} part;

typedef struct grouping {
    fr_pprof_branches *branches;
    trace *traces, *moved;
    size_t n, cap;
    uint32_t *key;     /* by trace: its next frame, 0 at its end */
    uint32_t *part_of; /* by frame: its part, if that is of this frame; never cleared */
    part *parts;
    size_t n_parts, parts_cap;
    group *todo;
    size_t n_todo, todo_cap;
    bool failed;
} grouping;

/* ---- frames of a sample ---- */

static bool is_too_long(const unsigned char *varint, uint32_t len)
{
    return len > SAFE_VARINT + 1 || (len == SAFE_VARINT + 1 && varint[SAFE_VARINT] > 1);
}

/* The next frame of a location that has several, or none that is known. */
static uint32_t step_inside(fr_pprof_branches *branches, fr_pprof_cursor *c, uint64_t id,
                            uint32_t at)
{
    const fr_pprof *p = branches->p;
    const unsigned char *bytes = (const unsigned char *)p->samples.at;
    uint32_t i = fr_id_map_find(&p->location_ids, id);
    const fr_pprof_location *location;
    uint32_t frame;

    if (i == FR_NO_PLACE || is_too_long(bytes + at, c->at - at)) {
        branches->odd = true;
        return 0;
    }
    location = fr_pprof_at(&p->locations, i, sizeof *location);
    frame = ((const uint32_t *)p->frames.items)[location->first + c->sub];
    if (++c->sub == location->n) {
        c->sub = 0;
        c->at = at;
    }
    return frame;
}

/* The next frame, 0 at the end. "8c 21 | 07" is 7, then 4236: all bytes of an id but the last have the
 * high bit set. */
static inline uint32_t step(fr_pprof_branches *branches, fr_pprof_cursor *c, uint32_t begin)
{
    const unsigned char *bytes = (const unsigned char *)branches->p->samples.at;
    const fr_pprof_path *path = branches->path;
    uint32_t at = c->at, frame;
    uint64_t id;

    if (at == begin)
        return 0;
    id = bytes[--at];
    while (at > begin && bytes[at - 1] & 0x80)
        id = id << 7 | (bytes[--at] & 0x7f);
    frame = id < path->n_lone && c->at - at <= SAFE_VARINT ? path->lone[id] : 0;
    if (!frame)
        return step_inside(branches, c, id, at);
    c->at = at;
    return frame;
}

/* ---- samples ---- */

static bool is_zero(const fr_wire_field *field)
{
    unsigned any = field->value != 0;

    for (size_t i = 0; i < field->bytes.len; i++)
        any |= (unsigned char)field->bytes.at[i] & 0x7fu;
    return !any;
}

static bool is_fixed(const fr_wire_field *field)
{
    return field->type == FR_WIRE_FIXED32 || field->type == FR_WIRE_FIXED64;
}

/* Whether they are read to their end; what has no value is still to be told where it is damaged. */
static bool are_whole(fr_bytes ids)
{
    fr_wire w = fr_wire_of(ids);
    uint64_t id;

    while (fr_wire_number(&w, &id))
        continue;
    return w.fault == FR_WIRE_GOOD;
}

bool fr_pprof_packed_ids(fr_bytes message, fr_bytes *ids, bool *zero)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;
    uint32_t n = 0;

    *zero = true;
    while (fr_wire_next(&w, &field)) {
        if (field.number <= 2 && is_fixed(&field))
            return false;
        if (field.number == 1) {
            *ids = field.bytes;
            n++;
        } else if (field.number == 2) {
            *zero = *zero && is_zero(&field);
        }
    }
    if (w.fault != FR_WIRE_GOOD || n > 1)
        return false;
    if (*zero)
        return are_whole(*ids);
    return n == 1 && ids->len && !((unsigned char)ids->at[ids->len - 1] & 0x80);
}

static bool add_trace(grouping *g, fr_bytes ids)
{
    uint32_t begin = (uint32_t)(ids.at - g->branches->p->samples.at);
    trace *traces = fr_grow(g->traces, &g->cap, g->n + 1, sizeof *traces);

    if (!traces)
        return false;
    g->traces = traces;
    traces[g->n] = (trace){(uint32_t)g->n, begin, {begin + (uint32_t)ids.len, 0}};
    g->n++;
    return true;
}

static bool take_samples(grouping *g)
{
    fr_wire w = fr_wire_of(g->branches->p->samples);
    fr_wire_field field;

    while (fr_wire_next(&w, &field)) {
        fr_bytes ids = {NULL, 0};
        bool zero;
        if (field.number != FR_PPROF_SAMPLE || field.type != FR_WIRE_BYTES)
            continue;
        if (!fr_pprof_packed_ids(field.bytes, &ids, &zero) || (!zero && !add_trace(g, ids)))
            return false;
    }
    return w.fault == FR_WIRE_GOOD && g->n > 0;
}

/* ---- parts ---- */

static void sort_few(trace *traces, uint32_t *key, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        trace moved = traces[i];
        uint32_t k = key[i], at = i;
        for (; at > 0 && key[at - 1] > k; at--) {
            traces[at] = traces[at - 1];
            key[at] = key[at - 1];
        }
        traces[at] = moved;
        key[at] = k;
    }
}

/* The part of a frame, which gets one trace more. */
static bool count_in(grouping *g, uint32_t frame)
{
    uint32_t i = g->part_of[frame];
    part *parts;

    if (i < g->n_parts && g->parts[i].frame == frame) {
        g->parts[i].n++;
        return true;
    }
    parts = fr_grow(g->parts, &g->parts_cap, g->n_parts + 1, sizeof *parts);
    if (!parts)
        return false;
    g->parts = parts;
    parts[g->n_parts] = (part){frame, 1};
    g->part_of[frame] = (uint32_t)g->n_parts++;
    return true;
}

/* Parts one behind the other, in the order in which they were met. */
static bool sort_many(grouping *g, trace *traces, uint32_t *key, uint32_t n)
{
    uint32_t at = 0;

    g->n_parts = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!count_in(g, key[i]))
            return false;
    for (size_t i = 0; i < g->n_parts; i++) {
        uint32_t size = g->parts[i].n;
        g->parts[i].n = at;
        at += size;
    }
    for (uint32_t i = 0; i < n; i++)
        g->moved[g->parts[g->part_of[key[i]]].n++] = traces[i];
    memcpy(traces, g->moved, n * sizeof *traces);
    at = 0;
    for (size_t i = 0; i < g->n_parts; i++)
        while (at < g->parts[i].n)
            key[at++] = g->parts[i].frame;
    return true;
}

/* ---- groups ---- */

static bool add_group(grouping *g, group added)
{
    group *todo = fr_grow(g->todo, &g->todo_cap, g->n_todo + 1, sizeof *todo);

    if (!todo)
        return false;
    g->todo = todo;
    todo[g->n_todo++] = added;
    return true;
}

static void branch_off(grouping *g, const trace *t, uint32_t first, uint32_t depth, uint32_t frame)
{
    if (t->sample != first)
        g->branches->of[t->sample] =
            (fr_pprof_branch){.from = first, .depth = depth, .frame = frame, .beyond = t->at};
}

/* Traces of a group that go on with the same frame, or end: what comes before it was made for
 * `first`. */
static bool settle_part(grouping *g, group same, uint32_t frame, uint32_t first)
{
    for (uint32_t i = 0; i < (frame ? 1 : same.n); i++)
        branch_off(g, &g->traces[same.from + i], first, same.depth, frame);
    same.depth++;
    return !frame || same.n == 1 || add_group(g, same);
}

/* Traces of a group stand far apart in the message. */
static void fetch(const grouping *g, const trace *t)
{
    __builtin_prefetch(g->branches->p->samples.at + t->at.at - 1);
}

/* The next frames of a group; true while they are all the same, and no end. */
static bool go_on_together(grouping *g, group all)
{
    uint32_t *key = g->key + all.from, differ = 0;
    trace *traces = g->traces + all.from;

    for (uint32_t i = 0; i < all.n && i < AHEAD; i++)
        fetch(g, &traces[i]);
    for (uint32_t i = 0; i < all.n; i++) {
        if (all.n - i > AHEAD)
            fetch(g, &traces[i + AHEAD]);
        key[i] = step(g->branches, &traces[i].at, traces[i].begin);
        differ |= key[i] ^ key[0];
    }
    return !differ && key[0];
}

static bool cut(grouping *g, group all)
{
    uint32_t *key = g->key + all.from, first = g->traces[all.from].sample, n;

    while (go_on_together(g, all))
        all.depth++;
    if (g->branches->odd)
        return false;
    if (all.n <= FEW)
        sort_few(g->traces + all.from, key, all.n);
    else if (!sort_many(g, g->traces + all.from, key, all.n))
        return false;
    for (uint32_t i = 0; i < all.n; i += n) {
        for (n = 1; i + n < all.n && key[i + n] == key[i];)
            n++;
        if (!settle_part(g, (group){all.from + i, n, all.depth}, key[i], first))
            return false;
    }
    return true;
}

static bool cut_all(grouping *g)
{
    fr_pprof_branches *b = g->branches;
    bool good = g->n == 1 || add_group(g, (group){0, (uint32_t)g->n, 0});

    b->of[0] = (fr_pprof_branch){.beyond = g->traces[0].at};
    while (good && g->n_todo)
        good = cut(g, g->todo[--g->n_todo]);
    return good;
}

/* One more than the largest. */
static uint32_t count_frames(const fr_pprof *p)
{
    const uint32_t *frames = p->frames.items;
    uint32_t n = 1;

    for (size_t i = 0; i < p->frames.n; i++)
        n = frames[i] >= n ? frames[i] + 1 : n;
    return n;
}

/* Within what is left of the limit on memory, half of which is left to the stacks. */
static bool allocate(grouping *g)
{
    const fr_pprof *p = g->branches->p;

    if (p->held + g->n * BYTES_PER_TRACE > p->opt->limits.memory / 2)
        return false;
    g->moved = fr_take_array(g->n, sizeof *g->moved, false);
    g->key = fr_take_array(g->n, sizeof *g->key, false);
    g->part_of = calloc(count_frames(p), sizeof *g->part_of);
    g->branches->of = fr_take_array(g->n, sizeof *g->branches->of, false);
    return g->moved && g->key && g->part_of && g->branches->of;
}

bool fr_pprof_branches_find(fr_pprof_branches *branches, const fr_pprof_path *path)
{
    grouping g = {.branches = branches};
    bool good;

    *branches = (fr_pprof_branches){.p = path->p, .path = path};
    if (path->p->samples.len < LEAST_BYTES || path->p->samples.len > MOST_BYTES)
        return false;
    good = take_samples(&g) && allocate(&g) && cut_all(&g);
    branches->n = (uint32_t)g.n;
    free(g.traces);
    free(g.moved);
    free(g.key);
    free(g.part_of);
    free(g.parts);
    free(g.todo);
    if (!good)
        fr_pprof_branches_reset(branches);
    return good;
}

/* ---- stacks ---- */

void fr_pprof_branches_pushed(fr_pprof_branches *branches, uint32_t i, uint32_t made)
{
    branches->of[i].frame = made;
}

uint32_t fr_pprof_branches_push(fr_pprof_branches *branches, uint32_t i, fr_bytes ids)
{
    fr_builder *b = branches->p->b;
    fr_pprof_branch *branch = &branches->of[i];
    const fr_pprof_branch *from = &branches->of[branch->from];
    fr_pprof_cursor beyond = branch->beyond;
    uint32_t begin = (uint32_t)(ids.at - branches->p->samples.at);
    uint32_t frame = branch->frame ? branch->frame : step(branches, &beyond, begin);
    uint32_t stack = FR_NO_STACK;

    if (branch->depth)
        stack = from->frame + (branch->depth - 1 - from->depth);
    branch->frame = fr_builder_n_stacks(b);
    for (; frame; frame = step(branches, &beyond, begin))
        stack = fr_builder_push_new(b, stack, frame);
    return stack;
}

void fr_pprof_branches_reset(fr_pprof_branches *branches)
{
    free(branches->of);
    branches->of = NULL;
}
