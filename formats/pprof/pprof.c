/*
 * pprof.c - pprof's profile.proto: what Go, C++, Rust and eBPF profilers write.
 *
 *     sample {location_id: [3, 2, 1], value: [10, 100000000]}     leaf first, a value for each type
 *
 * Reference: https://github.com/google/pprof, proto/profile.proto, 2024-09. The input inflates the gzip
 * around it. The message is held whole, since names may come last: a first pass indexes it
 * (pprof_tables.c), locations become frames, samples become stacks:
 *
 *     ids 3 2 1  ->  stack main;run;copy     values 10 100000000  ->  columns samples, cpu
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "formats/pprof/fast/pprof_ways.h"
#include "formats/reader.h"

#define MOST_BYTES (UINT64_C(4) << 30) /* of a message, where --limit-inflated says nothing */

/*
 * The first fields of a pprof must be those of profile.proto, each with its wire type, and their messages must be
 * messages.
 *
 *     0a 04 08 01 10 02   sample_type {type 1, unit 2}
 */

#define ENOUGH ((size_t)16 << 10) /* bytes of the head that are looked at */

#define MESSAGE 1u /* bytes, which are fields numbered from 1 to `most` */
#define TEXT    2u
#define NUMBER  4u
#define TYPE    8u /* a message of numbers alone: OpenTelemetry's profiles have other messages there */

static const struct {
    unsigned form, most;
} fields[FR_PPROF_N_FIELDS] = {
    [1] = {TYPE, 2},           [2] = {MESSAGE, 3}, [3] = {MESSAGE, 10}, [4] = {MESSAGE, 5},
    [5] = {MESSAGE, 5},        [6] = {TEXT, 0},    [7] = {NUMBER, 0},   [8] = {NUMBER, 0},
    [9] = {NUMBER, 0},         [10] = {NUMBER, 0}, [11] = {TYPE, 2},    [12] = {NUMBER, 0},
    [13] = {NUMBER | TEXT, 0}, [14] = {NUMBER, 0}, [15] = {NUMBER, 0},
};

static bool fits(const fr_wire_field *field)
{
    bool known = field->number < FR_PPROF_N_FIELDS;
    unsigned form = known ? fields[field->number].form : NUMBER | TEXT;
    unsigned most = known ? fields[field->number].most : 0;
    fr_wire w = fr_wire_of(field->bytes);
    fr_wire_field inner;

    if (field->type == FR_WIRE_VARINT)
        return form & NUMBER;
    if (field->type != FR_WIRE_BYTES)
        return false;
    if (!(form & (MESSAGE | TYPE)))
        return form & TEXT;
    while (fr_wire_next(&w, &inner))
        if ((inner.number > most && inner.number < 16) ||
            (form == TYPE && inner.number <= most && inner.type != FR_WIRE_VARINT))
            return false;
    return w.fault == FR_WIRE_GOOD;
}

/* Bytes that no text has, among the first. */
static bool is_binary(fr_bytes head)
{
    for (size_t i = 0; i < head.len && i < 4096; i++)
        if ((unsigned char)head.at[i] < 9)
            return true;
    return false;
}

/* A field that is cut off, by the probe or before, is no reason against it after some good fields. */
int fr_pprof_probe(fr_bytes head, bool whole)
{
    bool cut = head.len > ENOUGH;
    fr_wire w = fr_wire_of((fr_bytes){head.at, cut ? ENOUGH : head.len});
    fr_wire_field field;
    uint32_t seen = 0, n = 0;

    if (!is_binary(head))
        return 0;
    for (; fr_wire_next(&w, &field); n++) {
        if (!fits(&field))
            return 0;
        seen |= field.number < FR_PPROF_N_FIELDS ? 1u << field.number : 0;
    }
    if (w.fault == FR_WIRE_BROKEN || (whole && !cut && w.fault != FR_WIRE_GOOD && n < 2))
        return 0;
    return seen & (1u << FR_PPROF_SAMPLE_TYPE | 1u << FR_PPROF_SAMPLE | 1u << FR_PPROF_LOCATION |
                   1u << FR_PPROF_STRING)
               ? 100
               : 0;
}

/* ---- stacks ---- */

/* The stack of a caller and a frame that has nothing but this name. */
static uint32_t push_named(fr_pprof *p, uint32_t caller, fr_bytes name)
{
    return fr_builder_push(
        p->b, caller, fr_builder_named(p->b, name, FR_TEXT_RAW, FR_KIND_USER, (fr_bytes){NULL, 0}));
}

