/*
 * pprof_ways.c - the table of fast ways, the one that counts for `top`, and the scan that both take: parts, each
 * counted in batches or kept by the thread that takes it. Sums of integers are the same however parts fall to
 * threads; squares, which are rounded, are kept by part and added in order.
 *
 *     labels   main run copy -  main run -      names and kinds, root first, 0 behind each sample
 *     values   10 100           20 200
 *
 * Only ordinary samples are read. The first unusual one (no ids, an id of nothing, a difference, damage) ends
 * the scan, and the builder hears nothing of it.
 */
#include "formats/pprof/fast/pprof_ways.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/name_place.h"
#include "base/pool.h"
#include "model/report/quality.h"

#define LEAST_BYTES   ((size_t)1 << 18) /* of samples: fewer are read as soon one by one */
#define MOST_NAMES    (UINT32_C(1) << 28)
#define MEMORY_PART   2 /* of the limit: the rest is left to stacks */
#define COUNTS_TRAITS (FR_FRAME_UNKNOWN | FR_FRAME_ABSENT)

_Static_assert(FR_N_KINDS <= 8, "three bits hold a kind");

/* Samples that are counted together, so that their misses of the cache overlap. */
enum { BATCH = 8 };

/* The data that a thread has of its own. */
typedef struct sheet {
    fr_tally *tally;
    fr_pprof_sample sample;
    uint32_t *items; /* names of a batch; for a picture the labels of all samples of the part */
    size_t n_items, items_cap;
    size_t ends[BATCH]; /* of the samples in the batch, in items */
    int64_t values[BATCH][FR_MAX_COLUMNS];
    uint32_t n_batch;
    fr_stack_traits traits; /* of the sample */
} sheet;

/* ---- a sample ---- */

static bool make_room(sheet *sh, size_t n)
{
    uint32_t *items = sh->items;

    if (sh->n_items + n > sh->items_cap)
        items = fr_grow(items, &sh->items_cap, sh->n_items + n, sizeof *items);
    sh->items = items ? items : sh->items;
    return items != NULL;
}

/* A stack with this name will soon be counted: the sums of the name are fetched meanwhile. */
static inline void expect(const fr_tally *tally, uint32_t name)
{
    __builtin_prefetch(&tally->totals[(size_t)tally->n_pairs * name], 1);
}

/* Prefetches the sum of its innermost name. */
static inline void expect_own(const fr_tally *tally, uint32_t name)
{
    __builtin_prefetch(&tally->selfs[(size_t)tally->n_pairs * name], 1);
}

/* The labels of locations that have one frame, which nearly all have, from the outermost on; returns how many
 * are left where another comes. */
static size_t add_lone(const fr_pprof_scan *scan, sheet *sh, size_t left)
{
    const uint64_t *ids = sh->sample.ids;
    uint32_t *to = sh->items + sh->n_items, label;
    bool keeps = scan->keeps;

    for (; left > 0 && ids[left - 1] < scan->n_lone && (label = scan->lone[ids[left - 1]]);
         left--) {
        *to++ = keeps ? label : fr_pprof_label_name(label);
        if (!keeps)
            expect(sh->tally, fr_pprof_label_name(label));
    }
    sh->n_items = (size_t)(to - sh->items);
    return left;
}

/* The labels of a sample for a picture, which needs no totals of names; else the names. False where an id is of
 * nothing, or memory ran out. Long runs are left to the plain way, which does not push them twice. */
static bool add_locations(const fr_pprof_scan *scan, sheet *sh)
{
    const fr_pprof *p = scan->s->p;
    const uint64_t *ids = sh->sample.ids;
    size_t left = sh->sample.n_ids;

    if (!make_room(sh, left + 1))
        return false;
    if (left && ids[0] < scan->n_lone)
        expect_own(sh->tally, fr_pprof_label_name(scan->lone[ids[0]]));
    for (; (left = add_lone(scan, sh, left)) > 0; left--) {
        uint32_t at = fr_id_map_find(&p->location_ids, ids[left - 1]);
        const uint32_t *frames = at == FR_NO_PLACE ? NULL : (const uint32_t *)p->frames.items + at;
        /* There is to be room for the locations to come, and for the 0 behind them. */
        if (!frames || frames[0] > FR_LONG_RUN || !make_room(sh, frames[0] + left))
            return false;
        for (uint32_t i = 1; i <= frames[0]; i++) {
            uint32_t label = scan->label_of[frames[i]];
            sh->items[sh->n_items++] = scan->keeps ? label : fr_pprof_label_name(label);
        }
    }
    return true;
}

