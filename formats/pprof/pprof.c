/*
 * pprof.c - pprof's profile.proto: what Go, C++, Rust and eBPF profilers write.
 *
 *     sample {location_id: [3, 2, 1], value: [10, 100000000]}     leaf first, a value for each type
 *
 * Reference: https://github.com/google/pprof, proto/profile.proto, 2024-09. The gzip around it is
 * gone before it comes here. The message is held whole, since names may come last; a first pass
 * indexes it, then locations become frames, then samples become stacks.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "formats/pprof/fast/pprof_ahead.h"
#include "formats/pprof/fast/pprof_batch.h"
#include "formats/pprof/fast/pprof_branch.h"
#include "formats/pprof/fast/pprof_count.h"
#include "formats/pprof/fast/pprof_divide.h"
#include "formats/pprof/fast/pprof_lines.h"
#include "formats/pprof/pprof_path.h"
#include "formats/reader.h"

#define MOST_BYTES (UINT64_C(4) << 30) /* of a message, where --limit-inflated says nothing */

/* ---- the whole message ---- */

static void report_progress(fr_input *in, const fr_read_options *opt)
{
    uint64_t done, size;

    if (!opt->progress)
        return;
    fr_input_progress(in, &done, &size);
    opt->progress(opt->progress_arg, done, size);
}

/* Indexes what a large input has so far, while the rest of it is inflated, into a builder of its own:
 * after a failure there all is indexed again, so that it is told when, and if, it is its turn. */
static void index_ahead(fr_pprof *p, fr_builder **trial, fr_bytes all)
{
    if (!*trial && all.len >= FR_INPUT_BLOCK) {
        *trial = fr_builder_new(&p->opt->limits, NULL);
        p->namer = p->ahead ? p->b : NULL;
    }
    if (!*trial || fr_builder_failed(*trial))
        return;
    p->b = *trial;
    fr_pprof_set_all(p, all);
    fr_pprof_index_some(p);
}

/* The window, lengthened to all of the input; it is the input's. */
static void take_all(fr_pprof *p, fr_input *in)
{
    uint64_t limit = p->opt->limits.inflated ? p->opt->limits.inflated : MOST_BYTES;
    fr_builder *b = p->b, *trial = NULL;
    fr_bytes all = fr_input_fill(in, 1);

    while (all.len <= limit && fr_input_extend(in)) {
        all = fr_input_fill(in, 1);
        index_ahead(p, &trial, all);
        report_progress(in, p->opt);
    }
    all = fr_input_fill(in, 1); /* empty after a failure */
    p->b = b;
    if ((trial && fr_builder_failed(trial)) || all.len < p->indexed)
        fr_pprof_begin(p, b, p->opt);
    fr_pprof_set_all(p, all);
    fr_builder_free(trial);
    if (all.len > limit) {
        fr_builder_fail(b, FR_E_LIMIT, 0, 0, "a pprof of more than %" PRIu64 " MiB", limit >> 20);
        fr_builder_hint(b, "--limit-inflated raises the limit");
    }
}

/* ---- sample types ---- */

typedef struct samples {
    fr_pprof *p;
    fr_pprof_columns columns;
    fr_pprof_path path;
    fr_pprof_batch batch;
    fr_pprof_list waiting; /* int64_t: values of the samples of the batch */
    int64_t values[FR_MAX_COLUMNS];
    uint32_t n_values;
    bool shared;                /* the builder holds stacks of other inputs: they may come again */
    bool alone;                 /* all stacks of the builder are of this input */
    fr_pprof_list starts;       /* uint32_t: by sample pushed so far: the first stack made for it */
    fr_pprof_branches branches; /* of all, once stacks are known to come again hardly ever */
    uint32_t n_pushed;          /* samples whose branches have become stacks */
    fr_pprof_list labels;       /* fr_label: of a sample */
    uint64_t n_unlabelled;      /* samples whose labels are left out, as asked for */
} samples;

/* A string of a type, or `otherwise` where it is empty; to be freed. NULL: no memory, said. */
static char *copy_string(fr_pprof *p, uint64_t index, const char *otherwise)
{
    fr_bytes text = fr_pprof_string(p, index);
    char *copy = text.len && text.at[0] ? strndup(text.at, text.len) : strdup(otherwise);

    if (!copy)
        fr_builder_fail(p->b, FR_E_LIMIT, 0, 0, "out of memory");
    return copy;
}

