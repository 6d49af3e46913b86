/*
 * perfdata_tracepoint.c - tracing data: files of /sys/kernel/tracing, one behind the other.
 *
 *     17 08 44 "tracing" "0.6" 0 | u8 big, u8 size of long, u32 size of pages
 *     "header_page" 0 u64 size, text | "header_event" 0 u64 size, text
 *     u32 n, of each: u64 size, format of an event of ftrace
 *     u32 n, of each system: name 0, u32 n, of each event: u64 size, format
 */
#include "formats/perfdata/perfdata_tracepoint.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/number.h"
#include "formats/id_map.h"

#define FORMATS_MOST 65536

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

/* ------------------------------------------------------------ the format of an event */

/* What stands between `before` and the next ';' of a line. */
static fr_bytes part_of(fr_bytes line, const char *before)
{
    size_t len = strlen(before);

    for (size_t i = 0; i + len <= line.len; i++)
        if (memcmp(line.at + i, before, len) == 0) {
            fr_bytes rest = {line.at + i + len, line.len - i - len};
            return (fr_bytes){rest.at, fr_bytes_find(rest, ';')};
        }
    return (fr_bytes){0};
}

static uint32_t number_of(fr_bytes line, const char *before)
{
    uint64_t n = 0;

    return fr_parse_u64(part_of(line, before), &n) && n < FR_PERFDATA_TEXT_MOST ? (uint32_t)n : 0;
}

/* "char prev_comm[16]": its name, and whether it is an array. */
static fr_bytes name_of(fr_bytes declaration, bool *is_array)
{
    size_t end = fr_bytes_find(declaration, '['), from;

    *is_array = end < declaration.len;
    for (from = end; from && declaration.at[from - 1] != ' '; from--)
        ;
    return (fr_bytes){declaration.at + from, end - from};
}

/* False for what is neither a number nor a text, such as data of variable length. */
static bool read_field(fr_bytes line, fr_perfdata_field *field)
{
    fr_bytes declaration = part_of(line, "field:");
    bool is_array;

    if (!declaration.len || fr_bytes_starts(declaration, FR_LITERAL("__data_loc")))
        return false;
    *field = (fr_perfdata_field){.name = name_of(declaration, &is_array),
                                 .offset = number_of(line, "offset:"),
                                 .size = number_of(line, "size:"),
                                 .is_signed = number_of(line, "signed:") == 1};
    field->is_text = is_array && fr_bytes_starts(declaration, FR_LITERAL("char "));
    if (fr_bytes_starts(field->name, FR_LITERAL("common_")))
        return false;
    return field->is_text || (!is_array && field->size >= 1 && field->size <= 8);
}

static fr_bytes next_line(fr_bytes *text)
{
    size_t end = fr_bytes_find(*text, '\n');
    fr_bytes line = {text->at, end};

    end += end < text->len;
    *text = (fr_bytes){text->at + end, text->len - end};
    return line;
}

