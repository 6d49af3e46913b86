/*
 * otlp_shape.c - which fields the messages of OpenTelemetry's profiles have, and of which types.
 *
 *     Sample 1.7    {1 first location, 2 number of locations, 3 values ...}
 *     Sample 1.9    {1 stack, 2 attributes, 3 link, 4 values, 5 times}
 */
#include "formats/otlp/otlp.h"

#include <inttypes.h>
#include <stdio.h>

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

void fr_otlp_fail(fr_otlp *o, const char *at, const char *text)
{
    size_t offset = (size_t)(at - o->all.at);

    fr_builder_fail(o->b, FR_E_FORMAT, 0, offset, "%s at byte %zu", text, offset);
}

void fr_otlp_refuse(fr_otlp *o, const char *at, const char *what)
{
    size_t offset = (size_t)(at - o->all.at);

    if (fr_builder_failed(o->b))
        return;
    fr_builder_fail(o->b, FR_E_FORMAT, 0, offset,
                    "OpenTelemetry profiles of another definition: %s at byte %zu", what, offset);
    fr_builder_hint(
        o->b,
        "1.9 and 1.10 of opentelemetry-proto are read; update the agent or the collector that "
        "wrote it");
}

static void refuse_field(fr_otlp *o, fr_otlp_message of, const fr_wire_field *field, const char *at)
{
    char what[80];

    /* Before 1.9 it is the list of locations that samples name slices of. */
    if (of == FR_OTLP_PROFILE && field->number == 3) {
        fr_otlp_refuse(o, at, "samples without stacks of their own, as before 1.9,");
        return;
    }
    snprintf(what, sizeof what, "field %" PRIu32 " of a %s", field->number, shapes[of].name);
    fr_otlp_refuse(o, at, what);
}

static void check_end(fr_otlp *o, const fr_wire *w)
{
    if (w->fault == FR_WIRE_BROKEN)
        fr_otlp_fail(o, w->at, "the profile is damaged: expected a field of a message");
    if (w->fault == FR_WIRE_TRUNCATED)
        fr_otlp_fail(o, w->at, "the profile is truncated: it ends inside a message that begins");
}

static bool fits(fr_otlp_message of, const fr_wire_field *field)
{
    return field->number < N_FIELDS && (shapes[of].types[field->number] & 1u << field->type);
}

bool fr_otlp_next(fr_otlp *o, fr_wire *w, fr_otlp_message of, fr_wire_field *field)
{
    const char *at = w->at;

    if (fr_builder_failed(o->b))
        return false;
    if (!fr_wire_next(w, field)) {
        check_end(o, w);
        return false;
    }
    if (fits(of, field))
        return true;
    refuse_field(o, of, field, at);
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
    fr_wire w = fr_wire_of(field->bytes);
    bool one = field->type == FR_WIRE_VARINT;
    uint64_t *items = fr_list_room(&o->held, to, one ? 1 : field->bytes.len, sizeof *items);

    if (!items)
        return;
    if (one)
        items[to->n++] = field->value;
    else
        to->n += fr_wire_numbers(&w, items + to->n);
    check_end(o, &w);
}

void fr_otlp_add_fixed(fr_otlp *o, const fr_wire_field *field, fr_list *to)
{
    size_t n = field->type == FR_WIRE_FIXED64 ? 1 : field->bytes.len / 8;
    uint64_t *items = fr_list_room(&o->held, to, n, sizeof *items);

    if (field->type == FR_WIRE_BYTES && field->bytes.len % 8)
        fr_otlp_fail(o, field->bytes.at, "the profile is damaged: times need 8 bytes each,");
    for (size_t i = 0; i < n && items; i++)
        items[to->n++] =
            field->type == FR_WIRE_FIXED64 ? field->value : fr_bytes_load8(field->bytes.at + 8 * i);
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

/* Returns true for a message of at most three numbers: the type of a profile's values, in all definitions. */
static bool is_type(fr_bytes message)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;

    while (fr_wire_next(&w, &field))
        if (field.number > 3 || field.type != FR_WIRE_VARINT)
            return false;
    return w.fault == FR_WIRE_GOOD;
}

static bool is_message(fr_bytes message)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;

    while (fr_wire_next(&w, &field))
        continue;
    return w.fault == FR_WIRE_GOOD && message.len;
}

/* A type of values and a sample, or as many of them as there are before the head ends. */
bool fr_otlp_looks_like(fr_bytes head)
{
    fr_wire_field field;
    size_t n = 0;
    fr_wire w;

    if (!enter(&head, FR_OTLP_DATA, 1) || !enter(&head, FR_OTLP_RESOURCE_PROFILES, 2) ||
        !enter(&head, FR_OTLP_SCOPE_PROFILES, 2))
        return false;
    w = fr_wire_of(head);
    for (; n < 8 && fr_wire_next(&w, &field) && field.number <= 2; n++)
        if (field.type != FR_WIRE_BYTES ||
            !(field.number == 1 ? is_type(field.bytes) : is_message(field.bytes)))
            return false;
    return n > 0;
}
