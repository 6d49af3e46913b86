/* pprof_branch.c - groups of samples, cut by their next frames until each sample is alone. */
#include "formats/pprof/fast/pprof_branch.h"

#include <stdlib.h>

#include "base/arena.h"

#define LEAST_BYTES ((size_t)1 << 18) /* of samples: less is read sooner than it is grouped */

/* Traces that share `depth` frames, in the order of their samples. */
typedef struct group {
    uint32_t from, n, depth;
} group;

typedef struct grouping {
    fr_pprof_branches *branches;
    fr_pprof_traces traces;
    group *todo;
    size_t n_todo, todo_cap;
} grouping;

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

    return fr_pprof_traces_add(&g->traces, begin, begin + (uint32_t)ids.len);
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
    return w.fault == FR_WIRE_GOOD && g->traces.n > 0;
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

static void branch_off(grouping *g, const fr_pprof_trace *t, uint32_t first, uint32_t depth,
                       uint32_t frame)
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
        branch_off(g, &g->traces.items[same.from + i], first, same.depth, frame);
    same.depth++;
    return !frame || same.n == 1 || add_group(g, same);
}

static bool cut(grouping *g, group all)
{
    fr_pprof_traces *t = &g->traces;
    uint32_t *key = t->key + all.from, first = t->items[all.from].sample, n;

    while (fr_pprof_traces_step(t, all.from, all.n))
        all.depth++;
    if (t->odd || !fr_pprof_traces_sort(t, all.from, all.n))
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
    bool good = g->traces.n == 1 || add_group(g, (group){0, (uint32_t)g->traces.n, 0});

    b->of[0] = (fr_pprof_branch){.beyond = g->traces.items[0].at};
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
    size_t n = g->traces.n, each = FR_PPROF_TRACE_COST + sizeof(fr_pprof_branch);

    if (p->held + n * each > p->opt->limits.memory / 2)
        return false;
    g->branches->of = fr_take_array(n, sizeof *g->branches->of, false);
    return g->branches->of && fr_pprof_traces_begin(&g->traces, count_frames(p));
}

bool fr_pprof_branches_find(fr_pprof_branches *branches, const fr_pprof_path *path)
{
    grouping g = {.branches = branches, .traces.path = path};
    bool good;

    *branches = (fr_pprof_branches){.p = path->p, .path = path};
    if (path->p->samples.len < LEAST_BYTES || path->p->samples.len > FR_PPROF_TRACED)
        return false;
    good = take_samples(&g) && allocate(&g) && cut_all(&g);
    branches->n = (uint32_t)g.traces.n;
    fr_pprof_traces_reset(&g.traces);
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

/* The next id, of nothing: no other sample has it at this place, or it had been found before. */
static uint32_t step_over(fr_pprof *p, fr_pprof_cursor *c, uint32_t begin)
{
    uint32_t at = c->at - 1;

    while (at > begin && p->samples.at[at - 1] & '\x80')
        at--;
    if (fr_pprof_is_broken_id(p, at, c->at))
        fr_pprof_fail(p, p->samples.at + at, "the pprof is damaged: no field of a message");
    p->n_dangling++;
    c->at = at;
    return fr_pprof_standalone(p, FR_LITERAL("[unknown]"));
}

static uint32_t step(fr_pprof_branches *branches, fr_pprof_cursor *c, uint32_t begin)
{
    bool odd = false;
    uint32_t frame = fr_pprof_step(branches->path, c, begin, &odd);

    return odd ? step_over(branches->p, c, begin) : frame;
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
