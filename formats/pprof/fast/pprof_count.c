/*
 * pprof_count.c - names of samples, counted in parts, each by the thread that takes it. Sums of integers are the
 * same however parts fall to threads; squares, which are rounded, are kept by part and added in order.
 */
#include "formats/pprof/fast/pprof_count.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/pool.h"
#include "model/build/tally_lone.h"

#define BATCH 8u

/* What the parts add up to, by part and column. */
typedef struct part_sum {
    uint64_t n_samples;
    double squares;
} part_sum;

/* What a thread counts in. */
typedef struct sheet {
    fr_tally *tally;
    fr_tally_lone *lone; /* instead, where one column tells all: else NULL */
    const char *totals;  /* by name, */
    size_t size;         /* so many bytes each: where they are wanted soon, they are fetched */
} sheet;

typedef struct job {
    const fr_pprof_path *path; /* where locations have their names */
    const fr_pprof_noted *noted;
    const fr_pprof_columns *columns;
    uint32_t no_stack; /* the name that stands for one */
    part_sum *parts;
    sheet sheets[FR_MOST_THREADS];
    atomic_size_t next; /* part that no thread has taken */
    atomic_bool is_void;
} job;

/* Names of a sample, the innermost first. */
typedef struct name_list {
    uint32_t *at;
    size_t n, cap;
} name_list;

/* What a thread needs for a part. */
typedef struct part_room {
    name_list names;
    fr_bytes ids[FR_PPROF_PART];
} part_room;

static bool reserve(name_list *names, size_t n)
{
    uint32_t *at = fr_grow(names->at, &names->cap, n, sizeof *at);

    names->at = at ? at : names->at;
    return at != NULL;
}

/* Of any location; its frames are in the order of the stack. Where all have one, there may be no list of
 * them any more. */
static bool add_frames(const fr_pprof_path *path, name_list *names, uint64_t id, size_t n_left)
{
    const fr_pprof *p = path->p;
    uint32_t name = id < path->n_lone ? path->lone[id] : 0;
    uint32_t i = name || path->all_lone ? FR_NO_PLACE : fr_id_map_find(&p->location_ids, id);
    const fr_pprof_location *location;
    const uint32_t *frames = p->frames.items;

    if (name)
        names->at[names->n++] = name;
    if (i == FR_NO_PLACE)
        return name != 0;
    location = fr_pprof_at(&p->locations, i, sizeof *location);
    if (!reserve(names, names->n + location->n + n_left))
        return false;
    for (size_t f = location->n; f-- > 0;)
        names->at[names->n++] = frames[location->first + f];
    return true;
}

/* A varint of up to three bytes, where as many can be read; returns its length, 0: it is longer. Three are
 * what most have in profiles that are large. */
static inline unsigned take_short(const char *text, uint32_t *id)
{
    const unsigned char *at = (const unsigned char *)text;
    uint32_t a = at[0], b = at[1], c = at[2];

    *id = a + (b << 7) + (c << 14) - 0x4080; /* without the marks of the first two */
    if (a & b & ~c & 0x80)
        return 3;
    *id = a < 0x80 ? a : a + (b << 7) - 0x80;
    return a < 0x80 ? 1 : b < 0x80 ? 2 : 0;
}

/* The names of ids that are short and of locations with one frame, which nearly all are; returns where
 * another begins. */
static const char *add_lone(const fr_pprof_path *path, const sheet *c, name_list *names,
                            const char *at, const char *end)
{
    const uint32_t *lone = path->lone;
    uint32_t n_lone = path->n_lone < UINT32_MAX ? (uint32_t)path->n_lone : UINT32_MAX, id;
    uint32_t *to = names->at + names->n;
    const char *totals = c->totals;
    size_t size = c->size;

    while (end - at >= 3) {
        unsigned len = take_short(at, &id);
        uint32_t name = len && id < n_lone ? lone[id] : 0;
        if (!name)
            break;
        *to++ = name;
        __builtin_prefetch(totals + name * size, 1);
        at += len;
    }
    names->n = (size_t)(to - names->at);
    return at;
}

/* Names of a sample, after those before it; false where an id stands for nothing, or is none. */
static bool find_names(const job *j, const sheet *c, name_list *names, fr_bytes ids)
{
    fr_wire w = fr_wire_of(ids);
    size_t first = names->n;
    uint64_t id;

    if (!reserve(names, names->n + ids.len + 1))
        return false;
    if (ids.len == 0)
        names->at[names->n++] = j->no_stack;
    while ((w.at = add_lone(j->path, c, names, w.at, w.end)) < w.end)
        if (!fr_wire_number(&w, &id) || !add_frames(j->path, names, id, (size_t)(w.end - w.at)))
            return false;
    if (c->lone)
        fr_tally_lone_expect(c->lone, names->at[first]);
    else
        fr_tally_expect(c->tally, names->at[first]);
    return true;
}

static void sum_part(const fr_pprof_columns *c, const int64_t *values, part_sum *sums)
{
    uint64_t n = fr_pprof_sample_count(c, values);

    for (uint32_t k = 0; k < c->n; k++) {
        double value = (double)values[k];
        sums[k].n_samples += c->counted[k] ? (uint64_t)values[k] : values[k] ? n : 0;
        sums[k].squares += c->counted[k] ? value : value / (double)n * value;
    }
}

