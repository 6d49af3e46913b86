/*
 * pack.c - the container:
 *
 *     "FRPK" version(1) raw_length(varint) deflate( columns names frames stacks values meta )
 *
 *     columns  n, then: name, unit (length and bytes), decimals, counted(0|1), explicit(0|1), reference
 *     names    n, then length and bytes of each name that is used
 *     frames   n, then: name, system_name, file, module (numbers of names from 1; 0: none), line,
 *              start_line, kind, address
 *     stacks   n, then: own number - parent's, frame   (from 1; 0 is the empty stack)
 *     values   per column, per stack (the empty one too): sum [count, squares as 8 bytes]
 *     meta     records, frameless, timed, first_ns, last_ns (zigzag)
 *
 * All numbers are LEB128 varints. The order is canonical, so the same profile gives the same bytes
 * before deflate.
 */
#include "model/pack.h"

#include <stdlib.h>

#include "base/zip.h"
#include "model/build/builder_merge.h"
#include "model/tree/canonical.h"

#define MAGIC          "FRPK"
#define VERSION        1
#define MOST_INFLATION 1100 /* of deflate: 1032 times */

/* ---- writing ---- */

typedef struct sink {
    char *bytes;
    size_t n, cap;
    bool failed;
} sink;

static void put_bytes(sink *to, const void *bytes, size_t n)
{
    void *grown = to->failed ? NULL : fr_grow(to->bytes, &to->cap, to->n + n, 1);

    if (!grown) {
        to->failed = true;
        return;
    }
    to->bytes = grown;
    if (n)
        memcpy(to->bytes + to->n, bytes, n);
    to->n += n;
}

static void put_varint(sink *to, uint64_t value)
{
    unsigned char bytes[10];
    size_t n = 0;

    for (; value >= 0x80; value >>= 7)
        bytes[n++] = (unsigned char)(value | 0x80);
    bytes[n++] = (unsigned char)value;
    put_bytes(to, bytes, n);
}

static void put_zigzag(sink *to, int64_t value)
{
    put_varint(to, (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0));
}

static void put_text(sink *to, fr_bytes text)
{
    put_varint(to, text.len);
    put_bytes(to, text.at, text.len);
}

static void put_double(sink *to, double value)
{
    uint64_t bits;
    unsigned char bytes[8];

    memcpy(&bits, &value, 8);
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(bits >> (8 * i));
    put_bytes(to, bytes, 8);
}

static void put_columns(sink *to, const fr_profile *p)
{
    put_varint(to, p->n_columns);
    for (uint32_t k = 0; k < p->n_columns; k++) {
        const fr_column *column = &p->columns[k];
        put_text(to, fr_bytes_of(column->name));
        put_text(to, fr_bytes_of(column->unit));
        put_varint(to, column->decimals);
        put_varint(to, column->counted);
        put_varint(to, column->count != NULL);
        put_varint(to, (uint64_t)column->reference);
    }
}

/* Numbers names in the order in which frames use them: number[id] counts from 1. */
static uint32_t number_name(uint32_t *number, uint32_t id, uint32_t n)
{
    if (id == 0 || number[id])
        return n;
    number[id] = n + 1;
    return n + 1;
}

static void put_names(sink *to, const fr_profile *p, const fr_canonical *c, uint32_t *number,
                      uint32_t *order)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < c->n_frames; i++) {
        const fr_frame *f = &p->frames[c->frame[i]];
        const uint32_t ids[] = {f->name, f->system_name, f->file, f->module};
        for (int j = 0; j < 4; j++) {
            uint32_t before = n;
            n = number_name(number, ids[j], n);
            if (n > before)
                order[before] = ids[j];
        }
    }
    put_varint(to, n);
    for (uint32_t i = 0; i < n; i++)
        put_text(to, fr_names_at(p->names, order[i]));
}

static void put_frames(sink *to, const fr_profile *p, const fr_canonical *c, const uint32_t *number)
{
    put_varint(to, c->n_frames);
    for (uint32_t i = 0; i < c->n_frames; i++) {
        const fr_frame *f = &p->frames[c->frame[i]];
        put_varint(to, number[f->name]);
        put_varint(to, number[f->system_name]);
        put_varint(to, number[f->file]);
        put_varint(to, number[f->module]);
        put_varint(to, f->line);
        put_varint(to, f->start_line);
        put_varint(to, f->kind);
        put_varint(to, fr_frame_address(p, f));
    }
}

