/*
 * perfdata_record.c - reads events with their ids and names, and fields of records, in the order of perf_event.h, as
 * perf's evsel__parse_sample() does.
 */
#include "formats/perfdata/perfdata_record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define ATTR_LEAST 64 /* PERF_ATTR_SIZE_VER0 */
#define ATTRS_MOST 4096

/* Fields that stand before the id in a sample, and behind it, with it, in other records. */
enum {
    IDS_BEFORE = FR_PERFDATA_IP | FR_PERFDATA_TID | FR_PERFDATA_TIME | FR_PERFDATA_ADDR,
    IDS_BEHIND = FR_PERFDATA_ID | FR_PERFDATA_STREAM_ID | FR_PERFDATA_CPU
};
enum { FLAG_FREQUENCY = 10, FLAG_SAMPLE_ID_ALL = 18 };
enum { READ_ENABLED = 1, READ_RUNNING = 2, READ_ID = 4, READ_GROUP = 8, READ_LOST = 16 };
enum { BRANCH_HW_INDEX = 1 << 17, BRANCH_COUNTERS = 1 << 19 };
enum { PROT_EXECUTE = 4, MAP_HUGE = 0x40000 };
enum { MISC_BUILD_ID = 1 << 14 };

static size_t bits_of(uint64_t mask)
{
    return (size_t)__builtin_popcountll(mask);
}

/* ------------------------------------------------------------ numbers and texts */

fr_bytes fr_perfdata_take(fr_perfdata_cursor *at, uint64_t n)
{
    fr_bytes taken = {at->left.at, (size_t)n};

    if (n > at->left.len) {
        at->short_of = true;
        at->left.len = 0;
        return (fr_bytes){at->left.at, 0};
    }
    at->left = (fr_bytes){at->left.at + n, at->left.len - (size_t)n};
    return taken;
}

uint64_t fr_perfdata_number(fr_bytes bytes, bool big)
{
    uint64_t n = 0;

    for (size_t i = 0; i < bytes.len; i++)
        n = n << 8 | (unsigned char)bytes.at[big ? i : bytes.len - 1 - i];
    return n;
}

uint64_t fr_perfdata_u64(fr_perfdata_cursor *at)
{
    fr_bytes bytes = fr_perfdata_take(at, 8);

    return bytes.len ? fr_perfdata_load8(bytes.at, at->big) : 0;
}

uint32_t fr_perfdata_u32(fr_perfdata_cursor *at)
{
    return (uint32_t)fr_perfdata_number(fr_perfdata_take(at, 4), at->big);
}

static uint16_t take_u16(fr_perfdata_cursor *at)
{
    return (uint16_t)fr_perfdata_number(fr_perfdata_take(at, 2), at->big);
}

fr_bytes fr_perfdata_text(fr_bytes bytes)
{
    return (fr_bytes){bytes.at, fr_bytes_find(bytes, '\0')};
}

/* ------------------------------------------------------------ events */

/* Bit `n` of the flags of an attr. They are bit-fields: the other byte order has them from the other end. */
static bool has_flag(fr_bytes flags, unsigned n, bool big)
{
    return (unsigned char)flags.at[n / 8] >> (big ? 7 - n % 8 : n % 8) & 1;
}

bool fr_perfdata_attrs_add(fr_perfdata_attrs *attrs, fr_bytes bytes, bool big)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(bytes, big);
    fr_perfdata_attr attr = {0};
    fr_bytes flags;

    if (bytes.len < ATTR_LEAST || attrs->n == ATTRS_MOST)
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
    /* wakeup, bp_type, bp_addr, bp_len; what follows may be missing */
    (void)fr_perfdata_take(&at, 24);
    attr.branch_type = fr_perfdata_u64(&at);
    attr.user_regs = fr_perfdata_u64(&at);
    if (!fr_reserve(&attrs->items, &attrs->cap, attrs->n + 1, sizeof attr)) {
        attrs->full = true;
        return false;
    }
    attrs->items[attrs->n++] = attr;
    return true;
}

