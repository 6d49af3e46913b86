/*
 * perfdata_facts.c - reads what a recording says of itself, by one function for each section.
 *
 *     bit 2   build ids        pid -1  9f3c...  [kernel.kallsyms]      pid -1  04d1...  /usr/lib/libc.so.6
 *     bit 12  events           attr, ids 402 403, "cpu-clock"
 *     bit 1   tracing          field:pid_t prev_pid;   offset:24;   size:4;   signed:1;
 *
 *     prev_comm=app prev_pid=7 prev_prio=120 prev_state=1 ==> next_comm=swapper/0 next_pid=0 next_prio=120
 *
 * Reference: tools/perf/Documentation/perf.data-file-format.txt of Linux 6.18.
 */
#include "formats/perfdata/perfdata_record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "formats/lines.h"
#include "formats/list.h"

#define BUILD_ID_BYTES 20
#define BUILD_IDS_MOST 65536
#define FORMATS_MOST   65536
#define FIELDS_MOST    64
#define LINE_MOST      1024 /* bytes of a comment that perf script --header would print */

typedef struct fr_perfdata_field {
    fr_bytes name;
    uint32_t offset, size;
    bool is_signed, is_text; /* text: char [N] */
} fr_perfdata_field;

typedef struct fr_perfdata_build_id {
    fr_bytes name, id; /* in the arena */
} fr_perfdata_build_id;

struct fr_perfdata_format {
    uint64_t id; /* attr.config */
    fr_bytes name;
    bool big;
    fr_perfdata_field *fields; /* in the arena of the facts */
    size_t n;
};

enum { BUILD_IDS = 2, HOST = 3, RELEASE = 4, COMMAND = 11, EVENTS = 12, TIMES = 21 }; /* features */
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

/* The place of a file's build id; FR_NO_PLACE: there is none. */
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
void fr_perfdata_facts_build_id(fr_perfdata_facts *facts, const fr_perfdata_record *record)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(record->body, facts->big);
    fr_bytes id, size, name;
    fr_slots_walk walk;

    (void)fr_perfdata_u32(&at);
    id = fr_perfdata_take(&at, BUILD_ID_BYTES);
    size = fr_perfdata_take(&at, 4);
    if (at.short_of || facts->n_build_ids == BUILD_IDS_MOST)
        return;
    if (record->misc & MISC_BUILD_ID_SIZE && (unsigned char)size.at[0] < BUILD_ID_BYTES)
        id.len = (unsigned char)size.at[0];
    name = fr_perfdata_text(at.left);
    if (!fr_slots_make_room(&facts->slots) || find_build_id(facts, name, &walk) != FR_NO_PLACE ||
        !fr_reserve(&facts->build_ids, &facts->build_ids_cap, facts->n_build_ids + 1,
                    sizeof *facts->build_ids))
        return;
    facts->build_ids[facts->n_build_ids] =
        (fr_perfdata_build_id){keep(facts, name), keep(facts, id)};
    fr_slots_put(&facts->slots, &walk, (uint32_t)facts->n_build_ids++);
}

