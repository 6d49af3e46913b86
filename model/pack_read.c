/* pack_read.c - reads the container (pack.c has its layout) into a builder. */
#include "model/pack.h"

#include <stdlib.h>

#include "base/wrapping.h"
#include "model/build/builder_merge.h"

#define MOST_INFLATION 1100 /* of deflate: 1032 times */

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
    uint32_t n_texts, n_sets; /* of labels; n_sets 0: there are none */
    uint32_t *texts, *sets;
    source rows; /* where the sets of stacks begin */
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

/* The id of a name or a text of which the number is given; 0 for 0. */
static uint32_t take_id(decoder *d, const uint32_t *ids, uint32_t n)
{
    uint32_t number = take_bounded(&d->from, n);

    return number ? ids[number - 1] : 0;
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
        fr_frame frame = {.name = take_id(d, d->names, d->n_names)};
        frame.system_name = take_id(d, d->names, d->n_names);
        frame.file = take_id(d, d->names, d->n_names);
        frame.module = take_id(d, d->names, d->n_names);
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

/* A value of column k, of a stack or of a row. */
typedef struct value {
    int64_t sum;
    uint64_t count;
    double squares;
} value;

static value take_value(decoder *d, source *from, uint32_t k)
{
    value v = {.sum = (int64_t)take_varint(from)};

    v.count = d->counted[k] ? (uint64_t)v.sum : 0;
    v.squares = d->counted[k] ? (double)v.sum : 0;
    if (d->has_counts[k] && v.sum) {
        v.count = take_varint(from);
        v.squares = take_double(from);
    }
    from->failed |= v.sum < 0;
    return v;
}

/* The values of the rows of a stack, which add up to its own: n sets stand in `rows`. */
static void take_rows(decoder *d, source *rows, uint32_t stack, uint32_t n, uint32_t k, value whole)
{
    int64_t left = whole.sum;

    for (uint32_t i = 0; i < n && !rows->failed && !d->from.failed; i++) {
        uint32_t set = take_bounded(rows, d->n_sets - 1);
        value v = n == 1 ? whole : take_value(d, &d->from, k);
        d->from.failed |= v.sum > left;
        left -= v.sum;
        if (rows->failed || d->from.failed)
            return;
        fr_builder_add_row(d->b, fr_builder_row(d->b, d->stacks[stack], d->sets[set]), k, v.sum,
                           v.count, v.squares);
    }
    d->from.failed |= left != 0;
}

/* Those of stacks stand in `from`; those of rows, where there are any, in d->from. */
static void take_values(decoder *d, source from)
{
    for (uint32_t k = 0; k < d->n_columns; k++) {
        source rows = d->rows;
        for (uint32_t i = 0; i < d->n_stacks && !d->from.failed; i++) {
            value v = take_value(d, &from, k);
            uint32_t n = d->n_sets ? take_bounded(&rows, rows.left.len) : 0;
            d->from.failed |=
                from.failed || rows.failed || __builtin_add_overflow(d->sum[k], v.sum, &d->sum[k]);
            if (!d->from.failed && n)
                take_rows(d, &rows, i, n, k, v);
            else if (!d->from.failed)
                fr_builder_add(d->b, d->stacks[i], k, v.sum, v.count, v.squares);
        }
    }
}

static void take_meta(decoder *d)
{
    fr_builder_record(d->b, take_varint(&d->from));
    fr_builder_frameless(d->b, take_varint(&d->from));
    uint32_t facts = take_bounded(&d->from, 3);
    int64_t first = take_zigzag(&d->from), last = take_zigzag(&d->from);

    for (uint32_t k = 0; k < d->n_columns && facts & 2; k++)
        fr_builder_part(d->b, k, (double)take_varint(&d->from));
    if (!(facts & 1))
        return;
    fr_builder_time(d->b, first);
    fr_builder_time(d->b, last);
}

static void take_set(decoder *d, uint32_t set)
{
    uint32_t n = take_bounded(&d->from, d->from.left.len);
    fr_label *labels = calloc((size_t)n + 1, sizeof *labels);

    for (uint32_t i = 0; labels && i < n && !d->from.failed; i++) {
        labels[i].key = take_id(d, d->texts, d->n_texts);
        labels[i].is_text = take_bounded(&d->from, 1);
        if (labels[i].is_text)
            labels[i].text = take_id(d, d->texts, d->n_texts);
        else
            labels[i].number = take_zigzag(&d->from);
        labels[i].unit = take_id(d, d->texts, d->n_texts);
    }
    if (!labels)
        fr_builder_fail_memory(d->b);
    d->from.failed |= !labels;
    if (!d->from.failed)
        d->sets[set] = fr_builder_label_set(d->b, labels, n);
    free(labels);
}

/* Up to the values of rows. */
static void take_labels(decoder *d)
{
    d->n_texts = take_bounded(&d->from, d->from.left.len);
    d->texts = allocate(d, d->n_texts);
    for (uint32_t i = 0; i < d->n_texts && !d->from.failed; i++)
        d->texts[i] = fr_builder_spelling(d->b, take_text(&d->from), FR_TEXT_ESCAPED);
    take_text(&d->from); /* the keys that are not carried */
    d->n_sets = take_bounded(&d->from, (uint64_t)d->from.left.len + 1);
    d->from.failed |= d->n_sets == 0;
    d->sets = allocate(d, d->n_sets);
    for (uint32_t set = 1; set < d->n_sets && !d->from.failed; set++)
        take_set(d, set);
    d->rows = d->from;
    for (uint32_t i = 0; i < d->n_stacks && !d->from.failed; i++)
        for (uint32_t n = take_bounded(&d->from, d->from.left.len); n && !d->from.failed; n--)
            take_varint(&d->from);
}

static void decode(fr_bytes raw, fr_builder *b)
{
    decoder d = {.from = {raw, false}, .b = b};
    source values;

    take_columns(&d);
    take_names_and_frames(&d);
    if (!d.from.failed)
        take_stacks(&d);
    values = d.from;
    for (uint32_t k = 0; k < d.n_columns; k++)
        for (uint32_t i = 0; i < d.n_stacks && !d.from.failed; i++)
            take_value(&d, &d.from, k);
    if (!d.from.failed)
        take_meta(&d);
    if (!d.from.failed && d.from.left.len > 0)
        take_labels(&d);
    if (!d.from.failed)
        take_values(&d, values);
    /* A filter may have taken a part of the whole: that lies beyond the stacks. */
    for (uint32_t k = 0; k < d.n_columns && !d.from.failed; k++) {
        d.from.failed = d.reference[k] < d.sum[k];
        if (!d.from.failed)
            fr_builder_beyond(b, k, d.reference[k] - d.sum[k]);
    }
    if (d.from.failed || d.from.left.len > 0)
        fr_builder_fail(b, FR_E_FORMAT, 0, 0, "the embedded data does not add up");
    free(d.names);
    free(d.frames);
    free(d.stacks);
    free(d.texts);
    free(d.sets);
}

void fr_pack_read(fr_bytes bytes, const fr_limits *limits, fr_builder *b)
{
    source from = {bytes, false};
    fr_error err = {0};
    uint64_t version, len;

    if (!fr_bytes_starts(bytes, FR_LITERAL(FR_PACK_MAGIC))) {
        fr_builder_fail(b, FR_E_FORMAT, 0, 0, "no data of flamerender");
        return;
    }
    from.left = (fr_bytes){bytes.at + 4, bytes.len - 4};
    version = take_varint(&from);
    len = take_varint(&from);
    if (from.failed || version != FR_PACK_VERSION) {
        fr_builder_fail(b, FR_E_FORMAT, 0, 0, "data of version %llu, version %d was expected",
                        (unsigned long long)version, FR_PACK_VERSION);
    } else if (len / MOST_INFLATION > from.left.len) {
        fr_builder_fail(b, FR_E_FORMAT, 0, 0,
                        "packed data is damaged: %zu bytes cannot inflate to %llu", from.left.len,
                        (unsigned long long)len);
    } else if (len > limits->memory) {
        fr_builder_fail(b, FR_E_LIMIT, 0, 0, "packed data inflates to %llu bytes",
                        (unsigned long long)len);
        fr_builder_hint(b, "--limit-memory raises the limit");
    } else {
        fr_bytes raw = fr_inflate_all(from.left, (size_t)len, &err);
        if (raw.at)
            decode(raw, b);
        else
            fr_builder_fail(b, err.code, 0, 0, "%s", err.text);
        free((char *)(uintptr_t)raw.at);
    }
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