static bool add_id(fr_perfdata_attrs *attrs, uint64_t id, uint32_t attr)
{
    fr_slots_walk walk;
    uint32_t i;

    if (!fr_reserve(&attrs->ids, &attrs->ids_cap, attrs->n_ids + 1, sizeof *attrs->ids) ||
        !fr_slots_make_room(&attrs->slots))
        return false;
    walk = fr_slots_walk_from(&attrs->slots, fr_slots_hash(&attrs->slots, &id, sizeof id));
    while (fr_slots_next(&attrs->slots, &walk, &i))
        if (attrs->ids[i].id == id)
            return true;
    attrs->ids[attrs->n_ids] = (fr_perfdata_id){id, 0, attr};
    fr_slots_put(&attrs->slots, &walk, (uint32_t)attrs->n_ids++);
    return true;
}

bool fr_perfdata_attrs_ids(fr_perfdata_attrs *attrs, uint32_t attr, fr_bytes ids, bool big)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(ids, big);

    while (at.left.len >= 8)
        if (!add_id(attrs, fr_perfdata_u64(&at), attr)) {
            attrs->full = true;
            return false;
        }
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

fr_perfdata_attr *fr_perfdata_attrs_of(fr_perfdata_attrs *attrs, bool is_sample, fr_bytes record,
                                       bool big)
{
    fr_perfdata_attr *first = attrs->items;
    size_t place, words = record.len / 8;
    uint64_t type, id;

    if (attrs->n == 0)
        return NULL;
    if (attrs->n == 1 || !(first->sample_type & (FR_PERFDATA_ID | FR_PERFDATA_IDENTIFIER)) ||
        (!is_sample && !first->sample_id_all))
        return first;
    /* in words from the start of a sample, and from the end of another record; 0 there: it has none */
    type = first->sample_type;
    if (type & FR_PERFDATA_IDENTIFIER)
        place = is_sample ? 0 : 1;
    else
        place = bits_of(type & (is_sample ? IDS_BEFORE : IDS_BEHIND));
    if (is_sample ? place >= words : place > words)
        return NULL;
    id = fr_perfdata_load8(record.at + 8 * (is_sample ? place : words - place), big);
    return id ? fr_perfdata_attrs_find(attrs, id) : first;
}

void fr_perfdata_attrs_name(fr_perfdata_attrs *attrs, fr_perfdata_attr *attr, fr_bytes name)
{
    if (attr->name || !name.len)
        return;
    attr->name = fr_arena_copy(&attrs->arena, name);
    attrs->full |= !attr->name;
}

/* These events are of the types PERF_TYPE_HARDWARE and _SOFTWARE, by config. */
static const char *const names[2][12] = {
    {"cycles", "instructions", "cache-references", "cache-misses", "branches", "branch-misses",
     "bus-cycles", "stalled-cycles-frontend", "stalled-cycles-backend", "ref-cycles"},
    {"cpu-clock", "task-clock", "page-faults", "context-switches", "cpu-migrations", "minor-faults",
     "major-faults", "alignment-faults", "emulation-faults", "dummy", "bpf-output",
     "cgroup-switches"}};

fr_bytes fr_perfdata_attrs_label(fr_perfdata_attrs *attrs, fr_perfdata_attr *attr)
{
    char text[64];

    if (attr->name)
        return fr_bytes_of(attr->name);
    if (attr->type < 2 && attr->config < 12 && names[attr->type][attr->config])
        snprintf(text, sizeof text, "%s", names[attr->type][attr->config]);
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

/* ------------------------------------------------------------ fields of records */

size_t fr_perfdata_record_cut(fr_bytes bytes, bool big, fr_perfdata_record *record)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(bytes, big);
    uint16_t size;

    record->type = fr_perfdata_u32(&at);
    record->misc = take_u16(&at);
    size = take_u16(&at);
    if (at.short_of)
        return 0;
    if (size < FR_PERFDATA_HEADER)
        return 1;
    record->body = fr_perfdata_take(&at, size - (uint64_t)FR_PERFDATA_HEADER);
    return at.short_of ? 0 : size;
}

/* A count of items of `size` bytes, and the items. */
static fr_bytes take_items(fr_perfdata_cursor *at, uint64_t n, size_t size)
{
    if (n > at->left.len / size) {
        at->short_of = true;
        return (fr_bytes){0};
    }
    return fr_perfdata_take(at, n * size);
}

