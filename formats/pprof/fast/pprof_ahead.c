/*
 * pprof_ahead.c - of a sample there is where its ids stand, and its values:
 *
 *     ids     [3 2 1] ... [9 3 2 1] ...      as they are in the message: leaf first, varints
 *     samples {gap, len}  {gap, len}         gap: bytes since the ids before
 *     values   10 100      20 200
 *
 * Who reads them does so by parts of PART samples.
 */
#include "formats/pprof/fast/pprof_ahead.h"

#include <stdlib.h>

#include "base/arena.h"

#define PART         ((size_t)FR_PPROF_PART)
#define MOST_STRINGS (UINT32_C(1) << 28) /* whose use by labels is remembered */

typedef struct noted {
    uint32_t gap, len;
} noted;

/* What is told once, at the first sample that gives reason to: a string of a label, or one of these. */
enum { TOLD_FRAMELESS = MOST_STRINGS, TOLD_ZERO };

struct fr_pprof_ahead {
    bool is_void;
    uint32_t n_columns; /* values of each sample; 0: none yet */
    noted *samples;
    int64_t *values;
    size_t *part_at; /* in the message, of the first gap of each part */
    size_t n, cap, values_cap, n_parts, parts_cap;
    size_t end; /* of the ids noted last */
    int64_t sums[FR_MAX_COLUMNS];
    int64_t factor[FR_MAX_COLUMNS];  /* of the first column in each sample: what the others are, */
    bool unlike;                     /* unless some sample has other values */
    uint64_t n_zero[FR_MAX_COLUMNS]; /* samples without a value of the column */
    uint64_t n_frameless, n_worthless, n_unlabelled;
    uint32_t *told;
    size_t n_told, told_cap;
    bool *labelled; /* by string: some label names it */
    size_t n_strings;
};

fr_pprof_ahead *fr_pprof_ahead_new(void)
{
    return calloc(1, sizeof(fr_pprof_ahead));
}

void fr_pprof_ahead_free(fr_pprof_ahead *a)
{
    if (!a)
        return;
    free(a->samples);
    free(a->values);
    free(a->part_at);
    free(a->told);
    free(a->labelled);
    free(a);
}

void fr_pprof_ahead_restart(fr_pprof_ahead *a)
{
    fr_pprof_ahead kept = *a;

    if (a->n_strings)
        memset(a->labelled, 0, a->n_strings * sizeof *a->labelled);
    *a = (fr_pprof_ahead){
        .samples = kept.samples,
        .cap = kept.cap,
        .values = kept.values,
        .values_cap = kept.values_cap,
        .part_at = kept.part_at,
        .parts_cap = kept.parts_cap,
        .told = kept.told,
        .told_cap = kept.told_cap,
        .labelled = kept.labelled,
        .n_strings = kept.n_strings,
    };
}

uint64_t fr_pprof_ahead_unlabelled(const fr_pprof_ahead *a)
{
    return a->n_unlabelled;
}

/* ---- noting ---- */

/* A sample under way. */
typedef struct draft {
    fr_bytes ids;
    int64_t values[FR_MAX_COLUMNS];
    uint32_t n_values;
    bool labelled;
    bool odd;
} draft;

static bool grow(void **items, size_t *cap, size_t need, size_t size)
{
    void *grown = fr_grow(*items, cap, need, size);

    *items = grown ? grown : *items;
    return grown != NULL;
}

static void take_value(draft *d, uint64_t value)
{
    if (d->n_values == FR_MAX_COLUMNS || value > INT64_MAX)
        d->odd = true;
    else
        d->values[d->n_values++] = (int64_t)value;
}

static void take_values(draft *d, const fr_wire_field *field)
{
    fr_wire w = fr_wire_of(field->bytes);
    uint64_t number;

    if (field->type == FR_WIRE_VARINT)
        take_value(d, field->value);
    while (field->type == FR_WIRE_BYTES && fr_wire_number(&w, &number))
        take_value(d, number);
    d->odd |= w.fault != FR_WIRE_GOOD;
}

