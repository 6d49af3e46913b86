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

#include "formats/pprof/pprof.h"
#include "formats/reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * The fields that messages have, and their types. Older definitions have other fields under the same numbers: so each
 * field is checked, and what does not fit is refused.
 *
 *     Sample 1.7    {1 first location, 2 number of locations, 3 values ...}
 *     Sample 1.9    {1 stack, 2 attributes, 3 link, 4 values, 5 times}
 */

#define N_FIELDS 12

/* Bits of wire types. */
#define N (1u << FR_WIRE_VARINT)
#define F (1u << FR_WIRE_FIXED64)
#define B (1u << FR_WIRE_BYTES)

static const struct {
    const char *name;
    uint8_t types[N_FIELDS]; /* by number; 0: there is no such field */
} shapes[FR_OTLP_N_MESSAGES] = {
    [FR_OTLP_DATA] = {"ProfilesData", {0, B, B}},
    [FR_OTLP_RESOURCE_PROFILES] = {"ResourceProfiles", {0, B, B, B}},
    [FR_OTLP_SCOPE_PROFILES] = {"ScopeProfiles", {0, B, B, B}},
    [FR_OTLP_PROFILE] = {"Profile", {0, B, B, F, N, B, N, B, N, B, B, N | B}},
    [FR_OTLP_SAMPLE] = {"Sample", {0, N, N | B, N, N | B, F | B}},
    [FR_OTLP_VALUE_TYPE] = {"ValueType", {0, N, N}},
    [FR_OTLP_DICTIONARY] = {"ProfilesDictionary", {0, B, B, B, B, B, B, B}},
    [FR_OTLP_MAPPING] = {"Mapping", {0, N, N, N, N, N | B}},
    [FR_OTLP_LOCATION] = {"Location", {0, N, N, B, N | B}},
    [FR_OTLP_LINE] = {"Line", {0, N, N, N}},
    [FR_OTLP_FUNCTION] = {"Function", {0, N, N, N, N}},
    [FR_OTLP_STACK] = {"Stack", {0, N | B}},
    [FR_OTLP_ATTRIBUTE] = {"KeyValueAndUnit", {0, N, B, N}},
    [FR_OTLP_VALUE] = {"AnyValue", {0, B, N, N, F, B, B, B, N}},
    [FR_OTLP_RESOURCE] = {"Resource", {0, B, N, B}},
    [FR_OTLP_PAIR] = {"KeyValue", {0, B, B, N}},
};

/* Fails the builder: the message is of a definition that is not read. */
static void refuse(fr_otlp *o, const char *at, const char *what)
{
    size_t offset = (size_t)(at - o->whole.all.at);

    if (fr_builder_failed(o->b))
        return;
    fr_builder_fail(o->b, FR_E_FORMAT, 0, offset,
                    "OpenTelemetry profiles of another definition: %s at byte %zu", what, offset);
    fr_builder_hint(
        o->b,
        "1.9 and 1.10 of opentelemetry-proto are read; update the agent or the collector that "
        "wrote it");
}

static bool fits(fr_otlp_message of, const fr_wire_field *field)
{
    return field->number < N_FIELDS && (shapes[of].types[field->number] & 1u << field->type);
}

bool fr_otlp_next(fr_otlp *o, fr_wire *w, fr_otlp_message of, fr_wire_field *field)
{
    const char *at = w->at;
    char what[80];

    if (!fr_wire_read(&o->whole, w, field))
        return false;
    if (fits(of, field))
        return true;
    snprintf(what, sizeof what, "field %" PRIu32 " of a %s", field->number, shapes[of].name);
    /* Before 1.9 field 3 of a profile is the list of locations that samples name slices of. */
    refuse(o, at,
           of == FR_OTLP_PROFILE && field->number == 3
               ? "samples without stacks of their own, as before 1.9,"
               : what);
    return false;
}

void fr_otlp_numbers(fr_otlp *o, fr_bytes message, fr_otlp_message of, uint64_t *values, uint32_t n)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;

    while (fr_otlp_next(o, &w, of, &field))
        if (field.type != FR_WIRE_BYTES && field.number < n)
            values[field.number] = field.value;
}

void fr_otlp_add_numbers(fr_otlp *o, const fr_wire_field *field, fr_list *to)
{
    fr_wire w;

    fr_wire_add_numbers(&o->whole, field, false, to, &w);
    fr_wire_ended(&o->whole, &w);
}

/* ---- recognition ---- */

/* The first field `number` of a message; of one that is cut off, what there is. The fields before it must fit. */
static bool enter(fr_bytes *message, fr_otlp_message of, uint32_t number)
{
    fr_wire w = fr_wire_of(*message);
    fr_wire_field field;
    uint64_t tag, len;

    while (fr_wire_next(&w, &field) && fits(of, &field))
        if (field.number == number) {
            *message = field.bytes;
            return true;
        }
    if (w.fault != FR_WIRE_TRUNCATED)
        return false;
    w.at = fr_wire_varint(w.at, w.end, &tag);
    w.at = w.at && tag == (number << 3 | FR_WIRE_BYTES) ? fr_wire_varint(w.at, w.end, &len) : NULL;
    *message = (fr_bytes){w.at, w.at ? (size_t)(w.end - w.at) : 0};
    return w.at != NULL;
}

/* Returns true for a message that is whole; `type`: of at most three numbers, as the type of a profile's values is in
 * all definitions. */
static bool is_message(fr_bytes message, bool type)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;

    while (fr_wire_next(&w, &field))
        if (type && (field.number > 3 || field.type != FR_WIRE_VARINT))
            return false;
    return w.fault == FR_WIRE_GOOD && (type || message.len);
}

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

/* ProfilesData of any definition begins with a type of values and a sample, or as many of them as there are before the
 * head ends. */
