/*
 * builder.c - the funnel behind every reader: its limits, failures, notes and facts, and its stacks.
 */
#include "base/number.h"
#include "model/build/builder_merge.h"
#include "model/build/builder_state.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define QUOTED_INPUT     160 /* bytes of input that a note shows */
#define LEAST_NAME_BYTES 16  /* a limit below it could not hold the names given here */

fr_builder *fr_builder_new(const fr_limits *limits, fr_error *err)
{
    fr_builder *b = calloc(1, sizeof *b);

    if (!b) {
        fr_fail_memory(err);
        return NULL;
    }
    if (limits)
        b->limits = *limits;
    else
        fr_limits_init(&b->limits);
    if (b->limits.name_bytes < LEAST_NAME_BYTES)
        b->limits.name_bytes = LEAST_NAME_BYTES;
    b->seed = fr_hash_seed();
    b->names = fr_names_new();
    fr_builder_intern(b, &(fr_frame){0});
    if (!b->names || !fr_stack_table_init(&b->stacks) || b->err.code != FR_OK) {
        fr_builder_free(b);
        fr_fail_memory(err);
        return NULL;
    }
    return b;
}

void fr_builder_free(fr_builder *b)
{
    if (!b)
        return;
    for (uint32_t k = 0; k < b->n_columns; k++)
        fr_column_reset(&b->columns[k]);
    fr_samples_reset(&b->samples);
    fr_thread_table_reset(&b->threads);
    fr_meta_reset(&b->meta);
    fr_names_free(b->names);
    fr_names_free(b->cut_names);
    fr_arena_reset(&b->scratch);
    fr_stack_table_reset(&b->stacks);
    fr_stack_table_reset(&b->rows);
    fr_tally_free(b->tally);
    fr_label_sets_reset(&b->label_sets);
    fr_mappings_reset(&b->mappings);
    free(b->frames);
    fr_slots_reset(&b->frame_slots);
    free(b);
}

bool fr_builder_failed(const fr_builder *b)
{
    return b->err.code != FR_OK;
}

bool fr_builder_error(const fr_builder *b, fr_error *err)
{
    return !fr_fail_copy(err, &b->err);
}

bool fr_builder_fail(fr_builder *b, fr_code code, uint64_t line, uint64_t offset,
                     const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fr_vfail(&b->err, code, line, offset, format, args);
    va_end(args);
    fr_fail_source(&b->err, b->source);
    return false;
}

bool fr_builder_hint(fr_builder *b, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fr_vfail_hint(&b->err, format, args);
    va_end(args);
    return false;
}

bool fr_builder_fail_memory(fr_builder *b)
{
    fr_fail_memory(&b->err);
    fr_fail_source(&b->err, b->source);
    return false;
}

static size_t bytes_held(const fr_builder *b)
{
    size_t value_bytes = 0;

    for (uint32_t k = 0; k < b->n_columns; k++)
        value_bytes += b->columns[k].rest ? 32 : b->columns[k].count ? 24 : 8;
    return fr_names_held(b->names) + (b->cut_names ? fr_names_held(b->cut_names) : 0) +
           b->scratch.held + fr_stack_table_held(&b->stacks) +
           (b->tally ? fr_tally_bytes(b->tally->n_columns, b->tally->n_keys) : 0) +
           fr_stack_table_held(&b->rows) + b->label_sets.labels_cap * sizeof *b->label_sets.labels +
           b->label_sets.first_cap * sizeof *b->label_sets.first +
           fr_slots_held(&b->label_sets.slots) + b->mappings.cap * sizeof *b->mappings.items +
           fr_slots_held(&b->mappings.slots) + b->frames_cap * sizeof *b->frames +
           fr_slots_held(&b->frame_slots) + b->values_cap * value_bytes + b->samples.cap * 18 +
           b->samples.value_cap * 8 + b->samples.threads_cap * sizeof(fr_thread) +
           fr_slots_held(&b->threads.slots);
}

