/*
 * otlp.c - OpenTelemetry profiles (ProfilesData, and the body of a request to a collector, which has the same
 * fields): experimental, since the definition still changes.
 *
 *     Profile {1 sample_type {samples, count}, 2 samples [{1 stack 3, 4 values [10]}, {1 stack 5, 5 times [t, t]}]}
 *
 * Reference: opentelemetry/proto/profiles/v1development/profiles.proto of opentelemetry-proto 1.10. A profile has
 * values of one type; those of other types are profiles beside it. They become columns. Omitted: links to spans, the
 * original payload, build ids and address ranges of mappings.
 */
#include "formats/otlp/otlp.h"

#include <inttypes.h>
#include <stdlib.h>

#include "formats/reader.h"
#include "model/build/builder_samples.h"

#define MOST_BYTES (UINT64_C(4) << 30) /* of a message, where --limit-inflated says nothing */

typedef struct column {
    uint32_t id;
    bool counted; /* its values are numbers of samples */
} column;

/* The data for reading samples. */
typedef struct sampling {
    fr_otlp *o;
    fr_list columns;                   /* column: of each profile */
    size_t n_profiles;                 /* that were taken so far */
    fr_list attributes, values, times; /* uint64_t: of a sample */
    fr_recording recording;
    uint64_t first_ns, end_ns;
} sampling;

typedef void take_profile(sampling *s, fr_bytes profile);

int fr_otlp_probe(fr_bytes head, bool whole)
{
    (void)whole;
    return fr_otlp_looks_like(head) ? 100 : 0;
}

/* ---- profiles ---- */

static void walk_scope(sampling *s, fr_bytes scope, take_profile *take)
{
    fr_wire w = fr_wire_of(scope);
    fr_wire_field field;

    while (fr_otlp_next(s->o, &w, FR_OTLP_SCOPE_PROFILES, &field))
        if (field.number == 2)
            take(s, field.bytes);
}

static void walk_resource(sampling *s, fr_bytes group, take_profile *take)
{
    fr_wire w = fr_wire_of(group);
    fr_wire_field field;
    fr_bytes resource = {NULL, 0};

    while (fr_otlp_next(s->o, &w, FR_OTLP_RESOURCE_PROFILES, &field))
        if (field.number == 1)
            resource = field.bytes;
    fr_otlp_take_resource(s->o, resource);
    w = fr_wire_of(group);
    while (fr_otlp_next(s->o, &w, FR_OTLP_RESOURCE_PROFILES, &field))
        if (field.number == 2)
            walk_scope(s, field.bytes, take);
}

static void walk(sampling *s, take_profile *take)
{
    fr_wire w = fr_wire_of(s->o->all);
    fr_wire_field field;

    s->n_profiles = 0;
    while (fr_otlp_next(s->o, &w, FR_OTLP_DATA, &field))
        if (field.number == 1)
            walk_resource(s, field.bytes, take);
}

static bool read_dictionary(fr_otlp *o)
{
    fr_wire w = fr_wire_of(o->all);
    fr_wire_field field;
    bool found = false;

    while (fr_otlp_next(o, &w, FR_OTLP_DATA, &field))
        if (field.number == 2) {
            fr_otlp_take_dictionary(o, field.bytes);
            found = true;
        }
    if (!found)
        fr_otlp_refuse(o, o->all.at, "no dictionary, as before 1.7,");
    return !fr_builder_failed(o->b);
}

/* ---- columns ---- */

/* A string, or `otherwise` where it is empty; to be freed. NULL after a failure. */
static char *copy_string(fr_otlp *o, uint64_t index, const char *otherwise)
{
    fr_bytes text = index ? fr_otlp_entry(o, FR_OTLP_STRINGS, index) : (fr_bytes){NULL, 0};
    char *copy = text.len && text.at[0] ? strndup(text.at, text.len) : strdup(otherwise);

    if (!copy)
        fr_builder_fail_memory(o->b);
    return copy;
}