static fr_bytes join_name(fr_perfdata_facts *facts, fr_bytes system, fr_bytes name)
{
    char text[256];
    int len = snprintf(text, sizeof text, "%.*s:%.*s", (int)(system.len < 100 ? system.len : 100),
                       system.at, (int)(name.len < 100 ? name.len : 100), name.at);
    char *copy = fr_arena_copy(&facts->arena, (fr_bytes){text, (size_t)len});

    return copy ? (fr_bytes){copy, (size_t)len} : (fr_bytes){0};
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

/* Of two formats with one id the first stays. */
static void add_format(fr_perfdata_facts *facts, const fr_perfdata_format *format)
{
    fr_perfdata_format *formats =
        fr_grow(facts->formats, &facts->formats_cap, facts->n_formats + 1, sizeof *formats);
    fr_slots_walk walk;

    if (!formats)
        return;
    facts->formats = formats;
    if (!fr_slots_make_room(&facts->format_slots) ||
        find_format(facts, format->id, &walk) != FR_NO_PLACE)
        return;
    formats[facts->n_formats] = *format;
    fr_slots_put(&facts->format_slots, &walk, (uint32_t)facts->n_formats++);
}

static void read_format(fr_perfdata_facts *facts, fr_bytes system, fr_bytes text, bool big)
{
    fr_perfdata_format format = {.big = big};
    fr_perfdata_field fields[FR_PERFDATA_FIELDS_MOST];
    const fr_bytes id = FR_LITERAL("ID: "), name = FR_LITERAL("name: ");

    while (text.len) {
        fr_bytes line = next_line(&text);
        if (fr_bytes_starts(line, name) && !format.name.len)
            format.name = (fr_bytes){line.at + name.len, line.len - name.len};
        else if (fr_bytes_starts(line, id))
            (void)fr_parse_u64((fr_bytes){line.at + id.len, line.len - id.len}, &format.id);
        else if (format.n < FR_PERFDATA_FIELDS_MOST && read_field(line, &fields[format.n]))
            format.n++;
    }
    format.name = join_name(facts, system, format.name);
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

/* ------------------------------------------------------------ all formats */

static void name_events(fr_perfdata_facts *facts)
{
    for (size_t i = 0; i < facts->attrs.n; i++) {
        fr_perfdata_attr *attr = &facts->attrs.items[i];
        const fr_perfdata_format *format = fr_perfdata_formats_find(facts, attr->config);
        if (attr->type == FR_PERFDATA_TRACEPOINT && format)
            fr_perfdata_attrs_name(&facts->attrs, attr, format->name);
    }
}

void fr_perfdata_formats_read(fr_perfdata_facts *facts, fr_bytes bytes)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(bytes, false);
    fr_bytes magic = fr_perfdata_take(&at, 10), order;
    uint32_t n;

    if (!fr_bytes_equal(magic, FR_LITERAL("\027\010\104tracing")))
        return;
    (void)take_name(&at); /* version */
    order = fr_perfdata_take(&at, 2);
    at.big = order.len && order.at[0];
    (void)fr_perfdata_u32(&at); /* size of pages */
    for (int i = 0; i < 2; i++) {
        (void)take_name(&at);
        (void)take_file(&at);
    }
    for (n = fr_perfdata_u32(&at); n > 0 && !at.short_of; n--)
        (void)take_file(&at);
    for (n = fr_perfdata_u32(&at); n > 0 && !at.short_of; n--) {
        fr_bytes system = take_name(&at);
        uint32_t n_events = fr_perfdata_u32(&at);
        for (; n_events > 0 && !at.short_of && facts->n_formats < FORMATS_MOST; n_events--)
            read_format(facts, system, take_file(&at), at.big);
    }
    name_events(facts);
}

const fr_perfdata_format *fr_perfdata_formats_find(const fr_perfdata_facts *facts, uint64_t id)
{
    fr_slots_walk walk;
    uint32_t i = facts->n_formats ? find_format(facts, id, &walk) : FR_NO_PLACE;

    return i != FR_NO_PLACE ? &facts->formats[i] : NULL;
}

/* ------------------------------------------------------------ a record as text */

static int print_number(char *to, size_t room, const fr_perfdata_field *field, uint64_t n)
{
    unsigned unused = 64 - 8 * field->size;

    if (field->is_signed)
        return snprintf(to, room, "%" PRId64, (int64_t)(n << unused) >> unused);
    return snprintf(to, room, "%" PRIu64, n);
}

static int print_field(char *to, size_t room, const fr_perfdata_field *field, fr_bytes bytes,
                       bool big)
{
    const char *arrow = fr_bytes_equal(field->name, FR_LITERAL("next_comm")) ? "==> " : "";
    int len = snprintf(to, room, "%s%.*s=", arrow, (int)field->name.len, field->name.at);
    fr_bytes text;

    if (len < 0 || (size_t)len >= room)
        return len;
    to += len;
    room -= (size_t)len;
    if (!field->is_text)
        return len + print_number(to, room, field, fr_perfdata_number(bytes, big));
    text = fr_perfdata_text(bytes);
    return len + snprintf(to, room, "%.*s", (int)text.len, text.at);
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
