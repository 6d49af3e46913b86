/*
 * pprof_tables.c - the first pass over a pprof: every message but the samples into its list.
 *
 *     Profile: 1 sample_type  2 sample  3 mapping  4 location  5 function  6 string_table ...
 */
#include "formats/pprof/pprof.h"

#include <inttypes.h>

bool fr_pprof_fail(fr_pprof *p, const char *at, const char *text)
{
    size_t offset = (size_t)(at - p->all.at);

    fr_builder_fail(p->b, FR_E_FORMAT, 0, offset, "%s at byte %zu", text, offset);
    return false;
}

bool fr_pprof_ended(fr_pprof *p, const fr_wire *w)
{
    if (w->fault == FR_WIRE_GOOD)
        return true;
    if (w->fault == FR_WIRE_BROKEN)
        return fr_pprof_fail(p, w->at, "the pprof is damaged: expected a field of a message");
    fr_pprof_fail(p, w->at, "the pprof is truncated: it ends inside a message that begins");
    fr_builder_hint(p->b, "fetch it again; the program may have ended while it wrote it");
    return false;
}

fr_bytes fr_pprof_string(fr_pprof *p, uint64_t index)
{
    if (index < p->strings.n)
        return ((const fr_bytes *)p->strings.items)[index];
    fr_builder_fail(p->b, FR_E_FORMAT, 0, 0,
                    "the pprof names string %" PRIu64 " of a table of %zu strings", index,
                    p->strings.n);
    return (fr_bytes){NULL, 0};
}

/* Returns what `look_up` gives for a string, kept in `ids`. */
static uint32_t look_up_once(fr_pprof *p, uint64_t index, fr_list *ids,
                             uint32_t (*look_up)(fr_builder *b, fr_bytes text, fr_text_mode mode))
{
    fr_bytes text = index ? fr_pprof_string(p, index) : (fr_bytes){NULL, 0};
    uint32_t *id;

    if (text.len == 0)
        return 0;
    if (ids->n == 0 && !fr_list_room(&p->held, ids, p->strings.n, sizeof *id))
        return 0;
    if (ids->n == 0)
        memset(ids->items, 0, (ids->n = p->strings.n) * sizeof *id);
    id = fr_list_at(ids, (size_t)index);
    if (!*id)
        *id = look_up(p->b, text, FR_TEXT_ESCAPED) + 1;
    return *id - 1;
}

uint32_t fr_pprof_name(fr_pprof *p, uint64_t index)
{
    return look_up_once(p, index, &p->named, fr_builder_name);
}

uint32_t fr_pprof_spelling(fr_pprof *p, uint64_t index)
{
    return look_up_once(p, index, &p->spelled, fr_builder_spelling);
}

/* ---- messages ---- */

void fr_pprof_numbers(fr_pprof *p, fr_bytes message, uint64_t *values, uint32_t n)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;

    while (fr_wire_next(&w, &field))
        if (field.number <= n && field.type == FR_WIRE_VARINT)
            values[field.number] = field.value;
    fr_pprof_ended(p, &w);
}

static void take_type(fr_pprof *p, const fr_wire_field *field)
{
    uint64_t v[3] = {0};
    fr_pprof_type *type = fr_list_add(&p->held, &p->types, sizeof *type);

    fr_pprof_numbers(p, field->bytes, v, 2);
    if (type)
        *type = (fr_pprof_type){v[1], v[2]};
}

static void take_period_type(fr_pprof *p, const fr_wire_field *field)
{
    uint64_t v[3] = {0};

    fr_pprof_numbers(p, field->bytes, v, 2);
    p->period_type = (fr_pprof_type){v[1], v[2]};
}

/* One number, or several in a packed field. */
static void take_comments(fr_pprof *p, const fr_wire_field *field)
{
    fr_wire w = fr_wire_of(field->bytes);
    uint64_t index = field->value, *comment;
    bool more = field->type == FR_WIRE_VARINT || fr_wire_number(&w, &index);

    for (; more && (comment = fr_list_add(&p->held, &p->comments, sizeof *comment));
         more = fr_wire_number(&w, &index))
        *comment = index;
    fr_pprof_ended(p, &w);
}

static void take_mapping(fr_pprof *p, const fr_wire_field *field)
{
    uint64_t v[11] = {0};
    fr_pprof_mapping *mapping = fr_list_add(&p->held, &p->mappings, sizeof *mapping);

    fr_pprof_numbers(p, field->bytes, v, 10);
    if (mapping)
        *mapping = (fr_pprof_mapping){
            .id = v[1],
            .file = v[5],
            .start = v[2],
            .limit = v[3],
            .offset = v[4],
            .build_id = v[6],
            .has =
                (uint32_t)((v[7] != 0) | (v[8] != 0) << 1 | (v[9] != 0) << 2 | (v[10] != 0) << 3),
        };
}

static void take_function(fr_pprof *p, const fr_wire_field *field)
{
    uint64_t v[6] = {0};
    fr_pprof_function *function = fr_list_add(&p->held, &p->functions, sizeof *function);

    fr_pprof_numbers(p, field->bytes, v, 5);
    if (function)
        *function = (fr_pprof_function){
            .id = v[1], .name = v[2], .system_name = v[3], .file = v[4], .start_line = v[5]};
}

static void take_location(fr_pprof *p, const fr_wire_field *field)
{
    fr_bytes *location = fr_list_add(&p->held, &p->locations, sizeof *location);

    if (location)
        *location = field->bytes;
}