bool fr_builder_nears_memory(const fr_builder *b)
{
    return bytes_held(b) > b->limits.memory / 2;
}

/* True while all that is held stays within the limit. */
bool fr_builder_within_memory(fr_builder *b)
{
    if (bytes_held(b) <= b->limits.memory)
        return true;
    fr_builder_fail(b, FR_E_LIMIT, 0, 0, "distinct stacks need more than %" PRIu64 " MiB of memory",
                    b->limits.memory >> 20);
    return fr_builder_hint(b,
                           "--limit-memory raises the limit; --fold-recursion makes stacks fewer");
}

void fr_builder_source(fr_builder *b, const char *source)
{
    snprintf(b->source, sizeof b->source, "%s", source);
}

void fr_builder_format(fr_builder *b, const char *format, uint64_t formats, unsigned stacks)
{
    b->meta.formats |= formats;
    if (b->meta.format)
        return;
    b->meta.format = format;
    b->meta.stacks = stacks;
}

void fr_builder_stacks_are(fr_builder *b, unsigned facts)
{
    b->meta.stacks |= facts;
}

void fr_builder_omit_lines(fr_builder *b)
{
    b->meta.lacks_lines = true;
}

void fr_builder_record(fr_builder *b, uint64_t n)
{
    b->meta.n_records += n;
}

uint64_t fr_builder_records(const fr_builder *b)
{
    return b->meta.n_records;
}

void fr_builder_frameless(fr_builder *b, uint64_t n)
{
    b->meta.n_frameless += n;
}

void fr_builder_time(fr_builder *b, int64_t ns)
{
    fr_meta *meta = &b->meta;

    meta->first_ns = meta->timed && meta->first_ns < ns ? meta->first_ns : ns;
    meta->last_ns = meta->timed && meta->last_ns > ns ? meta->last_ns : ns;
    meta->timed = true;
}

void fr_builder_part(fr_builder *b, uint32_t column, double left_out)
{
    b->meta.of_part = true;
    b->columns[column].left_out += left_out;
}

void fr_builder_record_facts(fr_builder *b, const fr_recording *recording)
{
    if (!fr_recording_merge(&b->meta.recording, recording))
        fr_builder_fail_memory(b);
}

/* Repaired text, in the scratch; at == NULL after a failure. */
static fr_bytes repair(fr_builder *b, fr_bytes text)
{
    fr_bytes repaired = fr_text_repair(&b->scratch, text, FR_TEXT_ESCAPED);

    if (!repaired.at && text.len)
        fr_builder_fail_memory(b);
    return repaired;
}

void fr_builder_fact(fr_builder *b, char **fact, fr_bytes text)
{
    fr_arena_mark mark = fr_arena_now(&b->scratch);

    if (!fr_recording_set(fact, repair(b, text)))
        fr_builder_fail_memory(b);
    fr_arena_rewind(&b->scratch, mark);
}

void fr_builder_comment(fr_builder *b, fr_recording *recording, fr_bytes text)
{
    fr_arena_mark mark = fr_arena_now(&b->scratch);

    if (!fr_recording_comment(recording, repair(b, text)))
        fr_builder_fail_memory(b);
    fr_arena_rewind(&b->scratch, mark);
}

static void add_note(fr_builder *b, fr_note_kind kind, uint64_t line, uint64_t n, fr_bytes first,
                     fr_text_mode mode)
{
    fr_arena_mark mark = fr_arena_now(&b->scratch);
    fr_bytes shown;

    if (b->err.code != FR_OK)
        return;
    shown = fr_text_repair(&b->scratch, first, mode);
    if (!shown.at || !fr_notes_add(&b->meta.notes, kind, fr_bytes_of(b->source), line, n, shown))
        fr_builder_fail_memory(b);
    fr_arena_rewind(&b->scratch, mark);
}

void fr_builder_note(fr_builder *b, fr_note_kind kind, uint64_t line, fr_bytes first)
{
    add_note(b, kind, line, 1, fr_text_cut(first, QUOTED_INPUT), FR_TEXT_RAW);
}

