/*
 * since.c - fr_select_options.since: a profile that counts from the start of a program, minus an earlier
 * one of the same program: what happened between them.
 *
 *     heap at 12:00   main;cache 40  main;parse 10
 *     heap at 12:05   main;cache 45  main;parse 4        since 12:00:  main;cache 5
 *
 * The meaning of pprof's -base. Where a value went down it is no count from the start: such stacks
 * are omitted and counted, never kept as negative samples.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "model/build/builder_merge.h"
#include "model/build/stack_table.h"
#include "model/select/select.h"

/* Values of a row of both profiles. */
typedef struct change {
    int64_t sum;
    int64_t count;
    double squares;
} change;

/* A column that both have. */
typedef struct shared {
    const fr_column *later, *earlier; /* by row */
    uint32_t later_up, earlier_up;    /* decimals to scale by */
    change *changes;                  /* by row of the table */
    uint64_t n_down;
    int64_t down;
    uint32_t first_down; /* stack */
} shared;

typedef struct since {
    const fr_profile *later, *earlier;
    fr_builder *b;
    fr_stack_table rows; /* (stack of the builder, label set) */
    size_t changes_cap;
    shared columns[FR_MAX_COLUMNS];
    uint32_t n_columns;
    uint32_t *stack; /* of the earlier: stack in the builder */
    uint32_t *set;
} since;

static bool share_columns(since *s, fr_error *err)
{
    for (uint32_t k = 0; k < s->later->n_columns; k++) {
        const fr_column *later = &s->later->columns[k];
        uint32_t place = fr_column_find(s->earlier->columns, s->earlier->n_columns, later);
        const fr_column *earlier = &s->earlier->columns[place];
        if (place == s->earlier->n_columns) {
            fr_builder_say(
                s->b, FR_NOTE_CHOICE,
                "the earlier profile has no values of '%.100s' in '%.100s': they are left "
                "out",
                later->name, later->unit);
            continue;
        }
        uint32_t decimals =
            later->decimals > earlier->decimals ? later->decimals : earlier->decimals;
        s->columns[s->n_columns] = (shared){.later = fr_row_column(s->later, k),
                                            .earlier = fr_row_column(s->earlier, place),
                                            .later_up = decimals - later->decimals,
                                            .earlier_up = decimals - earlier->decimals};
        fr_builder_column(s->b, later->name, later->unit, decimals);
        if (!later->counted || !earlier->counted)
            fr_builder_uncounted(s->b, s->n_columns);
        s->n_columns++;
    }
    if (s->n_columns)
        return true;
    fr_fail(err, FR_E_FORMAT, 0, 0,
            "the profiles have no values in common: '%.100s' and '%.100s' before it",
            s->later->n_columns ? s->later->columns[0].name : "",
            s->earlier->n_columns ? s->earlier->columns[0].name : "");
    return fr_fail_hint(err, "both must be of one kind: two heap profiles, two mutex profiles");
}

/* ---- stacks and labels of both in one builder ---- */

static bool copy_tables(since *s, const fr_profile *from)
{
    uint32_t n_sets = fr_label_sets_count(&from->labelled.sets);
    uint32_t *frame = calloc(from->n_frames, sizeof *frame);

    free(s->stack);
    free(s->set);
    s->stack = calloc(from->n_stacks, sizeof *s->stack);
    s->set = calloc(n_sets, sizeof *s->set);
    if (!frame || !s->stack || !s->set) {
        free(frame);
        return false;
    }
    for (uint32_t f = 1; f < from->n_frames; f++)
        frame[f] = fr_builder_copy_frame(s->b, from, f);
    fr_builder_copy_stacks(s->b, from->stacks, from->n_stacks, frame, false, s->stack);
    for (uint32_t i = 1; i < n_sets; i++)
        s->set[i] = fr_builder_copy_set(s->b, from->names, &from->labelled.sets, i);
    free(frame);
    return true;
}

/* The row's number in the table, with room for its changes. */
static uint32_t find_row(since *s, fr_row row)
{
    uint32_t id = fr_stack_table_add(&s->rows, (fr_stack){s->stack[row.stack], s->set[row.set]});
    size_t cap = s->changes_cap;

    if (id == FR_NO_ID || id < s->changes_cap)
        return id;
    for (uint32_t k = 0; k < s->n_columns; k++) {
        cap = s->changes_cap;
        if (!fr_reserve(&s->columns[k].changes, &cap, (size_t)id + 1, sizeof(change)))
            return FR_NO_ID;
        memset(s->columns[k].changes + s->changes_cap, 0, (cap - s->changes_cap) * sizeof(change));
    }
    s->changes_cap = cap;
    return id;
}

static void add_value(since *s, change *to, const fr_column *column, uint32_t up, uint32_t row,
                      bool minus)
{
    double squares = fr_builder_squares_up(fr_column_squares(column, row), up);
    int64_t count = (int64_t)fr_column_count(column, row), sum;

    if (!fr_scale_up(fr_column_sum(column, row), up, &sum) ||
        __builtin_add_overflow(to->sum, minus ? -sum : sum, &to->sum))
        fr_builder_fail(s->b, FR_E_LIMIT, 0, 0,
                        "a value does not fit the other profile's decimals");
    to->count += minus ? -count : count;
    to->squares += minus ? -squares : squares;
}