static void put_stacks(sink *to, const fr_profile *p, const fr_canonical *c)
{
    put_varint(to, c->n_stacks);
    for (uint32_t i = 1; i < c->n_stacks; i++) {
        put_varint(to, i - c->parent[i]);
        put_varint(to, c->frame_of[i]);
    }
    for (uint32_t k = 0; k < p->n_columns; k++)
        for (uint32_t i = 0; i < c->n_stacks; i++) {
            const fr_column *column = &p->columns[k];
            put_varint(to, (uint64_t)fr_column_sum(column, c->stack[i]));
            if (!column->count || !fr_column_sum(column, c->stack[i]))
                continue;
            put_varint(to, fr_column_count(column, c->stack[i]));
            put_double(to, fr_column_squares(column, c->stack[i]));
        }
}

static void put_meta(sink *to, const fr_meta *meta)
{
    put_varint(to, meta->n_records);
    put_varint(to, meta->n_frameless);
    put_varint(to, meta->timed);
    put_zigzag(to, meta->first_ns);
    put_zigzag(to, meta->last_ns);
}

static bool put_profile(sink *to, const fr_profile *p, fr_error *err)
{
    uint32_t n_names = fr_names_count(p->names);
    uint32_t *number = calloc(n_names, sizeof *number), *order = calloc(n_names, sizeof *order);
    fr_canonical c = {0};
    bool good = number && order && fr_canonical_init(&c, p, err);

    if (good) {
        put_columns(to, p);
        put_names(to, p, &c, number, order);
        put_frames(to, p, &c, number);
        put_stacks(to, p, &c);
        put_meta(to, &p->meta);
    }
    fr_canonical_reset(&c);
    free(number);
    free(order);
    return (good && !to->failed) || fr_fail_memory(err);
}

bool fr_pack_encode(const fr_profile *profile, fr_bytes *bytes, fr_error *err)
{
    sink raw = {0}, whole = {0};
    fr_bytes packed = {NULL, 0};

    if (put_profile(&raw, profile, err))
        packed = fr_deflate_all((fr_bytes){raw.bytes, raw.n});
    if (packed.at) {
        put_bytes(&whole, MAGIC, 4);
        put_varint(&whole, VERSION);
        put_varint(&whole, raw.n);
        put_bytes(&whole, packed.at, packed.len);
    }
    free(raw.bytes);
    free((char *)(uintptr_t)packed.at);
    *bytes = (fr_bytes){whole.bytes, whole.n};
    if (packed.at && !whole.failed)
        return true;
    free(whole.bytes);
    return fr_fail_memory(err);
}

/* ---- reading ---- */

/* A cursor that sticks at its first failure and then gives zeros. */
typedef struct source {
    fr_bytes left;
    bool failed;
} source;