/* Samples that were told to find_names(), each of which ends before ends[i]. */
static void count_batch(const job *j, const sheet *c, const name_list *names, const size_t *ends,
                        const int64_t *values, size_t n)
{
    fr_tally_pair value[FR_MAX_COLUMNS / 2 + 1] = {{{0}}};
    size_t n_columns = j->noted->n_columns, at = 0;

    for (size_t i = 0; i < n; i++, values += n_columns) {
        if (c->lone) {
            fr_tally_lone_count(c->lone, names->at + at, ends[i] - at, (uint64_t)*values);
        } else {
            memcpy(value, values, n_columns * sizeof *values);
            fr_tally_count(c->tally, names->at + at, ends[i] - at, value);
        }
        at = ends[i];
    }
}

/* A batch by steps, each of which looks at one table: their misses of the cache overlap. */
static bool count_batches(const job *j, const sheet *c, size_t part, part_room *room, size_t n)
{
    uint32_t n_columns = j->noted->n_columns;
    const int64_t *values = j->noted->values + part * FR_PPROF_PART * n_columns;
    size_t ends[BATCH], size;

    for (size_t at = 0; at < n; at += size, values += size * n_columns) {
        size = n - at < BATCH ? n - at : BATCH;
        room->names.n = 0;
        for (size_t i = 0; i < size; i++) {
            if (!find_names(j, c, &room->names, room->ids[at + i]))
                return false;
            ends[i] = room->names.n;
            sum_part(j->columns, values + i * n_columns, j->parts + part * n_columns);
        }
        count_batch(j, c, &room->names, ends, values, size);
    }
    return true;
}

static void count_parts(void *arg, size_t thread)
{
    job *j = arg;
    part_room *room = calloc(1, sizeof *room);
    size_t part;

    while ((part = atomic_fetch_add(&j->next, 1)) < j->noted->n_parts && !atomic_load(&j->is_void))
        if (!room || !count_batches(j, &j->sheets[thread], part, room,
                                    fr_pprof_ahead_part(j->path->p, part, room->ids)))
            atomic_store(&j->is_void, true);
    free(room ? room->names.at : NULL);
    free(room);
}

/* A thread's: its own, but for the first one's where samples differ (no factor). False: no memory. */
static bool open_sheet(sheet *c, const int64_t *factor, fr_tally *tally, size_t thread)
{
    if (factor)
        c->lone = fr_tally_lone_new(tally->n_keys);
    else
        c->tally = thread ? fr_tally_new(tally->n_columns, tally->n_keys - 1) : tally;
    if (c->lone) {
        c->totals = (const char *)c->lone->last;
        c->size = sizeof *c->lone->last;
    } else if (c->tally) {
        c->totals = (const char *)c->tally->totals;
        c->size = c->tally->n_pairs * sizeof *c->tally->totals;
    }
    return c->totals != NULL;
}

/* What it counted is added to the tally; false: no memory. */
static bool close_sheet(sheet *c, const int64_t *factor, fr_tally *tally, bool counted)
{
    bool good = true;

    if (c->lone && counted)
        fr_tally_lone_join(tally, c->lone, factor);
    fr_tally_lone_free(c->lone);
    if (c->tally && c->tally != tally) {
        good = !counted || fr_tally_join(tally, c->tally);
        fr_tally_free(c->tally);
    }
    return good;
}

static bool run(job *j, fr_tally *tally, size_t n_threads)
{
    size_t n = 0;
    bool good;

    n_threads = n_threads < FR_MOST_THREADS ? n_threads : FR_MOST_THREADS;
    while ((n == 0 || (n < n_threads && n < j->noted->n_parts)) &&
           open_sheet(&j->sheets[n], j->noted->factor, tally, n))
        n++;
    fr_pool_run(n, n, count_parts, j);
    good = n > 0 && !atomic_load(&j->is_void);
    while (n-- > 0)
        good = close_sheet(&j->sheets[n], j->noted->factor, tally, good) && good;
    return good;
}

/* What samples are told one by one, told of all of them at once. */
static void tell_all(fr_pprof *p, const job *j)
{
    const fr_pprof_noted *all = j->noted;
    const fr_pprof_columns *c = j->columns;

    fr_pprof_ahead_say(p, c);
    for (uint32_t k = 0; k < c->n; k++) {
        part_sum sum = {0};
        for (size_t part = 0; part < all->n_parts; part++) {
            sum.n_samples += j->parts[part * c->n + k].n_samples;
            sum.squares += j->parts[part * c->n + k].squares;
        }
        fr_builder_add_row(p->b, FR_NO_STACK, k, all->sums[k], sum.n_samples, sum.squares);
    }
}

bool fr_pprof_count(const fr_pprof_path *path, const fr_pprof_columns *columns, size_t n_threads)
{
    fr_pprof *p = path->p;
    fr_pprof_noted noted;
    job j = {.path = path, .noted = &noted, .columns = columns};
    fr_tally *tally = fr_builder_tally(p->b);
    bool good;

    if (!fr_pprof_ahead_noted(p->ahead, &noted) || !tally || tally->stack ||
        (noted.n_columns && noted.n_columns != columns->n))
        return false;
    atomic_init(&j.next, 0);
    atomic_init(&j.is_void, false);
    if (noted.n_frameless)
        j.no_stack = fr_pprof_standalone(p, FR_LITERAL("[no stack]"));
    j.parts = calloc(noted.n_parts * columns->n + 1, sizeof *j.parts);
    good = j.parts && run(&j, tally, n_threads);
    if (good)
        tell_all(p, &j);
    else
        fr_tally_clear(tally);
    free(j.parts);
    return good;
}