int fr_otlp_probe(fr_bytes head, bool whole)
{
    fr_wire_field field;
    size_t n = 0;
    fr_wire w;

    (void)whole;
    if (!enter(&head, FR_OTLP_DATA, 1) || !enter(&head, FR_OTLP_RESOURCE_PROFILES, 2) ||
        !enter(&head, FR_OTLP_SCOPE_PROFILES, 2))
        return 0;
    w = fr_wire_of(head);
    for (; n < 8 && fr_wire_next(&w, &field) && field.number <= 2; n++)
        if (field.type != FR_WIRE_BYTES || !is_message(field.bytes, field.number == 1))
            return 0;
    return n > 0 ? 100 : 0;
}

/* ---- profiles ---- */

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
        if (field.number == 2) {
            fr_wire scope = fr_wire_of(field.bytes);
            while (fr_otlp_next(s->o, &scope, FR_OTLP_SCOPE_PROFILES, &field))
                if (field.number == 2)
                    take(s, field.bytes);
        }
}

static void walk(sampling *s, take_profile *take)
{
    fr_wire w = fr_wire_of(s->o->whole.all);
    fr_wire_field field;

    s->n_profiles = 0;
    while (fr_otlp_next(s->o, &w, FR_OTLP_DATA, &field))
        if (field.number == 1)
            walk_resource(s, field.bytes, take);
}

static bool read_dictionary(fr_otlp *o)
{
    fr_wire w = fr_wire_of(o->whole.all);
    fr_wire_field field;
    bool found = false;

    while (fr_otlp_next(o, &w, FR_OTLP_DATA, &field))
        if (field.number == 2) {
            fr_otlp_take_dictionary(o, field.bytes);
            found = true;
        }
    if (!found)
        refuse(o, o->whole.all.at, "no dictionary, as before 1.7,");
    return !fr_builder_failed(o->b);
}

/* ---- columns ---- */

static void open_column(sampling *s, fr_bytes type)
{
    uint64_t v[3] = {0};
    column *c = fr_list_add(&s->o->held, &s->columns, sizeof *c);
    char *name, *unit;

    fr_otlp_numbers(s->o, type, FR_OTLP_VALUE_TYPE, v, 3);
    name = fr_pprof_copy(s->o->b, fr_otlp_text(s->o, v[1]), "value");
    unit = fr_pprof_copy(s->o->b, fr_otlp_text(s->o, v[2]), "count");
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
    if (!v[1] || s->recording.period_type)
        return;
    fr_builder_fact(s->o->b, &s->recording.period_type, fr_otlp_text(s->o, v[1]));
    if (v[2])
        fr_builder_fact(s->o->b, &s->recording.period_unit, fr_otlp_text(s->o, v[2]));
}

static void take_header(sampling *s, fr_bytes profile)
{
    fr_wire w = fr_wire_of(profile);
    fr_wire_field field;
    fr_bytes type = {NULL, 0};
    uint64_t v[7] = {0}, start, end;

    while (fr_otlp_next(s->o, &w, FR_OTLP_PROFILE, &field)) {
        if (field.number == 1)
            type = field.bytes;
        else if (field.number == 5)
            take_period_type(s, field.bytes);
        else if (field.number < 7)
            v[field.number] = field.value;
    }
    start = v[3];
    /* Profiles of one recording are of the same time. */
    if (start && !__builtin_add_overflow(start, v[4], &end) && end <= INT64_MAX) {
        s->first_ns = s->first_ns && s->first_ns < start ? s->first_ns : start;
        s->end_ns = s->end_ns > end ? s->end_ns : end;
    }
    if (!s->recording.period && v[6] <= INT64_MAX)
        s->recording.period = (int64_t)v[6];
    open_column(s, type);
}

/* ---- samples ---- */

static uint64_t parse_sample(sampling *s, fr_bytes message)
{
    fr_wire w = fr_wire_of(message), times;
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
            fr_wire_add_numbers(&s->o->whole, &field, true, &s->times, &times);
    }
    return stack;
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

    /* Values, times, or one of each: a sample without both is of another definition. */
    if (!fr_builder_failed(o->b) && !s->values.n && !s->times.n)
        refuse(o, message.at, "a sample without values and times");
    if (s->values.n && s->times.n && s->values.n != s->times.n)
        fr_wire_fail(&o->whole, message.at, "a sample needs one value for each of its times");
    if (fr_builder_failed(o->b))
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
    if (s.end_ns > s.first_ns) {
        fr_builder_time(o->b, (int64_t)s.first_ns);
        fr_builder_time(o->b, (int64_t)s.end_ns);
    }
    s.recording.time_ns = (int64_t)s.first_ns;
    s.recording.duration_ns = (int64_t)(s.end_ns - s.first_ns);
    fr_builder_record_facts(o->b, &s.recording);
    fr_recording_reset(&s.recording);
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
    fr_list *const lists[] = {&o.located,   &o.frames,   &o.stacked, &o.lines,
                              &o.numbers,   &o.labels,   &o.shared,  &o.attributes,
                              &o.functions, &o.mappings, &o.names,   &o.spellings};

    (void)choice;
    o.runs = (fr_frame_runs){.held = &o.held, .deepest = opt->limits.stack_depth};
    o.whole = (fr_wire_whole){fr_input_all(in, opt, MOST_BYTES), &o.held, "the profile", NULL};
    if (!fr_input_failed(in, NULL) && read_dictionary(&o))
        read_profiles(&o);
    for (size_t i = 0; i < FR_OTLP_N_TABLES; i++)
        fr_list_drop(&o.held, &o.tables[i]);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        fr_list_drop(&o.held, lists[i]);
    fr_frame_runs_reset(&o.runs);
}
