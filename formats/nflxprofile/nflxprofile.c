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
#include "formats/list.h"
#include "formats/pprof/wire.h"
#include "formats/reader.h"
#include "formats/symbols.h"

#include <inttypes.h>
#include <math.h>

/* Fields of Profile. */
enum {
    FR_NFLX_SAMPLES = 3,
    FR_NFLX_DELTAS = 4,
    FR_NFLX_NODES = 5,
    FR_NFLX_PARAMS = 8,
    FR_NFLX_CPUS = 9,
    FR_NFLX_PIDS = 10,
    FR_NFLX_TIDS = 11,
    FR_NFLX_VALUES = 12,
    FR_NFLX_N_LISTS
};

typedef struct fr_nflx_node {
    fr_bytes message;
    uint64_t id, parent; /* 0: none */
    uint32_t stack;      /* once it is placed */
    bool placed;
} fr_nflx_node;

typedef struct fr_nflx {
    fr_builder *b;
    fr_held held;
    fr_wire_whole whole;
    fr_list nodes; /* fr_nflx_node */
    /* uint64_t: of each sample; the deltas in the bits of a double */
    fr_list lists[FR_NFLX_N_LISTS];
    fr_list way;   /* uint32_t: places of nodes, the innermost first */
    fr_id_map ids; /* places in `nodes` */
    double start, end;
    bool own_stacks, has_parents;
    uint32_t column;
} fr_nflx;

/* ---- nodes ---- */

static fr_nflx_node *find_node(fr_nflx *r, uint64_t id)
{
    uint32_t place = fr_id_map_find(&r->ids, id);

    return place == FR_NO_PLACE ? NULL : fr_list_at(&r->nodes, place);
}

/* Numbers, packed or one by one, added to a list of uint64_t. */
static void add_numbers(fr_nflx *r, const fr_wire_field *field, fr_list *to)
{
    fr_wire w;

    fr_wire_add_numbers(&r->whole, field, field->number == FR_NFLX_DELTAS, to, &w);
    if (w.fault != FR_WIRE_GOOD)
        fr_wire_fail(&r->whole, w.at, "the nflxprofile is damaged: expected a number");
}

static void take_parents(fr_nflx *r, fr_nflx_node *n)
{
    fr_wire w = fr_wire_of(n->message);
    fr_wire_field field;
    fr_list children = {0};

    while (fr_wire_read(&r->whole, &w, &field)) {
        if (r->has_parents && field.number == 5 && field.type == FR_WIRE_VARINT)
            n->parent = field.value;
        if (!r->has_parents && field.number == 3)
            add_numbers(r, &field, &children);
    }
    for (size_t i = 0; i < children.n && !fr_builder_failed(r->b); i++) {
        uint64_t id = ((const uint64_t *)children.items)[i];
        fr_nflx_node *child = find_node(r, id);
        if (child)
            child->parent = n->id;
        else
            fr_builder_fail(r->b, FR_E_FORMAT, 0, 0,
                            "node %" PRIu64 " of the nflxprofile is a child, but not there", id);
    }
    fr_list_drop(&r->held, &children);
}

/* After all fields: nodes by their ids, and who calls whom. */
static void index_nodes(fr_nflx *r)
{
    bool full = !fr_id_map_init(&r->ids, r->nodes.n);

    for (size_t i = 0; i < r->nodes.n && !full && !fr_builder_failed(r->b); i++) {
        const fr_nflx_node *n = fr_list_at(&r->nodes, i);
        if (!fr_id_map_add(&r->ids, n->id, (uint32_t)i, &full) && !full)
            fr_builder_fail(r->b, FR_E_FORMAT, 0, 0,
                            "two nodes of the nflxprofile are number %" PRIu64, n->id);
    }
    if (full)
        fr_builder_fail_memory(r->b);
    for (size_t i = 0; i < r->nodes.n && !r->own_stacks && !fr_builder_failed(r->b); i++)
        take_parents(r, fr_list_at(&r->nodes, i));
}

/* ---- frames ---- */

