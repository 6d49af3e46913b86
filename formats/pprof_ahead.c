/*
 * pprof_ahead.c - of a sample there is where its ids stand, and its values:
 *
 *     ids     [3 2 1] ... [9 3 2 1] ...      as they are in the message: leaf first, varints
 *     samples {gap, len}  {gap, len}         gap: bytes since the ids before
 *     values   10 100      20 200
 *
 * They are counted in parts of PART samples, each by the thread that takes it. Sums of integers are the
 * same however parts fall to threads; squares, which are rounded, are kept by part and added in order.
 */
#include "formats/pprof_ahead.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/pool.h"
#include "formats/pprof_path.h"
#include "model/tally_lone.h"

#define PART         ((size_t)FR_PPROF_PART)
#define BATCH        8u
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
static bool take_string(fr_pprof *p, uint64_t index)
{
    fr_pprof_ahead *a = p->ahead;
    size_t cap = a->n_strings;
    void *labelled = a->labelled;

    if (index == 0)
        return true;
    if (index >= MOST_STRINGS || !fr_pprof_may_be_string(p, index))
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
    d->odd |= w.fault != FR_WIRE_GOOD || !take_string(p, v[1]) || !take_string(p, v[2]) ||
              !take_string(p, v[2] ? 0 : v[4]);
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

/* ---- counting ---- */

/* What the parts add up to, by part and column. */
typedef struct part_sum {
    uint64_t n_samples;
    double squares;
} part_sum;

/* What a thread counts in. */
typedef struct sheet {
    fr_tally *tally;
    fr_tally_lone *lone; /* instead, where one column tells all: else NULL */
    const char *totals;  /* by name, */
    size_t size;         /* so many bytes each: where they are wanted soon, they are fetched */
} sheet;

typedef struct job {
    const fr_pprof_path *path; /* where locations have their names */
    const fr_pprof_ahead *a;
    const fr_pprof_columns *columns;
    uint32_t no_stack; /* the name that stands for one */
    part_sum *parts;
    sheet sheets[FR_MOST_THREADS];
    atomic_size_t next; /* part that no thread has taken */
    atomic_bool is_void;
} job;

/* Names of a sample, the innermost first. */
typedef struct name_list {
    uint32_t *at;
    size_t n, cap;
} name_list;

static bool reserve(name_list *names, size_t n)
{
    void *at = names->at;
    bool good = grow(&at, &names->cap, n, sizeof *names->at);

    names->at = at;
    return good;
}

/* Of any location; its frames are in the order of the stack. Where all have one, there may be no list of
 * them any more. */
static bool add_frames(const fr_pprof_path *path, name_list *names, uint64_t id, size_t n_left)
{
    const fr_pprof *p = path->p;
    uint32_t name = id < path->n_lone ? path->lone[id] : 0;
    uint32_t i = name || path->all_lone ? FR_NO_PLACE : fr_id_map_find(&p->location_ids, id);
    const fr_pprof_location *location;
    const uint32_t *frames = p->frames.items;

    if (name)
        names->at[names->n++] = name;
    if (i == FR_NO_PLACE)
        return name != 0;
    location = fr_pprof_at(&p->locations, i, sizeof *location);
    if (!reserve(names, names->n + location->n + n_left))
        return false;
    for (size_t f = location->n; f-- > 0;)
        names->at[names->n++] = frames[location->first + f];
    return true;
}

/* A varint of up to three bytes, where as many can be read; returns its length, 0: it is longer. Three are
 * what most have in profiles that are large. */
static inline unsigned take_short(const char *text, uint32_t *id)
{
    const unsigned char *at = (const unsigned char *)text;
    uint32_t a = at[0], b = at[1], c = at[2];

    *id = a + (b << 7) + (c << 14) - 0x4080; /* without the marks of the first two */
    if (a & b & ~c & 0x80)
        return 3;
    *id = a < 0x80 ? a : a + (b << 7) - 0x80;
    return a < 0x80 ? 1 : b < 0x80 ? 2 : 0;
}

/* The names of ids that are short and of locations with one frame, which nearly all are; returns where
 * another begins. */
static const char *add_lone(const fr_pprof_path *path, const sheet *c, name_list *names,
                            const char *at, const char *end)
{
    const uint32_t *lone = path->lone;
    uint32_t n_lone = path->n_lone < UINT32_MAX ? (uint32_t)path->n_lone : UINT32_MAX, id;
    uint32_t *to = names->at + names->n;
    const char *totals = c->totals;
    size_t size = c->size;

    while (end - at >= 3) {
        unsigned len = take_short(at, &id);
        uint32_t name = len && id < n_lone ? lone[id] : 0;
        if (!name)
            break;
        *to++ = name;
        __builtin_prefetch(totals + name * size, 1);
        at += len;
    }
    names->n = (size_t)(to - names->at);
    return at;
}

/* Names of a sample, after those before it; false where an id stands for nothing, or is none. */
static bool find_names(const job *j, const sheet *c, name_list *names, fr_bytes ids)
{
    fr_wire w = fr_wire_of(ids);
    size_t first = names->n;
    uint64_t id;

    if (!reserve(names, names->n + ids.len + 1))
        return false;
    if (ids.len == 0)
        names->at[names->n++] = j->no_stack;
    while ((w.at = add_lone(j->path, c, names, w.at, w.end)) < w.end)
        if (!fr_wire_number(&w, &id) || !add_frames(j->path, names, id, (size_t)(w.end - w.at)))
            return false;
    if (c->lone)
        fr_tally_lone_expect(c->lone, names->at[first]);
    else
        fr_tally_expect(c->tally, names->at[first]);
    return true;
}

static void sum_part(const fr_pprof_columns *c, const int64_t *values, part_sum *sums)
{
    uint64_t n = fr_pprof_sample_count(c, values);

    for (uint32_t k = 0; k < c->n; k++) {
        double value = (double)values[k];
        sums[k].n_samples += c->counted[k] ? (uint64_t)values[k] : values[k] ? n : 0;
        sums[k].squares += c->counted[k] ? value : value / (double)n * value;
    }
}

/* Samples that were told to find_names(), each of which ends before ends[i]. */
static void count_batch(const job *j, const sheet *c, const name_list *names, const size_t *ends,
                        const int64_t *values, size_t n)
{
    fr_tally_pair value[FR_MAX_COLUMNS / 2 + 1] = {{{0}}};
    size_t n_columns = j->a->n_columns, at = 0;

    for (size_t i = 0; i < n; i++, values += n_columns) {
        if (c->lone) {
            fr_tally_lone_count(c->lone, names->at + at, ends[i] - at, (uint64_t)*values);
        } else {
            memcpy(value, values, n_columns * sizeof *values);
            fr_tally_count(c->tally, names->at + at, ends[i] - at, value);
        }
        at = ends[i];
    }
}

/* Samples by batches, which looks at one table after the other: their misses of the cache overlap. */
static bool count_part(const job *j, const sheet *c, size_t part, name_list *names)
{
    const fr_pprof_ahead *a = j->a;
    size_t first = part * PART, last = a->n - first < PART ? a->n : first + PART, ends[BATCH];
    const char *at = j->path->p->all.at + a->part_at[part];

    while (first < last) {
        size_t n = last - first < BATCH ? last - first : BATCH;
        const int64_t *values = a->values + first * a->n_columns;
        names->n = 0;
        for (size_t i = 0; i < n; i++) {
            fr_bytes ids = {at + a->samples[first + i].gap, a->samples[first + i].len};
            if (!find_names(j, c, names, ids))
                return false;
            at = ids.at + ids.len;
            ends[i] = names->n;
            sum_part(j->columns, values + i * a->n_columns, j->parts + part * a->n_columns);
        }
        count_batch(j, c, names, ends, values, n);
        first += n;
    }
    return true;
}

static void count_parts(void *arg, size_t thread)
{
    job *j = arg;
    name_list names = {0};
    size_t part;

    while ((part = atomic_fetch_add(&j->next, 1)) < j->a->n_parts && !atomic_load(&j->is_void))
        if (!count_part(j, &j->sheets[thread], part, &names))
            atomic_store(&j->is_void, true);
    free(names.at);
}

/* A thread's: its own, but for the first one's where columns differ. False: no memory. */
static bool open_sheet(sheet *c, const fr_pprof_ahead *a, fr_tally *tally, size_t thread)
{
    if (!a->unlike)
        c->lone = fr_tally_lone_new(tally->n_keys);
    else
        c->tally = thread ? fr_tally_new(tally->n_columns, tally->n_keys - 1) : tally;
    if (c->lone) {
        c->totals = (const char *)c->lone->last;
        c->size = sizeof *c->lone->last;
    } else if (c->tally) {
        c->totals = (const char *)c->tally->totals;
        c->size = c->tally->n_pairs * sizeof *c->tally->totals;
    }
    return c->totals != NULL;
}

/* What it counted is added to the tally; false: no memory. */
static bool close_sheet(sheet *c, const fr_pprof_ahead *a, fr_tally *tally, bool counted)
{
    bool good = true;

    if (c->lone && counted)
        fr_tally_lone_join(tally, c->lone, a->factor);
    fr_tally_lone_free(c->lone);
    if (c->tally && c->tally != tally) {
        good = !counted || fr_tally_join(tally, c->tally);
        fr_tally_free(c->tally);
    }
    return good;
}

static bool run(job *j, fr_tally *tally, size_t n_threads)
{
    size_t n = 0;
    bool good;

    n_threads = n_threads < FR_MOST_THREADS ? n_threads : FR_MOST_THREADS;
    while ((n == 0 || (n < n_threads && n < j->a->n_parts)) &&
           open_sheet(&j->sheets[n], j->a, tally, n))
        n++;
    fr_pool_run(n, n, count_parts, j);
    good = n > 0 && !atomic_load(&j->is_void);
    while (n-- > 0)
        good = close_sheet(&j->sheets[n], j->a, tally, good) && good;
    return good;
}

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

/* What samples are told one by one, told of all of them at once. */
static void tell_all(fr_pprof *p, const job *j)
{
    const fr_pprof_ahead *a = j->a;
    const fr_pprof_columns *c = j->columns;

    fr_pprof_ahead_say(p, c);
    for (uint32_t k = 0; k < c->n; k++) {
        part_sum sum = {0};
        for (size_t part = 0; part < a->n_parts; part++) {
            sum.n_samples += j->parts[part * c->n + k].n_samples;
            sum.squares += j->parts[part * c->n + k].squares;
        }
        fr_builder_add_row(p->b, FR_NO_STACK, k, a->sums[k], sum.n_samples, sum.squares);
    }
}

bool fr_pprof_ahead_noted(const fr_pprof_ahead *a, fr_pprof_noted *all)
{
    *all = (fr_pprof_noted){a->n, a->n_parts, a->n_columns, a->values, a->sums};
    return !a->is_void && a->n_frameless == 0;
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

bool fr_pprof_ahead_count(const fr_pprof_path *path, const fr_pprof_columns *columns,
                          size_t n_threads)
{
    fr_pprof *p = path->p;
    const fr_pprof_ahead *a = p->ahead;
    job j = {.path = path, .a = a, .columns = columns};
    fr_tally *tally = fr_builder_tally(p->b);
    bool good;

    if (a->is_void || !tally || tally->stack || (a->n_columns && a->n_columns != columns->n))
        return false;
    atomic_init(&j.next, 0);
    atomic_init(&j.is_void, false);
    if (a->n_frameless)
        j.no_stack = fr_pprof_standalone(p, FR_LITERAL("[no stack]"));
    j.parts = calloc(a->n_parts * columns->n + 1, sizeof *j.parts);
    good = j.parts && run(&j, tally, n_threads);
    if (good)
        tell_all(p, &j);
    else
        fr_tally_clear(tally);
    free(j.parts);
    return good;
}
