/*
 * pprof_measure.c - one pass over the ids of all samples, in parts of which each thread takes the next.
 *
 *     id 3, "main" of the program    mark: KNOWN
 *     id 4, "[libc.so.6]"            mark: KNOWN | UNKNOWN, a frame without a name
 *     id 5, three lines              no mark: its frames are looked at one by one
 */
#include "formats/pprof/fast/pprof_measure.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/pool.h"
#include "model/report/quality.h"

#define DEEPEST (FR_STACK_DEPTHS - 1)

_Static_assert(FR_N_KINDS <= 8, "three bits hold a kind");

/* Of a frame, and of all frames of a stack together. */
enum {
    KNOWN = 1 << 0,
    UNKNOWN = 1 << 1,
    UNKNOWN_KERNEL = 1 << 2,
    UNKNOWN_COMPILED = 1 << 3,
    ABSENT = 1 << 4,
    PROCESS = 1 << 5
};

typedef struct seen_name {
    uint8_t mark, kind;
} seen_name;

typedef struct job {
    const fr_pprof_path *path;
    const fr_pprof_columns *columns;
    const fr_pprof_noted *noted;
    fr_pprof_traces *traces;
    uint32_t judged; /* column */
    uint8_t *frame;  /* marks by place in p->frames */
    uint8_t *lone;   /* by id of a location of one frame, below path->n_lone; 0: others */
    seen_name *seen; /* by name */
    unsigned any;    /* marks of all frames */
    fr_undivided *sums[FR_MOST_THREADS];
    atomic_size_t next; /* part that no thread has taken */
    atomic_bool odd;
} job;

/* Frames of a sample. */
typedef struct tally {
    uint64_t n, n_unknown;
    unsigned any; /* marks */
    bool absent;  /* the innermost stands for all of them */
} tally;

/* ---- marks ---- */

static uint8_t look_at(fr_bytes name, fr_kind kind)
{
    unsigned traits = fr_frame_traits(name, kind);
    bool unknown = (traits & FR_FRAME_UNKNOWN) != 0;

    return (uint8_t)(KNOWN | (unknown ? UNKNOWN : 0) |
                     (unknown && traits & FR_FRAME_KERNEL ? UNKNOWN_KERNEL : 0) |
                     (unknown && traits & FR_FRAME_COMPILED ? UNKNOWN_COMPILED : 0) |
                     (traits & FR_FRAME_ABSENT ? ABSENT : 0) |
                     (traits & FR_FRAME_PROCESS ? PROCESS : 0));
}

static uint8_t look_at_label(const job *j, uint32_t label)
{
    return look_at(fr_builder_name_at(j->path->p->b, fr_pprof_label_name(label)),
                   fr_pprof_label_kind(label));
}

/* Nearly all names are of one kind. */
static uint8_t mark_of(job *j, uint32_t label)
{
    uint32_t name = fr_pprof_label_name(label);
    fr_kind kind = fr_pprof_label_kind(label);
    seen_name *seen = &j->seen[name];

    if (!seen->mark || seen->kind != kind)
        *seen = (seen_name){look_at_label(j, label), (uint8_t)kind};
    j->any |= seen->mark;
    return seen->mark;
}

static bool mark_all(job *j)
{
    const fr_pprof *p = j->path->p;
    const uint32_t *labels = p->frames.items;

    j->seen = calloc(fr_builder_n_names(p->b), sizeof *j->seen);
    j->frame = calloc(p->frames.n + 1, 1);
    j->lone = calloc(j->path->n_lone, 1);
    if (!j->seen || !j->frame || !j->lone)
        return false;
    for (size_t i = 0; i < p->frames.n; i++)
        j->frame[i] = mark_of(j, labels[i]);
    for (size_t id = 0; id < j->path->n_lone; id++)
        j->lone[id] = j->path->lone[id] ? mark_of(j, j->path->lone[id]) : 0;
    return !(j->any & PROCESS);
}

/* ---- ids ---- */

/* The number of a varint of up to three bytes, which are the lowest `len` of the word. */
static inline uint32_t short_id(uint32_t word, unsigned len)
{
    word &= UINT32_C(0xffffff) >> (24 - 8 * len);
    return (word & 0x7f) | (word >> 1 & 0x3f80) | (word >> 2 & 0x1fc000);
}