static fr_run_end push_location(fr_pprof_samples *s, fr_run_end caller, uint64_t id)
{
    fr_pprof *p = s->p;
    uint32_t place = fr_id_map_find(&p->location_ids, id);

    if (place != FR_NO_PLACE)
        return fr_frame_runs_push(&s->runs, caller, &p->frames, place);
    p->n_dangling++;
    return (fr_run_end){push_named(p, caller.stack, FR_LITERAL("[unknown]")), caller.depth + 1};
}

/*
 * The stack of n locations, leaf first, n > 0. Samples often share their root side with the sample before: what they
 * share is not looked up again. An id of no location is shown as [unknown] and counted.
 *
 *     before   [7 4 3 2 1]   leaf first, as pprof has them
 *     now        [9 3 2 1]   3 2 1 are the same stack; 9 is looked up
 */
static uint32_t push_on_path(fr_pprof_samples *s, const uint64_t *ids, size_t n)
{
    fr_pprof *p = s->p;
    const uint64_t *before = s->path.items;
    size_t n_before = s->path.n, depth = 0;
    uint64_t n_dangling = p->n_dangling;
    fr_run_end *ends, end = {0};

    while (depth < n && depth < n_before && ids[n - 1 - depth] == before[n_before - 1 - depth])
        depth++;
    s->runs.held = &p->held;
    s->runs.deepest = p->opt->limits.stack_depth;
    s->path.n = s->path_ends.n = 0;
    ends = fr_list_room(&p->held, &s->path_ends, n, sizeof *ends);
    if (!ends || !fr_list_room(&p->held, &s->path, n, sizeof *ids))
        return FR_NO_STACK;
    if (depth)
        end = ends[depth - 1];
    for (; depth < n && !fr_builder_failed(p->b); depth++)
        end = ends[depth] = push_location(s, end, ids[n - 1 - depth]);
    /* Ids of nothing are counted in every sample: such a sample shares nothing with the next. */
    if (p->n_dangling > n_dangling)
        return end.stack;
    memcpy(s->path.items, ids, n * sizeof *ids);
    s->path.n = n;
    return end.stack;
}

/* ---- columns ---- */

char *fr_pprof_copy(fr_builder *b, fr_bytes text, const char *otherwise)
{
    char *copy = text.len && text.at[0] ? strndup(text.at, text.len) : strdup(otherwise);

    if (!copy)
        fr_builder_fail_memory(b);
    return copy;
}

static void open_column(fr_pprof_samples *s, uint32_t k)
{
    const fr_pprof_type *type = fr_list_at(&s->p->types, k);
    char *name = fr_pprof_copy(s->p->b, fr_pprof_string(s->p, type->type), "value");
    char *unit = fr_pprof_copy(s->p->b, fr_pprof_string(s->p, type->unit), "count");

    if (name && unit) {
        s->columns.counted[k] = strcmp(name, "samples") == 0 || strcmp(unit, "samples") == 0;
        if (s->columns.counted[k] && s->columns.counter == FR_MAX_COLUMNS)
            s->columns.counter = k;
        if (fr_builder_column(s->p->b, name, unit, 0) != k)
            fr_builder_fail(s->p->b, FR_E_FORMAT, 0, 0,
                            "two sample types of the pprof are '%s' in '%s'", name, unit);
    }
    free(name);
    free(unit);
}

