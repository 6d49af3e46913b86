/*
 * pprof_picture.c - the stacks of a large pprof as far as a picture shows them. Samples that share frames from
 * the root on are a group, which is divided by its next frames only if it is wide enough to be drawn.
 *
 *     group           value
 *     main            90       wide
 *     main run        87       wide: divided
 *     main run copy   3        too narrow: one stack, whatever is on it
 *
 * What makes two frames one is their name, as in a tree (model/tree/projection.c).
 */
#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "formats/pprof/fast/pprof_ways.h"
#include "model/build/stack_table.h"

#define AHEAD 16         /* traces whose labels are fetched at once */
#define FEW   12         /* samples that are sorted by insertion */
#define TRIAL (1u << 17) /* samples in which there are many stacks, or it is not known */

/* A sample, and the place of its next label in its part. */
typedef struct trace {
    uint32_t sample, at;
} trace;

/* Traces with the same names so far, whose stack is this. */
typedef struct group {
    uint32_t from, n, stack;
} group;

typedef struct bucket {
    uint32_t name, n;
} bucket;

typedef struct division {
    const fr_pprof_scan *scan;
    fr_builder *b;
    int64_t least[FR_MAX_COLUMNS]; /* a group with less in every column is too narrow */
    uint32_t enough;               /* traces are wide, whatever their values */
    trace *traces, *moved;
    uint32_t *label, *moved_label; /* by trace: its next, 0 at its end */
    size_t n;
    group *todo;
    size_t n_todo, todo_cap;
    uint32_t *bucket_of; /* by name: its bucket, if that is of this name; never cleared */
    bucket *buckets;
    size_t n_buckets, buckets_cap;
} division;

static const fr_pprof_part *part_of(const division *d, const trace *t)
{
    return &d->scan->parts[t->sample / FR_PPROF_PART];
}

static const int64_t *values_of(const division *d, uint32_t i)
{
    const trace *t = &d->traces[i];

    return part_of(d, t)->values + (size_t)(t->sample % FR_PPROF_PART) * d->scan->s->columns.n;
}

/* ---- steps and sorting ---- */

/* The next labels of all traces of a group, which stand far apart; true while they are all the same, and no
 * end. */
static bool step(division *d, group all)
{
    uint32_t *label = d->label + all.from, differ = 0;

    for (uint32_t i = 0; i < all.n; i++) {
        trace *t = &d->traces[all.from + i];
        if (all.n - i > AHEAD)
            __builtin_prefetch(part_of(d, t + AHEAD)->labels + t[AHEAD].at);
        label[i] = part_of(d, t)->labels[t->at++];
        differ |= label[i] ^ label[0];
    }
    return !differ && label[0];
}

/* The two below put traces with the same next name one behind the other. */
static void sort_few(trace *traces, uint32_t *label, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        trace moved = traces[i];
        uint32_t with = label[i], name = fr_pprof_label_name(with), at = i;
        for (; at > 0 && fr_pprof_label_name(label[at - 1]) > name; at--) {
            traces[at] = traces[at - 1];
            label[at] = label[at - 1];
        }
        traces[at] = moved;
        label[at] = with;
    }
}

static bool count_in(division *d, uint32_t name)
{
    uint32_t i = d->bucket_of[name];
    bucket *buckets;

    if (i < d->n_buckets && d->buckets[i].name == name) {
        d->buckets[i].n++;
        return true;
    }
    buckets = fr_grow(d->buckets, &d->buckets_cap, d->n_buckets + 1, sizeof *buckets);
    if (!buckets)
        return false;
    d->buckets = buckets;
    buckets[d->n_buckets] = (bucket){name, 1};
    d->bucket_of[name] = (uint32_t)d->n_buckets++;
    return true;
}

/* Buckets one behind the other, in the order in which they were met. */
static bool sort_many(division *d, trace *traces, uint32_t *label, uint32_t n)
{
    uint32_t at = 0;

    d->n_buckets = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!count_in(d, fr_pprof_label_name(label[i])))
            return false;
    for (size_t i = 0; i < d->n_buckets; i++) {
        uint32_t size = d->buckets[i].n;
        d->buckets[i].n = at;
        at += size;
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t to = d->buckets[d->bucket_of[fr_pprof_label_name(label[i])]].n++;
        d->moved[to] = traces[i];
        d->moved_label[to] = label[i];
    }
    memcpy(traces, d->moved, n * sizeof *traces);
    memcpy(label, d->moved_label, n * sizeof *label);
    return true;
}