static void open_named(samples *s, uint32_t k, const char *name, const char *unit)
{
    s->columns.counted[k] = strcmp(name, "samples") == 0 || strcmp(unit, "samples") == 0;
    if (s->columns.counted[k] && s->columns.counter == FR_MAX_COLUMNS)
        s->columns.counter = k;
    if (fr_builder_column(s->p->b, name, unit, 0) != k)
        fr_builder_fail(s->p->b, FR_E_FORMAT, 0, 0,
                        "two sample types of the pprof are '%s' in '%s'", name, unit);
}

static void open_column(samples *s, uint32_t k)
{
    const fr_pprof_type *type = fr_pprof_at(&s->p->types, k, sizeof *type);
    char *name = copy_string(s->p, type->type, "value");
    char *unit = copy_string(s->p, type->unit, "count");

    if (name && unit)
        open_named(s, k, name, unit);
    free(name);
    free(unit);
}

static bool open_columns(samples *s)
{
    fr_builder *b = s->p->b;

    if (s->p->types.n == 0)
        fr_builder_fail(b, FR_E_FORMAT, 0, 0,
                        "the pprof says not what its values are: it has no "
                        "sample type");
    if (s->p->types.n > FR_MAX_COLUMNS)
        fr_builder_fail(b, FR_E_LIMIT, 0, 0, "a pprof of %zu sample types, more than %d",
                        s->p->types.n, FR_MAX_COLUMNS);
    s->columns.counter = FR_MAX_COLUMNS;
    if (!fr_builder_failed(b))
        s->columns.n = (uint32_t)s->p->types.n;
    for (uint32_t k = 0; k < s->columns.n && !fr_builder_failed(b); k++)
        open_column(s, k);
    if (*fr_builder_column_name(b, s->columns.n))
        fr_builder_fail(b, FR_E_FORMAT, 0, 0, "fewer sample types than the inputs before it");
    if (s->p->names_only)
        fr_builder_tally(b);
    else
        fr_builder_sparse(b);
    return !fr_builder_failed(b);
}

/* ---- samples ---- */

static void take_value(samples *s, uint64_t value)
{
    if (s->n_values < FR_MAX_COLUMNS)
        s->values[s->n_values] = (int64_t)value;
    s->n_values++;
}

/* {key: 1, str: 2} is a text, {key: 1, num: 4096, num_unit: 3} a number, also where it is 0. */
static void take_label(samples *s, fr_bytes message)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;
    uint64_t v[5] = {0};
    fr_label *label = fr_pprof_add(s->p, &s->labels, sizeof *label);

    while (fr_wire_next(&w, &field))
        if (field.number <= 4 && field.type == FR_WIRE_VARINT)
            v[field.number] = field.value;
    if (!fr_pprof_ended(s->p, &w) || !label)
        return;
    label->key = fr_pprof_spelling(s->p, v[1]);
    label->is_text = v[2] != 0;
    label->text = fr_pprof_spelling(s->p, v[2]);
    label->number = label->is_text ? 0 : (int64_t)v[3];
    label->unit = label->is_text ? 0 : fr_pprof_spelling(s->p, v[4]);
}

/* Repeated numbers, packed or not. */
static void take_values(samples *s, const fr_wire_field *field)
{
    fr_wire w = fr_wire_of(field->bytes);
    const char *next;
    uint64_t number;

    if (field->type == FR_WIRE_VARINT)
        take_value(s, field->value);
    if (field->type != FR_WIRE_BYTES)
        return;
    for (; w.at < w.end && (next = fr_wire_small(w.at, w.end, &number)); w.at = next)
        take_value(s, number);
    while (fr_wire_number(&w, &number))
        take_value(s, number);
    fr_pprof_ended(s->p, &w);
}

static void add_values(samples *s, uint32_t row, const int64_t *values)
{
    uint64_t n = fr_pprof_sample_count(&s->columns, values);

    for (uint32_t k = 0; k < s->columns.n; k++) {
        double value = (double)values[k];
        if (s->columns.counted[k])
            fr_builder_add_row(s->p->b, row, k, values[k], (uint64_t)values[k], value);
        else
            fr_builder_add_row(s->p->b, row, k, values[k], n, value / (double)n * value);
    }
}

