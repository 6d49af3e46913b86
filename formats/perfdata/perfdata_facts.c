/* perfdata_facts.c - one function for each section. */
#include "formats/perfdata/perfdata_facts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "formats/id_map.h"
#include "formats/perfdata/perfdata_tracepoint.h"

#define BUILD_ID_BYTES 20
#define BUILD_IDS_MOST 65536
#define LINE_MOST      1024 /* bytes of a comment that perf script --header would print */

enum { MISC_BUILD_ID_SIZE = 1 << 15, UPDATE_NAME = 2 };

/* u32 length, text, NULs. */
static fr_bytes take_text(fr_perfdata_cursor *at)
{
    return fr_perfdata_text(fr_perfdata_take(at, fr_perfdata_u32(at)));
}

static fr_bytes keep(fr_perfdata_facts *facts, fr_bytes text)
{
    char *copy = fr_arena_copy(&facts->arena, text);

    return copy ? (fr_bytes){copy, text.len} : (fr_bytes){0};
}

/* ------------------------------------------------------------ build ids */

/* Where the build id of a file is; FR_NO_PLACE: there is none. */
static uint32_t find_build_id(const fr_perfdata_facts *facts, fr_bytes name, fr_slots_walk *walk)
{
    uint32_t i;

    *walk = fr_slots_walk_from(&facts->slots, fr_slots_hash(&facts->slots, name.at, name.len));
    while (fr_slots_next(&facts->slots, walk, &i))
        if (fr_bytes_equal(facts->build_ids[i].name, name))
            return i;
    return FR_NO_PLACE;
}

/* The first of a name counts. s32 pid, 20 bytes of id, u8 its size, 3 of padding, name. */
static void add_build_id(fr_perfdata_facts *facts, uint16_t misc, fr_bytes body)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(body, facts->big);
    fr_perfdata_build_id *items;
    fr_bytes id, size, name;
    fr_slots_walk walk;

    (void)fr_perfdata_u32(&at);
    id = fr_perfdata_take(&at, BUILD_ID_BYTES);
    size = fr_perfdata_take(&at, 4);
    if (at.short_of || facts->n_build_ids == BUILD_IDS_MOST)
        return;
    if (misc & MISC_BUILD_ID_SIZE && (unsigned char)size.at[0] < BUILD_ID_BYTES)
        id.len = (unsigned char)size.at[0];
    name = fr_perfdata_text(at.left);
    if (!fr_slots_make_room(&facts->slots) || find_build_id(facts, name, &walk) != FR_NO_PLACE)
        return;
    items = fr_grow(facts->build_ids, &facts->build_ids_cap, facts->n_build_ids + 1, sizeof *items);
    if (!items)
        return;
    facts->build_ids = items;
    items[facts->n_build_ids] = (fr_perfdata_build_id){keep(facts, name), keep(facts, id)};
    fr_slots_put(&facts->slots, &walk, (uint32_t)facts->n_build_ids++);
}

void fr_perfdata_facts_build_id(fr_perfdata_facts *facts, const fr_perfdata_record *record)
{
    add_build_id(facts, record->misc, record->body);
}

static void read_build_ids(fr_perfdata_facts *facts, fr_bytes bytes)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(bytes, facts->big);

    while (at.left.len >= FR_PERFDATA_HEADER) {
        uint16_t misc, size;
        (void)fr_perfdata_u32(&at);
        misc = fr_perfdata_u16(&at);
        size = fr_perfdata_u16(&at);
        if (size < FR_PERFDATA_HEADER)
            return;
        add_build_id(facts, misc, fr_perfdata_take(&at, size - FR_PERFDATA_HEADER));
    }
}

fr_bytes fr_perfdata_facts_find(const fr_perfdata_facts *facts, fr_bytes name)
{
    fr_slots_walk walk;
    uint32_t i = facts->n_build_ids ? find_build_id(facts, name, &walk) : FR_NO_PLACE;

    return i == FR_NO_PLACE ? (fr_bytes){0} : facts->build_ids[i].id;
}

/* ------------------------------------------------------------ events */

/* attr, u32 number of ids, name, ids: the name goes to the event that has these ids. */
static void read_events(fr_perfdata_facts *facts, fr_bytes bytes)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(bytes, facts->big);
    uint32_t n = fr_perfdata_u32(&at), size = fr_perfdata_u32(&at);

    for (uint32_t i = 0; i < n && !at.short_of; i++) {
        fr_perfdata_attr *attr = i < facts->attrs.n ? &facts->attrs.items[i] : NULL;
        fr_perfdata_attr *found;
        uint32_t n_ids;
        fr_bytes name, ids;
        (void)fr_perfdata_take(&at, size);
        n_ids = fr_perfdata_u32(&at);
        name = take_text(&at);
        ids = fr_perfdata_take(&at, (uint64_t)n_ids * 8);
        found = ids.len
                    ? fr_perfdata_attrs_find(&facts->attrs, fr_perfdata_load8(ids.at, facts->big))
                    : NULL;
        attr = found ? found : attr;
        if (attr)
            fr_perfdata_attrs_name(&facts->attrs, attr, name);
    }
}