static void open_column(sampling *s, fr_bytes type)
{
    uint64_t v[3] = {0};
    column *c = fr_list_add(&s->o->held, &s->columns, sizeof *c);
    char *name, *unit;

    fr_otlp_numbers(s->o, type, FR_OTLP_VALUE_TYPE, v, 3);
    name = copy_string(s->o, v[1], "value");
    unit = copy_string(s->o, v[2], "count");
    if (c && name && unit && !fr_builder_failed(s->o->b)) {
        c->counted = strcmp(name, "samples") == 0 || strcmp(unit, "samples") == 0;
        c->id = fr_builder_column(s->o->b, name, unit, 0);
        if (!s->recording.default_type) /* the definition asks for the first profile */
            fr_builder_fact(s->o->b, &s->recording.default_type, fr_bytes_of(name));
    }
    free(name);
    free(unit);
}

static void take_period_type(sampling *s, fr_bytes type)
{
    uint64_t v[3] = {0};

    fr_otlp_numbers(s->o, type, FR_OTLP_VALUE_TYPE, v, 3);
    if (v[1] && !s->recording.period_type) {
        fr_builder_fact(s->o->b, &s->recording.period_type,
                        fr_otlp_entry(s->o, FR_OTLP_STRINGS, v[1]));
        if (v[2])
            fr_builder_fact(s->o->b, &s->recording.period_unit,
                            fr_otlp_entry(s->o, FR_OTLP_STRINGS, v[2]));
    }
}

/* Profiles of one recording are of the same time. */
static void take_time(sampling *s, uint64_t start, uint64_t duration)
{
    uint64_t end;

    if (!start || __builtin_add_overflow(start, duration, &end) || end > INT64_MAX)
        return;
    s->first_ns = s->first_ns && s->first_ns < start ? s->first_ns : start;
    s->end_ns = s->end_ns > end ? s->end_ns : end;
}

static void take_header(sampling *s, fr_bytes profile)
{
    fr_wire w = fr_wire_of(profile);
    fr_wire_field field;
    fr_bytes type = {NULL, 0};
    uint64_t v[7] = {0};

    while (fr_otlp_next(s->o, &w, FR_OTLP_PROFILE, &field)) {
        if (field.number == 1)
            type = field.bytes;
        else if (field.number == 5)
            take_period_type(s, field.bytes);
        else if (field.number < 7)
            v[field.number] = field.value;
    }
    take_time(s, v[3], v[4]);
    if (!s->recording.period && v[6] <= INT64_MAX)
        s->recording.period = (int64_t)v[6];
    open_column(s, type);
}

static void record_facts(sampling *s)
{
    if (s->end_ns > s->first_ns) {
        fr_builder_time(s->o->b, (int64_t)s->first_ns);
        fr_builder_time(s->o->b, (int64_t)s->end_ns);
    }
    s->recording.time_ns = (int64_t)s->first_ns;
    s->recording.duration_ns = (int64_t)(s->end_ns - s->first_ns);
    fr_builder_record_facts(s->o->b, &s->recording);
    fr_recording_reset(&s->recording);
}

/* ---- samples ---- */

static uint64_t parse_sample(sampling *s, fr_bytes message)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;
    uint64_t stack = 0;

    s->attributes.n = s->values.n = s->times.n = 0;
    while (fr_otlp_next(s->o, &w, FR_OTLP_SAMPLE, &field)) {
        if (field.number == 1)
            stack = field.value;
        else if (field.number == 2)
            fr_otlp_add_numbers(s->o, &field, &s->attributes);
        else if (field.number == 4)
            fr_otlp_add_numbers(s->o, &field, &s->values);
        else if (field.number == 5)
            fr_otlp_add_fixed(s->o, &field, &s->times);
    }
    return stack;
}

/* Values, times, or one of each: a sample without both is of another definition. */
static bool check_sample(sampling *s, const char *at)
{
    if (!fr_builder_failed(s->o->b) && !s->values.n && !s->times.n)
        fr_otlp_refuse(s->o, at, "a sample without values and times");
    if (s->values.n && s->times.n && s->values.n != s->times.n)
        fr_otlp_fail(s->o, at, "a sample needs one value for each of its times");
    return !fr_builder_failed(s->o->b);
}

