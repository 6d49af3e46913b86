/*
 * builder.c - the funnel behind every reader.
 *
 * Two hash tables: frames by content, stacks by (parent, key of the frame). A frame's key is the
 * hash of the token that spells it, where a reader has bound one, so that fr_builder_step() finds a
 * child by its token alone. Keys only place entries: every hit is verified against what it stands
 * for, and no output depends on them.
 */
#include "model/builder.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "model/stack_table.h"

#define FRAME_FIELDS (offsetof(fr_frame, kind) + sizeof(uint32_t))

struct fr_builder {
    fr_limits limits;
    fr_error err;
    uint64_t seed;
    fr_names *names;
    fr_arena scratch; /* tokens and repaired text */
    fr_frame *frames;
    fr_frame_key *keys;
    size_t n_frames, frames_cap, keys_cap;
    uint32_t *frame_slots; /* frame id + 1 */
    size_t n_frame_slots;
    fr_stack_table stacks;
    fr_column columns[FR_MAX_COLUMNS];
    uint32_t n_columns;
    size_t values_cap; /* of every column */
    fr_meta meta;
    char source[256];
};

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
    b->seed = fr_hash_seed();
    b->names = fr_names_new();
    if (!b->names || fr_builder_intern(b, &(fr_frame){0}) == FR_NO_ID ||
        !fr_stack_table_init(&b->stacks)) {
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
    fr_meta_reset(&b->meta);
    fr_names_free(b->names);
    fr_arena_reset(&b->scratch);
    fr_stack_table_reset(&b->stacks);
    free(b->frames);
    free(b->keys);
    free(b->frame_slots);
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

void fr_builder_fail(fr_builder *b, fr_code code, uint64_t line, uint64_t offset,
                     const char *format, ...)
{
    char text[sizeof b->err.text];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fr_fail(&b->err, code, line, offset, "%s", text);
    fr_fail_source(&b->err, b->source);
}

void fr_builder_hint(fr_builder *b, const char *format, ...)
{
    char text[sizeof b->err.hint];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fr_fail_hint(&b->err, "%s", text);
}

static void fail_memory(fr_builder *b)
{
    fr_fail_memory(&b->err);
}

/* True while all that is held stays within the limit. */
static bool within_memory(fr_builder *b, size_t more)
{
    size_t value_bytes = 0;

    for (uint32_t k = 0; k < b->n_columns; k++)
        value_bytes += b->columns[k].count ? 24 : 8;
    size_t held = fr_names_held(b->names) + b->scratch.held + fr_stack_table_held(&b->stacks) +
                  b->frames_cap * (sizeof *b->frames + sizeof *b->keys) +
                  b->n_frame_slots * sizeof *b->frame_slots + b->values_cap * value_bytes + more;
    if (held <= b->limits.memory)
        return true;
    fr_builder_fail(b, FR_E_LIMIT, 0, 0, "distinct stacks need more than %" PRIu64 " MiB of memory",
                    b->limits.memory >> 20);
    fr_builder_hint(b, "--limit-memory raises the limit; --fold-recursion makes stacks fewer");
    return false;
}

void fr_builder_source(fr_builder *b, const char *source)
{
    snprintf(b->source, sizeof b->source, "%s", source);
}

void fr_builder_format(fr_builder *b, const char *format)
{
    if (!b->meta.format)
        b->meta.format = format;
}

void fr_builder_record(fr_builder *b, uint64_t n)
{
    b->meta.n_records += n;
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

void fr_builder_note(fr_builder *b, fr_note_kind kind, uint64_t line, fr_bytes first)
{
    fr_bytes shown = {first.at, first.len < 160 ? first.len : 160};

    if (b->err.code != FR_OK)
        return;
    shown = fr_text_repair(&b->scratch, shown, FR_TEXT_RAW);
    if (!shown.at || !fr_notes_add(&b->meta.notes, kind, fr_bytes_of(b->source), line, 1, shown))
        fail_memory(b);
}

void fr_builder_say(fr_builder *b, fr_note_kind kind, const char *format, ...)
{
    char text[400];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fr_builder_note(b, kind, 0, fr_bytes_of(text));
}

const fr_notes *fr_builder_notes(const fr_builder *b)
{
    return &b->meta.notes;
}

/* ------------------------------------------------------------ names and frames
 * ---------------------- */

/* Cut at the limit, on a code point. */
static fr_bytes cut_name(fr_builder *b, fr_bytes text)
{
    if (text.len <= b->limits.name_bytes)
        return text;
    fr_builder_note(b, FR_NOTE_CUT_NAME, 0, (fr_bytes){text.at, 60});
    text.len = fr_text_back(text, (size_t)b->limits.name_bytes + 1);
    return text;
}

uint32_t fr_builder_name(fr_builder *b, fr_bytes text, fr_text_mode mode)
{
    fr_bytes repaired;
    uint32_t id;

    text = cut_name(b, fr_bytes_trim(text));
    if (b->err.code != FR_OK || text.len == 0)
        return 0;
    repaired = fr_text_repair(&b->scratch, text, mode);
    if (!repaired.at) {
        fail_memory(b);
        return 0;
    }
    if (repaired.len > text.len && fr_names_find(b->names, repaired) == FR_NO_ID)
        fr_builder_note(b, FR_NOTE_REPAIRED_NAME, 0, repaired);
    id = fr_names_add(b->names, repaired);
    if (id == FR_NO_ID)
        fail_memory(b);
    return id == FR_NO_ID || !within_memory(b, 0) ? 0 : id;
}

static uint64_t hash_frame(const fr_builder *b, const fr_frame *frame)
{
    return fr_bytes_hash((fr_bytes){(const char *)frame, FRAME_FIELDS}, b->seed);
}

static bool grow_frame_slots(fr_builder *b)
{
    size_t n_slots = b->n_frame_slots ? b->n_frame_slots * 2 : 256;
    uint32_t *slots = calloc(n_slots, sizeof *slots);

    if (!slots)
        return false;
    for (size_t id = 0; id < b->n_frames; id++) {
        size_t i = (size_t)hash_frame(b, &b->frames[id]) & (n_slots - 1);
        while (slots[i])
            i = (i + 1) & (n_slots - 1);
        slots[i] = (uint32_t)id + 1;
    }
    free(b->frame_slots);
    b->frame_slots = slots;
    b->n_frame_slots = n_slots;
    return true;
}

static bool append_frame(fr_builder *b, const fr_frame *frame)
{
    void *frames = fr_grow(b->frames, &b->frames_cap, b->n_frames + 1, sizeof *b->frames);
    void *keys;

    if (!frames)
        return false;
    b->frames = frames;
    keys = fr_grow(b->keys, &b->keys_cap, b->n_frames + 1, sizeof *b->keys);
    if (!keys)
        return false;
    b->keys = keys;
    b->frames[b->n_frames] = *frame;
    b->keys[b->n_frames] = (fr_frame_key){.key = fr_stack_mix(b->seed, b->n_frames)};
    b->n_frames++;
    return true;
}

uint32_t fr_builder_intern(fr_builder *b, const fr_frame *frame)
{
    size_t i;

    if (b->err.code != FR_OK)
        return 0;
    if (b->n_frames * 3 >= b->n_frame_slots * 2 && !grow_frame_slots(b)) {
        fail_memory(b);
        return 0;
    }
    i = (size_t)hash_frame(b, frame) & (b->n_frame_slots - 1);
    for (; b->frame_slots[i]; i = (i + 1) & (b->n_frame_slots - 1))
        if (memcmp(&b->frames[b->frame_slots[i] - 1], frame, FRAME_FIELDS) == 0)
            return b->frame_slots[i] - 1;
    if (b->n_frames >= FR_NO_ID - 1 || !append_frame(b, frame)) {
        fail_memory(b);
        return 0;
    }
    b->frame_slots[i] = (uint32_t)b->n_frames;
    return (uint32_t)b->n_frames - 1;
}

uint32_t fr_builder_named(fr_builder *b, fr_bytes name, fr_text_mode mode, uint32_t kind,
                          fr_bytes module)
{
    fr_frame frame = {.kind = kind};

    frame.name = fr_builder_name(b, name, mode);
    if (module.len)
        frame.module = fr_builder_name(b, module, mode);
    if (frame.name == 0) {
        fr_builder_note(b, FR_NOTE_EMPTY_FRAME, 0, FR_LITERAL("a name of no characters"));
        frame.name = fr_builder_name(b, FR_LITERAL("[empty]"), FR_TEXT_RAW);
    }
    return fr_builder_intern(b, &frame);
}

static uint32_t name_of(fr_builder *b, const char *text)
{
    return text ? fr_builder_name(b, fr_bytes_of(text), FR_TEXT_RAW) : 0;
}

uint32_t fr_builder_frame(fr_builder *b, const fr_frame_info *info)
{
    fr_frame frame = {
        .address = info->address,
        .system_name = name_of(b, info->system_name),
        .file = name_of(b, info->file),
        .module = name_of(b, info->module),
        .line = info->line,
        .start_line = info->start_line,
        .kind = (uint32_t)info->kind | (info->annotated ? FR_KIND_ANNOTATED : 0),
    };

    frame.name = name_of(b, info->name && info->name[0] ? info->name : "[empty]");
    return fr_builder_intern(b, &frame);
}

fr_bytes fr_builder_frame_name(const fr_builder *b, uint32_t frame)
{
    return fr_names_at(b->names, b->frames[frame].name);
}

void fr_builder_bind(fr_builder *b, uint32_t frame, fr_bytes token)
{
    fr_frame_key *key = &b->keys[frame];
    const char *copy;

    if (b->err.code != FR_OK || frame == 0 || key->token.at || key->used)
        return;
    copy = fr_arena_copy(&b->scratch, token);
    if (!copy) {
        fail_memory(b);
        return;
    }
    *key = (fr_frame_key){.key = fr_bytes_hash(token, b->seed), .token = {copy, token.len}};
}

/* ------------------------------------------------------------ stacks
 * -------------------------------- */

uint32_t fr_builder_step(const fr_builder *b, uint32_t parent, fr_bytes token)
{
    return fr_stack_table_step(&b->stacks, b->keys, parent, token, fr_bytes_hash(token, b->seed));
}

/* Every column has a value for every stack that fits the table. */
static bool grow_values(fr_builder *b)
{
    size_t cap = b->stacks.cap;

    for (uint32_t k = 0; k < b->n_columns; k++) {
        fr_column *column = &b->columns[k];
        void *sum = realloc(column->sum, cap * sizeof *column->sum);
        if (!sum)
            return false;
        column->sum = sum;
        if (!column->count)
            continue;
        void *count = realloc(column->count, cap * sizeof *column->count);
        if (!count)
            return false;
        column->count = count;
        void *squares = realloc(column->squares, cap * sizeof *column->squares);
        if (!squares)
            return false;
        column->squares = squares;
    }
    b->values_cap = cap;
    return true;
}

static void zero_values(fr_builder *b, uint32_t stack)
{
    for (uint32_t k = 0; k < b->n_columns; k++) {
        fr_column *column = &b->columns[k];
        column->sum[stack] = 0;
        if (column->count) {
            column->count[stack] = 0;
            column->squares[stack] = 0;
        }
    }
}

/* A stack that was not there before. */
static uint32_t add_stack(fr_builder *b, uint32_t parent, uint32_t frame)
{
    uint32_t stack;

    if (b->stacks.n > b->limits.nodes) {
        fr_builder_fail(b, FR_E_LIMIT, 0, 0, "more than %" PRIu32 " distinct stacks",
                        b->limits.nodes);
        fr_builder_hint(b, "--limit-nodes raises the limit");
        return FR_NO_STACK;
    }
    b->keys[frame].used = true;
    stack = fr_stack_table_add(&b->stacks, b->keys, parent, frame);
    if (stack == FR_NO_ID || (b->stacks.cap > b->values_cap && !grow_values(b))) {
        fail_memory(b);
        return FR_NO_STACK;
    }
    zero_values(b, stack);
    if ((b->stacks.n & 0xffff) == 0 && !within_memory(b, 0))
        return FR_NO_STACK;
    return stack;
}

uint32_t fr_builder_push(fr_builder *b, uint32_t parent, uint32_t frame)
{
    uint32_t stack;

    if (b->err.code != FR_OK || parent >= b->stacks.n || frame >= b->n_frames)
        return FR_NO_STACK;
    stack = fr_stack_table_find(&b->stacks, b->keys, parent, frame);
    return stack != FR_NO_ID ? stack : add_stack(b, parent, frame);
}

/* ------------------------------------------------------------ values
 * -------------------------------- */

static bool column_is(const fr_column *column, const char *name, const char *unit)
{
    return strcmp(column->name, name) == 0 && strcmp(column->unit, unit) == 0;
}

uint32_t fr_builder_column(fr_builder *b, const char *name, const char *unit, uint32_t decimals)
{
    fr_column *column = &b->columns[b->n_columns];

    for (uint32_t k = 0; k < b->n_columns; k++)
        if (column_is(&b->columns[k], name, unit))
            return k;
    if (b->err.code != FR_OK || b->n_columns == FR_MAX_COLUMNS) {
        fr_builder_fail(b, FR_E_LIMIT, 0, 0, "more than %d value columns", FR_MAX_COLUMNS);
        return 0;
    }
    *column = (fr_column){.decimals = decimals, .counted = true};
    column->name = strdup(name);
    column->unit = strdup(unit);
    column->sum = calloc(b->stacks.cap, sizeof *column->sum);
    b->values_cap = b->stacks.cap;
    b->n_columns++;
    if (!column->name || !column->unit || !column->sum)
        fail_memory(b);
    return b->n_columns - 1;
}

/* From "every weight is a sample" to explicit counts and squares. */
static bool make_explicit(fr_builder *b, fr_column *column)
{
    column->count = malloc(b->values_cap * sizeof *column->count);
    column->squares = malloc(b->values_cap * sizeof *column->squares);
    if (!column->count || !column->squares)
        return false;
    for (uint32_t stack = 0; stack < b->stacks.n; stack++) {
        column->count[stack] = (uint64_t)column->sum[stack];
        column->squares[stack] = (double)column->sum[stack];
    }
    return within_memory(b, 0);
}

void fr_builder_uncounted(fr_builder *b, uint32_t k)
{
    fr_column *column = &b->columns[k];

    column->counted = false;
    free(column->count);
    free(column->squares);
    column->count = NULL;
    column->squares = NULL;
}

/* "main;foo;bar" of a stack, the root side cut where it is long. */
static void describe_stack(const fr_builder *b, uint32_t stack, char *to, size_t room)
{
    size_t at = room - 1;

    to[at] = '\0';
    for (; stack != FR_NO_STACK; stack = b->stacks.stacks[stack].parent) {
        fr_bytes name = fr_builder_frame_name(b, b->stacks.stacks[stack].frame);
        bool last = b->stacks.stacks[stack].parent == FR_NO_STACK;
        if (name.len + 5 > at)
            break;
        at -= name.len;
        memcpy(to + at, name.at, name.len);
        if (!last)
            to[--at] = ';';
    }
    if (stack != FR_NO_STACK && at >= 3) {
        at -= 3;
        memcpy(to + at, "...", 3);
    }
    memmove(to, to + at, room - at);
}

static void fail_overflow(fr_builder *b, uint32_t stack)
{
    char text[300];

    describe_stack(b, stack, text, sizeof text);
    fr_builder_fail(b, FR_E_LIMIT, 0, 0, "values add up to more than %" PRId64 " at the stack '%s'",
                    INT64_MAX, text);
    fr_builder_hint(b, "use a coarser unit for the values");
}

void fr_builder_add(fr_builder *b, uint32_t stack, uint32_t k, int64_t sum, uint64_t n_samples,
                    double squares)
{
    fr_column *column = &b->columns[k];

    if (b->err.code != FR_OK || stack >= b->stacks.n || k >= b->n_columns || sum == 0)
        return;
    if (sum < 0) {
        fr_builder_fail(b, FR_E_FORMAT, 0, 0, "a negative value: %" PRId64, sum);
        return;
    }
    if (column->counted && n_samples == 0)
        fr_builder_uncounted(b, k);
    if (column->counted && !column->count &&
        (n_samples != (uint64_t)sum || squares < (double)sum || squares > (double)sum) &&
        !make_explicit(b, column)) {
        fail_memory(b);
        return;
    }
    if (__builtin_add_overflow(column->sum[stack], sum, &column->sum[stack]))
        fail_overflow(b, stack);
    if (column->count) {
        column->count[stack] += n_samples;
        column->squares[stack] += squares;
    }
}

uint32_t fr_builder_decimals(const fr_builder *b, uint32_t k)
{
    return b->columns[k].decimals;
}

void fr_builder_refine(fr_builder *b, uint32_t k, uint32_t decimals)
{
    fr_column *column = &b->columns[k];

    if (decimals <= column->decimals)
        return;
    for (uint32_t stack = 0; stack < b->stacks.n; stack++)
        if (!fr_scale_up(column->sum[stack], decimals - column->decimals, &column->sum[stack])) {
            fail_overflow(b, stack);
            return;
        }
    column->decimals = decimals;
}

void fr_builder_use_counts(fr_builder *b, uint32_t k)
{
    fr_column *column = &b->columns[k];
    char *unit = strdup("samples");

    if (!unit) {
        fail_memory(b);
        return;
    }
    for (uint32_t stack = 0; stack < b->stacks.n; stack++)
        column->sum[stack] = (int64_t)fr_column_count(column, stack);
    free(column->unit);
    column->unit = unit;
    column->decimals = 0;
    fr_builder_uncounted(b, k);
    column->counted = true;
}

/* ------------------------------------------------------------ merge
 * ------------------------------- */

static uint32_t copy_name(fr_builder *to, const fr_names *from, uint32_t id)
{
    uint32_t copy = id ? fr_names_add(to->names, fr_names_at(from, id)) : 0;

    if (copy == FR_NO_ID)
        fail_memory(to);
    return copy == FR_NO_ID ? 0 : copy;
}

/* A frame of another name table. */
static uint32_t copy_frame(fr_builder *to, const fr_names *names, const fr_frame *frame)
{
    fr_frame copy = *frame;

    copy.name = copy_name(to, names, frame->name);
    copy.system_name = copy_name(to, names, frame->system_name);
    copy.file = copy_name(to, names, frame->file);
    copy.module = copy_name(to, names, frame->module);
    return fr_builder_intern(to, &copy);
}

static void copy_value(fr_builder *to, uint32_t stack, uint32_t k, const fr_column *column,
                       uint32_t from)
{
    int64_t sum = column->sum[from];

    if (!fr_scale_up(sum, to->columns[k].decimals - column->decimals, &sum))
        fail_overflow(to, stack);
    fr_builder_add(to, stack, k, sum, fr_column_count(column, from),
                   fr_column_squares(column, from));
}

/* Columns of `from` in `to`, as fine as the finer of both. */
static void match_columns(fr_builder *to, const fr_builder *from, uint32_t ids[FR_MAX_COLUMNS])
{
    for (uint32_t k = 0; k < from->n_columns; k++) {
        const fr_column *column = &from->columns[k];
        ids[k] = fr_builder_column(to, column->name, column->unit, column->decimals);
        fr_builder_refine(to, ids[k], column->decimals);
        if (!column->counted)
            fr_builder_uncounted(to, ids[k]);
    }
}

static void merge_meta(fr_builder *to, const fr_meta *from)
{
    to->meta.n_records += from->n_records;
    to->meta.n_frameless += from->n_frameless;
    if (from->timed) {
        fr_builder_time(to, from->first_ns);
        fr_builder_time(to, from->last_ns);
    }
    if (!fr_notes_copy(&to->meta.notes, &from->notes))
        fail_memory(to);
}

void fr_builder_merge(fr_builder *to, const fr_builder *from)
{
    uint32_t *frame = malloc(from->n_frames * sizeof *frame);
    uint32_t *stack = malloc(from->stacks.n * sizeof *stack);
    uint32_t columns[FR_MAX_COLUMNS] = {0};

    if (!frame || !stack)
        fail_memory(to);
    match_columns(to, from, columns);
    for (size_t f = 0; f < from->n_frames && to->err.code == FR_OK; f++)
        frame[f] = copy_frame(to, from->names, &from->frames[f]);
    for (uint32_t s = 0; s < from->stacks.n && to->err.code == FR_OK; s++) {
        fr_stack node = from->stacks.stacks[s];
        stack[s] = s ? fr_builder_push(to, stack[node.parent], frame[node.frame]) : FR_NO_STACK;
        for (uint32_t k = 0; k < from->n_columns; k++)
            copy_value(to, stack[s], columns[k], &from->columns[k], s);
    }
    merge_meta(to, &from->meta);
    free(frame);
    free(stack);
}

/* ------------------------------------------------------------ finish
 * -------------------------------- */

/* Totals that fit, depths within the limit. */
static bool measure(fr_builder *b, fr_profile *profile)
{
    uint32_t *depth = calloc(b->stacks.n, sizeof *depth);

    if (!depth)
        return fr_fail_memory(&b->err);
    for (uint32_t stack = 1; stack < b->stacks.n; stack++) {
        depth[stack] = depth[b->stacks.stacks[stack].parent] + 1;
        if (depth[stack] > profile->max_depth)
            profile->max_depth = depth[stack];
    }
    free(depth);
    for (uint32_t k = 0; k < b->n_columns; k++)
        for (uint32_t stack = 0; stack < b->stacks.n; stack++)
            if (__builtin_add_overflow(b->columns[k].reference, b->columns[k].sum[stack],
                                       &b->columns[k].reference))
                fail_overflow(b, stack);
    if (profile->max_depth > b->limits.stack_depth) {
        fr_builder_fail(b, FR_E_LIMIT, 0, 0, "a stack of %" PRIu32 " frames, more than %" PRIu32,
                        profile->max_depth, b->limits.stack_depth);
        fr_builder_hint(b, "--limit-depth raises the limit");
    }
    return b->err.code == FR_OK;
}

/* Moves what the builder holds into the profile. */
static void hand_over(fr_builder *b, fr_profile *profile)
{
    profile->names = b->names;
    profile->frames = b->frames;
    profile->n_frames = (uint32_t)b->n_frames;
    profile->stacks = b->stacks.stacks;
    profile->n_stacks = b->stacks.n;
    memcpy(profile->columns, b->columns, sizeof profile->columns);
    profile->n_columns = b->n_columns;
    profile->meta = b->meta;
    b->names = NULL;
    b->frames = NULL;
    b->stacks.stacks = NULL;
    b->n_columns = 0;
    b->meta = (fr_meta){0};
}

fr_profile *fr_builder_finish(fr_builder *b, fr_error *err)
{
    fr_profile *profile = calloc(1, sizeof *profile);

    if (!profile)
        fail_memory(b);
    if (b->err.code == FR_OK && measure(b, profile)) {
        hand_over(b, profile);
    } else {
        fr_fail_copy(err, &b->err);
        free(profile);
        profile = NULL;
    }
    fr_builder_free(b);
    return profile;
}