void fr_perfdata_facts_update(fr_perfdata_facts *facts, const fr_perfdata_record *record)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(record->body, facts->big);
    uint64_t type = fr_perfdata_u64(&at), id = fr_perfdata_u64(&at);
    fr_perfdata_attr *attr = fr_perfdata_attrs_find(&facts->attrs, id);

    if (type == UPDATE_NAME && attr)
        fr_perfdata_attrs_name(&facts->attrs, attr, fr_perfdata_text(at.left));
}

/* ------------------------------------------------------------ what the header of perf script would print */

static void comment(fr_perfdata_facts *facts, const char *name, fr_bytes value)
{
    char line[LINE_MOST];
    int len = snprintf(line, sizeof line, "# %s : %.*s", name,
                       (int)(value.len < 800 ? value.len : 800), value.at);

    fr_perf_provenance_read(&facts->provenance, (fr_bytes){line, (size_t)len});
}

static void read_command(fr_perfdata_facts *facts, fr_bytes bytes)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(bytes, facts->big);
    uint32_t n = fr_perfdata_u32(&at);
    char line[LINE_MOST / 2] = "";
    size_t len = 0;

    for (uint32_t i = 0; i < n && !at.short_of; i++) {
        fr_bytes word = take_text(&at);
        size_t room = sizeof line - len - 1, take = word.len < room ? word.len : room;
        if (len && room) {
            line[len++] = ' ';
            take = word.len < room - 1 ? word.len : room - 1;
        }
        if (take)
            memcpy(line + len, word.at, take);
        len += take;
    }
    comment(facts, "cmdline", (fr_bytes){line, len});
}

static void read_times(fr_perfdata_facts *facts, fr_bytes bytes)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(bytes, facts->big);
    uint64_t first = fr_perfdata_u64(&at), last = fr_perfdata_u64(&at);
    char text[64];

    if (at.short_of || last <= first)
        return;
    snprintf(text, sizeof text, "%" PRIu64 ".%03" PRIu64 " ms", (last - first) / 1000000,
             (last - first) / 1000 % 1000);
    comment(facts, "sample duration", fr_bytes_of(text));
}

void fr_perfdata_facts_rates(fr_perfdata_facts *facts)
{
    char text[400];

    for (size_t i = 0; i < facts->attrs.n && i < FR_PERF_RATES; i++) {
        fr_perfdata_attr *attr = &facts->attrs.items[i];
        fr_bytes name = fr_perfdata_attrs_label(&facts->attrs, attr);
        snprintf(text, sizeof text, "name = %.*s, , { sample_period, sample_freq } = %" PRIu64 "%s",
                 (int)(name.len < 200 ? name.len : 200), name.at, attr->period,
                 attr->frequency ? ", freq = 1" : "");
        comment(facts, "event", fr_bytes_of(text));
    }
}

/* ------------------------------------------------------------ all */

void fr_perfdata_facts_read(fr_perfdata_facts *facts, unsigned feature, fr_bytes bytes)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(bytes, facts->big);

    switch (feature) {
    case FR_PERFDATA_FACT_TRACING:
        fr_perfdata_formats_read(facts, bytes);
        break;
    case FR_PERFDATA_FACT_BUILD_IDS:
        read_build_ids(facts, bytes);
        break;
    case FR_PERFDATA_FACT_HOST:
        comment(facts, "hostname", take_text(&at));
        break;
    case FR_PERFDATA_FACT_RELEASE:
        facts->release = keep(facts, take_text(&at));
        break;
    case FR_PERFDATA_FACT_COMMAND:
        read_command(facts, bytes);
        break;
    case FR_PERFDATA_FACT_EVENTS:
        read_events(facts, bytes);
        break;
    case FR_PERFDATA_FACT_TIMES:
        read_times(facts, bytes);
        break;
    default: /* processors, memory, caches, groups, ... */
        break;
    }
}

void fr_perfdata_facts_reset(fr_perfdata_facts *facts)
{
    fr_perfdata_attrs_reset(&facts->attrs);
    free(facts->build_ids);
    fr_slots_reset(&facts->slots);
    fr_slots_reset(&facts->format_slots);
    free(facts->formats);
    fr_perf_provenance_reset(&facts->provenance);
    fr_arena_reset(&facts->arena);
    *facts = (fr_perfdata_facts){0};
}