static bool add_values(since *s, const fr_profile *from, bool minus)
{
    for (uint32_t r = 0; r < fr_n_rows(from); r++) {
        uint32_t row = find_row(s, fr_row_at(from, r));
        if (row == FR_NO_ID)
            return false;
        for (uint32_t k = 0; k < s->n_columns; k++) {
            shared *c = &s->columns[k];
            add_value(s, &c->changes[row], minus ? c->earlier : c->later,
                      minus ? c->earlier_up : c->later_up, r, minus);
        }
    }
    return true;
}

/* Keeps what grew; squares are never less than those of equal weights. */
static void keep_growth(since *s)
{
    for (uint32_t r = 1; r < s->rows.n; r++) {
        fr_stack at = s->rows.stacks[r];
        for (uint32_t k = 0; k < s->n_columns; k++) {
            const change *v = &s->columns[k].changes[r];
            double count = v->count > 0 ? (double)v->count : 1.0;
            double least = (double)v->sum / count * (double)v->sum;
            if (v->sum > 0)
                fr_builder_add_row(s->b, fr_builder_row(s->b, at.parent, at.frame), k, v->sum,
                                   (uint64_t)count, v->squares > least ? v->squares : least);
            else if (v->sum < 0) {
                if (s->columns[k].n_down++ == 0)
                    s->columns[k].first_down = at.parent;
                if (__builtin_add_overflow(s->columns[k].down, -v->sum, &s->columns[k].down))
                    s->columns[k].down = INT64_MAX;
            }
        }
    }
}

/* ---- what was done ---- */

static bool note_down(const since *s, uint32_t k, fr_profile *made)
{
    const shared *c = &s->columns[k];
    const fr_column *column = &made->columns[k];
    char stack[160], amount[FR_NUMBER_MAX];
    size_t at = sizeof stack - 1;

    if (c->n_down == 0)
        return true;
    stack[at] = '\0'; /* "main;cache", its inner end where it is long */
    for (uint32_t id = c->first_down; id != FR_NO_STACK; id = made->stacks[id].parent) {
        fr_bytes name = fr_frame_name(made, made->stacks[id].frame);
        if (name.len + 2 > at)
            break;
        if (at < sizeof stack - 1)
            stack[--at] = ';';
        at -= name.len;
        memcpy(stack + at, name.at, name.len);
    }
    fr_format_human(amount, c->down, column->decimals, column->unit);
    return fr_notes_say(
        &made->meta.notes, FR_NOTE_WENT_DOWN,
        "'%.60s' went down in %llu stack%s, by %s in all, and is omitted there; the first: %s",
        column->name, (unsigned long long)c->n_down, c->n_down == 1 ? "" : "s", amount, stack + at);
}

static bool describe(const since *s, fr_profile *made)
{
    int64_t from = s->earlier->meta.recording.time_ns, to = s->later->meta.recording.time_ns;
    bool good;

    made->meta.format = s->later->meta.format;
    made->meta.formats = s->later->meta.formats;
    made->meta.stacks = s->later->meta.stacks;
    made->meta.n_records = s->later->meta.n_records > s->earlier->meta.n_records
                               ? s->later->meta.n_records - s->earlier->meta.n_records
                               : 0;
    good = fr_recording_merge(&made->meta.recording, &s->later->meta.recording) &&
           fr_notes_copy(&made->meta.notes, &s->later->meta.notes) &&
           fr_notes_copy(&made->meta.steps, &s->later->meta.steps) &&
           fr_notes_say(&made->meta.steps, FR_NOTE_CHOICE, "since an earlier profile");
    if (from && to > from) { /* the span between the two profiles */
        made->meta.recording.time_ns = from;
        made->meta.recording.duration_ns = to - from;
    }
    for (uint32_t k = 0; k < s->n_columns && good; k++)
        good = note_down(s, k, made);
    return good;
}

static bool check_not_empty(const fr_profile *made, fr_error *err)
{
    for (uint32_t k = 0; k < made->n_columns; k++)
        if (made->columns[k].reference > 0)
            return true;
    fr_fail(err, FR_E_EMPTY, 0, 0, "nothing grew since the earlier profile");
    return fr_fail_hint(err, "the earlier one is given with --since, the later one as the input");
}

static fr_profile *finish(since *s, fr_error *err)
{
    fr_profile *made = fr_builder_finish(s->b, err);

    s->b = NULL;
    return fr_profile_kept(
        made && (describe(s, made) || fr_fail_memory(err)) && check_not_empty(made, err), made);
}

fr_profile *fr_profile_since(const fr_profile *later, const fr_profile *earlier, fr_error *err)
{
    since s = {.later = later, .earlier = earlier};
    fr_profile *made = NULL;
    fr_limits none;

    fr_limits_lift(&none);
    s.b = fr_builder_new(&none, err);
    if (s.b && share_columns(&s, err)) {
        bool good = fr_stack_table_init(&s.rows) && copy_tables(&s, later) &&
                    add_values(&s, later, false) && copy_tables(&s, earlier) &&
                    add_values(&s, earlier, true);
        if (good)
            keep_growth(&s);
        made = good ? finish(&s, err) : NULL;
        if (!good)
            fr_fail_memory(err);
    }
    for (uint32_t k = 0; k < s.n_columns; k++)
        free(s.columns[k].changes);
    fr_stack_table_reset(&s.rows);
    fr_builder_free(s.b);
    free(s.stack);
    free(s.set);
    return made;
}