/* The values of counters: a group has its times before them, a single one behind the value. */
static void take_values(fr_perfdata_sample *to, fr_perfdata_cursor *at, uint64_t format)
{
    size_t times = 8 * bits_of(format & (READ_ENABLED | READ_RUNNING));
    size_t each = 8 * (1 + bits_of(format & (READ_ID | READ_LOST)));
    uint64_t n;

    if (!(format & READ_GROUP)) {
        (void)fr_perfdata_take(at, each + times);
        return;
    }
    n = fr_perfdata_u64(at);
    (void)fr_perfdata_take(at, times);
    to->values = take_items(at, n, each);
    to->value_bytes = each;
    if (!(format & READ_ID))
        to->values.len = 0;
}

static void take_branches(fr_perfdata_sample *to, fr_perfdata_cursor *at, uint64_t type)
{
    uint64_t n = fr_perfdata_u64(at);

    if (type & BRANCH_HW_INDEX)
        (void)fr_perfdata_u64(at);
    to->branches = take_items(at, n, FR_PERFDATA_BRANCH);
    if (type & BRANCH_COUNTERS)
        (void)take_items(at, n, 8);
}

static void take_ids(fr_perfdata_sample *to, fr_perfdata_cursor *at)
{
    to->pid = (int32_t)fr_perfdata_u32(at);
    to->tid = (int32_t)fr_perfdata_u32(at);
}

/* Times beyond 2^63 - 1 are no times: perf writes all ones where it knows none. */
static int64_t take_time(fr_perfdata_cursor *at)
{
    uint64_t time = fr_perfdata_u64(at);

    return time <= INT64_MAX ? (int64_t)time : -1;
}

static void take_stack(fr_perfdata_sample *to, fr_perfdata_cursor *at)
{
    uint64_t size = fr_perfdata_u64(at), used;

    if (!size)
        return;
    to->stack = fr_perfdata_take(at, size);
    used = fr_perfdata_u64(at);
    to->stack.len = used < to->stack.len ? (size_t)used : to->stack.len;
}

bool fr_perfdata_sample_read(fr_perfdata_sample *to, const fr_perfdata_attr *attr, fr_bytes body,
                             bool big)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(body, big);
    uint64_t type = attr->sample_type;

    *to = (fr_perfdata_sample){.pid = -1, .tid = -1, .time_ns = -1, .period = attr->period};
    if (type & FR_PERFDATA_IDENTIFIER)
        (void)fr_perfdata_u64(&at);
    if (type & FR_PERFDATA_IP)
        to->ip = fr_perfdata_u64(&at);
    if (type & FR_PERFDATA_TID)
        take_ids(to, &at);
    if (type & FR_PERFDATA_TIME)
        to->time_ns = take_time(&at);
    (void)fr_perfdata_take(
        &at, 8 * bits_of(type & (FR_PERFDATA_ADDR | FR_PERFDATA_ID | FR_PERFDATA_STREAM_ID)));
    if (type & FR_PERFDATA_CPU) {
        to->cpu = fr_perfdata_u32(&at);
        (void)fr_perfdata_u32(&at);
    }
    if (type & FR_PERFDATA_PERIOD)
        to->period = fr_perfdata_u64(&at);
    if (type & FR_PERFDATA_READ)
        take_values(to, &at, attr->read_format);
    if (type & FR_PERFDATA_CALLCHAIN)
        to->chain = take_items(&at, fr_perfdata_u64(&at), 8);
    if (type & FR_PERFDATA_RAW)
        to->raw = fr_perfdata_take(&at, fr_perfdata_u32(&at));
    if (type & FR_PERFDATA_BRANCH_STACK)
        take_branches(to, &at, attr->branch_type);
    if (type & FR_PERFDATA_REGS_USER && (to->abi = fr_perfdata_u64(&at)) != 0)
        to->regs = fr_perfdata_take(&at, 8 * bits_of(attr->user_regs));
    if (type & FR_PERFDATA_STACK_USER)
        take_stack(to, &at);
    return !at.short_of;
}