/* Judges a stack of n frames, of which the last is `leaf`; "[no stack]" stands for all of them. */
static void judge(const fr_pprof_scan *scan, sheet *sh, size_t n, uint32_t leaf)
{
    const fr_pprof_columns *c = &scan->s->columns;
    int64_t value = sh->sample.values[scan->judged];
    fr_stack_sums *sums = &sh->tally->sums;
    uint32_t deepest = FR_STACK_DEPTHS - 1;

    if (value == 0)
        return;
    sh->traits = (fr_stack_traits){0};
    for (size_t i = sh->n_items - n; i < sh->n_items && scan->traits; i++)
        fr_stack_traits_add(&sh->traits, scan->traits[sh->items[i]]);
    if (!scan->traits)
        sh->traits.frames = (n < deepest ? (uint32_t)n : deepest) & (FR_STACK_DEPTHS - 1);
    else if (scan->traits[leaf] & FR_FRAME_ABSENT)
        sh->traits.frames = 0;
    fr_stack_sums_add(sums, &sh->traits, value);
    sums->n_samples +=
        c->counted[scan->judged] ? (uint64_t)value : fr_pprof_sample_count(c, sh->sample.values);
}

static bool add_values(const fr_pprof_columns *c, const int64_t *values, fr_pprof_part *part)
{
    uint64_t n = fr_pprof_sample_count(c, values);
    bool fits = true;

    for (uint32_t k = 0; k < c->n; k++) {
        fr_pprof_sum *sum = &part->columns[k];
        double value = (double)values[k];
        fits = fits && !__builtin_add_overflow(sum->sum, values[k], &sum->sum);
        sum->n_samples += c->counted[k] ? (uint64_t)values[k] : values[k] ? n : 0;
        sum->squares += c->counted[k] ? value : value / (double)n * value;
    }
    part->n_records += n;
    return fits;
}

static void count_batch(sheet *sh)
{
    size_t from = 0;

    for (uint32_t i = 0; i < sh->n_batch; from = sh->ends[i++])
        fr_tally_count(sh->tally, sh->items + from, sh->ends[i] - from, sh->values[i]);
    sh->n_batch = 0;
    sh->n_items = 0;
}

static bool count_sample(const fr_pprof_scan *scan, sheet *sh, fr_pprof_part *part)
{
    uint32_t n_columns = scan->s->columns.n, leaf;
    size_t from = sh->n_items, n;

    if (!add_locations(scan, sh) || !add_values(&scan->s->columns, sh->sample.values, part))
        return false;
    n = sh->n_items - from;
    if (n == 0 || n > scan->s->p->opt->limits.stack_depth)
        return false;
    if (scan->keeps) {
        leaf = sh->items[sh->n_items - 1];
        memcpy(part->values + (size_t)part->n * n_columns, sh->sample.values,
               n_columns * sizeof *part->values);
        judge(scan, sh, n, leaf);
        fr_tally_own(sh->tally, fr_pprof_label_name(leaf), n, sh->sample.values);
        sh->items[sh->n_items++] = 0;
    } else {
        memcpy(sh->values[sh->n_batch], sh->sample.values, n_columns * sizeof *sh->sample.values);
        sh->ends[sh->n_batch++] = sh->n_items;
        if (sh->n_batch == BATCH)
            count_batch(sh);
    }
    part->n++;
    return true;
}

/* Notes samples that have no value, or have labels. */
static bool take_sample(const fr_pprof_scan *scan, sheet *sh, fr_pprof_part *part, fr_bytes message)
{
    fr_pprof_sample *sample = &sh->sample;
    bool zero;

    if (!fr_pprof_sample_parse(sample, message, scan->s->p->opt->limits.memory) ||
        sample->n_values != scan->s->columns.n)
        return false;
    for (uint32_t k = 0; k < sample->n_values; k++)
        if (sample->values[k] < 0)
            return false;
    zero = fr_pprof_sample_is_zero(sample);
    part->remarkable |= zero || sample->n_labels > 0;
    return zero || count_sample(scan, sh, part);
}

/* ---- a part ---- */

/* Reads the samples of a part onto the sheet of the thread. False: one is unusual, or memory ran out. */
static bool read_part(const fr_pprof_scan *scan, sheet *sh, fr_pprof_part *part)
{
    const fr_pprof *p = scan->s->p;
    fr_wire w = {part->from, p->samples.at + p->samples.len, FR_WIRE_GOOD};
    fr_wire_field field;
    size_t n_values = (size_t)part->n_messages * scan->s->columns.n;

    sh->n_items = 0;
    if (scan->keeps && !(part->values = malloc(n_values * sizeof *part->values)))
        return false;
    for (uint32_t i = 0; i < part->n_messages && fr_wire_next(&w, &field);) {
        if (field.number != FR_PPROF_SAMPLE || field.type != FR_WIRE_BYTES)
            continue;
        if (!take_sample(scan, sh, part, field.bytes))
            return false;
        i++;
    }
    if (!scan->keeps) {
        count_batch(sh);
        return true;
    }
    part->labels = malloc((sh->n_items + 1) * sizeof *part->labels);
    if (part->labels && sh->n_items)
        memcpy(part->labels, sh->items, sh->n_items * sizeof *part->labels);
    return part->labels != NULL;
}

