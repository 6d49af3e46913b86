/*
 * nflxprofile.c - the profiles of Netflix's nflxprofile, which FlameScope reads: protobuf, a tree of nodes and the node
 * of each sample.
 *
 *     Profile {1 start s, 2 end s, 3 samples [7, 9, 7], 4 time_deltas [s], 5 nodes {7: {...}}, 8 params, 9-11 CPU, pid, tid}
 *     Node    {1 function_name, 3 children, 4 libtype, 5 parent, 10 stack [{1 function_name, 2 libtype, 3 file}], 11 file}
 *
 * A sample is taken when all deltas up to its own have passed. What stands above a node: its own `stack`, root first,
 * behind its name, which is then the process (params has_node_stack); else its parents; else the nodes whose children
 * it is among. Node 0 is the root and no frame. Reference: nflxprofile.proto and nflxprofile/flamegraph.py of
 * github.com/Netflix/nflxprofile. Omitted: hit counts, values of samples, which have no unit, columns of text.
 */
#include "formats/nflxprofile/nflxprofile.h"

#include <inttypes.h>
#include <math.h>

#include "formats/reader.h"
#include "model/build/builder_samples.h"

#define MOST_BYTES   (UINT64_C(4) << 30) /* of a message, where --limit-inflated says nothing */
#define MOST_SECONDS 4e9                 /* times 10^9 below 2^63 */

/* ---- recognition ---- */

static double double_of(uint64_t bits)
{
    double number;

    memcpy(&number, &bits, sizeof number);
    return number;
}

static bool is_time(double seconds)
{
    return isfinite(seconds) && fabs(seconds) < MOST_SECONDS;
}

/* Two times, then packed samples, deltas or nodes. */
int fr_nflxprofile_probe(fr_bytes head, bool whole)
{
    (void)whole;
    return head.len > 19 && head.at[0] == 0x09 && head.at[9] == 0x11 &&
                   (head.at[18] == 0x1a || head.at[18] == 0x22 || head.at[18] == 0x2a) &&
                   is_time(double_of(fr_bytes_load8(head.at + 1))) &&
                   is_time(double_of(fr_bytes_load8(head.at + 10)))
               ? 100
               : 0;
}

/* ---- the message ---- */

static void fail(fr_nflx *r, const char *at, const char *text)
{
    size_t offset = (size_t)(at - r->all.at);

    fr_builder_fail(r->b, FR_E_FORMAT, 0, offset, "%s at byte %zu", text, offset);
}

bool fr_nflx_next(fr_nflx *r, fr_wire *w, fr_wire_field *field)
{
    if (fr_builder_failed(r->b))
        return false;
    if (fr_wire_next(w, field))
        return true;
    if (w->fault == FR_WIRE_BROKEN)
        fail(r, w->at, "the nflxprofile is damaged: expected a field of a message");
    if (w->fault == FR_WIRE_TRUNCATED)
        fail(r, w->at, "the nflxprofile is truncated: it ends inside a message that begins");
    return false;
}

void fr_nflx_add_numbers(fr_nflx *r, const fr_wire_field *field, fr_list *to)
{
    bool one = field->type != FR_WIRE_BYTES, fixed = field->number == FR_NFLX_DELTAS;
    size_t n = one ? 1 : fixed ? field->bytes.len / 8 : field->bytes.len;
    uint64_t *items = fr_list_room(&r->held, to, n, sizeof *items);
    fr_wire w = fr_wire_of(field->bytes);

    if (fixed && !one && field->bytes.len % 8)
        fail(r, field->bytes.at, "the nflxprofile is damaged: times need 8 bytes each,");
    if (!items)
        return;
    if (one)
        items[to->n++] = field->value;
    else if (fixed)
        for (size_t i = 0; i < n; i++)
            items[to->n++] = fr_bytes_load8(field->bytes.at + 8 * i);
    else
        to->n += fr_wire_numbers(&w, items + to->n);
    if (w.fault != FR_WIRE_GOOD)
        fail(r, w.at, "the nflxprofile is damaged: expected a number");
}

/* An entry of a map: its key and its value, each as the field that it is. */
static void take_entry(fr_nflx *r, fr_bytes entry, fr_wire_field *key, fr_wire_field *value)
{
    fr_wire w = fr_wire_of(entry);
    fr_wire_field field;

    *key = *value = (fr_wire_field){.number = 0};
    while (fr_nflx_next(r, &w, &field)) {
        if (field.number == 1)
            *key = field;
        else if (field.number == 2)
            *value = field;
    }
}

static void take_param(fr_nflx *r, fr_bytes entry)
{
    fr_wire_field key, value;
    bool is;

    take_entry(r, entry, &key, &value);
    is = fr_bytes_equal(value.bytes, FR_LITERAL("true"));
    if (fr_bytes_equal(key.bytes, FR_LITERAL("has_node_stack")))
        r->own_stacks = is;
    if (fr_bytes_equal(key.bytes, FR_LITERAL("has_parent")))
        r->has_parents = is;
}

static void take_node(fr_nflx *r, fr_bytes entry)
{
    fr_nflx_node *n = fr_list_add(&r->held, &r->nodes, sizeof *n);
    fr_wire_field key, value;

    take_entry(r, entry, &key, &value);
    if (n)
        *n = (fr_nflx_node){.message = value.bytes, .id = key.value};
}

