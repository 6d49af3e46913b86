/* pprof_trace.c - stepping and sorting traces. */
#include "formats/pprof/fast/pprof_trace.h"

#include <stdlib.h>

#include "base/arena.h"

#define AHEAD 16 /* traces whose bytes are fetched at once */
#define FEW   12 /* traces that are sorted by insertion */

/* ---- steps ---- */

bool fr_pprof_is_broken_id(const fr_pprof *p, uint32_t begin, uint32_t end)
{
    const unsigned char *id = (const unsigned char *)p->samples.at + begin;
    uint32_t len = end - begin;

    return len > FR_PPROF_LONG_ID + 1 || (len == FR_PPROF_LONG_ID + 1 && id[FR_PPROF_LONG_ID] > 1);
}

uint32_t fr_pprof_step_inside(const fr_pprof_path *path, fr_pprof_cursor *c, uint64_t id,
                              uint32_t at, bool *odd)
{
    const fr_pprof *p = path->p;
    bool broken = fr_pprof_is_broken_id(p, at, c->at);
    /* "81 80 80 80 80 80 80 80 80 00" is 1, too; where all are lone there is no list of locations */
    uint32_t frame = id < path->n_lone && !broken ? path->lone[id] : 0;
    uint32_t i = frame || broken ? FR_NO_PLACE : fr_id_map_find(&p->location_ids, id);
    const fr_pprof_location *location;

    if (i == FR_NO_PLACE) {
        *odd |= !frame;
        c->at = frame ? at : c->at;
        return frame;
    }
    location = fr_pprof_at(&p->locations, i, sizeof *location);
    frame = ((const uint32_t *)p->frames.items)[location->first + c->sub];
    if (++c->sub == location->n) {
        c->sub = 0;
        c->at = at;
    }
    return frame;
}

/* Traces of a group stand far apart in the message. */
static void fetch(const fr_pprof_traces *t, const fr_pprof_trace *trace)
{
    __builtin_prefetch(t->path->p->samples.at + trace->at.at - 1);
}

bool fr_pprof_traces_step(fr_pprof_traces *t, uint32_t from, uint32_t n)
{
    uint32_t *key = t->key + from, differ = 0;
    fr_pprof_trace *traces = t->items + from;

    for (uint32_t i = 0; i < n && i < AHEAD; i++)
        fetch(t, &traces[i]);
    for (uint32_t i = 0; i < n; i++) {
        if (n - i > AHEAD)
            fetch(t, &traces[i + AHEAD]);
        key[i] = fr_pprof_step(t->path, &traces[i].at, traces[i].begin, &t->odd);
        differ |= key[i] ^ key[0];
    }
    return !differ && key[0];
}

/* ---- sorting ---- */

static void sort_few(fr_pprof_trace *traces, uint32_t *key, uint32_t n, unsigned ignored)
{
    for (uint32_t i = 1; i < n; i++) {
        fr_pprof_trace moved = traces[i];
        uint32_t k = key[i], at = i;
        for (; at > 0 && key[at - 1] >> ignored > k >> ignored; at--) {
            traces[at] = traces[at - 1];
            key[at] = key[at - 1];
        }
        traces[at] = moved;
        key[at] = k;
    }
}

/* The part of a key, which gets one trace more. */
static bool count_in(fr_pprof_traces *t, uint32_t key)
{
    uint32_t i = t->part_of[key];
    fr_pprof_part *parts;

    if (i < t->n_parts && t->parts[i].key == key) {
        t->parts[i].n++;
        return true;
    }
    parts = fr_grow(t->parts, &t->parts_cap, t->n_parts + 1, sizeof *parts);
    if (!parts)
        return false;
    t->parts = parts;
    parts[t->n_parts] = (fr_pprof_part){key, 1};
    t->part_of[key] = (uint32_t)t->n_parts++;
    return true;
}

/* Parts one behind the other, in the order in which they were met. */
static bool sort_many(fr_pprof_traces *t, uint32_t from, uint32_t n)
{
    fr_pprof_trace *traces = t->items + from, *moved = t->moved + from;
    uint32_t *key = t->key + from, *moved_key = t->moved_key + from, at = 0;

    t->n_parts = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!count_in(t, key[i] >> t->ignored))
            return false;
    for (size_t i = 0; i < t->n_parts; i++) {
        uint32_t size = t->parts[i].n;
        t->parts[i].n = at;
        at += size;
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t to = t->parts[t->part_of[key[i] >> t->ignored]].n++;
        moved[to] = traces[i];
        moved_key[to] = key[i];
    }
    memcpy(traces, moved, n * sizeof *traces);
    memcpy(key, moved_key, n * sizeof *key);
    return true;
}

bool fr_pprof_traces_sort(fr_pprof_traces *t, uint32_t from, uint32_t n)
{
    if (n > FEW)
        return sort_many(t, from, n);
    sort_few(t->items + from, t->key + from, n, t->ignored);
    return true;
}

/* ---- the list ---- */

bool fr_pprof_traces_add(fr_pprof_traces *t, uint32_t begin, uint32_t end)
{
    fr_pprof_trace *items = fr_grow(t->items, &t->cap, t->n + 1, sizeof *items);

    if (!items)
        return false;
    t->items = items;
    items[t->n] = (fr_pprof_trace){(uint32_t)t->n, begin, {end, 0}};
    t->n++;
    return true;
}

bool fr_pprof_traces_begin(fr_pprof_traces *t, uint32_t n_keys)
{
    t->key = fr_take_array(t->n, sizeof *t->key, false);
    t->moved = fr_take_array(t->n, sizeof *t->moved, false);
    t->moved_key = fr_take_array(t->n, sizeof *t->moved_key, false);
    t->part_of = calloc(n_keys, sizeof *t->part_of);
    return t->key && t->moved && t->moved_key && t->part_of;
}

bool fr_pprof_traces_share(fr_pprof_traces *t, const fr_pprof_traces *with, uint32_t n_keys)
{
    *t = *with;
    t->parts = NULL;
    t->n_parts = t->parts_cap = 0;
    t->part_of = calloc(n_keys, sizeof *t->part_of);
    return t->part_of != NULL;
}

void fr_pprof_traces_leave(fr_pprof_traces *t)
{
    free(t->part_of);
    free(t->parts);
}

void fr_pprof_traces_reset(fr_pprof_traces *t)
{
    free(t->items);
    free(t->key);
    free(t->moved);
    free(t->moved_key);
    fr_pprof_traces_leave(t);
    *t = (fr_pprof_traces){0};
}
