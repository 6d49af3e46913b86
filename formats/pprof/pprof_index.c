/*
 * pprof_index.c - the first pass over a pprof: every message but the samples into its list.
 *
 *     Profile: 1 sample_type  2 sample  3 mapping  4 location  5 function  6 string_table ...
 *
 * A list entry costs more memory than the two bytes that an empty message needs, so all lists
 * together are held under the limit on memory.
 */
#include "formats/pprof/pprof_index.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "formats/pprof/fast/pprof_ahead.h"

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
        return fr_pprof_fail(p, w->at, "the pprof is damaged: no field of a message");
    fr_pprof_fail(p, w->at, "the pprof is truncated: it ends inside a message that begins");
    fr_builder_hint(p->b, "fetch it again; the program may have ended while it was written");
    return false;
}

void *fr_pprof_grow(fr_pprof *p, fr_pprof_list *list, size_t n, size_t size)
{
    size_t before = list->cap;
    void *items;

    items = list->n + n < UINT32_MAX ? fr_grow(list->items, &list->cap, list->n + n, size) : NULL;
    if (!items) {
        fr_builder_fail(p->b, FR_E_LIMIT, 0, 0, "out of memory");
        return NULL;
    }
    list->items = items;
    p->held += (list->cap - before) * size;
    if (p->held <= p->opt->limits.memory)
        return items;
    fr_builder_fail(p->b, FR_E_LIMIT, 0, 0, "the pprof needs more than %" PRIu64 " MiB of memory",
                    p->opt->limits.memory >> 20);
    fr_builder_hint(p->b, "--limit-memory raises the limit");
    return NULL;
}

void fr_pprof_drop(fr_pprof *p, fr_pprof_list *list, size_t size)
{
    free(list->items);
    p->held -= list->cap * size;
    *list = (fr_pprof_list){0};
}

fr_bytes fr_pprof_string(fr_pprof *p, uint64_t index)
{
    if (index < p->strings.n)
        return *(fr_bytes *)fr_pprof_at(&p->strings, (size_t)index, sizeof(fr_bytes));
    fr_builder_fail(p->b, FR_E_FORMAT, 0, 0,
                    "the pprof names string %" PRIu64 " of a table of %zu strings", index,
                    p->strings.n);
    return (fr_bytes){NULL, 0};
}

/* What `look_up` gives for a string, kept in `ids`. */
static uint32_t look_up_once(fr_pprof *p, uint64_t index, fr_pprof_list *ids,
                             uint32_t (*look_up)(fr_builder *b, fr_bytes text, fr_text_mode mode))
{
    fr_bytes text = index ? fr_pprof_string(p, index) : (fr_bytes){NULL, 0};
    uint32_t *id;

    if (text.len == 0)
        return 0;
    if (ids->n == 0 && !fr_pprof_room(p, ids, p->strings.n, sizeof *id))
        return 0;
    if (ids->n == 0)
        memset(ids->items, 0, (ids->n = p->strings.n) * sizeof *id);
    id = fr_pprof_at(ids, (size_t)index, sizeof *id);
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

/* The numbers 1..n of a message into values[1..n]. */
static void take_numbers(fr_pprof *p, fr_bytes message, uint64_t *values, uint32_t n)
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
    fr_pprof_type *type = fr_pprof_add(p, &p->types, sizeof *type);

    take_numbers(p, field->bytes, v, 2);
    if (type)
        *type = (fr_pprof_type){v[1], v[2]};
}

static void take_period_type(fr_pprof *p, const fr_wire_field *field)
{
    uint64_t v[3] = {0};

    take_numbers(p, field->bytes, v, 2);
    p->period_type = (fr_pprof_type){v[1], v[2]};
}

static void take_comment(fr_pprof *p, uint64_t index)
{
    uint64_t *comment = fr_pprof_add(p, &p->comments, sizeof *comment);

    if (comment)
        *comment = index;
}