/* The trailer holds these, in this order; what is not in it has no word there. */
void fr_perfdata_trailer_read(fr_perfdata_sample *to, const fr_perfdata_attr *attr, fr_bytes body,
                              bool big)
{
    uint64_t type = attr->sample_type;
    size_t len =
        8 * bits_of(type & (FR_PERFDATA_TID | FR_PERFDATA_TIME | FR_PERFDATA_ID |
                            FR_PERFDATA_STREAM_ID | FR_PERFDATA_CPU | FR_PERFDATA_IDENTIFIER));
    fr_perfdata_cursor at;

    *to = (fr_perfdata_sample){.pid = -1, .tid = -1, .time_ns = -1};
    if (!attr->sample_id_all || len > body.len)
        return;
    at = fr_perfdata_cursor_of((fr_bytes){body.at + body.len - len, len}, big);
    if (type & FR_PERFDATA_TID)
        take_ids(to, &at);
    if (type & FR_PERFDATA_TIME)
        to->time_ns = take_time(&at);
    (void)fr_perfdata_take(&at, 8 * bits_of(type & (FR_PERFDATA_ID | FR_PERFDATA_STREAM_ID)));
    if (type & FR_PERFDATA_CPU)
        to->cpu = fr_perfdata_u32(&at);
}

uint64_t fr_perfdata_record_time(const fr_perfdata_attr *attr, const fr_perfdata_record *record,
                                 bool big)
{
    uint64_t type = attr->sample_type;
    size_t words = record->body.len / 8, place;

    if (!(type & FR_PERFDATA_TIME))
        return UINT64_MAX;
    if (record->type == FR_PERFDATA_SAMPLE) {
        place = bits_of(type & (FR_PERFDATA_IDENTIFIER | FR_PERFDATA_IP | FR_PERFDATA_TID));
    } else {
        place = 1 + bits_of(type & (FR_PERFDATA_ID | FR_PERFDATA_STREAM_ID | FR_PERFDATA_CPU |
                                    FR_PERFDATA_IDENTIFIER));
        if (!attr->sample_id_all || place > words)
            return UINT64_MAX;
        place = words - place;
    }
    return place < words ? fr_perfdata_load8(record->body.at + 8 * place, big) : UINT64_MAX;
}

/*
 * The build ID in the 24 bytes of a MMAP2 record: u8 size, 3 of padding, 20 bytes, of which those beyond the size are
 * zero. Other bytes are the u32 major and minor, u64 inode and generation of the file: while one perf of a machine asks
 * for build IDs, Linux 6.18 marks the maps of the others so too.
 */
static fr_bytes build_id_of(fr_bytes identity)
{
    size_t size = identity.len == 24 ? (unsigned char)identity.at[0] : 0;

    if (!size || size > 20 || identity.at[1] || identity.at[2] || identity.at[3])
        return (fr_bytes){0};
    for (size_t i = 4 + size; i < identity.len; i++)
        if (identity.at[i])
            return (fr_bytes){0};
    return (fr_bytes){identity.at + 4, size};
}

bool fr_perfdata_mmap_read(fr_perfdata_mmap *to, const fr_perfdata_record *record, bool big)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(record->body, big);
    uint64_t len;

    *to = (fr_perfdata_mmap){.executable = !(record->misc & FR_PERFDATA_MISC_13)};
    to->pid = (int32_t)fr_perfdata_u32(&at);
    to->tid = (int32_t)fr_perfdata_u32(&at);
    to->start = fr_perfdata_u64(&at);
    len = fr_perfdata_u64(&at);
    to->offset = fr_perfdata_u64(&at);
    if (record->type == FR_PERFDATA_MMAP2) {
        fr_bytes identity = fr_perfdata_take(&at, 24);
        if (record->misc & MISC_BUILD_ID)
            to->build_id = build_id_of(identity);
        to->executable = fr_perfdata_u32(&at) & PROT_EXECUTE;
        to->huge = fr_perfdata_u32(&at) & MAP_HUGE;
    }
    to->name = fr_perfdata_text(at.left);
    return !at.short_of && len && !__builtin_add_overflow(to->start, len, &to->end);
}