static uint32_t label_set(samples *s)
{
    return fr_builder_label_set(s->p->b, s->labels.items, s->labels.n);
}

/* Samples that wait get their stacks and values. */
static void settle_batch(samples *s)
{
    const int64_t *values = s->waiting.items;

    if (fr_builder_recalls(s->p->b))
        fr_pprof_batch_recall(&s->batch);
    else
        fr_pprof_batch_push(&s->batch);
    fr_pprof_batch_fetch(&s->batch);
    for (uint32_t i = 0; i < s->batch.n; i++)
        add_values(s, fr_pprof_batch_row(&s->batch, i), values + i * (size_t)s->columns.n);
    fr_pprof_batch_empty(&s->batch);
    s->waiting.n = 0;
}

/* The sample waits until there are enough. */
static void add_to_batch(samples *s)
{
    size_t n_same = fr_pprof_path_find(&s->path);
    int64_t *values = fr_pprof_room(s->p, &s->waiting, s->columns.n, sizeof *values);

    if (!values)
        return;
    memcpy(values + s->waiting.n, s->values, s->columns.n * sizeof *values);
    s->waiting.n += s->columns.n;
    fr_pprof_batch_add(&s->batch, s->path.frames.items, s->path.frames.n, n_same, label_set(s));
    if (s->batch.n == FR_PPROF_BATCH)
        settle_batch(s);
}

/* Self and total are all that is kept. */
static void tally_sample(samples *s)
{
    uint32_t frame;

    if (s->path.packed.len) {
        fr_pprof_path_tally(&s->path);
    } else {
        frame = fr_pprof_standalone(s->p, FR_LITERAL("[no stack]"));
        fr_builder_tally_stack(s->p->b, &frame, 1);
    }
    add_values(s, FR_NO_STACK, s->values);
}

/* A sample without locations has its place among those that wait. */
static uint32_t push_nothing(samples *s)
{
    settle_batch(s);
    return fr_builder_push(s->p->b, FR_NO_STACK,
                           fr_pprof_standalone(s->p, FR_LITERAL("[no stack]")));
}

/* Where stacks hardly ever come again, and all samples are alike, it is found out for all of them at
 * once which stacks are new. */
static bool find_branches(samples *s)
{
    const uint32_t *starts = s->starts.items;

    s->alone = s->alone && fr_pprof_branches_find(&s->branches, &s->path);
    for (s->n_pushed = 0; s->n_pushed < s->starts.n && s->alone; s->n_pushed++)
        fr_pprof_branches_pushed(&s->branches, s->n_pushed, starts[s->n_pushed]);
    return s->alone;
}

static void push_branch(samples *s)
{
    fr_builder *b = s->p->b;
    uint32_t n = fr_builder_n_stacks(b), set = label_set(s);
    uint32_t stack = fr_pprof_branches_push(&s->branches, s->n_pushed++, s->path.packed);

    add_values(s, stack < n ? fr_builder_row(b, stack, set) : fr_builder_row_new(b, stack, set),
               s->values);
}

static void note_start(samples *s)
{
    uint32_t *start = s->alone ? fr_pprof_add(s->p, &s->starts, sizeof *start) : NULL;

    if (start)
        *start = fr_builder_n_stacks(s->p->b);
}

static void push_sample(samples *s)
{
    bool recalls = fr_builder_recalls(s->p->b);
    uint32_t stack;

    if (!recalls && (s->branches.of || find_branches(s))) {
        push_branch(s);
        return;
    }
    if (s->path.packed.len && (s->shared || !recalls)) {
        add_to_batch(s);
        return;
    }
    note_start(s);
    stack = s->path.packed.len ? fr_pprof_path_push(&s->path) : push_nothing(s);
    add_values(s, fr_builder_row(s->p->b, stack, label_set(s)), s->values);
}

static void keep_sample(samples *s)
{
    fr_builder *b = s->p->b;

    fr_builder_record(b, fr_pprof_sample_count(&s->columns, s->values));
    if (s->path.packed.len == 0) {
        fr_builder_frameless(b, 1);
        fr_builder_note(b, FR_NOTE_FRAMELESS, 0, FR_LITERAL("a sample without locations"));
    }
    if (s->p->names_only)
        tally_sample(s);
    else
        push_sample(s);
}

