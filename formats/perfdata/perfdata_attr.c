/* perfdata_attr.c - perf_event_attr, ids and names of events. */
#include "formats/perfdata/perfdata_attr.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define ATTR_LEAST 64 /* PERF_ATTR_SIZE_VER0 */

enum { FLAG_FREQUENCY = 10, FLAG_SAMPLE_ID_ALL = 18 };

/* Bit `n` of the flags of an attr. They are bit-fields: the other byte order has them from the other end. */
static bool has_flag(fr_bytes flags, unsigned n, bool big)
{
    return (unsigned char)flags.at[n / 8] >> (big ? 7 - n % 8 : n % 8) & 1;
}

bool fr_perfdata_attrs_add(fr_perfdata_attrs *attrs, fr_bytes bytes, bool big)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(bytes, big);
    fr_perfdata_attr attr = {0}, *items;
    fr_bytes flags;

    if (bytes.len < ATTR_LEAST || attrs->n == FR_PERFDATA_ATTRS_MOST)
        return false;
    attr.type = fr_perfdata_u32(&at);
    (void)fr_perfdata_u32(&at); /* size */
    attr.config = fr_perfdata_u64(&at);
    attr.period = fr_perfdata_u64(&at);
    attr.sample_type = fr_perfdata_u64(&at);
    attr.read_format = fr_perfdata_u64(&at);
    flags = fr_perfdata_take(&at, 8);
    attr.frequency = has_flag(flags, FLAG_FREQUENCY, big);
    attr.sample_id_all = has_flag(flags, FLAG_SAMPLE_ID_ALL, big);
    (void)fr_perfdata_take(&at,
                           24); /* wakeup, bp_type, bp_addr, bp_len; what follows may be missing */
    attr.branch_type = fr_perfdata_u64(&at);
    attr.user_regs = fr_perfdata_u64(&at);
    items = fr_grow(attrs->items, &attrs->cap, attrs->n + 1, sizeof *items);
    if (!items)
        return false;
    attrs->items = items;
    items[attrs->n++] = attr;
    return true;
}

static bool add_id(fr_perfdata_attrs *attrs, uint64_t id, uint32_t attr)
{
    fr_perfdata_id *ids = fr_grow(attrs->ids, &attrs->ids_cap, attrs->n_ids + 1, sizeof *ids);
    fr_slots_walk walk;
    uint32_t i;

    if (!ids)
        return false;
    attrs->ids = ids;
    if (!fr_slots_make_room(&attrs->slots))
        return false;
    walk = fr_slots_walk_from(&attrs->slots, fr_slots_hash(&attrs->slots, &id, sizeof id));
    while (fr_slots_next(&attrs->slots, &walk, &i))
        if (ids[i].id == id)
            return true;
    ids[attrs->n_ids] = (fr_perfdata_id){id, 0, attr};
    fr_slots_put(&attrs->slots, &walk, (uint32_t)attrs->n_ids++);
    return true;
}

bool fr_perfdata_attrs_ids(fr_perfdata_attrs *attrs, uint32_t attr, fr_bytes ids, bool big)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(ids, big);

    while (at.left.len >= 8)
        if (!add_id(attrs, fr_perfdata_u64(&at), attr))
            return false;
    return true;
}

fr_perfdata_attr *fr_perfdata_attrs_find(fr_perfdata_attrs *attrs, uint64_t id)
{
    fr_slots_walk walk;
    uint32_t i;

    if (!attrs->n_ids)
        return NULL;
    if (attrs->ids[attrs->last].id == id)
        return &attrs->items[attrs->ids[attrs->last].attr];
    walk = fr_slots_walk_from(&attrs->slots, fr_slots_hash(&attrs->slots, &id, sizeof id));
    while (fr_slots_next(&attrs->slots, &walk, &i))
        if (attrs->ids[i].id == id) {
            attrs->last = i;
            return &attrs->items[attrs->ids[i].attr];
        }
    return NULL;
}