static bool tell(fr_pprof_ahead *a, uint32_t what)
{
    void *told = a->told;
    bool good = grow(&told, &a->told_cap, a->n_told + 1, sizeof *a->told);

    a->told = told;
    if (good)
        a->told[a->n_told++] = what;
    return good;
}

/* A string that a label names is looked up once, in its turn: it may be one that must be repaired. */
static bool take_string(fr_pprof *p, const char *at, uint64_t index)
{
    fr_pprof_ahead *a = p->ahead;
    size_t cap = a->n_strings;
    void *labelled = a->labelled;

    if (index == 0)
        return true;
    if (index >= MOST_STRINGS || !fr_pprof_may_be_string(p, at, index))
        return false;
    if (index >= cap) {
        if (!grow(&labelled, &a->n_strings, (size_t)index + 1, sizeof *a->labelled))
            return false;
        a->labelled = labelled;
        memset(a->labelled + cap, 0, a->n_strings - cap);
    }
    if (a->labelled[index])
        return true;
    a->labelled[index] = true;
    return tell(a, (uint32_t)index);
}

/* {key: 1, str: 2} or {key: 1, num: 4096, num_unit: 3}, in the order of readers of one sample. */
static void take_label(fr_pprof *p, draft *d, fr_bytes message)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;
    uint64_t v[5] = {0};

    while (fr_wire_next(&w, &field))
        if (field.number <= 4 && field.type == FR_WIRE_VARINT)
            v[field.number] = field.value;
    d->odd |= w.fault != FR_WIRE_GOOD || !take_string(p, message.at, v[1]) ||
              !take_string(p, message.at, v[2]) || !take_string(p, message.at, v[2] ? 0 : v[4]);
}

static void take_ids(draft *d, const fr_wire_field *field)
{
    d->odd |= field->type == FR_WIRE_VARINT || d->ids.len;
    if (field->type == FR_WIRE_BYTES)
        d->ids = field->bytes;
}

static void take_fields(fr_pprof *p, draft *d, fr_bytes message)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;

    while (fr_wire_next(&w, &field)) {
        if (field.number == 1)
            take_ids(d, &field);
        else if (field.number == 2)
            take_values(d, &field);
        else if (field.number == 3 && field.type == FR_WIRE_BYTES && !p->opt->drop_labels)
            take_label(p, d, field.bytes);
        d->labelled |= field.number == 3;
    }
    d->odd |= w.fault != FR_WIRE_GOOD;
}

static bool make_room(fr_pprof_ahead *a, size_t at, const fr_limits *limits)
{
    void *samples = a->samples, *values = a->values, *parts = a->part_at;
    size_t need = a->n / PART + 1;
    bool good = grow(&samples, &a->cap, a->n + 1, sizeof *a->samples) &&
                grow(&values, &a->values_cap, (a->n + 1) * a->n_columns, sizeof *a->values) &&
                grow(&parts, &a->parts_cap, need, sizeof *a->part_at);

    a->samples = samples;
    a->values = values;
    a->part_at = parts;
    if (!good ||
        a->cap * sizeof *a->samples + a->values_cap * sizeof *a->values > limits->memory / 4)
        return false;
    if (a->n % PART == 0)
        a->end = a->part_at[a->n_parts++] = at;
    return true;
}

static bool keep(fr_pprof *p, const draft *d)
{
    fr_pprof_ahead *a = p->ahead;
    size_t at = d->ids.len ? (size_t)(d->ids.at - p->all.at) : a->end;

    if (!make_room(a, at, &p->opt->limits) || at < a->end || at - a->end > UINT32_MAX ||
        d->ids.len > UINT32_MAX)
        return false;
    a->samples[a->n] = (noted){(uint32_t)(at - a->end), (uint32_t)d->ids.len};
    memcpy(a->values + a->n * a->n_columns, d->values, a->n_columns * sizeof *a->values);
    a->n++;
    a->end = at + d->ids.len;
    if (d->ids.len == 0 && a->n_frameless++ == 0)
        return tell(a, TOLD_FRAMELESS);
    return true;
}