/* Opens the columns of the builder; false after a failure, which is the builder's. */
static bool open_columns(fr_pprof_samples *s)
{
    fr_builder *b = s->p->b;

    if (s->p->types.n == 0 && !s->p->provenance.known)
        fr_builder_fail(b, FR_E_FORMAT, 0, 0,
                        "the pprof does not say what its values are: it has no "
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
    fr_builder_sparse(b);
    return !fr_builder_failed(b);
}

/* ---- samples ---- */

bool fr_pprof_sample_is_zero(const fr_pprof_sample *s)
{
    for (uint32_t k = 0; k < s->n_values && k < FR_MAX_COLUMNS; k++)
        if (s->values[k])
            return false;
    return true;
}

uint64_t fr_pprof_sample_count(const fr_pprof_columns *columns, const int64_t *values)
{
    int64_t count = columns->counter < FR_MAX_COLUMNS ? values[columns->counter] : 0;

    return count > 0 ? (uint64_t)count : 1;
}

/* {key: 1, str: 2} is a text, {key: 1, num: 4096, num_unit: 3} a number, also where it is 0. */
static void take_labels(fr_pprof_samples *s)
{
    const fr_pprof_sample *sample = &s->sample;

    s->labels.n = 0;
    s->n_unlabelled += s->p->opt->pprof.drop_labels && sample->n_labels;
    for (size_t i = 0; i < sample->n_labels && !s->p->opt->pprof.drop_labels; i++) {
        uint64_t v[4] = {0};
        fr_label *label = fr_list_add(&s->p->held, &s->labels, sizeof *label);

        fr_pprof_numbers(s->p, sample->labels[i], v, 4);
        if (!label)
            return;
        label->key = fr_pprof_spelling(s->p, v[0]);
        label->is_text = v[1] != 0;
        label->text = fr_pprof_spelling(s->p, v[1]);
        label->number = label->is_text ? 0 : (int64_t)v[2];
        label->unit = label->is_text ? 0 : fr_pprof_spelling(s->p, v[3]);
    }
}

/* A sample without locations gets a stack of its own. */
static void push_sample(fr_pprof_samples *s)
{
    fr_pprof *p = s->p;
    const fr_pprof_sample *sample = &s->sample;
    uint64_t n = fr_pprof_sample_count(&s->columns, sample->values);
    uint32_t stack, row, set = fr_builder_label_set(p->b, s->labels.items, s->labels.n);

    stack = sample->n_ids ? push_on_path(s, sample->ids, sample->n_ids)
                          : push_named(p, FR_NO_STACK, FR_LITERAL("[no stack]"));
    row = fr_builder_row(p->b, stack, set);
    for (uint32_t k = 0; k < s->columns.n; k++) {
        int64_t value = sample->values[k];
        double root = (double)value;
        if (s->columns.counted[k])
            fr_builder_add_row(p->b, row, k, value, (uint64_t)value, root);
        else
            fr_builder_add_row(p->b, row, k, value, n, root / (double)n * root);
    }
}

static bool check_values(fr_pprof_samples *s, const char *at)
{
    const fr_pprof_sample *sample = &s->sample;

    if (sample->n_values != s->columns.n)
        return fr_wire_fail(&s->p->whole, at,
                            "a sample needs one value for each sample type, and has more or fewer");
    for (uint32_t k = 0; k < s->columns.n; k++) {
        if (sample->values[k] >= 0)
            continue;
        fr_wire_fail(&s->p->whole, at,
                     "negative values: this is a difference that pprof made (-base, "
                     "-diff_base)");
        return fr_builder_hint(s->p->b, "give the two profiles instead");
    }
    if (!fr_pprof_sample_is_zero(sample))
        return true;
    fr_builder_note(s->p->b, FR_NOTE_ZERO_VALUE, 0, FR_LITERAL("a sample of the pprof"));
    return false;
}

static void take_sample(fr_pprof_samples *s, fr_bytes message, bool counted)
{
    fr_builder *b = s->p->b;
    uint64_t most = s->p->opt->limits.memory;

    if (!fr_pprof_sample_parse(&s->sample, message, most)) {
        if (fr_wire_ended(&s->p->whole, &s->sample.fault)) {
            fr_builder_fail(b, FR_E_LIMIT, 0, 0,
                            "a sample of the pprof needs more than %" PRIu64 " MiB of memory",
                            most >> 20);
            fr_builder_hint(b, "--limit-memory raises the limit");
        }
        return;
    }
    take_labels(s);
    if (fr_builder_failed(b) || !check_values(s, message.at))
        return;
    fr_builder_record(b, fr_pprof_sample_count(&s->columns, s->sample.values));
    if (s->sample.n_ids == 0) {
        fr_builder_frameless(b, 1);
        fr_builder_note(b, FR_NOTE_FRAMELESS, 0, FR_LITERAL("a sample without locations"));
    }
    if (!counted)
        push_sample(s);
}

void fr_pprof_samples_read(fr_pprof_samples *s, bool counted)
{
    fr_wire w = fr_wire_of(s->p->samples);
    fr_wire_field field;

    while (!fr_builder_failed(s->p->b) && fr_wire_next(&w, &field))
        if (field.number == FR_PPROF_SAMPLE && field.type == FR_WIRE_BYTES)
            take_sample(s, field.bytes, counted);
}

static bool is_column(const fr_pprof_samples *s, uint32_t k, const char *name)
{
    return strcmp(fr_builder_column_name(s->p->b, k), name) == 0;
}

bool fr_pprof_samples_are_drawn(const fr_pprof_samples *s)
{
    const fr_pprof *p = s->p;
    bool sides = s->columns.n == 2 && is_column(s, 0, "base") && is_column(s, 1, "new");

    return p->needs.min_share > 0 && p->needs.lines_until && !p->header[FR_PPROF_DROP_FRAMES] &&
           !sides;
}

/* ---- the parser of samples, the only one: for plain and fast ways alike ---- */

static bool add_label(fr_pprof_sample *s, fr_bytes message)
{
    fr_bytes *labels = fr_grow(s->labels, &s->labels_cap, s->n_labels + 1, sizeof *labels);

    if (!labels)
        return false;
    s->labels = labels;
    labels[s->n_labels++] = message;
    return true;
}

/* A field of n bytes has at most n numbers. */
static bool take_ids(fr_pprof_sample *s, const fr_wire_field *field, uint64_t most)
{
    fr_wire w = fr_wire_of(field->bytes);
    size_t n = s->n_ids + field->bytes.len + 1;

    if (n > s->ids_cap) {
        uint64_t *ids =
            n * sizeof *ids > most ? NULL : fr_grow(s->ids, &s->ids_cap, n, sizeof *ids);
        if (!ids)
            return false;
        s->ids = ids;
    }
    if (field->type == FR_WIRE_VARINT)
        s->ids[s->n_ids++] = field->value;
    s->n_ids += fr_wire_numbers(&w, s->ids + s->n_ids);
    s->fault = w;
    return true;
}

static void take_values(fr_pprof_sample *s, const fr_wire_field *field)
{
    fr_wire w = fr_wire_of(field->bytes);
    uint64_t value = field->value;
    bool more = field->type == FR_WIRE_VARINT || fr_wire_number(&w, &value);

    for (; more; more = fr_wire_number(&w, &value), s->n_values++)
        if (s->n_values < FR_MAX_COLUMNS)
            s->values[s->n_values] = (int64_t)value;
    s->fault = w;
}

bool fr_pprof_sample_parse(fr_pprof_sample *s, fr_bytes message, uint64_t most)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;
    bool good = true;

    s->n_ids = s->n_labels = 0;
    s->n_values = 0;
    s->fault = fr_wire_of((fr_bytes){NULL, 0});
    while (good && s->fault.fault == FR_WIRE_GOOD && fr_wire_next(&w, &field)) {
        if (field.number == 1)
            good = take_ids(s, &field, most);
        else if (field.number == 2)
            take_values(s, &field);
        else if (field.number == 3 && field.type == FR_WIRE_BYTES)
            good = add_label(s, field.bytes);
    }
    if (good && s->fault.fault == FR_WIRE_GOOD)
        s->fault = w;
    return good && s->fault.fault == FR_WIRE_GOOD;
}