static bool check_values(samples *s, const char *at)
{
    bool zero = true;

    if (s->n_values != s->columns.n)
        return fr_pprof_fail(s->p, at, "a sample has not one value for each sample type");
    for (uint32_t k = 0; k < s->columns.n; k++) {
        zero = zero && s->values[k] == 0;
        if (s->values[k] >= 0)
            continue;
        fr_pprof_fail(s->p, at,
                      "negative values: this is a difference that pprof made (-base, "
                      "-diff_base)");
        fr_builder_hint(s->p->b, "give the two profiles instead");
        return false;
    }
    if (zero)
        fr_builder_note(s->p->b, FR_NOTE_ZERO_VALUE, 0, FR_LITERAL("a sample of the pprof"));
    return !zero;
}

static void take_sample(samples *s, fr_bytes message)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;
    bool labelled = false;

    fr_pprof_path_begin(&s->path);
    s->labels.n = 0;
    s->n_values = 0;
    while (fr_wire_next(&w, &field)) {
        if (field.number == 1)
            fr_pprof_path_take(&s->path, &field);
        else if (field.number == 2)
            take_values(s, &field);
        else if (field.number == 3 && field.type == FR_WIRE_BYTES && !s->p->opt->drop_labels)
            take_label(s, field.bytes);
        labelled |= field.number == 3;
    }
    if (!s->branches.of)
        fr_pprof_path_end(&s->path);
    if (!fr_pprof_ended(s->p, &w) || fr_builder_failed(s->p->b))
        return;
    s->n_unlabelled += labelled && s->p->opt->drop_labels;
    if (!check_values(s, message.at)) {
        fr_pprof_path_skip(&s->path);
        return;
    }
    keep_sample(s);
}

/* ---- what the header says ---- */

static void take_time(fr_pprof *p)
{
    int64_t start = (int64_t)p->header[FR_PPROF_TIME], end;
    int64_t duration = (int64_t)p->header[FR_PPROF_DURATION];

    if (duration <= 0 || __builtin_add_overflow(start, duration, &end))
        return;
    fr_builder_time(p->b, start);
    fr_builder_time(p->b, end);
}

/* A field of Profile that is the index of a string. */
static void take_fact(fr_pprof *p, char **fact, uint32_t field)
{
    fr_builder_fact(p->b, fact, fr_pprof_string(p, p->header[field]));
}

static void take_facts(fr_pprof *p)
{
    int64_t duration = (int64_t)p->header[FR_PPROF_DURATION];
    fr_recording r = {
        .time_ns = (int64_t)p->header[FR_PPROF_TIME],
        .duration_ns = duration > 0 ? duration : 0,
        .period = (int64_t)p->header[FR_PPROF_PERIOD],
    };

    fr_builder_fact(p->b, &r.period_type, fr_pprof_string(p, p->period_type.type));
    fr_builder_fact(p->b, &r.period_unit, fr_pprof_string(p, p->period_type.unit));
    take_fact(p, &r.default_type, FR_PPROF_DEFAULT_TYPE);
    take_fact(p, &r.doc_url, FR_PPROF_DOC_URL);
    take_fact(p, &r.drop_frames, FR_PPROF_DROP_FRAMES);
    take_fact(p, &r.keep_frames, FR_PPROF_KEEP_FRAMES);
    for (size_t i = 0; i < p->comments.n && !fr_builder_failed(p->b); i++)
        fr_builder_comment(p->b, &r, fr_pprof_string(p, ((const uint64_t *)p->comments.items)[i]));
    fr_builder_record_facts(p->b, &r);
    fr_recording_reset(&r);
}

static void say_what_is_left_out(const samples *s)
{
    fr_pprof *p = s->p;

    if (s->n_unlabelled)
        fr_builder_say(p->b, FR_NOTE_CHOICE, "labels of samples are left out");
    if (p->n_dangling)
        fr_builder_say(p->b, FR_NOTE_UNKNOWN,
                       "ids of the pprof that stand for nothing are shown as [unknown]: %" PRIu64,
                       p->n_dangling);
}