void fr_builder_note_many(fr_builder *b, fr_note_kind kind, uint64_t line, uint64_t n,
                          fr_bytes first)
{
    add_note(b, kind, line, n, fr_text_cut(first, QUOTED_INPUT), FR_TEXT_RAW);
}

void fr_builder_say(fr_builder *b, fr_note_kind kind, const char *format, ...)
{
    char text[400];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    add_note(b, kind, 0, 1, fr_bytes_of(text), FR_TEXT_ESCAPED); /* names in it are as shown */
}

const fr_notes *fr_builder_notes(const fr_builder *b)
{
    return &b->meta.notes;
}

void fr_limits_init(fr_limits *limits)
{
    *limits = (fr_limits)FR_LIMITS_DEFAULTS;
}

void fr_limits_lift(fr_limits *limits)
{
    *limits = (fr_limits){
        .memory = UINT64_MAX,
        .name_bytes = UINT32_MAX,
        .stack_depth = UINT32_MAX,
        .nodes = UINT32_MAX,
    };
}

const char *fr_version(void)
{
    return FR_VERSION;
}

/* ---- stacks ---- */

fr_stack fr_builder_stack(const fr_builder *b, uint32_t stack)
{
    return b->stacks.stacks[stack];
}

/* A stack that was not there before gets its values, within the limits. */
static bool settle_stack(fr_builder *b, uint32_t stack)
{
    if (stack == FR_NO_ID ||
        !(b->labelled || b->stacks.cap <= b->values_cap || fr_builder_grow_values(b)))
        return fr_builder_fail_memory(b);
    if (stack > b->limits.nodes) {
        fr_builder_fail(b, FR_E_LIMIT, 0, 0, "more than %" PRIu32 " distinct stacks",
                        b->limits.nodes);
        return fr_builder_hint(b, "--limit-nodes raises the limit");
    }
    if (!b->labelled)
        fr_builder_zero_values(b, stack);
    return (stack & 0xffff) != 0 || fr_builder_within_memory(b);
}

static bool is_pushable(fr_builder *b, uint32_t parent, uint32_t frame)
{
    if (b->err.code != FR_OK)
        return false;
    if (parent < b->stacks.n && frame != 0 && frame < b->n_frames)
        return true;
    return fr_builder_fail(b, FR_E_USAGE, 0, 0, "no stack %" PRIu32 " or no frame %" PRIu32, parent,
                           frame);
}

/* The stack that was made last has called nothing yet. */
uint32_t fr_builder_push(fr_builder *b, uint32_t parent, uint32_t frame)
{
    uint32_t stack, n = b->stacks.n;

    if (!is_pushable(b, parent, frame))
        return FR_NO_STACK;
    stack = parent + 1 == n ? fr_stack_table_append(&b->stacks, (fr_stack){parent, frame})
                            : fr_stack_table_add(&b->stacks, (fr_stack){parent, frame});
    return stack < n || settle_stack(b, stack) ? stack : FR_NO_STACK;
}

uint32_t fr_builder_n_stacks(const fr_builder *b)
{
    return b->stacks.n;
}

uint32_t fr_builder_push_new(fr_builder *b, uint32_t parent, uint32_t frame)
{
    uint32_t stack;

    if (!is_pushable(b, parent, frame))
        return FR_NO_STACK;
    stack = fr_stack_table_append(&b->stacks, (fr_stack){parent, frame});
    return settle_stack(b, stack) ? stack : FR_NO_STACK;
}

void fr_builder_push_many(fr_builder *b, uint32_t n, uint32_t *stack, const uint32_t *frame)
{
    fr_stack wanted[64];

    for (uint32_t from = 0; from < n; from += 64) {
        uint32_t some = n - from < 64 ? n - from : 64;
        for (uint32_t i = 0; i < some; i++)
            wanted[i] = (fr_stack){stack[from + i], frame[from + i]};
        if (some > 2)
            fr_stack_table_fetch(&b->stacks, wanted, some);
        for (uint32_t i = 0; i < some; i++)
            stack[from + i] = fr_builder_push(b, wanted[i].parent, wanted[i].frame);
    }
}

