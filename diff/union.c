/*
 * union.c - feeds profiles into one builder, each into a column of its own. A frame is copied
 * whole, so kinds and files survive; that nodes meet by name alone is the tree's doing.
 *
 *     base           new                  base  new
 *     main;foo 30    main;foo 20          30    20    main;foo
 *     main;bar 10    main;baz  5          10     0    main;bar
 *                                          0     5    main;baz
 *
 * One tree over all stacks that any profile has, one value column per profile. Counts are never
 * rewritten and sides never subtracted: what was measured stays in its column.
 */
#include "diff/diff.h"
#include "diff/moves.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "model/build/builder_merge.h"

/* ---------------------------------------------------------------- what may meet */

static const fr_column *column_of(const fr_run *run)
{
    return &run->profile->columns[run->column];
}

static const char *label_of(const fr_run *run)
{
    return run->label ? run->label : column_of(run)->name;
}

static bool check_number(const fr_run *runs, size_t n, fr_error *err)
{
    if (n == 0)
        return fr_fail(err, FR_E_USAGE, 0, 0, "no profiles to compare");
    if (n > FR_MAX_COLUMNS)
        return fr_fail(err, FR_E_LIMIT, 0, 0, "%zu profiles; at most %d can be compared", n,
                       FR_MAX_COLUMNS);
    for (size_t i = 0; i < n; i++)
        if (runs[i].column >= runs[i].profile->n_columns)
            return fr_fail(err, FR_E_USAGE, 0, 0,
                           "profile %zu has no value column %" PRIu32 ": there are %" PRIu32, i + 1,
                           runs[i].column, runs[i].profile->n_columns);
    return true;
}

const char *fr_column_unit(const fr_column *column)
{
    bool samples = strcmp(column->name, "samples") == 0 && strcmp(column->unit, "count") == 0;
    return samples ? "samples" : column->unit;
}

/* "'base' is in samples, 'new' in ns: ..." */
static bool check_units(const fr_run *runs, size_t n, fr_error *err)
{
    const char *unit = fr_column_unit(column_of(&runs[0]));
    for (size_t i = 1; i < n; i++) {
        const char *other = fr_column_unit(column_of(&runs[i]));
        if (strcmp(unit, other) == 0)
            continue;
        fr_fail(err, FR_E_FORMAT, 0, 0,
                "'%.100s' is in %.60s, '%.100s' in %.60s: different units cannot be compared",
                label_of(&runs[0]), unit, label_of(&runs[i]), other);
        return fr_fail_hint(err, "choose the same event or sample type for all inputs");
    }
    return true;
}

const char *fr_column_event(const fr_column *column)
{
    static const char *const places[] = {"base", "new", "samples", ""};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (strcmp(column->name, places[i]) == 0)
            return "";
    return strcmp(column->name, column->unit) == 0 ? "" : column->name;
}

/* The same unit may still count other things: 'cycles' and 'cache-misses' are both events. */
static bool check_events(const fr_run *runs, size_t n, fr_error *err)
{
    const fr_run *first = NULL;
    for (size_t i = 0; i < n; i++) {
        const char *event = fr_column_event(column_of(&runs[i]));
        if (*event && !first)
            first = &runs[i];
        if (!*event || strcmp(fr_column_event(column_of(first)), event) == 0)
            continue;
        fr_fail(err, FR_E_FORMAT, 0, 0,
                "'%.100s' measured '%.100s', but '%.100s' measured '%.100s': different events "
                "cannot be compared",
                label_of(first), fr_column_event(column_of(first)), label_of(&runs[i]), event);
        return fr_fail_hint(err, "--event NAME or --sample-index NAME chooses for all inputs");
    }
    return true;
}

/* ---------------------------------------------------------------- copying */

static int compare_ids(const void *a, const void *b)
{
    return fr_compare(*(const uint32_t *)a, *(const uint32_t *)b);
}

/* Returns true if no two frames became one: names may have been rewritten. False also without memory. */
static bool all_differ(const uint32_t *frame, uint32_t n)
{
    uint32_t *sorted = malloc(n * sizeof *sorted);
    bool differ = sorted != NULL;
    if (sorted) {
        memcpy(sorted, frame, n * sizeof *sorted);
        qsort(sorted, n, sizeof *sorted, compare_ids);
    }
    for (uint32_t f = 1; f < n && differ; f++)
        differ = sorted[f - 1] != sorted[f];
    free(sorted);
    return differ;
}

/* A frame of the builder, under the name that the differential has for it. */
static uint32_t rename_frame(fr_builder *to, const fr_run *run, uint32_t frame, fr_bytes name)
{
    fr_bytes as = run->moves ? fr_moves_name(run->moves, run->is_new, name) : name;
    fr_frame whole;

    if (as.at == name.at)
        return frame;
    whole = fr_builder_frame_at(to, frame);
    whole.name = fr_builder_spelling(to, as, FR_TEXT_ESCAPED);
    return fr_builder_intern(to, &whole);
}

/* The profile of a run goes into column k of the builder. */
static void copy_profile(fr_builder *to, const fr_run *run, uint32_t k)
{
    const fr_profile *from = run->profile;
    uint32_t *frame = malloc(from->n_frames * sizeof *frame);
    uint32_t *stack = malloc(from->n_stacks * sizeof *stack);

    if (frame && stack) {
        if (!column_of(run)->counted)
            fr_builder_uncounted(to, k);
        fr_builder_format(to, from->meta.format, from->meta.formats, from->meta.stacks);
        fr_builder_record(to, from->meta.n_records);
        fr_builder_frameless(to, from->meta.n_frameless);
        for (uint32_t f = 0; f < from->n_frames; f++)
            frame[f] =
                rename_frame(to, run, fr_builder_copy_frame(to, from, f), fr_frame_name(from, f));
        fr_builder_copy_stacks(to, from->stacks, from->n_stacks, frame,
                               all_differ(frame, from->n_frames), stack);
        fr_builder_add_column(to, k, column_of(run), stack, from->n_stacks);
    } else {
        fr_builder_fail_memory(to);
    }
    free(frame);
    free(stack);
}