/* Adds the values up; false where they don't fit. *zero: there are none. */
static bool sum_up(fr_pprof_ahead *a, const draft *d, bool *zero)
{
    bool fits = true;

    *zero = true;
    for (uint32_t k = 0; k < a->n_columns; k++) {
        *zero = *zero && d->values[k] == 0;
        fits = fits && !__builtin_add_overflow(a->sums[k], d->values[k], &a->sums[k]);
    }
    for (uint32_t k = 0; k < a->n_columns && !*zero; k++)
        a->n_zero[k] += d->values[k] == 0;
    return fits;
}

/* {1, 10000000}, {3, 30000000}: the columns of a CPU profile say the same, in samples and in nanoseconds. */
static void compare_columns(fr_pprof_ahead *a, const draft *d)
{
    int64_t first = d->values[0], product;

    for (uint32_t k = 0; k < a->n_columns && a->n == 0; k++)
        a->factor[k] = first ? d->values[k] / first : 0;
    for (uint32_t k = 0; k < a->n_columns && !a->unlike; k++)
        a->unlike = first == 0 || __builtin_mul_overflow(first, a->factor[k], &product) ||
                    product != d->values[k];
}

static bool note(fr_pprof *p, fr_bytes message)
{
    fr_pprof_ahead *a = p->ahead;
    draft d;
    bool zero;

    d.ids = (fr_bytes){NULL, 0};
    d.n_values = 0;
    d.labelled = d.odd = false;
    take_fields(p, &d, message);
    if (a->n_columns == 0)
        a->n_columns = d.n_values;
    if (d.odd || d.n_values == 0 || d.n_values != a->n_columns || !sum_up(a, &d, &zero))
        return false;
    a->n_unlabelled += d.labelled && p->opt->drop_labels;
    if (zero)
        return a->n_worthless++ > 0 || tell(a, TOLD_ZERO);
    compare_columns(a, &d);
    return keep(p, &d);
}

void fr_pprof_ahead_note(fr_pprof *p, fr_bytes message)
{
    if (!p->ahead->is_void)
        p->ahead->is_void = !note(p, message);
}

/* ---- telling ---- */

void fr_pprof_ahead_say(fr_pprof *p, const fr_pprof_columns *columns)
{
    const fr_pprof_ahead *a = p->ahead;
    uint32_t counter = columns->counter;
    bool told = counter < FR_MAX_COLUMNS;

    for (size_t i = 0; i < a->n_told; i++)
        if (a->told[i] == TOLD_FRAMELESS)
            fr_builder_note_many(p->b, FR_NOTE_FRAMELESS, 0, a->n_frameless,
                                 FR_LITERAL("a sample without locations"));
        else if (a->told[i] == TOLD_ZERO)
            fr_builder_note_many(p->b, FR_NOTE_ZERO_VALUE, 0, a->n_worthless,
                                 FR_LITERAL("a sample of the pprof"));
        else
            (void)fr_pprof_spelling(p, a->told[i]);
    fr_builder_frameless(p->b, a->n_frameless);
    fr_builder_record(p->b, told ? (uint64_t)a->sums[counter] + a->n_zero[counter] : a->n);
}

bool fr_pprof_ahead_noted(const fr_pprof_ahead *a, fr_pprof_noted *all)
{
    *all = (fr_pprof_noted){
        .n = a->n,
        .n_parts = a->n_parts,
        .n_columns = a->n_columns,
        .n_frameless = a->n_frameless,
        .values = a->values,
        .sums = a->sums,
        .factor = a->unlike ? NULL : a->factor,
    };
    return !a->is_void;
}

size_t fr_pprof_ahead_part(const fr_pprof *p, size_t part, fr_bytes ids[FR_PPROF_PART])
{
    const fr_pprof_ahead *a = p->ahead;
    const noted *samples = a->samples + part * PART;
    const char *at = p->all.at + a->part_at[part];
    size_t n = a->n - part * PART < PART ? a->n - part * PART : PART;

    for (size_t i = 0; i < n; i++) {
        ids[i] = (fr_bytes){at + samples[i].gap, samples[i].len};
        at = ids[i].at + ids[i].len;
    }
    return n;
}