typedef struct job {
    fr_pprof_scan *scan;
    sheet sheets[FR_MOST_THREADS];
    atomic_size_t next; /* part that no thread has taken */
    atomic_bool odd;    /* a sample is unusual, or memory ran out */
} job;

/* ---- parts ---- */

static void read_parts(void *arg, size_t thread)
{
    job *j = arg;
    size_t i;

    while ((i = atomic_fetch_add(&j->next, 1)) < j->scan->n_parts && !atomic_load(&j->odd))
        if (!read_part(j->scan, &j->sheets[thread], &j->scan->parts[i]))
            atomic_store(&j->odd, true);
}

static bool cut_parts(fr_pprof_scan *scan)
{
    fr_wire w = fr_wire_of(scan->s->p->samples);
    const char *at = w.at;
    fr_wire_field field;
    fr_pprof_part *part = NULL, *parts;

    for (; fr_wire_next(&w, &field); at = w.at) {
        if (field.number != FR_PPROF_SAMPLE || field.type != FR_WIRE_BYTES)
            continue;
        if (!part || part->n_messages == FR_PPROF_PART) {
            parts = fr_grow(scan->parts, &scan->parts_cap, scan->n_parts + 1, sizeof *parts);
            if (!parts)
                return false;
            scan->parts = parts;
            part = &parts[scan->n_parts++];
            *part = (fr_pprof_part){.from = at};
        }
        part->n_messages++;
    }
    return scan->n_parts > 0;
}

static bool read_all(job *j, size_t n_threads, size_t n_names)
{
    uint32_t n_columns = j->scan->s->columns.n;
    size_t n = 0;
    bool good;

    n_threads = n_threads < FR_MOST_THREADS ? n_threads : FR_MOST_THREADS;
    while ((n == 0 || (n < n_threads && n < j->scan->n_parts)) &&
           (j->sheets[n].tally = fr_tally_new(n_columns, n_names)))
        n++;
    atomic_init(&j->next, 0);
    atomic_init(&j->odd, n == 0);
    fr_pool_run(n, n, read_parts, j);
    good = !atomic_load(&j->odd);
    j->scan->tally = j->sheets[0].tally;
    for (size_t i = 0; i < n; i++) {
        if (good && i)
            fr_tally_join(j->scan->tally, j->sheets[i].tally);
        if (i)
            fr_tally_free(j->sheets[i].tally);
        fr_pprof_sample_reset(&j->sheets[i].sample);
        free(j->sheets[i].items);
    }
    return good;
}

static bool add_up(fr_pprof_scan *scan)
{
    bool fits = true;

    for (size_t i = 0; i < scan->n_parts; i++) {
        const fr_pprof_part *part = &scan->parts[i];
        for (uint32_t k = 0; k < scan->s->columns.n; k++) {
            fr_pprof_sum *to = &scan->columns[k];
            fits = fits && !__builtin_add_overflow(to->sum, part->columns[k].sum, &to->sum);
            to->n_samples += part->columns[k].n_samples;
            to->squares += part->columns[k].squares;
        }
        scan->n_records += part->n_records;
        scan->remarkable |= part->remarkable;
    }
    return fits;
}

/* ---- frames ---- */

/* Labels of all frames, and of the locations that have one, by id: nearly all have. */
static bool find_labels(fr_pprof_scan *scan)
{
    const fr_pprof *p = scan->s->p;
    const uint32_t *runs = p->frames.items, *places = p->location_ids.direct;
    uint32_t n = fr_builder_n_frames(p->b);

    scan->n_lone = p->location_ids.n_direct;
    scan->label_of = fr_take_array(n, sizeof *scan->label_of, false);
    scan->lone = fr_take_array(scan->n_lone, sizeof *scan->lone, true);
    if (!scan->label_of || !scan->lone)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        fr_frame frame = fr_builder_frame_at(p->b, i);
        scan->label_of[i] = fr_pprof_label(frame.name, fr_frame_kind(&frame));
    }
    for (uint64_t id = 0; id < scan->n_lone; id++)
        if (places[id] && runs[places[id] - 1] == 1)
            scan->lone[id] = scan->label_of[runs[places[id]]];
    return true;
}