static void read_each(samples *s)
{
    fr_wire w = fr_wire_of(s->p->samples);
    fr_wire_field field;

    while (!fr_builder_failed(s->p->b) && fr_wire_next(&w, &field))
        if (field.number == FR_PPROF_SAMPLE && field.type == FR_WIRE_BYTES)
            take_sample(s, field.bytes);
    settle_batch(s);
}

/* True if samples that were noted while the message came are all that there is to read. */
static bool count_ahead(samples *s, size_t n_threads)
{
    if (!s->p->names_only || !s->p->ahead)
        return false;
    s->n_unlabelled = fr_pprof_ahead_unlabelled(s->p->ahead);
    return fr_pprof_count(&s->path, &s->columns, n_threads);
}

static void forget_ahead(fr_pprof *p)
{
    fr_pprof_ahead_free(p->ahead);
    p->ahead = NULL;
}

/* True if they are told apart as far as they are drawn, and that is all that there is to read. */
static bool divide(samples *s, size_t n_threads)
{
    fr_pprof *p = s->p;

    if (!p->labels_only)
        return false;
    s->n_unlabelled = fr_pprof_ahead_unlabelled(p->ahead);
    if (fr_pprof_divide(&s->path, &s->columns, n_threads))
        return true;
    fr_pprof_frame_labels(&s->path);
    forget_ahead(p);
    return false;
}

static void read_samples(fr_pprof *p, size_t n_threads)
{
    bool alone = fr_builder_n_stacks(p->b) == 1;
    samples s = {.p = p, .batch.p = p, .alone = alone, .shared = !alone};

    if (fr_pprof_path_init(&s.path, p) && open_columns(&s)) {
        if (p->alone && s.path.all_lone)
            fr_pprof_drop(p, &p->locations, sizeof(fr_pprof_location));
        if (!count_ahead(&s, n_threads) && !divide(&s, n_threads)) {
            s.n_unlabelled = 0;
            read_each(&s);
        }
        take_time(p);
        take_facts(p);
        say_what_is_left_out(&s);
    }
    fr_pprof_path_reset(&s.path);
    fr_pprof_batch_reset(&s.batch);
    fr_pprof_branches_reset(&s.branches);
    fr_pprof_drop(p, &s.starts, sizeof(uint32_t));
    fr_pprof_drop(p, &s.waiting, sizeof *s.values);
    fr_pprof_drop(p, &s.labels, sizeof(fr_label));
}

struct fr_pprof_reader {
    fr_pprof p;
};

fr_pprof_reader *fr_pprof_reader_new(void)
{
    return calloc(1, sizeof(fr_pprof_reader));
}

void fr_pprof_reader_free(fr_pprof_reader *r)
{
    if (!r)
        return;
    fr_pprof_reset(&r->p);
    free(r);
}

static bool leaves_lines(const fr_pprof *p)
{
    const fr_read_options *opt = p->opt;

    if (!opt->lines_until || opt->keep_locations || !fr_pprof_can_leave_lines(p, opt->lines_until))
        return false;
    fr_builder_leave_lines(p->b);
    return true;
}

static void read_one(fr_pprof *p, fr_input *in, size_t n_threads)
{
    take_all(p, in);
    if (fr_builder_failed(p->b) || !fr_pprof_index(p))
        return;
    /* Frames to be dropped are dropped from stacks. */
    p->drops_lines = p->opt->drop_lines || leaves_lines(p);
    p->names_only = p->opt->functions_only && !p->header[FR_PPROF_DROP_FRAMES];
    p->labels_only =
        !p->names_only && p->drops_lines && !p->opt->drop_lines && fr_pprof_can_divide(p);
    if (!p->names_only && !p->labels_only)
        forget_ahead(p);
    if (!fr_pprof_resolve(p))
        return;
    if (p->alone)
        fr_pprof_drop(p, &p->functions, sizeof(fr_pprof_function));
    read_samples(p, n_threads);
}

void fr_pprof_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    fr_pprof_reader alone = {0}, *r = choice->pprof ? choice->pprof : &alone;

    r->p.ahead = opt->functions_only || opt->min_share > 0 ? fr_pprof_ahead_new() : NULL;
    fr_pprof_begin(&r->p, b, opt);
    r->p.alone = r == &alone;
    read_one(&r->p, in, choice->threads);
    forget_ahead(&r->p);
    fr_pprof_reset(&alone.p);
}