static fr_kind kind_of(fr_bytes libtype)
{
    static const struct {
        const char *libtype;
        fr_kind kind;
    } kinds[] = {{"kernel", FR_KIND_KERNEL}, {"jit", FR_KIND_JIT}, {"inlined", FR_KIND_INLINED}};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (fr_bytes_equal(libtype, fr_bytes_of(kinds[i].libtype)))
            return kinds[i].kind;
    return FR_KIND_USER;
}

static void take_file(fr_nflx *r, fr_bytes message, fr_frame *frame)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;

    while (fr_wire_read(&r->whole, &w, &field)) {
        if (field.number == 1)
            frame->file = fr_builder_name(r->b, field.bytes, FR_TEXT_RAW);
        if (field.number == 2 && field.value <= UINT32_MAX)
            frame->line = (uint32_t)field.value;
    }
}

/* A frame of a message whose name is field 1, with the fields `libtype` and `file`. */
static fr_frame frame_of(fr_nflx *r, fr_bytes message, uint32_t libtype, uint32_t file)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;
    fr_frame frame = {.kind = FR_KIND_USER};

    while (fr_wire_read(&r->whole, &w, &field)) {
        if (field.number == 1)
            frame.name = fr_builder_name(r->b, field.bytes, FR_TEXT_RAW);
        else if (field.number == libtype)
            frame.kind = kind_of(field.bytes);
        else if (field.number == file)
            take_file(r, field.bytes, &frame);
    }
    if (!frame.name)
        frame.name = fr_builder_name(r->b, FR_LITERAL("[unknown]"), FR_TEXT_RAW);
    return frame;
}

static uint32_t push(fr_nflx *r, uint32_t stack, fr_frame frame)
{
    return fr_builder_push(r->b, stack, fr_builder_intern(r->b, &frame));
}

/* The process, and the stack that the node has itself. */
static void place_own_stack(fr_nflx *r, fr_nflx_node *n)
{
    fr_wire w = fr_wire_of(n->message);
    fr_wire_field field;
    fr_frame process = frame_of(r, n->message, 4, 11);

    process.kind = FR_KIND_PROCESS;
    n->stack = push(r, FR_NO_STACK, process);
    n->placed = true;
    while (fr_wire_read(&r->whole, &w, &field))
        if (field.number == 10)
            n->stack = push(r, n->stack, frame_of(r, field.bytes, 2, 3));
}

/* Places the nodes from the outermost, or from the one behind one that has a stack, to this one. */
static void place_node(fr_nflx *r, fr_nflx_node *n)
{
    r->way.n = 0;
    for (; n && n->id && !n->placed && !fr_builder_failed(r->b); n = find_node(r, n->parent)) {
        uint32_t *place = fr_list_add(&r->held, &r->way, sizeof *place);
        if (place)
            *place = (uint32_t)(n - (fr_nflx_node *)r->nodes.items);
        if (r->way.n > r->nodes.n)
            fr_builder_fail(r->b, FR_E_FORMAT, 0, 0,
                            "node %" PRIu64 " of the nflxprofile is its own caller", n->id);
        if (!n->parent)
            break;
    }
    for (size_t i = r->way.n; i-- > 0 && !fr_builder_failed(r->b);) {
        fr_nflx_node *at = fr_list_at(&r->nodes, ((const uint32_t *)r->way.items)[i]);
        const fr_nflx_node *above = at->parent ? find_node(r, at->parent) : NULL;
        uint32_t stack = above && above->id ? above->stack : FR_NO_STACK;
        at->stack = push(r, stack, frame_of(r, at->message, 4, 11));
        at->placed = true;
    }
}

/* The builder's stack of a node, for a sample of it. */
static uint32_t build_stack(fr_nflx *r, uint64_t id)
{
    fr_nflx_node *n = find_node(r, id);

    if (!n)
        return fr_builder_fail(
            r->b, FR_E_FORMAT, 0, 0,
            "a sample of the nflxprofile names node %" PRIu64 ", which is not there", id);
    if (!n->placed && r->own_stacks)
        place_own_stack(r, n);
    else if (!n->placed)
        place_node(r, n);
    return n->stack != FR_NO_STACK || fr_builder_failed(r->b)
               ? n->stack
               : fr_stand_in_stack(r->b, FR_NO_STACK, 0, "a sample of the root");
}

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