/* Traits by label, where some count; of runtimes: inlined calls are frames like others. False where a frame is a
 * process, which is no frame, or may be an offset in its module: stacks are judged one by one then. */
static bool find_traits(fr_pprof_scan *scan)
{
    const fr_pprof *p = scan->s->p;
    uint32_t n = fr_builder_n_frames(p->b);
    unsigned any = 0;

    scan->traits = calloc((size_t)fr_builder_n_names(p->b) << FR_PPROF_LABEL_KIND, 1);
    for (uint32_t i = 1; i < n && scan->traits; i++) {
        uint32_t label = scan->label_of[i];
        fr_bytes name = fr_builder_frame_name(p->b, i);
        if (fr_name_offset_at(name) < name.len)
            return false;
        if (!scan->traits[label])
            scan->traits[label] = (uint8_t)(fr_frame_traits(name, fr_pprof_label_kind(label)) &
                                            ~(unsigned)FR_FRAME_INLINED);
        any |= scan->traits[label];
    }
    if (!scan->traits || any & FR_FRAME_PROCESS)
        return false;
    if (!(any & COUNTS_TRAITS)) {
        free(scan->traits);
        scan->traits = NULL;
    }
    return true;
}

/* ---- the whole ---- */

/* Threads that there is room for, 0: none. */
static size_t threads_with_room(const fr_pprof_scan *scan, size_t n_threads, size_t n_names)
{
    const fr_pprof *p = scan->s->p;
    uint64_t room = p->opt->limits.memory / MEMORY_PART, held = p->held.bytes;
    uint64_t each = fr_tally_bytes(scan->s->columns.n, n_names) + sizeof(fr_tally);

    if (scan->keeps) /* labels, values and what sorts them */
        held += p->samples.len * sizeof(uint32_t) +
                scan->n_parts * FR_PPROF_PART * (scan->s->columns.n * sizeof(int64_t) + 24);
    if (held > room || (room - held) / each == 0)
        return 0;
    n_threads = n_threads ? n_threads : 1;
    return n_threads < (room - held) / each ? n_threads : (size_t)((room - held) / each);
}

bool fr_pprof_scan_read(fr_pprof_scan *scan, size_t n_threads)
{
    size_t n_names = fr_builder_n_names(scan->s->p->b);
    job *j = calloc(1, sizeof *j);
    bool good = j && n_names < MOST_NAMES && cut_parts(scan) &&
                (n_threads = threads_with_room(scan, n_threads, n_names)) > 0 &&
                find_labels(scan) && (!scan->keeps || find_traits(scan));

    if (good) {
        j->scan = scan;
        good = read_all(j, n_threads, n_names) && add_up(scan);
    }
    free(j);
    return good;
}

void fr_pprof_scan_tell(fr_pprof_scan *scan)
{
    fr_builder *b = scan->s->p->b;

    if (scan->remarkable)
        fr_pprof_samples_read(scan->s, true);
    else
        fr_builder_record(b, scan->n_records);
    fr_builder_take_tally(b, scan->tally);
    scan->tally = NULL;
}

void fr_pprof_scan_reset(fr_pprof_scan *scan)
{
    for (size_t i = 0; i < scan->n_parts; i++) {
        free(scan->parts[i].labels);
        free(scan->parts[i].values);
    }
    free(scan->parts);
    free(scan->label_of);
    free(scan->lone);
    free(scan->traits);
    fr_tally_free(scan->tally);
}

/* ---- ways ---- */

static bool read_top(fr_pprof_samples *s, size_t n_threads)
{
    fr_pprof_scan scan = {.s = s};
    bool good = fr_pprof_scan_read(&scan, n_threads);

    for (uint32_t k = 0; k < s->columns.n && good; k++)
        fr_builder_add_row(s->p->b, FR_NO_STACK, k, scan.columns[k].sum, scan.columns[k].n_samples,
                           scan.columns[k].squares);
    if (good)
        fr_pprof_scan_tell(&scan);
    fr_pprof_scan_reset(&scan);
    return good;
}

bool fr_pprof_read_fast(fr_pprof_samples *s, const fr_choice *choice)
{
    const fr_pprof *p = s->p;

    if (p->samples.len < LEAST_BYTES || fr_builder_n_stacks(p->b) > 1)
        return false;
    /* Frames to be dropped are dropped from stacks. */
    if (fr_choice_allows(choice, FR_WAY_PPROF_TOP) && p->needs.functions_only &&
        !p->header[FR_PPROF_DROP_FRAMES])
        return read_top(s, choice->threads);
    return fr_choice_allows(choice, FR_WAY_PPROF_PICTURE) && fr_pprof_samples_are_drawn(s) &&
           fr_pprof_picture_read(s, choice->threads);
}