static uint64_t take_varint(source *from)
{
    uint64_t value = 0;

    for (unsigned shift = 0; shift < 64 && from->left.len; shift += 7) {
        unsigned char byte = (unsigned char)*from->left.at++;
        from->left.len--;
        if (shift == 63 && byte > 1)
            break;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
    from->failed = true;
    from->left.len = 0;
    return 0;
}

static int64_t take_zigzag(source *from)
{
    uint64_t value = take_varint(from);

    return (int64_t)(value >> 1 ^ (value & 1 ? UINT64_MAX : 0));
}

/* A number that must not exceed `most`: a count can't be larger than the bytes that are left. */
static uint32_t take_bounded(source *from, uint64_t most)
{
    uint64_t value = take_varint(from);

    if (value <= most && value <= UINT32_MAX)
        return (uint32_t)value;
    from->failed = true;
    return 0;
}

static fr_bytes take_text(source *from)
{
    uint64_t len = take_varint(from);
    fr_bytes text = {from->left.at, (size_t)len};

    if (len > from->left.len) { /* of what is left after the length itself */
        from->failed = true;
        return (fr_bytes){NULL, 0};
    }
    from->left.at += len;
    from->left.len -= len;
    return text;
}

static double take_double(source *from)
{
    uint64_t bits = 0;
    double value;

    if (from->left.len < 8) {
        from->failed = true;
        return 0;
    }
    for (int i = 0; i < 8; i++)
        bits |= (uint64_t)(unsigned char)from->left.at[i] << (8 * i);
    from->left.at += 8;
    from->left.len -= 8;
    memcpy(&value, &bits, 8);
    from->failed |= !(value >= 0 && value < 1e300);
    return from->failed ? 0 : value;
}

typedef struct decoder {
    source from;
    fr_builder *b;
    uint32_t n_columns, n_names, n_frames, n_stacks;
    bool counted[FR_MAX_COLUMNS], has_counts[FR_MAX_COLUMNS];
    int64_t reference[FR_MAX_COLUMNS], sum[FR_MAX_COLUMNS];
    uint32_t *names, *frames, *stacks;
} decoder;

static bool copy_text(char to[256], fr_bytes text)
{
    if (text.len > 255)
        return false;
    if (text.len)
        memcpy(to, text.at, text.len);
    to[text.len] = '\0';
    return strlen(to) == text.len;
}

static void take_columns(decoder *d)
{
    d->n_columns = take_bounded(&d->from, FR_MAX_COLUMNS);
    for (uint32_t k = 0; k < d->n_columns; k++) {
        char name[256], unit[256];
        d->from.failed |= !copy_text(name, take_text(&d->from));
        d->from.failed |= !copy_text(unit, take_text(&d->from));
        uint32_t decimals = take_bounded(&d->from, 9);
        d->counted[k] = take_bounded(&d->from, 1);
        d->has_counts[k] = take_bounded(&d->from, 1);
        d->reference[k] = (int64_t)take_varint(&d->from);
        if (d->from.failed || d->reference[k] < 0 ||
            fr_builder_column(d->b, name, unit, decimals) != k) {
            d->from.failed = true;
            return;
        }
        if (!d->counted[k])
            fr_builder_uncounted(d->b, k);
    }
}

static uint32_t *allocate(decoder *d, uint32_t n)
{
    uint32_t *ids = calloc((size_t)n + 1, sizeof *ids);

    if (!ids) {
        fr_builder_fail_memory(d->b);
        d->from.failed = true;
    }
    return ids;
}

static uint32_t take_name(decoder *d)
{
    uint32_t number = take_bounded(&d->from, d->n_names);

    return number ? d->names[number - 1] : 0;
}

static void take_names_and_frames(decoder *d)
{
    d->n_names = take_bounded(&d->from, d->from.left.len);
    d->names = allocate(d, d->n_names);
    for (uint32_t i = 0; i < d->n_names && !d->from.failed; i++)
        d->names[i] = fr_builder_name(d->b, take_text(&d->from), FR_TEXT_ESCAPED);
    d->n_frames = take_bounded(&d->from, d->from.left.len);
    d->frames = allocate(d, d->n_frames);
    for (uint32_t i = 0; i < d->n_frames && !d->from.failed; i++) {
        fr_frame frame = {.name = take_name(d)};
        frame.system_name = take_name(d);
        frame.file = take_name(d);
        frame.module = take_name(d);
        frame.line = take_bounded(&d->from, UINT32_MAX);
        frame.start_line = take_bounded(&d->from, UINT32_MAX);
        frame.kind = take_bounded(&d->from, 0xff);
        frame.address = take_varint(&d->from);
        d->from.failed |= (frame.kind & 0x7f) >= FR_N_KINDS || frame.name == 0;
        d->frames[i] = fr_builder_intern(d->b, &frame);
    }
}

static void take_stacks(decoder *d)
{
    d->n_stacks = take_bounded(&d->from, (uint64_t)d->from.left.len + 1);
    d->from.failed |= d->n_stacks == 0;
    d->stacks = allocate(d, d->n_stacks);
    for (uint32_t i = 1; i < d->n_stacks && !d->from.failed; i++) {
        uint32_t distance = take_bounded(&d->from, i);
        uint32_t frame = take_bounded(&d->from, UINT32_MAX);
        if (distance == 0 || frame >= d->n_frames)
            d->from.failed = true;
        else
            d->stacks[i] = fr_builder_push(d->b, d->stacks[i - distance], d->frames[frame]);
    }
}

static void take_values(decoder *d)
{
    for (uint32_t k = 0; k < d->n_columns; k++)
        for (uint32_t i = 0; i < d->n_stacks && !d->from.failed; i++) {
            int64_t sum = (int64_t)take_varint(&d->from);
            uint64_t count = d->counted[k] ? (uint64_t)sum : 0;
            double squares = d->counted[k] ? (double)sum : 0;
            if (d->has_counts[k] && sum) {
                count = take_varint(&d->from);
                squares = take_double(&d->from);
            }
            d->from.failed |= sum < 0 || __builtin_add_overflow(d->sum[k], sum, &d->sum[k]);
            if (!d->from.failed)
                fr_builder_add(d->b, d->stacks[i], k, sum, count, squares);
        }
}

static void take_meta(decoder *d)
{
    fr_builder_record(d->b, take_varint(&d->from));
    fr_builder_frameless(d->b, take_varint(&d->from));
    bool timed = take_bounded(&d->from, 1);
    int64_t first = take_zigzag(&d->from), last = take_zigzag(&d->from);

    if (!timed)
        return;
    fr_builder_time(d->b, first);
    fr_builder_time(d->b, last);
}

/* A filter may have taken a part of the whole: that lies beyond the stacks. */
static void take_beyond(decoder *d)
{
    for (uint32_t k = 0; k < d->n_columns && !d->from.failed; k++) {
        if (d->reference[k] < d->sum[k])
            d->from.failed = true;
        else
            fr_builder_beyond(d->b, k, d->reference[k] - d->sum[k]);
    }
}

static void decode(fr_bytes raw, fr_builder *b)
{
    decoder d = {.from = {raw, false}, .b = b};

    take_columns(&d);
    take_names_and_frames(&d);
    if (!d.from.failed)
        take_stacks(&d);
    if (!d.from.failed)
        take_values(&d);
    if (!d.from.failed)
        take_meta(&d);
    if (!d.from.failed)
        take_beyond(&d);
    if (d.from.failed || d.from.left.len > 0)
        fr_builder_fail(b, FR_E_FORMAT, 0, 0, "the embedded data does not add up");
    free(d.names);
    free(d.frames);
    free(d.stacks);
}

void fr_pack_read(fr_bytes bytes, const fr_limits *limits, fr_builder *b)
{
    source from = {bytes, false};
    fr_error err = {0};
    uint64_t version, len;
    fr_bytes raw;

    if (!fr_bytes_starts(bytes, FR_LITERAL(MAGIC))) {
        fr_builder_fail(b, FR_E_FORMAT, 0, 0, "no data of flamerender");
        return;
    }
    from.left = (fr_bytes){bytes.at + 4, bytes.len - 4};
    version = take_varint(&from);
    len = take_varint(&from);
    if (from.failed || version != VERSION) {
        fr_builder_fail(b, FR_E_FORMAT, 0, 0, "data of version %llu, version %d was expected",
                        (unsigned long long)version, VERSION);
        return;
    }
    if (len / MOST_INFLATION > from.left.len) {
        fr_builder_fail(b, FR_E_FORMAT, 0, 0,
                        "packed data is damaged: %zu bytes cannot inflate to %llu", from.left.len,
                        (unsigned long long)len);
        return;
    }
    if (len > limits->memory) {
        fr_builder_fail(b, FR_E_LIMIT, 0, 0, "packed data inflates to %llu bytes",
                        (unsigned long long)len);
        fr_builder_hint(b, "--limit-memory raises the limit");
        return;
    }
    raw = fr_inflate_all(from.left, (size_t)len, &err);
    if (raw.at)
        decode(raw, b);
    else
        fr_builder_fail(b, err.code, 0, 0, "%s", err.text);
    free((char *)(uintptr_t)raw.at);
}

fr_profile *fr_pack_decode(fr_bytes bytes, const fr_limits *limits, fr_error *err)
{
    fr_limits defaults;
    fr_builder *b;

    fr_limits_init(&defaults);
    b = fr_builder_new(limits ? limits : &defaults, err);
    if (!b)
        return NULL;
    fr_pack_read(bytes, limits ? limits : &defaults, b);
    return fr_builder_finish(b, err);
}