/* ---------------------------------------------------------------- the union */

/* Copies what the builder cannot know: totals before transforms (which shares of a whole refer to), what
 * was noted and done. */
static bool copy_history(fr_profile *to, const fr_profile *from, uint32_t k, uint32_t column,
                         fr_error *err)
{
    const fr_column *old = &from->columns[column];
    if (!from->meta.relative &&
        !fr_scale_up(old->reference, to->columns[k].decimals - old->decimals,
                     &to->columns[k].reference))
        return fr_fail(err, FR_E_LIMIT, 0, 0, "the total of '%.100s' does not fit", old->name);
    return (fr_notes_copy(&to->meta.notes, &from->meta.notes) &&
            fr_notes_copy(&to->meta.steps, &from->meta.steps)) ||
           fr_fail_memory(err);
}

fr_profile *fr_union_profile(const fr_run *runs, size_t n, fr_error *err)
{
    if (!check_number(runs, n, err) || !check_units(runs, n, err) || !check_events(runs, n, err))
        return NULL;
    fr_limits unlimited; /* every profile was within those that its reader was given */
    fr_limits_lift(&unlimited);
    fr_builder *b = fr_builder_new(&unlimited, err);
    if (!b)
        return NULL;
    uint32_t decimals = 0; /* the finest */
    for (size_t i = 0; i < n; i++)
        if (column_of(&runs[i])->decimals > decimals)
            decimals = column_of(&runs[i])->decimals;
    for (uint32_t i = 0; i < n; i++) {
        /* Under a name that none before it has: the builder would join them. */
        const char *name = label_of(&runs[i]), *unit = fr_column_unit(column_of(&runs[i]));
        char numbered[300];
        uint32_t id = fr_builder_column(b, name, unit, decimals);
        for (int k = 2; id != i && !fr_builder_failed(b); k++) {
            snprintf(numbered, sizeof numbered, "%.256s (%d)", name, k);
            id = fr_builder_column(b, numbered, unit, decimals);
        }
    }
    for (uint32_t i = 0; i < n && !fr_builder_failed(b); i++)
        copy_profile(b, &runs[i], i);
    fr_profile *whole = fr_builder_finish(b, err);
    for (uint32_t i = 0; whole && i < n; i++)
        if (!copy_history(whole, runs[i].profile, i, runs[i].column, err)) {
            fr_profile_free(whole);
            whole = NULL;
        }
    return whole;
}

/* ---------------------------------------------------------------- two columns */

/* Values and counts of `from` are added to those of `to`, which has counts of its own. */
static bool add_values(fr_column *to, const fr_column *from, uint32_t n_stacks, fr_error *err)
{
    for (uint32_t i = 0; i < n_stacks; i++) {
        if (to->count) {
            to->count[i] += fr_column_count(from, i);
            to->squares[i] += fr_column_squares(from, i);
        }
        if (__builtin_add_overflow(to->sum[i], from->sum[i], &to->sum[i]))
            return fr_fail(err, FR_E_LIMIT, 0, 0, "the runs of a side add up to more than fits");
    }
    to->counted = to->counted && from->counted;
    return !__builtin_add_overflow(to->reference, from->reference, &to->reference) ||
           fr_fail(err, FR_E_LIMIT, 0, 0, "the runs of a side add up to more than fits");
}

static bool make_explicit(fr_column *column, uint32_t n_stacks)
{
    uint64_t *count = malloc(n_stacks * sizeof *count);
    double *squares = malloc(n_stacks * sizeof *squares);
    if (!count || !squares) {
        free(count);
        free(squares);
        return false;
    }
    for (uint32_t i = 0; i < n_stacks; i++) {
        count[i] = fr_column_count(column, i);
        squares[i] = fr_column_squares(column, i);
    }
    column->count = count;
    column->squares = squares;
    return true;
}

/* Columns from..to of the profile added to the first of them. */
static bool pool_columns(fr_profile *p, size_t from, size_t to, fr_error *err)
{
    fr_column *first = &p->columns[from];
    for (size_t k = from + 1; k < to; k++) {
        bool weighted = p->columns[k].count != NULL;
        if (weighted && !first->count && !make_explicit(first, p->n_stacks))
            return fr_fail_memory(err);
        if (!add_values(first, &p->columns[k], p->n_stacks, err))
            return false;
        fr_column_reset(&p->columns[k]);
        p->columns[k] = (fr_column){0};
    }
    return true;
}

bool fr_union_pool(fr_profile *p, size_t n_base, fr_error *err)
{
    if (!pool_columns(p, 0, n_base, err) || !pool_columns(p, n_base, p->n_columns, err))
        return false;
    if (n_base > 1) {
        p->columns[1] = p->columns[n_base];
        p->columns[n_base] = (fr_column){0};
    }
    p->n_columns = 2;
    for (size_t side = 0; side < 2; side++) {
        char *name = strdup(side ? "new" : "base");
        if (!name)
            return fr_fail_memory(err);
        free(p->columns[side].name);
        p->columns[side].name = name;
    }
    return true;
}