void fr_pprof_sample_reset(fr_pprof_sample *s)
{
    free(s->ids);
    free(s->labels);
    *s = (fr_pprof_sample){0};
}

/* ---- the whole ---- */

/* A field of Profile that is the index of a string. */
static void take_fact(fr_pprof *p, char **fact, uint32_t field)
{
    fr_builder_fact(p->b, fact, fr_pprof_string(p, p->header[field]));
}

static void take_facts(fr_pprof *p)
{
    int64_t duration = (int64_t)p->header[FR_PPROF_DURATION], end;
    fr_recording r = {
        .time_ns = (int64_t)p->header[FR_PPROF_TIME],
        .duration_ns = duration > 0 ? duration : 0,
        .period = (int64_t)p->header[FR_PPROF_PERIOD],
        .provenance = p->provenance,
    };

    if (duration > 0 && !__builtin_add_overflow(r.time_ns, duration, &end)) {
        fr_builder_time(p->b, r.time_ns);
        fr_builder_time(p->b, end);
    }
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

static void read_samples(fr_pprof *p, const fr_choice *choice)
{
    fr_pprof_samples s = {.p = p};

    if (open_columns(&s)) {
        if (!fr_pprof_read_fast(&s, choice)) {
            fr_pprof_samples_read(&s, false);
            /* As the fast way says it, which does not know the number of stacks that the picture omits. */
            if (fr_pprof_samples_are_drawn(&s) &&
                fr_builder_n_stacks(p->b) - 1 > p->needs.lines_until)
                fr_builder_omit_lines(p->b);
        }
        take_facts(p);
        if (s.n_unlabelled)
            fr_builder_say(p->b, FR_NOTE_CHOICE, "labels of samples are omitted");
        if (p->n_dangling)
            fr_builder_say(p->b, FR_NOTE_UNKNOWN,
                           "frames whose id the pprof does not define are shown as [unknown]: "
                           "%" PRIu64,
                           p->n_dangling);
    }
    free(s.path.items);
    free(s.path_ends.items);
    fr_frame_runs_reset(&s.runs);
    fr_pprof_sample_reset(&s.sample);
    free(s.labels.items);
}

void fr_pprof_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    fr_pprof p = {
        .b = b,
        .opt = opt,
        .needs = choice->needs,
        .held = {.b = b, .most = opt->limits.memory, .what = "the pprof"},
    };
    fr_bytes all = fr_input_all(in, opt, MOST_BYTES);

    if (!fr_input_failed(in, NULL) && fr_pprof_index(&p, all))
        read_samples(&p, choice);
    fr_pprof_reset(&p);
}