static void take_field(fr_nflx *r, const fr_wire_field *field)
{
    bool bytes = field->type == FR_WIRE_BYTES;

    if (field->number == FR_NFLX_NODES && bytes)
        take_node(r, field->bytes);
    else if (field->number == FR_NFLX_PARAMS && bytes)
        take_param(r, field->bytes);
    else if (field->number == FR_NFLX_SAMPLES || field->number == FR_NFLX_DELTAS ||
             (field->number >= FR_NFLX_CPUS && field->number <= FR_NFLX_VALUES))
        fr_nflx_add_numbers(r, field, &r->lists[field->number]);
    else if (field->number == 1 && field->type == FR_WIRE_FIXED64)
        r->start = double_of(field->value);
    else if (field->number == 2 && field->type == FR_WIRE_FIXED64)
        r->end = double_of(field->value);
}

static void take_fields(fr_nflx *r)
{
    fr_wire w = fr_wire_of(r->all);
    fr_wire_field field;

    while (fr_nflx_next(r, &w, &field))
        take_field(r, &field);
    if (!is_time(r->start) || !is_time(r->end))
        fail(r, r->all.at, "the nflxprofile has no start and end that are times,");
}

/* ---- samples ---- */

/* A number of sample `i`; -1 where samples have none. */
static int64_t number_at(const fr_nflx *r, uint32_t list, size_t i)
{
    uint64_t number =
        i < r->lists[list].n ? ((const uint64_t *)r->lists[list].items)[i] : UINT64_MAX;

    return number <= INT64_MAX ? (int64_t)number : -1;
}

static void check_lists(fr_nflx *r)
{
    static const struct {
        const char *of;
        uint32_t list;
    } lists[] = {{"times", FR_NFLX_DELTAS},
                 {"CPUs", FR_NFLX_CPUS},
                 {"processes", FR_NFLX_PIDS},
                 {"threads", FR_NFLX_TIDS}};
    size_t n = r->lists[FR_NFLX_SAMPLES].n;

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        size_t found = r->lists[lists[i].list].n;
        if (found != n && (found || lists[i].list == FR_NFLX_DELTAS))
            fr_builder_fail(r->b, FR_E_FORMAT, 0, 0,
                            "the nflxprofile has %zu samples, and %zu %s of them", n, found,
                            lists[i].of);
    }
}

static bool to_ns(double seconds, int64_t *ns)
{
    if (!is_time(seconds))
        return false;
    *ns = llround(seconds * 1e9);
    return true;
}

static void add_sample(fr_nflx *r, size_t i, int64_t time)
{
    uint32_t stack = fr_nflx_stack(r, (uint64_t)number_at(r, FR_NFLX_SAMPLES, i));
    int64_t cpu = number_at(r, FR_NFLX_CPUS, i);

    fr_builder_add(r->b, stack, r->column, 1, 1, 1);
    fr_builder_record(r->b, 1);
    fr_builder_time(r->b, time);
    if (fr_builder_keeps_samples(r->b))
        fr_builder_sample(r->b, stack, time,
                          fr_builder_thread(r->b, number_at(r, FR_NFLX_PIDS, i),
                                            number_at(r, FR_NFLX_TIDS, i), 0),
                          cpu >= 0 && cpu < FR_NO_CPU ? (uint16_t)cpu : FR_NO_CPU, 1);
}

static void add_samples(fr_nflx *r)
{
    const uint64_t *deltas = r->lists[FR_NFLX_DELTAS].items;
    int64_t time = 0, delta;

    to_ns(r->start, &time);
    for (size_t i = 0; i < r->lists[FR_NFLX_SAMPLES].n && !fr_builder_failed(r->b); i++) {
        if (!to_ns(double_of(deltas[i]), &delta) || __builtin_add_overflow(time, delta, &time))
            fr_builder_fail(r->b, FR_E_FORMAT, 0, 0,
                            "sample %zu of the nflxprofile is at no time that fits", i);
        else
            add_sample(r, i, time);
    }
    if (r->lists[FR_NFLX_VALUES].n)
        fr_builder_say(r->b, FR_NOTE_CHOICE,
                       "values of samples, which have no unit, are omitted: each counts 1");
}

static void record_duration(fr_nflx *r)
{
    fr_recording facts = {0};

    if (r->end > r->start && to_ns(r->end - r->start, &facts.duration_ns))
        fr_builder_record_facts(r->b, &facts);
}

void fr_nflxprofile_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    fr_nflx r = {.b = b, .held = {.b = b, .most = opt->limits.memory, .what = "the nflxprofile"}};

    (void)choice;
    r.all = fr_input_all(in, opt, MOST_BYTES);
    if (fr_input_failed(in, NULL))
        return;
    r.column = fr_builder_column(b, "samples", "samples", 0);
    take_fields(&r);
    check_lists(&r);
    fr_nflx_index_nodes(&r);
    add_samples(&r);
    record_duration(&r);
    for (size_t i = 0; i < FR_NFLX_N_LISTS; i++)
        fr_list_drop(&r.held, &r.lists[i]);
    fr_list_drop(&r.held, &r.nodes);
    fr_list_drop(&r.held, &r.way);
    fr_id_map_reset(&r.ids);
}
