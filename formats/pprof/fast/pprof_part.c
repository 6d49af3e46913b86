/* pprof_part.c - samples as names or labels, counted in batches or kept. */
#include "formats/pprof/fast/pprof_part.h"

#include <stdlib.h>

#include "base/arena.h"
#include "model/report/quality.h"

/* ---- a sample ---- */

static bool make_room(fr_pprof_sheet *sh, size_t n)
{
    uint32_t *items = sh->items;

    if (sh->n_items + n > sh->items_cap)
        items = fr_grow(items, &sh->items_cap, sh->n_items + n, sizeof *items);
    sh->items = items ? items : sh->items;
    return items != NULL;
}

/* A picture keeps labels, and needs no totals of names. */
static void add_label(const fr_pprof_scan *scan, fr_pprof_sheet *sh, uint32_t label)
{
    sh->items[sh->n_items++] = scan->keeps ? label : fr_pprof_label_name(label);
}

/* `left`: locations that are still to come, and the 0 behind them. Long runs are left to the plain way, which does
 * not push them twice. */
static bool add_location(const fr_pprof_scan *scan, fr_pprof_sheet *sh, uint64_t id, size_t left)
{
    const uint32_t *frames = fr_pprof_frames_of(scan->s->p, id);

    if (!frames || frames[0] > FR_LONG_RUN || !make_room(sh, frames[0] + left))
        return false;
    for (uint32_t i = 1; i <= frames[0]; i++)
        add_label(scan, sh, scan->label_of[frames[i]]);
    return true;
}

/* The labels of locations that have one frame, which nearly all have, from the outermost on; returns how many
 * are left where another comes. */
static size_t add_lone(const fr_pprof_scan *scan, fr_pprof_sheet *sh, size_t left)
{
    const uint64_t *ids = sh->sample.ids;
    uint32_t *to = sh->items + sh->n_items, label;
    bool keeps = scan->keeps;

    for (; left > 0 && ids[left - 1] < scan->n_lone && (label = scan->lone[ids[left - 1]]);
         left--) {
        *to++ = keeps ? label : fr_pprof_label_name(label);
        if (!keeps)
            fr_tally_expect(sh->tally, fr_pprof_label_name(label));
    }
    sh->n_items = (size_t)(to - sh->items);
    return left;
}

/* The names or labels of a sample; false where an id is of nothing, or memory ran out. */
static bool add_locations(const fr_pprof_scan *scan, fr_pprof_sheet *sh)
{
    const uint64_t *ids = sh->sample.ids;
    size_t left = sh->sample.n_ids;

    if (!make_room(sh, left + 1))
        return false;
    if (left && ids[0] < scan->n_lone)
        fr_tally_expect_own(sh->tally, fr_pprof_label_name(scan->lone[ids[0]]));
    for (; (left = add_lone(scan, sh, left)) > 0; left--)
        if (!add_location(scan, sh, ids[left - 1], left))
            return false;
    return true;
}

/* Judges a stack of n frames, of which the last is `leaf`; "[no stack]" stands for all of them. */
static void judge(const fr_pprof_scan *scan, fr_pprof_sheet *sh, size_t n, uint32_t leaf)
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

static bool has_good_values(const fr_pprof_sample *sample, uint32_t n_columns)
{
    bool good = sample->n_values == n_columns;

    for (uint32_t k = 0; k < n_columns && good; k++)
        good = sample->values[k] >= 0;
    return good;
}

/* The sample whose n labels came last. */
static void keep(const fr_pprof_scan *scan, fr_pprof_sheet *sh, fr_pprof_part *part, size_t n)
{
    uint32_t n_columns = scan->s->columns.n, leaf = sh->items[sh->n_items - 1];

    memcpy(part->values + (size_t)part->n * n_columns, sh->sample.values,
           n_columns * sizeof *part->values);
    judge(scan, sh, n, leaf);
    fr_tally_own(sh->tally, fr_pprof_label_name(leaf), n, sh->sample.values);
    sh->items[sh->n_items++] = 0;
}

static void count_batch(fr_pprof_sheet *sh)
{
    size_t from = 0;

    for (uint32_t i = 0; i < sh->n_batch; from = sh->ends[i++])
        fr_tally_count(sh->tally, sh->items + from, sh->ends[i] - from, sh->values[i]);
    sh->n_batch = 0;
    sh->n_items = 0;
}

/* Adds the stack whose names came last. */
static void add_to_batch(fr_pprof_sheet *sh, uint32_t n_columns)
{
    memcpy(sh->values[sh->n_batch], sh->sample.values, n_columns * sizeof *sh->sample.values);
    sh->ends[sh->n_batch++] = sh->n_items;
    if (sh->n_batch == FR_PPROF_BATCH)
        count_batch(sh);
}

static bool count_sample(const fr_pprof_scan *scan, fr_pprof_sheet *sh, fr_pprof_part *part)
{
    size_t from = sh->n_items, n;

    if (!add_locations(scan, sh) || !add_values(&scan->s->columns, sh->sample.values, part))
        return false;
    n = sh->n_items - from;
    if (n == 0 || n > scan->s->p->opt->limits.stack_depth)
        return false;
    if (scan->keeps)
        keep(scan, sh, part, n);
    else
        add_to_batch(sh, scan->s->columns.n);
    part->n++;
    return true;
}

/* Notes samples that have no value, or have labels. */
static bool take_sample(const fr_pprof_scan *scan, fr_pprof_sheet *sh, fr_pprof_part *part,
                        fr_bytes message)
{
    fr_pprof_sample *sample = &sh->sample;
    bool zero;

    if (!fr_pprof_sample_parse(sample, message, scan->s->p->opt->limits.memory) ||
        !has_good_values(sample, scan->s->columns.n))
        return false;
    zero = fr_pprof_sample_is_zero(sample);
    part->remarkable |= zero || sample->n_labels > 0;
    return zero || count_sample(scan, sh, part);
}

/* ---- a part ---- */

static bool keep_labels(const fr_pprof_sheet *sh, fr_pprof_part *part)
{
    part->labels = malloc((sh->n_items + 1) * sizeof *part->labels);
    if (part->labels && sh->n_items)
        memcpy(part->labels, sh->items, sh->n_items * sizeof *part->labels);
    return part->labels != NULL;
}

bool fr_pprof_part_read(const fr_pprof_scan *scan, fr_pprof_sheet *sh, fr_pprof_part *part)
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
    if (scan->keeps)
        return keep_labels(sh, part);
    count_batch(sh);
    return true;
}