/* An entry of a map: its key and its value, each as the field that it is. */
static void take_entry(fr_nflx *r, fr_bytes entry, fr_wire_field *key, fr_wire_field *value)
{
    fr_wire w = fr_wire_of(entry);
    fr_wire_field field;

    *key = *value = (fr_wire_field){.number = 0};
    while (fr_wire_read(&r->whole, &w, &field)) {
        if (field.number == 1)
            *key = field;
        else if (field.number == 2)
            *value = field;
    }
}

static void take_fields(fr_nflx *r)
{
    fr_wire w = fr_wire_of(r->whole.all);
    fr_wire_field field, key, value;

    while (fr_wire_read(&r->whole, &w, &field)) {
        bool bytes = field.type == FR_WIRE_BYTES;
        if (field.number == FR_NFLX_NODES && bytes) {
            fr_nflx_node *n = fr_list_add(&r->held, &r->nodes, sizeof *n);
            take_entry(r, field.bytes, &key, &value);
            if (n)
                *n = (fr_nflx_node){.message = value.bytes, .id = key.value};
        } else if (field.number == FR_NFLX_PARAMS && bytes) {
            take_entry(r, field.bytes, &key, &value);
            if (fr_bytes_equal(key.bytes, FR_LITERAL("has_node_stack")))
                r->own_stacks = fr_bytes_equal(value.bytes, FR_LITERAL("true"));
            if (fr_bytes_equal(key.bytes, FR_LITERAL("has_parent")))
                r->has_parents = fr_bytes_equal(value.bytes, FR_LITERAL("true"));
        } else if (field.number == FR_NFLX_SAMPLES || field.number == FR_NFLX_DELTAS ||
                   (field.number >= FR_NFLX_CPUS && field.number <= FR_NFLX_VALUES)) {
            add_numbers(r, &field, &r->lists[field.number]);
        } else if (field.number == 1 && field.type == FR_WIRE_FIXED64) {
            r->start = double_of(field.value);
        } else if (field.number == 2 && field.type == FR_WIRE_FIXED64) {
            r->end = double_of(field.value);
        }
    }
    if (!is_time(r->start) || !is_time(r->end))
        fr_wire_fail(&r->whole, r->whole.all.at,
                     "the nflxprofile has no start and end that are times,");
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
    uint32_t stack = build_stack(r, (uint64_t)number_at(r, FR_NFLX_SAMPLES, i));
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

void fr_nflxprofile_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    fr_nflx r = {.b = b, .held = {.b = b, .most = opt->limits.memory, .what = "the nflxprofile"}};
    fr_recording facts = {0};
    int64_t start_ns, end_ns;

    (void)choice;
    r.whole = (fr_wire_whole){fr_input_all(in, opt, MOST_BYTES), &r.held, "the nflxprofile", NULL};
    if (fr_input_failed(in, NULL))
        return;
    r.column = fr_builder_column(b, "samples", "samples", 0);
    take_fields(&r);
    check_lists(&r);
    index_nodes(&r);
    add_samples(&r);
    if (r.end > r.start && to_ns(r.end - r.start, &facts.duration_ns))
        fr_builder_record_facts(b, &facts);
    if (r.end > r.start && to_ns(r.start, &start_ns) && to_ns(r.end, &end_ns)) {
        fr_builder_time(b, start_ns);
        fr_builder_time(b, end_ns);
    }
    for (size_t i = 0; i < FR_NFLX_N_LISTS; i++)
        fr_list_drop(&r.held, &r.lists[i]);
    fr_list_drop(&r.held, &r.nodes);
    fr_list_drop(&r.held, &r.way);
    fr_id_map_reset(&r.ids);
}