/* ---- a builder that starts with the names, frames and columns of a profile ---- */

fr_builder *fr_builder_like(const fr_profile *profile, fr_error *err)
{
    fr_limits none;
    fr_builder *b;

    fr_limits_lift(&none);
    b = fr_builder_new(&none, err);
    if (!b)
        return NULL;
    /* In the order of their ids, so that all of them get the same ids. */
    for (uint32_t id = 1; id < fr_names_count(profile->names); id++)
        fr_builder_copy_name(b, profile->names, id);
    for (uint32_t f = 1; f < profile->n_frames; f++)
        fr_builder_intern(b, &profile->frames[f]);
    for (uint32_t id = 1; id < profile->mappings.n; id++)
        fr_builder_mapping(b, &profile->mappings.items[id]);
    for (uint32_t set = 1; set < fr_label_sets_count(&profile->labelled.sets); set++)
        fr_builder_copy_set(b, NULL, &profile->labelled.sets, set);
    const fr_samples *s = &profile->samples;
    for (size_t i = 0; i < s->n_threads; i++)
        fr_builder_thread(b, s->threads[i].pid, s->threads[i].tid, s->threads[i].comm);
    b->keeps_samples = s->n > 0;
    b->has_origin = profile->meta.timed;
    b->meta.origin_ns = profile->meta.origin_ns;
    for (uint32_t k = 0; k < profile->n_columns; k++) {
        const fr_column *column = &profile->columns[k];
        fr_builder_column(b, column->name, column->unit, column->decimals);
        if (!column->counted)
            fr_builder_uncounted(b, k);
    }
    if (!fr_builder_error(b, err))
        return b;
    fr_builder_free(b);
    return NULL;
}

/* ---- the profile that a builder becomes ---- */

/* One column by stack of one by row. */
static bool sum_up(fr_builder *b, const fr_column *rows, fr_column *column, const fr_places *places)
{
    size_t n = (size_t)places->n + 1;

    column->places = places;
    column->sum = calloc(n, sizeof *column->sum);
    column->count = rows->count ? calloc(n, sizeof *column->count) : NULL;
    column->squares = rows->count ? calloc(n, sizeof *column->squares) : NULL;
    if (!column->sum || (rows->count && (!column->count || !column->squares)))
        return false;
    for (uint32_t row = 0; row < b->rows.n; row++) {
        uint32_t stack = b->rows.stacks[row].parent;
        size_t at = fr_place_of(places, stack);
        if (__builtin_add_overflow(column->sum[at], rows->sum[row], &column->sum[at]))
            fr_builder_fail_overflow(b, stack);
        if (!rows->count)
            continue;
        column->count[at] += rows->count[row];
        column->squares[at] += rows->squares[row];
    }
    return true;
}

/* Places for the stacks that have rows, and for the empty one. */
static bool find_places(const fr_builder *b, fr_places *places)
{
    size_t n_words = b->stacks.n / 64 + 1;

    places->bits = calloc(n_words, sizeof *places->bits);
    places->before = calloc(n_words, sizeof *places->before);
    if (!places->bits || !places->before)
        return false;
    for (uint32_t row = 0; row < b->rows.n; row++) {
        uint32_t stack = b->rows.stacks[row].parent;
        places->bits[stack / 64] |= UINT64_C(1) << stack % 64;
    }
    for (size_t i = 0; i < n_words; i++) {
        places->before[i] = places->n;
        places->n += (uint32_t)__builtin_popcountll(places->bits[i]);
    }
    return true;
}

/* Finishes a builder with labels: `columns` become sums by stack, and profile->labelled gets the rows that they sum
 * up. */