static void add_value(sampling *s, uint32_t stack, uint32_t set, int64_t value, int64_t time)
{
    const column *c = fr_list_at(&s->columns, s->n_profiles);
    fr_otlp *o = s->o;
    uint64_t n = c->counted ? (uint64_t)value : 1;

    fr_builder_add_row(o->b, fr_builder_row(o->b, stack, set), c->id, value, n,
                       c->counted ? (double)value : (double)value * (double)value);
    fr_builder_record(o->b, n);
    if (time == FR_NO_TIME)
        return;
    fr_builder_time(o->b, time);
    if (c->id == 0 && fr_builder_keeps_samples(o->b))
        fr_builder_sample(o->b, stack, time,
                          fr_builder_thread(o->b, o->origin.pid, o->origin.tid, o->origin.comm),
                          o->origin.cpu, value);
}

static void take_values(sampling *s, uint32_t stack, uint32_t set)
{
    const uint64_t *values = s->values.items, *times = s->times.items;
    size_t n = s->values.n ? s->values.n : s->times.n;

    for (size_t i = 0; i < n && !fr_builder_failed(s->o->b); i++) {
        int64_t value = s->values.n ? (int64_t)values[i] : 1;
        bool timed = s->times.n && times[i] && times[i] <= INT64_MAX;
        if (value > 0)
            add_value(s, stack, set, value, timed ? (int64_t)times[i] : FR_NO_TIME);
        else
            fr_builder_note(s->o->b, value < 0 ? FR_NOTE_NEGATIVE : FR_NOTE_ZERO_VALUE, 0,
                            FR_LITERAL("a sample of the profile"));
    }
}

static void take_sample(sampling *s, fr_bytes message)
{
    fr_otlp *o = s->o;
    fr_otlp_origin origin = o->origin;
    uint64_t index = parse_sample(s, message);
    uint32_t stack;

    if (!check_sample(s, message.at))
        return;
    fr_otlp_take_attributes(o, &s->attributes);
    stack = fr_otlp_stack(o, index);
    if (!index) {
        fr_builder_frameless(o->b, 1);
        fr_builder_note(o->b, FR_NOTE_FRAMELESS, 0, FR_LITERAL("a sample without a stack"));
    }
    take_values(s, stack, fr_builder_label_set(o->b, o->labels.items, o->labels.n));
    o->origin = origin;
}

static void take_samples(sampling *s, fr_bytes profile)
{
    fr_wire w = fr_wire_of(profile);
    fr_wire_field field;

    while (fr_otlp_next(s->o, &w, FR_OTLP_PROFILE, &field))
        if (field.number == 2)
            take_sample(s, field.bytes);
    s->n_profiles++;
}

/* ---- reading ---- */

static void read_profiles(fr_otlp *o)
{
    sampling s = {.o = o};
    fr_list *const lists[] = {&s.columns, &s.attributes, &s.values, &s.times};

    walk(&s, take_header);
    if (!s.columns.n)
        fr_builder_fail(o->b, FR_E_FORMAT, 0, 0, "no profile is in these OpenTelemetry profiles");
    record_facts(&s);
    fr_builder_sparse(o->b);
    o->n_omitted = 0; /* those of resources are counted again */
    walk(&s, take_samples);
    if (o->n_omitted)
        fr_builder_say(o->b, FR_NOTE_CHOICE,
                       "attributes that are neither text nor integers are omitted: %" PRIu64,
                       o->n_omitted);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        fr_list_drop(&o->held, lists[i]);
}

void fr_otlp_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    fr_otlp o = {.b = b,
                 .opt = opt,
                 .held = {.b = b, .most = opt->limits.memory, .what = "the OpenTelemetry profile"}};
    fr_list *const lists[] = {&o.located, &o.frames, &o.stacked, &o.lines,
                              &o.numbers, &o.labels, &o.shared};

    (void)choice;
    o.runs = (fr_frame_runs){.held = &o.held, .deepest = opt->limits.stack_depth};
    o.all = fr_input_all(in, opt, MOST_BYTES);
    if (!fr_input_failed(in, NULL) && read_dictionary(&o))
        read_profiles(&o);
    for (size_t i = 0; i < FR_OTLP_N_TABLES; i++)
        fr_list_drop(&o.held, &o.tables[i]);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        fr_list_drop(&o.held, lists[i]);
    fr_frame_runs_reset(&o.runs);
}