fr_perfdata_attr *fr_perfdata_attrs_count(fr_perfdata_attrs *attrs, uint64_t id, uint64_t count,
                                          uint64_t *more)
{
    fr_perfdata_attr *attr = fr_perfdata_attrs_find(attrs, id);

    if (!attr)
        return NULL;
    *more = count - attrs->ids[attrs->last].count;
    attrs->ids[attrs->last].count = count;
    return attr;
}

/* Where the id stands in a sample, in words from its start, and in other records, from their end; 0 there: nowhere. */
static size_t place_of_id(uint64_t type, bool is_sample)
{
    static const uint64_t before[] = {FR_PERFDATA_IP, FR_PERFDATA_TID, FR_PERFDATA_TIME,
                                      FR_PERFDATA_ADDR};
    static const uint64_t behind[] = {FR_PERFDATA_ID, FR_PERFDATA_STREAM_ID, FR_PERFDATA_CPU};
    size_t place = 0;

    if (type & FR_PERFDATA_IDENTIFIER)
        return is_sample ? 0 : 1;
    for (size_t i = 0; is_sample && i < sizeof before / sizeof *before; i++)
        place += (type & before[i]) != 0;
    for (size_t i = 0; !is_sample && i < sizeof behind / sizeof *behind; i++)
        place += (type & behind[i]) != 0;
    return place;
}

fr_perfdata_attr *fr_perfdata_attrs_of(fr_perfdata_attrs *attrs, bool is_sample, fr_bytes record,
                                       bool big)
{
    fr_perfdata_attr *first = attrs->items;
    size_t place, words = record.len / 8;
    uint64_t id;

    if (attrs->n == 0)
        return NULL;
    if (attrs->n == 1 || !(first->sample_type & (FR_PERFDATA_ID | FR_PERFDATA_IDENTIFIER)) ||
        (!is_sample && !first->sample_id_all))
        return first;
    place = place_of_id(first->sample_type, is_sample);
    if (is_sample ? place >= words : place > words)
        return NULL;
    id = fr_perfdata_load8(record.at + 8 * (is_sample ? place : words - place), big);
    return id ? fr_perfdata_attrs_find(attrs, id) : first;
}

void fr_perfdata_attrs_name(fr_perfdata_attrs *attrs, fr_perfdata_attr *attr, fr_bytes name)
{
    if (!attr->name && name.len)
        attr->name = fr_arena_copy(&attrs->arena, name);
}

static const char *const hardware[] = {"cycles",
                                       "instructions",
                                       "cache-references",
                                       "cache-misses",
                                       "branches",
                                       "branch-misses",
                                       "bus-cycles",
                                       "stalled-cycles-frontend",
                                       "stalled-cycles-backend",
                                       "ref-cycles"};
static const char *const software[] = {
    "cpu-clock",        "task-clock",   "page-faults",  "context-switches",
    "cpu-migrations",   "minor-faults", "major-faults", "alignment-faults",
    "emulation-faults", "dummy",        "bpf-output",   "cgroup-switches"};

fr_bytes fr_perfdata_attrs_label(fr_perfdata_attrs *attrs, fr_perfdata_attr *attr)
{
    char text[64];

    if (attr->name)
        return fr_bytes_of(attr->name);
    if (attr->type == 0 && attr->config < sizeof hardware / sizeof *hardware)
        snprintf(text, sizeof text, "%s", hardware[attr->config]);
    else if (attr->type == 1 && attr->config < sizeof software / sizeof *software)
        snprintf(text, sizeof text, "%s", software[attr->config]);
    else if (attr->type == FR_PERFDATA_TRACEPOINT)
        snprintf(text, sizeof text, "tracepoint:%" PRIu64, attr->config);
    else
        snprintf(text, sizeof text, "type%" PRIu32 ":0x%" PRIx64, attr->type, attr->config);
    fr_perfdata_attrs_name(attrs, attr, fr_bytes_of(text));
    return fr_bytes_of(attr->name);
}

void fr_perfdata_attrs_reset(fr_perfdata_attrs *attrs)
{
    free(attrs->items);
    free(attrs->ids);
    fr_slots_reset(&attrs->slots);
    fr_arena_reset(&attrs->arena);
    *attrs = (fr_perfdata_attrs){0};
}
