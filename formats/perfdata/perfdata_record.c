/* perfdata_record.c - the order of fields is that of perf_event.h; perf's evsel__parse_sample() reads the same. */
#include "formats/perfdata/perfdata_record.h"

enum { READ_ENABLED = 1, READ_RUNNING = 2, READ_ID = 4, READ_GROUP = 8, READ_LOST = 16 };
enum { BRANCH_HW_INDEX = 1 << 17, BRANCH_COUNTERS = 1 << 19 };
enum { PROT_EXECUTE = 4, MAP_HUGE = 0x40000 };

static size_t bits_of(uint64_t mask)
{
    return (size_t)__builtin_popcountll(mask);
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

bool fr_perfdata_value_next(fr_perfdata_cursor *at, const fr_perfdata_sample *sample,
                            fr_perfdata_value *value)
{
    if (at->left.len < sample->value_bytes)
        return false;
    value->count = fr_perfdata_u64(at);
    value->id = fr_perfdata_u64(at);
    (void)fr_perfdata_take(at, sample->value_bytes - 16);
    return true;
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

static void take_registers(fr_perfdata_sample *to, fr_perfdata_cursor *at, uint64_t mask)
{
    to->abi = fr_perfdata_u64(at);
    if (to->abi)
        to->regs = fr_perfdata_take(at, 8 * bits_of(mask));
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
    if (type & FR_PERFDATA_REGS_USER)
        take_registers(to, &at, attr->user_regs);
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

/* u32 major, minor, u64 inode, generation; or u8 size, 3 of padding, 20 bytes of build id. */
static void take_identity(fr_perfdata_mmap *to, fr_perfdata_cursor *at, bool has_build_id)
{
    fr_bytes bytes = fr_perfdata_take(at, 24);
    size_t len;

    if (!has_build_id || !bytes.len)
        return;
    len = (unsigned char)bytes.at[0];
    to->build_id = (fr_bytes){bytes.at + 4, len < 20 ? len : 20};
}

bool fr_perfdata_mmap_read(fr_perfdata_mmap *to, const fr_perfdata_record *record, bool big)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(record->body, big);
    uint64_t len;
    uint32_t flags;

    *to = (fr_perfdata_mmap){.executable = !(record->misc & FR_PERFDATA_MISC_13)};
    to->pid = (int32_t)fr_perfdata_u32(&at);
    to->tid = (int32_t)fr_perfdata_u32(&at);
    to->start = fr_perfdata_u64(&at);
    len = fr_perfdata_u64(&at);
    to->offset = fr_perfdata_u64(&at);
    if (record->type == FR_PERFDATA_MMAP2) {
        take_identity(to, &at, record->misc & FR_PERFDATA_MISC_BUILD_ID);
        to->executable = fr_perfdata_u32(&at) & PROT_EXECUTE;
        flags = fr_perfdata_u32(&at);
        to->huge = flags & MAP_HUGE;
    }
    to->name = fr_perfdata_text(at.left);
    return !at.short_of && len && !__builtin_add_overflow(to->start, len, &to->end);
}