static void take_string(fr_pprof *p, const fr_wire_field *field)
{
    fr_bytes *string = fr_list_add(&p->held, &p->strings, sizeof *string);

    p->types_ended = p->types.n > 0;
    if (string)
        *string = field->bytes;
    if (p->strings.n == 1 && field->bytes.len)
        fr_pprof_fail(p, field->bytes.at,
                      "the first string of a pprof must be empty; this one is not");
}

/* Samples only become a part of the message here. */
static void (*const takers[FR_PPROF_N_FIELDS])(fr_pprof *p, const fr_wire_field *field) = {
    [FR_PPROF_SAMPLE_TYPE] = take_type,  [FR_PPROF_MAPPING] = take_mapping,
    [FR_PPROF_LOCATION] = take_location, [FR_PPROF_FUNCTION] = take_function,
    [FR_PPROF_STRING] = take_string,     [FR_PPROF_PERIOD_TYPE] = take_period_type,
    [FR_PPROF_COMMENT] = take_comments,
};

/* Fields that a profile has once: a second one begins another profile. */
#define ONCE                                                                                       \
    (1u << FR_PPROF_DROP_FRAMES | 1u << FR_PPROF_TIME | 1u << FR_PPROF_DURATION |                  \
     1u << FR_PPROF_PERIOD_TYPE | 1u << FR_PPROF_DEFAULT_TYPE)

static bool check_single(fr_pprof *p, const fr_wire_field *field, const char *at)
{
    uint32_t bit = 1u << field->number;

    if (!(bit & ONCE & p->seen) && !(field->number == FR_PPROF_SAMPLE_TYPE && p->types_ended)) {
        p->seen |= bit;
        return true;
    }
    fr_pprof_fail(p, at, "two pprof files are joined end to end");
    fr_builder_hint(p->b, "give them as two inputs; they are added up");
    return false;
}

/* Two of them: the file is of two partials joined end to end. */
static void take_provenance(fr_pprof *p, fr_bytes message, const char *at)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;
    uint64_t n_inputs = 0;
    unsigned char digest[FR_SHA256_BYTES] = {0};

    if (p->provenance.known)
        fr_pprof_fail(p, at, "two pprof files are joined end to end");
    while (fr_wire_next(&w, &field)) {
        if (field.number == 1 && field.type == FR_WIRE_VARINT)
            n_inputs = field.value;
        if (field.number == 2 && field.type == FR_WIRE_BYTES && field.bytes.len == sizeof digest)
            memcpy(digest, field.bytes.at, sizeof digest);
    }
    if (fr_pprof_ended(p, &w))
        fr_provenance_add(&p->provenance, n_inputs, digest);
}

static void take_field(fr_pprof *p, const fr_wire_field *field, const char *at)
{
    if (field->number == FR_PPROF_PROVENANCE && field->type == FR_WIRE_BYTES)
        take_provenance(p, field->bytes, at);
    if (field->number >= FR_PPROF_N_FIELDS || !check_single(p, field, at))
        return;
    if (field->type == FR_WIRE_VARINT)
        p->header[field->number] = field->value;
    if (takers[field->number] &&
        (field->type == FR_WIRE_BYTES || field->number == FR_PPROF_COMMENT))
        takers[field->number](p, field);
}

/* ---- ids ---- */

void fr_pprof_map(fr_pprof *p, fr_id_map *map, uint64_t id, size_t place, const char *what)
{
    bool full = false;

    if (fr_id_map_add(map, id, (uint32_t)place, &full))
        return;
    if (full)
        fr_builder_fail_memory(p->b);
    else
        fr_builder_fail(p->b, FR_E_FORMAT, 0, 0, "two %s of the pprof have the id %" PRIu64, what,
                        id);
}

/* Items begin with their id. */
static void map_ids(fr_pprof *p, fr_id_map *map, const fr_list *list, const char *what)
{
    if (!fr_id_map_init(map, list->n))
        fr_builder_fail_memory(p->b);
    for (size_t i = 0; i < list->n && !fr_builder_failed(p->b); i++)
        fr_pprof_map(p, map, *(const uint64_t *)fr_list_at(list, i), i, what);
}

bool fr_pprof_index(fr_pprof *p, fr_bytes all)
{
    fr_wire w = fr_wire_of(all);
    fr_wire_field field;

    p->all = all;
    for (const char *at = w.at; !fr_builder_failed(p->b) && fr_wire_next(&w, &field); at = w.at)
        if (field.number == FR_PPROF_SAMPLE && field.type == FR_WIRE_BYTES) {
            /* From the first sample to the last; what stands between them is skipped again. */
            p->samples.at = p->samples.at ? p->samples.at : at;
            p->samples.len = (size_t)(w.at - p->samples.at);
        } else {
            take_field(p, &field, at);
        }
    if (fr_builder_failed(p->b) || !fr_pprof_ended(p, &w))
        return false;
    map_ids(p, &p->mapping_ids, &p->mappings, "mappings");
    map_ids(p, &p->function_ids, &p->functions, "functions");
    return !fr_builder_failed(p->b);
}

void fr_pprof_reset(fr_pprof *p)
{
    fr_list *const lists[] = {&p->strings,  &p->types, &p->mappings, &p->functions, &p->locations,
                              &p->comments, &p->lines, &p->frames,   &p->named,     &p->spelled};

    fr_id_map_reset(&p->mapping_ids);
    fr_id_map_reset(&p->function_ids);
    fr_id_map_reset(&p->location_ids);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        fr_list_drop(&p->held, lists[i]);
}
