/*
 * pack.c - writes the container:
 *
 *     "FRPK" version(1) raw_length(varint) deflate( columns names frames stacks values meta labels )
 *
 *     columns  n, then: name, unit (length and bytes), decimals, counted(0|1), explicit(0|1), reference
 *     names    n, then length and bytes of each name that is used
 *     frames   n, then: name, system_name, file, module (numbers of names from 1; 0: none), line,
 *              start_line, kind, address
 *     stacks   n, then: own number - parent's, frame   (from 1; 0 is the empty stack)
 *     values   per column, per stack (the empty one too): sum [count, squares as 8 bytes]
 *     meta     records, frameless, 1 if timed + 2 if of a part, first_ns, last_ns (zigzag); of a part that a name or
 *              a label chose: how much of each column that left out
 *     labels   nothing, or: texts  n, then length and bytes of each
 *                           keys that are not carried: one text, length and bytes
 *                           sets   n, the empty one (0) included; of the others: n labels, then: key, is_text(0|1),
 *                                  text, or number (zigzag), unit (numbers of texts from 1; 0: none)
 *                           rows   per stack: n, then their sets; n is 0 where all of it has no labels
 *                           values per column, per stack with n > 1, per row: sum [count, squares]
 *
 * All numbers are LEB128 varints. The order is canonical, so the same profile gives the same bytes
 * before deflate.
 */
#include "model/pack.h"

#include <math.h>
#include <stdlib.h>

#include "base/wrapping.h"
#include "model/tree/canonical.h"

typedef struct sink {
    char *bytes;
    size_t n, cap;
    bool failed;
} sink;