static bool split_rows(fr_builder *b, fr_profile *profile)
{
    fr_labelled *l = &profile->labelled;
    bool has_labels = fr_label_sets_count(&b->label_sets) > 1;

    if (!b->labelled)
        return true;
    free(b->stacks.slots); /* nothing is looked up any more */
    b->stacks.slots = NULL;
    if (!find_places(b, &profile->places))
        return fr_builder_fail_memory(b);
    for (uint32_t k = 0; k < b->n_columns; k++) {
        fr_column rows = b->columns[k];
        rows.name = rows.unit = NULL;
        if (!sum_up(b, &rows, &b->columns[k], &profile->places))
            fr_builder_fail_memory(b);
        if (has_labels)
            l->columns[k] = rows;
        else
            fr_column_reset(&rows);
    }
    if (has_labels) {
        l->rows = b->rows.stacks;
        l->n_rows = b->rows.n;
        l->sets = b->label_sets;
        b->rows.stacks = NULL;
        b->label_sets = (fr_label_sets){0};
    } else {
        fr_stack_table_reset(&b->rows);
    }
    b->labelled = false;
    return b->err.code == FR_OK;
}

/* Totals that fit, depths within the limit. Stacks without a value (of lines that say 0, or folded
 * away) are not deep. */
static bool measure(fr_builder *b, fr_profile *profile)
{
    uint32_t *depth = calloc(b->stacks.n, sizeof *depth);

    if (!depth)
        return fr_fail_memory(&b->err);
    for (uint32_t stack = 1; stack < b->stacks.n; stack++) {
        depth[stack] = depth[b->stacks.stacks[stack].parent] + 1;
        if (depth[stack] > profile->max_depth &&
            fr_columns_have_value(b->columns, b->n_columns, stack))
            profile->max_depth = depth[stack];
    }
    free(depth);
    if (b->tally)
        profile->max_depth = (uint32_t)b->tally->deepest;
    for (uint32_t k = 0; k < b->n_columns; k++)
        for (uint32_t stack = 0; stack < b->stacks.n; stack++)
            if (__builtin_add_overflow(b->columns[k].reference,
                                       fr_column_sum(&b->columns[k], stack),
                                       &b->columns[k].reference))
                fr_builder_fail_overflow(b, stack);
    if (profile->max_depth > b->limits.stack_depth) {
        fr_builder_fail(b, FR_E_LIMIT, 0, 0, "a stack of %" PRIu32 " frames, more than %" PRIu32,
                        profile->max_depth, b->limits.stack_depth);
        fr_builder_hint(b, "--limit-depth raises the limit");
    }
    return b->err.code == FR_OK;
}

fr_profile *fr_builder_finish(fr_builder *b, fr_error *err)
{
    fr_profile *profile = calloc(1, sizeof *profile);

    if (!profile)
        fr_builder_fail_memory(b);
    if (b->err.code == FR_OK && split_rows(b, profile) && measure(b, profile)) {
        fr_builder_drop_rests(b);
        profile->names = b->names;
        profile->frames = b->frames;
        profile->n_frames = (uint32_t)b->n_frames;
        profile->stacks = b->stacks.stacks;
        profile->n_stacks = b->stacks.n;
        memcpy(profile->columns, b->columns, sizeof profile->columns);
        profile->n_columns = b->n_columns;
        profile->tally = b->tally;
        profile->mappings = b->mappings;
        profile->samples = b->samples;
        profile->meta = b->meta;
        if (b->meta.timed && !b->has_origin)
            profile->meta.origin_ns = fr_floor_second(b->meta.first_ns);
        b->samples = (fr_samples){0};
        b->tally = NULL;
        b->mappings = (fr_mappings){0};
        b->names = NULL;
        b->frames = NULL;
        b->stacks.stacks = NULL;
        b->n_columns = 0;
        b->meta = (fr_meta){0};
    } else {
        fr_fail_copy(err, &b->err);
        if (profile) {
            fr_labelled_reset(&profile->labelled);
            fr_places_reset(&profile->places);
        }
        free(profile);
        profile = NULL;
    }
    fr_builder_free(b);
    return profile;
}