static void take_comments(fr_pprof *p, const fr_wire_field *field)
{
    fr_wire w = fr_wire_of(field->bytes);
    uint64_t index;

    while (fr_wire_number(&w, &index) && !fr_builder_failed(p->b))
        take_comment(p, index);
    fr_pprof_ended(p, &w);
}

static void take_mapping(fr_pprof *p, const fr_wire_field *field)
{
    uint64_t v[11] = {0};
    fr_pprof_mapping *mapping = fr_pprof_add(p, &p->mappings, sizeof *mapping);

    take_numbers(p, field->bytes, v, 10);
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

#define WANTED UINT32_MAX /* in p->plain: the string has not come yet */
#define PART_FOR_IDS                                                                               \
    64 /* of the limit on memory, in strings: they and what they grow by are an 8th */

#define STRINGS_AHEAD ((size_t)1 << 20)

bool fr_pprof_may_be_string(const fr_pprof *p, const char *at, uint64_t index)
{
    return index < (size_t)(at - p->all.at) + STRINGS_AHEAD &&
           index < p->opt->limits.memory / PART_FOR_IDS;
}

/* The string of this index is the name of a function: when it comes it is looked up at once, while others
 * are still being inflated. */
void fr_pprof_want_name(fr_pprof *p, const char *at, uint64_t index)
{
    size_t cap = p->plain.cap;
    uint32_t *ids;

    if (index == 0 || index < p->strings.n || !fr_pprof_may_be_string(p, at, index))
        return;
    if (index >= cap) {
        ids = fr_grow(p->plain.items, &p->plain.cap, (size_t)index + 1, sizeof *ids);
        if (!ids)
            return;
        memset(ids + cap, 0, (p->plain.cap - cap) * sizeof *ids);
        p->plain.items = ids;
    }
    ((uint32_t *)p->plain.items)[index] = WANTED;
    p->plain.n = index >= p->plain.n ? (size_t)index + 1 : p->plain.n;
}

/* The string that has just come. */
void fr_pprof_name_string(fr_pprof *p, fr_bytes text)
{
    size_t index = p->strings.n - 1;
    uint32_t *id = index < p->plain.n ? fr_pprof_at(&p->plain, index, sizeof *id) : NULL;
    uint32_t name = id && *id == WANTED ? fr_builder_plain_name(p->namer, text) : 0;

    if (id)
        *id = name ? name + 1 : 0;
}

uint32_t fr_pprof_plain_name(const fr_pprof *p, uint64_t index)
{
    uint32_t id = index < p->plain.n ? ((const uint32_t *)p->plain.items)[index] : 0;

    return id && id != WANTED ? id - 1 : 0;
}

static void take_function(fr_pprof *p, const fr_wire_field *field)
{
    uint64_t v[6] = {0};
    fr_pprof_function *function = fr_pprof_add_raw(p, &p->functions, sizeof *function);

    take_numbers(p, field->bytes, v, 5);
    if (function)
        *function = (fr_pprof_function){
            .id = v[1], .name = v[2], .system_name = v[3], .file = v[4], .start_line = v[5]};
    if (p->namer)
        fr_pprof_want_name(p, field->bytes.at, v[2]);
}

bool fr_pprof_parse_line(fr_bytes message, fr_pprof_line *line, fr_wire *w)
{
    fr_wire_field field;

    *w = fr_wire_of(message);
    *line = (fr_pprof_line){0};
    while (fr_wire_next(w, &field)) {
        if (field.type != FR_WIRE_VARINT)
            continue;
        if (field.number == 1)
            line->function_id = field.value;
        if (field.number == 2)
            line->line = field.value <= UINT32_MAX ? (uint32_t)field.value : 0;
        if (field.number == FR_PPROF_LINE_KIND && (field.value & 0x7f) < FR_N_KINDS)
            line->kind = (uint32_t)(field.value & 0x1ff) + 1;
    }
    return w->fault == FR_WIRE_GOOD;
}

/* Any location; one of several lines keeps its body, and they are walked when they become frames. */
static void take_any_location(fr_pprof *p, fr_bytes body, fr_pprof_location *location)
{
    uint64_t v[4] = {0};
    fr_wire w = fr_wire_of(body), inner;
    fr_wire_field field;
    bool lone = false, several = false;

    *location = (fr_pprof_location){0};
    while (fr_wire_next(&w, &field)) {
        if (field.number <= 3 && field.type == FR_WIRE_VARINT)
            v[field.number] = field.value;
        if (field.number != 4 || field.type != FR_WIRE_BYTES)
            continue;
        several = several || lone || !fr_pprof_parse_line(field.bytes, &location->lone, &inner);
        lone = true;
    }
    fr_pprof_ended(p, &w);
    location->id = v[1];
    location->mapping_id = v[2];
    location->address = v[3];
    location->body = lone && !several ? (fr_bytes){NULL, 0} : body;
}

static void take_location(fr_pprof *p, const fr_wire_field *field)
{
    fr_pprof_location *location = fr_pprof_add_raw(p, &p->locations, sizeof *location);

    if (location)
        take_any_location(p, field->bytes, location);
}

static void take_string(fr_pprof *p, const fr_wire_field *field)
{
    fr_bytes *string = fr_pprof_add_raw(p, &p->strings, sizeof *string);

    p->types_ended = p->types.n > 0;
    if (string)
        *string = field->bytes;
    if (string && p->namer)
        fr_pprof_name_string(p, field->bytes);
    if (p->strings.n == 1 && field->bytes.len)
        fr_pprof_fail(p, field->bytes.at, "the first string of a pprof is empty, here it is not");
}

/* Messages of which there are few; fr_pprof_index() takes the others. */
static void (*const takers[FR_PPROF_N_FIELDS])(fr_pprof *p, const fr_wire_field *field) = {
    [FR_PPROF_SAMPLE_TYPE] = take_type,
    [FR_PPROF_MAPPING] = take_mapping,
    [FR_PPROF_PERIOD_TYPE] = take_period_type,
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
    fr_pprof_fail(p, at, "two pprof files joined end to end: the second is under way");
    fr_builder_hint(p->b, "give them as two inputs; they are added up");
    return false;
}

static void take_field(fr_pprof *p, const fr_wire_field *field, const char *at)
{
    if (field->number >= FR_PPROF_N_FIELDS || !check_single(p, field, at))
        return;
    if (field->type == FR_WIRE_VARINT)
        p->header[field->number] = field->value;
    if (field->type == FR_WIRE_VARINT && field->number == FR_PPROF_COMMENT)
        take_comment(p, field->value);
    if (field->type == FR_WIRE_BYTES && takers[field->number])
        takers[field->number](p, field);
}

/* ---- ids ---- */

/* Items begin with their id. */
static bool map_ids(fr_pprof *p, fr_id_map *map, const fr_pprof_list *list, size_t size,
                    const char *what)
{
    bool full = false;

    if (!fr_id_map_restart(map, list->n))
        full = true;
    for (size_t i = 0; i < list->n && !full; i++) {
        uint64_t id;
        memcpy(&id, fr_pprof_at(list, i, size), sizeof id);
        if (fr_id_map_add(map, id, (uint32_t)i, &full) || full)
            continue;
        fr_builder_fail(p->b, FR_E_FORMAT, 0, 0, "two %s of the pprof have the id %" PRIu64, what,
                        id);
        return false;
    }
    if (full)
        fr_builder_fail(p->b, FR_E_LIMIT, 0, 0, "out of memory");
    return !full;
}

/* From the first sample to the last; what stands between them is skipped again. */
static void take_sample(fr_pprof *p, const char *at, const char *end)
{
    if (!p->samples.at)
        p->samples.at = at;
    p->samples.len = (size_t)(end - p->samples.at);
}

/* The fields that `w` still has; it stands at the one that is not whole, or damaged. */
static void index_fields(fr_pprof *p, fr_wire *w)
{
    fr_wire_field field;

    while (!fr_builder_failed(p->b)) {
        const char *at = fr_pprof_take_runs(p, w);
        if (!fr_wire_next(w, &field))
            break;
        switch (field.type == FR_WIRE_BYTES ? field.number : 0) {
        case FR_PPROF_SAMPLE:
            take_sample(p, at, w->at);
            if (p->ahead)
                fr_pprof_ahead_note(p, field.bytes);
            break;
        case FR_PPROF_LOCATION:
            take_location(p, &field);
            break;
        case FR_PPROF_FUNCTION:
            take_function(p, &field);
            break;
        case FR_PPROF_STRING:
            take_string(p, &field);
            break;
        default:
            take_field(p, &field, at);
        }
    }
    p->indexed = (size_t)(w->at - p->all.at);
}

static fr_wire rest_of(const fr_pprof *p)
{
    return fr_wire_of((fr_bytes){p->all.at + p->indexed, p->all.len - p->indexed});
}

/* A pointer into the bytes at `from`, which are at `to` now. */
static const char *moved(const char *at, const char *from, const char *to)
{
    return to + ((uintptr_t)at - (uintptr_t)from);
}

void fr_pprof_set_all(fr_pprof *p, fr_bytes all)
{
    const char *from = p->all.at;
    fr_bytes *strings = p->strings.items;
    fr_pprof_location *locations = p->locations.items;

    p->all = all;
    if (!from || from == all.at)
        return;
    for (size_t i = 0; i < p->strings.n; i++)
        strings[i].at = moved(strings[i].at, from, all.at);
    for (size_t i = 0; i < p->locations.n; i++)
        if (locations[i].body.at)
            locations[i].body.at = moved(locations[i].body.at, from, all.at);
    if (p->samples.at)
        p->samples.at = moved(p->samples.at, from, all.at);
}

void fr_pprof_index_some(fr_pprof *p)
{
    fr_wire w = rest_of(p);

    index_fields(p, &w);
}

bool fr_pprof_index(fr_pprof *p)
{
    fr_wire w = rest_of(p);

    index_fields(p, &w);
    return !fr_builder_failed(p->b) && fr_pprof_ended(p, &w) &&
           map_ids(p, &p->mapping_ids, &p->mappings, sizeof(fr_pprof_mapping), "mappings") &&
           map_ids(p, &p->function_ids, &p->functions, sizeof(fr_pprof_function), "functions") &&
           map_ids(p, &p->location_ids, &p->locations, sizeof(fr_pprof_location), "locations");
}

/* All lists but those of p->all. */
#define EACH_LIST(p)                                                                               \
    {                                                                                              \
        &(p)->strings, &(p)->types, &(p)->mappings, &(p)->functions, &(p)->locations,              \
            &(p)->comments, &(p)->frames, &(p)->named, &(p)->spelled, &(p)->plain                  \
    }

void fr_pprof_begin(fr_pprof *p, fr_builder *b, const fr_read_options *opt)
{
    fr_pprof_list *const lists[] = EACH_LIST(p);

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        lists[i]->n = 0;
    memset(p->header, 0, sizeof p->header);
    p->b = b;
    p->opt = opt;
    p->all = (fr_bytes){NULL, 0};
    p->period_type = (fr_pprof_type){0};
    p->seen = 0;
    p->types_ended = false;
    p->n_dangling = 0;
    p->last_name = p->last_frame = 0;
    p->indexed = 0;
    p->samples = (fr_bytes){NULL, 0};
    p->namer = NULL;
    if (p->plain.items)
        memset(p->plain.items, 0, p->plain.cap * sizeof(uint32_t));
    if (p->ahead)
        fr_pprof_ahead_restart(p->ahead);
}

void fr_pprof_reset(fr_pprof *p)
{
    fr_pprof_list *const lists[] = EACH_LIST(p);

    fr_id_map_reset(&p->mapping_ids);
    fr_id_map_reset(&p->function_ids);
    fr_id_map_reset(&p->location_ids);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        free(lists[i]->items);
    free(p->followers.items);
    free(p->made.items);
}