static void put_bytes(sink *to, const void *bytes, size_t n)
{
    to->failed =
        to->failed || (n > to->cap - to->n && !fr_reserve(&to->bytes, &to->cap, to->n + n, 1));
    if (to->failed)
        return;
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

/* Names in the order in which they are used: number[id] counts from 1; order[0 .. n - 1] are their ids. */
typedef struct numbering {
    uint32_t *number, *order;
    uint32_t n;
} numbering;

static void number_name(numbering *names, uint32_t id)
{
    if (id == 0 || names->number[id])
        return;
    names->order[names->n++] = id;
    names->number[id] = names->n;
}

static void put_numbered(sink *to, const fr_profile *p, const numbering *names)
{
    put_varint(to, names->n);
    for (uint32_t i = 0; i < names->n; i++)
        put_text(to, fr_names_at(p->names, names->order[i]));
}

static void put_names(sink *to, const fr_profile *p, const fr_canonical *c, uint32_t *number,
                      uint32_t *order)
{
    numbering names = {number, order, 0};

    for (uint32_t i = 0; i < c->n_frames; i++) {
        const fr_frame *f = &p->frames[c->frame[i]];
        const uint32_t ids[] = {f->name, f->system_name, f->file, f->module};
        for (int j = 0; j < 4; j++)
            number_name(&names, ids[j]);
    }
    put_numbered(to, p, &names);
}

static void put_frames(sink *to, const fr_profile *p, const fr_canonical *c, const uint32_t *number)
{
    put_varint(to, c->n_frames);
    for (uint32_t i = 0; i < c->n_frames; i++) {
        const fr_frame *f = &p->frames[c->frame[i]];
        const uint64_t fields[] = {
            number[f->name], number[f->system_name], number[f->file], number[f->module],
            f->line,         f->start_line,          f->kind,         fr_frame_address(p, f)};
        for (size_t j = 0; j < sizeof fields / sizeof *fields; j++)
            put_varint(to, fields[j]);
    }
}

/* Writes the value of a stack or row in `column`; `is_explicit`: with its count and squares. */
static void put_value(sink *to, const fr_column *column, uint32_t row, bool is_explicit)
{
    put_varint(to, (uint64_t)fr_column_sum(column, row));
    if (!is_explicit || !fr_column_sum(column, row))
        return;
    put_varint(to, fr_column_count(column, row));
    uint64_t bits;
    unsigned char bytes[8];
    double squares = fr_column_squares(column, row);
    memcpy(&bits, &squares, 8);
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(bits >> (8 * i));
    put_bytes(to, bytes, 8);
}

static void put_stacks(sink *to, const fr_profile *p, const fr_canonical *c)
{
    put_varint(to, c->n_stacks);
    for (uint32_t i = 1; i < c->n_stacks; i++) {
        put_varint(to, i - c->parent[i]);
        put_varint(to, c->frame_of[i]);
    }
    for (uint32_t k = 0; k < p->n_columns; k++)
        for (uint32_t i = 0; i < c->n_stacks; i++)
            put_value(to, &p->columns[k], c->stack[i], p->columns[k].count != NULL);
}

static void put_sets(sink *to, const fr_profile *p, const fr_canonical_rows *rows,
                     const char *omitted, uint32_t *number, uint32_t *order)
{
    numbering names = {number, order, 0};

    for (size_t i = 0; i < rows->labels_of[rows->n_sets]; i++) {
        const fr_label *label = &rows->labels[i];
        const uint32_t ids[] = {label->key, label->is_text ? label->text : 0, label->unit};
        for (int j = 0; j < 3; j++)
            number_name(&names, ids[j]);
    }
    put_numbered(to, p, &names);
    put_text(to, fr_bytes_of(omitted));
    put_varint(to, rows->n_sets);
    for (uint32_t s = 1; s < rows->n_sets; s++) {
        put_varint(to, rows->labels_of[s + 1] - rows->labels_of[s]);
        for (size_t i = rows->labels_of[s]; i < rows->labels_of[s + 1]; i++) {
            const fr_label *label = &rows->labels[i];
            put_varint(to, number[label->key]);
            put_varint(to, label->is_text);
            if (label->is_text)
                put_varint(to, number[label->text]);
            else
                put_zigzag(to, label->number);
            put_varint(to, number[label->unit]);
        }
    }
}

static void put_rows(sink *to, const fr_profile *p, const fr_canonical *c,
                     const fr_canonical_rows *rows)
{
    for (uint32_t s = 0; s < c->n_stacks; s++) {
        uint32_t first = rows->first[s], n = rows->first[s + 1] - first;
        bool plain = n == 1 && rows->set[first] == FR_NO_LABELS;
        put_varint(to, plain ? 0 : n);
        for (uint32_t i = 0; i < n && !plain; i++)
            put_varint(to, rows->set[first + i]);
    }
    for (uint32_t k = 0; k < p->n_columns; k++)
        for (uint32_t s = 0; s < c->n_stacks; s++)
            for (uint32_t i = rows->first[s]; i < rows->first[s + 1]; i++)
                if (rows->first[s + 1] - rows->first[s] > 1)
                    put_value(to, fr_row_column(p, k), rows->row[i], p->columns[k].count != NULL);
}

/* number[] and order[] are those of the frames' names, which are written. */
static bool put_labels(sink *to, const fr_profile *p, const fr_canonical *c, const char *omitted,
                       uint32_t *number, uint32_t *order, fr_error *err)
{
    fr_canonical_rows rows = {0};
    bool good = fr_canonical_rows_init(&rows, c, p, err);

    memset(number, 0, fr_names_count(p->names) * sizeof *number);
    if (good) {
        put_sets(to, p, &rows, omitted, number, order);
        put_rows(to, p, c, &rows);
    }
    fr_canonical_rows_reset(&rows);
    return good;
}

/* `omitted` is NULL where labels are not asked for. */
static bool put_profile(sink *to, const fr_profile *p, const char *omitted, fr_error *err)
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
        put_varint(to, p->meta.n_records);
        put_varint(to, p->meta.n_frameless);
        put_varint(to, (p->meta.timed ? 1u : 0) + (p->meta.of_part ? 2u : 0));
        fr_span recorded = fr_meta_recorded(&p->meta);
        put_zigzag(to, recorded.from_ns);
        /* Several inputs, and a selection with holes, are as long as what they are of; 0: not known. */
        bool of_inputs = p->meta.written.known;
        int64_t length = of_inputs ? p->meta.written.duration_ns : p->meta.covered_ns, end_ns;
        bool fits = !__builtin_add_overflow(recorded.from_ns, length, &end_ns);
        put_zigzag(to,
                   (of_inputs || fr_meta_has_holes(&p->meta)) && fits ? end_ns : recorded.to_ns);
        for (uint32_t k = 0; k < p->n_columns && p->meta.of_part; k++)
            put_varint(to, (uint64_t)(fmax(p->columns[k].left_out, 0) + 0.5));
        good = !omitted || put_labels(to, p, &c, omitted, number, order, err);
    }
    fr_canonical_reset(&c);
    free(number);
    free(order);
    return (good && !to->failed) || fr_fail_memory(err);
}

bool fr_pack_encode(const fr_profile *profile, const char *omitted, fr_bytes *bytes, fr_error *err)
{
    sink raw = {0}, whole = {0};
    fr_bytes packed = {NULL, 0};

    if (put_profile(&raw, profile, omitted, err))
        packed = fr_deflate_all((fr_bytes){raw.bytes, raw.n});
    if (packed.at) {
        put_bytes(&whole, FR_PACK_MAGIC, 4);
        put_varint(&whole, FR_PACK_VERSION);
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