static void read_build_ids(fr_perfdata_facts *facts, fr_perfdata_cursor *at)
{
    fr_perfdata_record record;
    size_t size;

    while ((size = fr_perfdata_record_cut(at->left, facts->big, &record)) > 1) {
        fr_perfdata_facts_build_id(facts, &record);
        at->left = fr_perf_tail(at->left, size);
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
static void read_events(fr_perfdata_facts *facts, fr_perfdata_cursor *at)
{
    uint32_t n = fr_perfdata_u32(at), size = fr_perfdata_u32(at);

    for (uint32_t i = 0; i < n && !at->short_of; i++) {
        fr_perfdata_attr *attr = i < facts->attrs.n ? &facts->attrs.items[i] : NULL;
        fr_perfdata_attr *found;
        uint32_t n_ids;
        fr_bytes name, ids;
        (void)fr_perfdata_take(at, size);
        n_ids = fr_perfdata_u32(at);
        name = take_text(at);
        ids = fr_perfdata_take(at, (uint64_t)n_ids * 8);
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

/*
 * ------------------------------------------------------------ tracepoints
 *
 * Tracing data are files of /sys/kernel/tracing, one behind the other.
 *
 *     17 08 44 "tracing" "0.6" 0 | u8 big, u8 size of long, u32 size of pages
 *     "header_page" 0 u64 size, text | "header_event" 0 u64 size, text
 *     u32 n, of each: u64 size, format of an event of ftrace
 *     u32 n, of each system: name 0, u32 n, of each event: u64 size, format
 */

static fr_bytes take_name(fr_perfdata_cursor *at)
{
    fr_bytes name = fr_perfdata_text(at->left);

    (void)fr_perfdata_take(at, (uint64_t)name.len + 1);
    return name;
}

static fr_bytes take_file(fr_perfdata_cursor *at)
{
    return fr_perfdata_take(at, fr_perfdata_u64(at));
}

/* The text between `before` and the next ';' of a line. */
static fr_bytes part_of(fr_bytes line, const char *before)
{
    fr_bytes rest = fr_perf_after(line, fr_bytes_of(before));

    return fr_perf_head(rest, fr_bytes_find(rest, ';'));
}

static uint32_t number_of(fr_bytes line, const char *before)
{
    uint64_t n = 0;

    return fr_parse_u64(part_of(line, before), &n) && n < FR_PERFDATA_TEXT_MOST ? (uint32_t)n : 0;
}

/* False for what is neither a number nor a text, such as data of variable length. */
static bool read_field(fr_bytes line, fr_perfdata_field *field)
{
    fr_bytes declaration = part_of(line, "field:");
    size_t end = fr_bytes_find(declaration, '['), from = end;
    bool is_array = end < declaration.len; /* "char prev_comm[16]" */

    while (from && declaration.at[from - 1] != ' ')
        from--;
    if (!declaration.len || fr_bytes_starts(declaration, FR_LITERAL("__data_loc")))
        return false;
    *field = (fr_perfdata_field){.name = {declaration.at + from, end - from},
                                 .offset = number_of(line, "offset:"),
                                 .size = number_of(line, "size:"),
                                 .is_signed = number_of(line, "signed:") == 1};
    field->is_text = is_array && fr_bytes_starts(declaration, FR_LITERAL("char "));
    if (fr_bytes_starts(field->name, FR_LITERAL("common_")))
        return false;
    return field->is_text || (!is_array && field->size >= 1 && field->size <= 8);
}

/* The place of a format by its id, or FR_NO_PLACE with a walk that stands where it belongs. */
static uint32_t find_format(const fr_perfdata_facts *facts, uint64_t id, fr_slots_walk *walk)
{
    uint32_t i;

    *walk = fr_slots_walk_from(&facts->format_slots,
                               fr_slots_hash(&facts->format_slots, &id, sizeof id));
    while (fr_slots_next(&facts->format_slots, walk, &i))
        if (facts->formats[i].id == id)
            return i;
    return FR_NO_PLACE;
}

/* The first one of two formats with one id stays. */
static void add_format(fr_perfdata_facts *facts, const fr_perfdata_format *format)
{
    fr_slots_walk walk;

    if (!fr_reserve(&facts->formats, &facts->formats_cap, facts->n_formats + 1, sizeof *format) ||
        !fr_slots_make_room(&facts->format_slots) ||
        find_format(facts, format->id, &walk) != FR_NO_PLACE)
        return;
    facts->formats[facts->n_formats] = *format;
    fr_slots_put(&facts->format_slots, &walk, (uint32_t)facts->n_formats++);
}

static void read_format(fr_perfdata_facts *facts, fr_bytes system, fr_bytes text, bool big)
{
    fr_perfdata_format format = {.big = big};
    fr_perfdata_field fields[FIELDS_MOST];
    const fr_bytes id = FR_LITERAL("ID: "), name = FR_LITERAL("name: ");
    fr_bytes line, event = {0};
    char joined[256];
    int len;

    while (fr_lines_take(&text, &line)) {
        if (fr_bytes_starts(line, name) && !event.len)
            event = (fr_bytes){line.at + name.len, line.len - name.len};
        else if (fr_bytes_starts(line, id))
            (void)fr_parse_u64((fr_bytes){line.at + id.len, line.len - id.len}, &format.id);
        else if (format.n < FIELDS_MOST && read_field(line, &fields[format.n]))
            format.n++;
    }
    len = snprintf(joined, sizeof joined, "%.*s:%.*s", (int)(system.len < 100 ? system.len : 100),
                   system.at, (int)(event.len < 100 ? event.len : 100), event.at);
    format.name = keep(facts, (fr_bytes){joined, (size_t)len});
    format.fields = fr_arena_take(&facts->arena, (format.n + 1) * sizeof *fields);
    if (!format.fields)
        return;
    for (size_t i = 0; i < format.n; i++) {
        format.fields[i] = fields[i];
        format.fields[i].name.at = fr_arena_copy(&facts->arena, fields[i].name);
        if (!format.fields[i].name.at)
            return;
    }
    add_format(facts, &format);
}

static void read_formats(fr_perfdata_facts *facts, fr_perfdata_cursor *at)
{
    fr_bytes magic = fr_perfdata_take(at, 10), order;
    uint32_t n;

    if (!fr_bytes_equal(magic, FR_LITERAL("\027\010\104tracing")))
        return;
    (void)take_name(at); /* version */
    order = fr_perfdata_take(at, 2);
    at->big = order.len && order.at[0];
    (void)fr_perfdata_u32(at); /* size of pages */
    for (int i = 0; i < 2; i++) {
        (void)take_name(at);
        (void)take_file(at);
    }
    for (n = fr_perfdata_u32(at); n > 0 && !at->short_of; n--)
        (void)take_file(at);
    for (n = fr_perfdata_u32(at); n > 0 && !at->short_of; n--) {
        fr_bytes system = take_name(at);
        uint32_t n_events = fr_perfdata_u32(at);
        for (; n_events > 0 && !at->short_of && facts->n_formats < FORMATS_MOST; n_events--)
            read_format(facts, system, take_file(at), at->big);
    }
    for (size_t i = 0; i < facts->attrs.n; i++) {
        fr_perfdata_attr *attr = &facts->attrs.items[i];
        const fr_perfdata_format *format = fr_perfdata_formats_find(facts, attr->config);
        if (attr->type == FR_PERFDATA_TRACEPOINT && format)
            fr_perfdata_attrs_name(&facts->attrs, attr, format->name);
    }
}

const fr_perfdata_format *fr_perfdata_formats_find(const fr_perfdata_facts *facts, uint64_t id)
{
    fr_slots_walk walk;
    uint32_t i = facts->n_formats ? find_format(facts, id, &walk) : FR_NO_PLACE;

    return i != FR_NO_PLACE ? &facts->formats[i] : NULL;
}

static int print_field(char *to, size_t room, const fr_perfdata_field *field, fr_bytes bytes,
                       bool big)
{
    const char *arrow = fr_bytes_equal(field->name, FR_LITERAL("next_comm")) ? "==> " : "";
    int len = snprintf(to, room, "%s%.*s=", arrow, (int)field->name.len, field->name.at);
    unsigned unused = 64 - 8 * field->size; /* bits of a number */
    fr_bytes text = fr_perfdata_text(bytes);
    uint64_t n;

    if (len < 0 || (size_t)len >= room)
        return len;
    to += len;
    room -= (size_t)len;
    if (field->is_text)
        return len + snprintf(to, room, "%.*s", (int)text.len, text.at);
    n = fr_perfdata_number(bytes, big);
    if (field->is_signed)
        return len + snprintf(to, room, "%" PRId64, (int64_t)(n << unused) >> unused);
    return len + snprintf(to, room, "%" PRIu64, n);
}

fr_bytes fr_perfdata_format_text(const fr_perfdata_format *format, fr_bytes raw, char *to)
{
    size_t len = 0;

    for (size_t i = 0; i < format->n; i++) {
        const fr_perfdata_field *field = &format->fields[i];
        size_t room = FR_PERFDATA_TEXT_MOST - len - 1;
        fr_bytes bytes;
        int n;
        if ((uint64_t)field->offset + field->size > raw.len)
            continue;
        bytes = (fr_bytes){raw.at + field->offset, field->size};
        n = print_field(to + len, room, field, bytes, format->big);
        if (n < 0 || (size_t)n >= room)
            break;
        len += (size_t)n;
        to[len++] = ' ';
    }
    return (fr_bytes){to, len - (len > 0)};
}

/* ------------------------------------------------------------ what the header of perf script would print */

static void comment(fr_perfdata_facts *facts, const char *name, fr_bytes value)
{
    char line[LINE_MOST];
    int len = snprintf(line, sizeof line, "# %s : %.*s", name,
                       (int)(value.len < 800 ? value.len : 800), value.at);

    fr_perf_provenance_read(&facts->provenance, (fr_bytes){line, (size_t)len});
}

static void read_host(fr_perfdata_facts *facts, fr_perfdata_cursor *at)
{
    comment(facts, "hostname", take_text(at));
}

static void read_release(fr_perfdata_facts *facts, fr_perfdata_cursor *at)
{
    facts->release = keep(facts, take_text(at));
}

static void read_command(fr_perfdata_facts *facts, fr_perfdata_cursor *at)
{
    uint32_t n = fr_perfdata_u32(at);
    char line[LINE_MOST / 2] = "";
    size_t len = 0;

    for (uint32_t i = 0; i < n && !at->short_of; i++) {
        fr_bytes word = take_text(at);
        size_t room;
        if (len && len + 1 < sizeof line)
            line[len++] = ' ';
        room = sizeof line - len - 1;
        word.len = word.len < room ? word.len : room;
        if (word.len)
            memcpy(line + len, word.at, word.len);
        len += word.len;
    }
    comment(facts, "cmdline", (fr_bytes){line, len});
}

static void read_times(fr_perfdata_facts *facts, fr_perfdata_cursor *at)
{
    uint64_t first = fr_perfdata_u64(at), last = fr_perfdata_u64(at);
    char text[64];

    if (at->short_of || last <= first)
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

/* By feature; none of processors, memory, caches, groups, ... */
static void (*const readers[TIMES + 1])(fr_perfdata_facts *, fr_perfdata_cursor *) = {
    [FR_PERFDATA_FACT_TRACING] = read_formats,
    [BUILD_IDS] = read_build_ids,
    [HOST] = read_host,
    [RELEASE] = read_release,
    [COMMAND] = read_command,
    [EVENTS] = read_events,
    [TIMES] = read_times};

void fr_perfdata_facts_read(fr_perfdata_facts *facts, unsigned feature, fr_bytes bytes)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(bytes, facts->big);

    if (feature <= TIMES && readers[feature])
        readers[feature](facts, &at);
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