/* The first byte is the lowest, on any processor. */
static inline uint32_t load_four(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;

    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* Two varints of one to three bytes each, where eight can be read; returns the length of both, 0: one is
 * longer. By twos, since where one begins is known only when the one before it was looked at. */
static inline unsigned take_two(const char *at, uint32_t id[2])
{
    uint64_t word = load_four(at) | (uint64_t)load_four(at + 4) << 32;
    uint64_t ends, second;
    unsigned len, both;

    ends = ~word & UINT64_C(0x8080808080808080);
    second = ends & (ends - 1);
    if (!second)
        return 0;
    len = (unsigned)__builtin_ctzll(ends) / 8 + 1;
    both = (unsigned)__builtin_ctzll(second) / 8 + 1;
    if (len > 3 || both - len > 3)
        return 0;
    id[0] = short_id((uint32_t)word, len);
    id[1] = short_id((uint32_t)(word >> 8 * len), both - len);
    return both;
}

static inline void add_mark(tally *t, unsigned mark)
{
    t->n++;
    t->any |= mark;
    t->n_unknown += mark >> 1 & 1;
}

/* The frames of a location, by their places in p->frames; false: none is known. */
static bool find_location(const fr_pprof_path *path, uint64_t id, uint32_t *first, uint32_t *end)
{
    const fr_pprof *p = path->p;
    uint32_t i = path->all_lone ? FR_NO_PLACE : fr_id_map_find(&p->location_ids, id);
    const fr_pprof_location *location;

    if (i == FR_NO_PLACE)
        return false;
    location = fr_pprof_at(&p->locations, i, sizeof *location);
    *first = location->first;
    *end = location->first + location->n;
    return true;
}

/* Any id; false where it is one of nothing, or damaged. */
static bool add_any(const job *j, fr_wire *w, tally *t)
{
    uint64_t id;
    uint32_t first = 0, end = 0;

    if (!fr_wire_number(w, &id))
        return false;
    if (id < j->path->n_lone && j->lone[id]) {
        add_mark(t, j->lone[id]);
        return true;
    }
    if (!find_location(j->path, id, &first, &end))
        return false;
    while (end-- > first)
        add_mark(t, j->frame[end]);
    return true;
}

/* A varint of one to three bytes, where four can be read; returns its length, 0: it is longer. */
static inline unsigned take_one(const char *at, uint32_t *id)
{
    uint32_t word = load_four(at), ends = ~word & 0x808080;
    unsigned len;

    if (!ends)
        return 0;
    len = (unsigned)__builtin_ctz(ends) / 8 + 1;
    *id = short_id(word, len);
    return len;
}

/* The last ids of a sample, where what follows it can be read, too. */
static void add_last(const job *j, fr_wire *w, tally *t)
{
    const char *all_end = j->path->p->all.at + j->path->p->all.len;
    uint32_t id = 0;

    while (w->at < w->end && all_end - w->at >= 4) {
        unsigned len = take_one(w->at, &id), mark = len && id < j->path->n_lone ? j->lone[id] : 0;
        if (!mark || len > (size_t)(w->end - w->at))
            return;
        w->at += len;
        add_mark(t, mark);
    }
}

/* The next ids, by twos, of locations of one frame: nearly all. */
static void add_lone(const job *j, fr_wire *w, tally *t)
{
    const uint8_t *lone = j->lone;
    const char *at = w->at, *end = w->end;
    uint64_t n_lone = j->path->n_lone, n = 0, n_unknown = 0;
    uint32_t id[2] = {0, 0};
    unsigned any = 0, len;

    while (end - at >= 8 && (len = take_two(at, id)) && id[0] < n_lone && id[1] < n_lone) {
        unsigned a = lone[id[0]], b = lone[id[1]];
        if (!a || !b)
            break;
        at += len;
        n += 2;
        any |= a | b;
        n_unknown += (a >> 1 & 1) + (b >> 1 & 1);
    }
    w->at = at;
    t->n += n;
    t->n_unknown += n_unknown;
    t->any |= any;
}

/* The innermost frame of a sample whose ids are known to be good. */
static uint32_t find_leaf(const job *j, fr_bytes ids)
{
    fr_wire w = fr_wire_of(ids);
    uint64_t id = 0;
    uint32_t first = 0, end = 0;

    (void)fr_wire_number(&w, &id);
    if (id < j->path->n_lone && j->path->lone[id])
        return j->path->lone[id];
    (void)find_location(j->path, id, &first, &end);
    return ((const uint32_t *)j->path->p->frames.items)[end - 1];
}

static bool is_absent(const job *j, fr_bytes ids)
{
    return j->any & ABSENT && look_at_label(j, find_leaf(j, ids)) & ABSENT;
}

/* Of deeper stacks, the outermost frames are counted. */
static uint64_t count_outermost(const job *j, const fr_pprof_trace *trace)
{
    fr_pprof_cursor at = trace->at;
    uint64_t n_unknown = 0;
    bool odd = false;

    for (uint32_t n = 0; n < DEEPEST; n++) {
        uint32_t label = fr_pprof_step(j->path, &at, trace->begin, &odd);
        n_unknown += look_at_label(j, label) >> 1 & 1;
    }
    return n_unknown;
}

/* ---- samples ---- */

static void judge_value(const job *j, fr_undivided *to, const tally *t, const int64_t *values)
{
    int64_t value = values[j->judged];
    fr_stack_traits traits = {.frames = (uint32_t)t->n,
                              .unknown = (uint32_t)t->n_unknown,
                              .unknown_kernel = (t->any & UNKNOWN_KERNEL) != 0,
                              .unknown_compiled = (t->any & UNKNOWN_COMPILED) != 0};

    if (value <= 0)
        return;
    if (t->absent)
        traits.frames = 0;
    fr_stack_sums_add(&to->sums, &traits, value);
    to->sums.n_samples += j->columns->counted[j->judged]
                              ? (uint64_t)value
                              : fr_pprof_sample_count(j->columns, values);
}

static bool measure_sample(const job *j, fr_undivided *to, size_t sample, fr_bytes ids)
{
    const fr_pprof *p = j->path->p;
    fr_pprof_trace *trace = &j->traces->items[sample];
    fr_wire w = fr_wire_of(ids);
    tally t = {0};

    trace->sample = (uint32_t)sample;
    trace->begin = (uint32_t)(ids.at - p->samples.at);
    trace->at = (fr_pprof_cursor){trace->begin + (uint32_t)ids.len, 0};
    for (add_lone(j, &w, &t); w.at < w.end; add_lone(j, &w, &t)) {
        add_last(j, &w, &t);
        if (w.at < w.end && !add_any(j, &w, &t))
            return false;
    }
    if (t.n > p->opt->limits.stack_depth)
        return false;
    if (t.n > DEEPEST) {
        t.n_unknown = j->any & UNKNOWN ? count_outermost(j, trace) : 0;
        t.n = DEEPEST;
    }
    t.absent = is_absent(j, ids);
    judge_value(j, to, &t, j->noted->values + sample * j->noted->n_columns);
    return true;
}

typedef struct part_room {
    fr_bytes ids[FR_PPROF_PART];
    uint32_t leaf[FR_PPROF_PART]; /* label */
} part_room;

/* Names stand anywhere in memory: one after the other, without anything between, their misses of the cache
 * overlap. */
static void add_own(const job *j, fr_undivided *to, size_t part, part_room *room, size_t n)
{
    uint32_t n_columns = to->n_columns;
    const int64_t *values = j->noted->values + part * FR_PPROF_PART * n_columns;

    for (size_t i = 0; i < n; i++)
        room->leaf[i] = find_leaf(j, room->ids[i]);
    for (size_t i = 0; i < n; i++) {
        int64_t *own = to->own + (size_t)fr_pprof_label_name(room->leaf[i]) * n_columns;
        for (uint32_t k = 0; k < n_columns; k++)
            own[k] += values[i * n_columns + k];
    }
}

static bool measure_part(const job *j, fr_undivided *to, size_t part, part_room *room)
{
    size_t n = fr_pprof_ahead_part(j->path->p, part, room->ids);

    for (size_t i = 0; i < n; i++)
        if (!measure_sample(j, to, part * FR_PPROF_PART + i, room->ids[i]))
            return false;
    add_own(j, to, part, room, n);
    return true;
}

static void measure_parts(void *arg, size_t thread)
{
    job *j = arg;
    part_room *room = malloc(sizeof *room);
    size_t part;

    while ((part = atomic_fetch_add(&j->next, 1)) < j->noted->n_parts && !atomic_load(&j->odd))
        if (!room || !measure_part(j, j->sums[thread], part, room))
            atomic_store(&j->odd, true);
    free(room);
}

/* ---- the whole ---- */

/* The last, as pictures draw it, unless it is empty. */
static uint32_t judged_column(const fr_pprof_noted *noted)
{
    return noted->sums[noted->n_columns - 1] > 0 ? noted->n_columns - 1 : 0;
}

/* Threads have sums of their own, which are added. */
static bool run(job *j, size_t n_threads)
{
    size_t n = 0, n_names = fr_builder_n_names(j->path->p->b);

    n_threads = n_threads < FR_MOST_THREADS ? n_threads : FR_MOST_THREADS;
    while ((n == 0 || (n < n_threads && n < j->noted->n_parts)) &&
           (j->sums[n] = fr_undivided_new(j->noted->n_columns, n_names)))
        n++;
    fr_pool_run(n, n, measure_parts, j);
    while (n > 1) {
        fr_undivided_join(j->sums[0], j->sums[--n]);
        fr_undivided_free(j->sums[n]);
    }
    return n > 0 && !atomic_load(&j->odd);
}

fr_undivided *fr_pprof_measure(const fr_pprof_path *path, const fr_pprof_columns *columns,
                               const fr_pprof_noted *noted, fr_pprof_traces *traces,
                               size_t n_threads)
{
    job j = {.path = path, .columns = columns, .noted = noted, .traces = traces};
    fr_undivided *sums = NULL;

    j.judged = judged_column(noted);
    atomic_init(&j.next, 0);
    atomic_init(&j.odd, false);
    if (mark_all(&j) && run(&j, n_threads))
        sums = j.sums[0];
    else
        fr_undivided_free(j.sums[0]);
    free(j.seen);
    free(j.frame);
    free(j.lone);
    return sums;
}