/* ---- groups ---- */

static uint32_t push(division *d, uint32_t stack, uint32_t label)
{
    fr_frame frame = {.name = fr_pprof_label_name(label), .kind = fr_pprof_label_kind(label)};

    return fr_builder_push_new(d->b, stack, fr_builder_intern(d->b, &frame));
}

static void sum_up(const division *d, group all, int64_t sums[FR_MAX_COLUMNS])
{
    uint32_t n = d->scan->s->columns.n;

    memset(sums, 0, n * sizeof *sums);
    for (uint32_t i = 0; i < all.n; i++) {
        const int64_t *values = values_of(d, all.from + i);
        for (uint32_t k = 0; k < n; k++)
            sums[k] += values[k];
    }
}

/* The kind of a group is the majority of its value, all columns together, the lower one on a tie. */
static uint32_t elect_label(const division *d, group all)
{
    const uint32_t *label = d->label + all.from;
    fr_u128 votes[FR_N_KINDS] = {0};
    uint32_t best = 0, differ = 0;

    for (uint32_t i = 1; i < all.n; i++)
        differ |= label[i] ^ label[0];
    if (!differ)
        return label[0];
    for (uint32_t i = 0; i < all.n; i++)
        for (uint32_t k = 0; k < d->scan->s->columns.n; k++)
            votes[fr_pprof_label_kind(label[i])] += (uint64_t)values_of(d, all.from + i)[k];
    for (uint32_t kind = 1; kind < FR_N_KINDS; kind++)
        best = votes[kind] > votes[best] ? kind : best;
    return fr_pprof_label(fr_pprof_label_name(label[0]), best);
}

static bool add_group(division *d, group added)
{
    group *todo = fr_grow(d->todo, &d->todo_cap, d->n_todo + 1, sizeof *todo);

    if (!todo)
        return false;
    d->todo = todo;
    todo[d->n_todo++] = added;
    return true;
}

/* A part of a group, whose traces end at its stack, or go on with the same name. */
static bool settle_part(division *d, group part)
{
    const fr_pprof_columns *c = &d->scan->s->columns;
    uint32_t label = elect_label(d, part), row;
    int64_t sums[FR_MAX_COLUMNS];
    bool wide = false;

    if (label) {
        part.stack = push(d, part.stack, label);
        if (part.n >= d->enough)
            return add_group(d, part);
    }
    sum_up(d, part, sums);
    for (uint32_t k = 0; k < c->n; k++)
        wide = wide || sums[k] >= d->least[k];
    if (label && wide)
        return add_group(d, part);
    row = fr_builder_row_new(d->b, part.stack, FR_NO_LABELS);
    for (uint32_t k = 0; k < c->n; k++)
        fr_builder_add_row(d->b, row, k, sums[k], c->counted[k] ? (uint64_t)sums[k] : 0,
                           c->counted[k] ? (double)sums[k] : 0);
    return true;
}

static bool divide(division *d, group all)
{
    trace *traces = d->traces + all.from;
    uint32_t *label = d->label + all.from;

    while (step(d, all))
        all.stack = push(d, all.stack, label[0]);
    if (all.n <= FEW)
        sort_few(traces, label, all.n);
    else if (!sort_many(d, traces, label, all.n))
        return false;
    for (uint32_t i = 0, n; i < all.n; i += n) {
        for (n = 1;
             i + n < all.n && fr_pprof_label_name(label[i + n]) == fr_pprof_label_name(label[i]);)
            n++;
        if (!settle_part(d, (group){all.from + i, n, all.stack}))
            return false;
    }
    return true;
}

/* ---- the whole ---- */

