/*
 * union.c - feeds profiles into one builder, each into a column of its own. A frame is copied
 * whole, so kinds and files survive; that nodes meet by name alone is the tree's doing.
 */
#include "diff/union.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "model/builder.h"

/* One profile on its way into the builder. */
typedef struct side {
    fr_builder *to;
    const fr_profile *from;
    const fr_column *column;
    uint32_t k;      /* its column in the builder */
    uint32_t up;     /* decimals to scale by */
    uint32_t *frame; /* by frame of `from` */
    uint32_t *stack; /* by stack of `from` */
} side;

/* ---------------------------------------------------------------- what may meet */

static const char *name_of(const fr_profile *const *profiles, const char *const *labels, size_t i,
                           uint32_t column)
{
    return labels && labels[i] ? labels[i] : profiles[i]->columns[column].name;
}

static bool check_number(const fr_profile *const *profiles, size_t n, uint32_t column,
                         fr_error *err)
{
    if (n == 0)
        return fr_fail(err, FR_E_USAGE, 0, 0, "no profiles to compare");
    if (n > FR_MAX_COLUMNS)
        return fr_fail(err, FR_E_LIMIT, 0, 0, "%zu profiles; at most %d can be compared", n,
                       FR_MAX_COLUMNS);
    for (size_t i = 0; i < n; i++)
        if (column >= profiles[i]->n_columns)
            return fr_fail(err, FR_E_USAGE, 0, 0,
                           "profile %zu has no value column %" PRIu32 ": there are %" PRIu32, i + 1,
                           column, profiles[i]->n_columns);
    return true;
}

/* "'base' is in samples, 'new' in ns: ..." */
static bool check_units(const fr_profile *const *profiles, const char *const *labels, size_t n,
                        uint32_t column, fr_error *err)
{
    const char *unit = profiles[0]->columns[column].unit;
    for (size_t i = 1; i < n; i++) {
        const char *other = profiles[i]->columns[column].unit;
        if (strcmp(unit, other) == 0)
            continue;
        fr_fail(err, FR_E_FORMAT, 0, 0,
                "'%.100s' is in %.60s, '%.100s' in %.60s: different units cannot be compared",
                name_of(profiles, labels, 0, column), unit, name_of(profiles, labels, i, column),
                other);
        return fr_fail_hint(err, "choose the same event or sample type for all inputs");
    }
    return true;
}

static uint32_t finest(const fr_profile *const *profiles, size_t n, uint32_t column)
{
    uint32_t decimals = 0;
    for (size_t i = 0; i < n; i++)
        if (profiles[i]->columns[column].decimals > decimals)
            decimals = profiles[i]->columns[column].decimals;
    return decimals;
}

/* Column k of the builder, under a name that none before it has: the builder would join them. */
static void add_column(fr_builder *b, uint32_t k, const char *name, const char *unit,
                       uint32_t decimals)
{
    char numbered[300];
    uint32_t id = fr_builder_column(b, name, unit, decimals);
    for (size_t i = 2; id != k && !fr_builder_failed(b); i++) {
        snprintf(numbered, sizeof numbered, "%.256s (%zu)", name, i);
        id = fr_builder_column(b, numbered, unit, decimals);
    }
}

/* ---------------------------------------------------------------- copying */

/* Names are repaired already; ESCAPED leaves them as they are. */
static uint32_t copy_name(const side *s, uint32_t id)
{
    return id ? fr_builder_name(s->to, fr_names_at(s->from->names, id), FR_TEXT_ESCAPED) : 0;
}

static void copy_frames(const side *s)
{
    for (uint32_t f = 0; f < s->from->n_frames; f++) {
        fr_frame frame = s->from->frames[f];
        frame.name = copy_name(s, frame.name);
        frame.system_name = copy_name(s, frame.system_name);
        frame.file = copy_name(s, frame.file);
        frame.module = copy_name(s, frame.module);
        s->frame[f] = fr_builder_intern(s->to, &frame);
    }
}

static int64_t scaled(const side *s, int64_t value)
{
    int64_t result = 0;
    if (!fr_scale_up(value, s->up, &result))
        fr_builder_fail(s->to, FR_E_LIMIT, 0, 0,
                        "a value does not fit when scaled by %" PRIu32 " decimals", s->up);
    return result;
}

/* Weights grow by 10^up, their squares by twice that power. */
static double scaled_squares(const side *s, double squares)
{
    for (uint32_t i = 0; i < s->up; i++)
        squares *= 100.0;
    return squares;
}

static void copy_stacks(const side *s)
{
    s->stack[0] = FR_NO_STACK;
    for (uint32_t i = 0; i < s->from->n_stacks; i++) {
        fr_stack stack = s->from->stacks[i];
        if (i > 0)
            s->stack[i] = fr_builder_push(s->to, s->stack[stack.parent], s->frame[stack.frame]);
        fr_builder_add(s->to, s->stack[i], s->k, scaled(s, s->column->sum[i]),
                       fr_column_count(s->column, i),
                       scaled_squares(s, fr_column_squares(s->column, i)));
    }
}

static void copy_profile(side *s)
{
    s->frame = malloc(s->from->n_frames * sizeof *s->frame);
    s->stack = malloc(s->from->n_stacks * sizeof *s->stack);
    if (s->frame && s->stack) {
        if (!s->column->counted)
            fr_builder_uncounted(s->to, s->k);
        fr_builder_format(s->to, s->from->meta.format);
        fr_builder_record(s->to, s->from->meta.n_records);
        fr_builder_frameless(s->to, s->from->meta.n_frameless);
        copy_frames(s);
        copy_stacks(s);
    } else {
        fr_builder_fail(s->to, FR_E_LIMIT, 0, 0, "out of memory");
    }
    free(s->frame);
    free(s->stack);
}

/* ---------------------------------------------------------------- the union */

/* Every profile was within the limits that its reader was given: no second ones here. */
static fr_builder *new_builder(fr_error *err)
{
    const fr_limits unlimited = {
        .memory = UINT64_MAX,
        .name_bytes = UINT32_MAX,
        .stack_depth = UINT32_MAX,
        .nodes = UINT32_MAX - 1,
    };
    return fr_builder_new(&unlimited, err);
}

/* What the builder cannot know: totals before transforms (which shares of a whole refer to), what
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

fr_profile *fr_union_profile(const fr_profile *const *profiles, const char *const *labels, size_t n,
                             uint32_t column, fr_error *err)
{
    if (!check_number(profiles, n, column, err) || !check_units(profiles, labels, n, column, err))
        return NULL;
    fr_builder *b = new_builder(err);
    if (!b)
        return NULL;
    uint32_t decimals = finest(profiles, n, column);
    for (uint32_t i = 0; i < n; i++)
        add_column(b, i, name_of(profiles, labels, i, column), profiles[i]->columns[column].unit,
                   decimals);
    for (uint32_t i = 0; i < n && !fr_builder_failed(b); i++) {
        const fr_column *from = &profiles[i]->columns[column];
        copy_profile(&(side){
            .to = b, .from = profiles[i], .column = from, .k = i, .up = decimals - from->decimals});
    }
    fr_profile *whole = fr_builder_finish(b, err);
    for (uint32_t i = 0; whole && i < n; i++)
        if (!copy_history(whole, profiles[i], i, column, err)) {
            fr_profile_free(whole);
            whole = NULL;
        }
    return whole;
}

fr_tree *fr_union_build(const fr_profile *const *profiles, const char *const *labels, size_t n,
                        const fr_tree_options *opt, fr_error *err)
{
    fr_tree_options plain = FR_TREE_DEFAULTS;
    if (opt)
        plain = *opt;
    fr_profile *whole = fr_union_profile(profiles, labels, n, plain.column, err);
    if (!whole)
        return NULL;
    plain.column = 0;
    plain.min_share = 0;
    fr_tree *tree = fr_tree_build(whole, &plain, err);
    fr_profile_free(whole);
    return tree;
}