/* So many of the least values that there are make a group wide in some column. */
static uint32_t count_enough(const division *d)
{
    uint32_t n_columns = d->scan->s->columns.n, enough = UINT32_MAX;

    for (uint32_t k = 0; k < n_columns; k++) {
        int64_t smallest = INT64_MAX;
        for (uint32_t i = 0; i < d->n && smallest > 0; i++) {
            int64_t value = values_of(d, i)[k];
            smallest = value < smallest ? value : smallest;
        }
        if (smallest > 0 && d->least[k] / smallest < enough)
            enough = (uint32_t)(d->least[k] / smallest) + 1;
    }
    return enough;
}

static void find_traces(division *d)
{
    for (size_t i = 0; i < d->scan->n_parts; i++) {
        const fr_pprof_part *part = &d->scan->parts[i];
        uint32_t at = 0;
        for (uint32_t sample = 0; sample < part->n; sample++) {
            d->traces[d->n++] = (trace){(uint32_t)(i * FR_PPROF_PART) + sample, at};
            while (part->labels[at++])
                continue;
        }
    }
}

static bool init(division *d)
{
    size_t n = d->scan->n_parts * FR_PPROF_PART;

    if (n >= UINT32_MAX)
        return false;
    d->traces = fr_take_array(n, sizeof *d->traces, false);
    d->moved = fr_take_array(n, sizeof *d->moved, false);
    d->label = fr_take_array(n, sizeof *d->label, false);
    d->moved_label = fr_take_array(n, sizeof *d->moved_label, false);
    d->bucket_of = calloc(fr_builder_n_names(d->b), sizeof *d->bucket_of);
    if (!d->traces || !d->moved || !d->label || !d->moved_label || !d->bucket_of)
        return false;
    find_traces(d);
    /* Shares are of the column's sum; one without a value is not drawn. */
    for (uint32_t k = 0; k < d->scan->s->columns.n; k++) {
        int64_t sum = d->scan->columns[k].sum;
        double least = ceil(d->scan->s->p->needs.min_share * (double)sum);
        d->least[k] = sum == 0 || least >= (double)INT64_MAX ? INT64_MAX : (int64_t)least;
    }
    d->enough = count_enough(d);
    return d->n > 0;
}

/* ---- when ---- */

/* Adds the stacks of a sample, by its labels; false: no memory. */
static bool add_stacks(fr_stack_table *table, const uint32_t **label)
{
    uint32_t stack = 0;

    while (**label && stack != FR_NO_ID)
        stack = fr_stack_table_add(table, (fr_stack){stack, *(*label)++});
    (*label)++;
    return stack != FR_NO_ID;
}

/* Returns true if there are more stacks than `most`: of names and kinds there are as many as of frames, or fewer. */
static bool are_more(const fr_pprof_scan *scan, uint32_t most)
{
    fr_stack_table table;
    bool good = fr_stack_table_init(&table);

    for (size_t i = 0; i < scan->n_parts && i < TRIAL / FR_PPROF_PART; i++) {
        const uint32_t *label = scan->parts[i].labels;
        for (uint32_t n = scan->parts[i].n; n > 0 && good && table.n - 1 <= most; n--)
            good = add_stacks(&table, &label);
    }
    good = good && table.n - 1 > most; /* without the empty one */
    fr_stack_table_reset(&table);
    return good;
}

bool fr_pprof_picture_read(fr_pprof_samples *s, size_t n_threads)
{
    fr_builder *b = s->p->b;
    fr_pprof_scan scan = {.s = s, .keeps = true, .judged = s->columns.n - 1};
    division d = {.scan = &scan, .b = b};
    bool good = fr_pprof_scan_read(&scan, n_threads) && scan.columns[scan.judged].sum > 0 &&
                are_more(&scan, s->p->needs.lines_until) && init(&d);

    if (good) {
        bool divided = add_group(&d, (group){0, (uint32_t)d.n, FR_NO_STACK});
        while (divided && d.n_todo && !fr_builder_failed(b))
            divided = divide(&d, d.todo[--d.n_todo]);
        if (!divided)
            fr_builder_fail_memory(b);
        fr_pprof_scan_tell(&scan);
        fr_builder_omit_lines(b);
    }
    free(d.traces);
    free(d.moved);
    free(d.label);
    free(d.moved_label);
    free(d.bucket_of);
    free(d.buckets);
    free(d.todo);
    fr_pprof_scan_reset(&scan);
    return good;
}
