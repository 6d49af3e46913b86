/*
 * v8_profile.c - nodes to stacks, and samples to what each lasted.
 *
 * As DevTools have it, "(garbage collector)" stands on the stack that it interrupted; "(program)" is time outside of
 * JavaScript and "(idle)" time without work: both are roots. "(root)" is no frame.
 */
#include "formats/v8/v8_profile.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/name_place.h"
#include "model/build/builder_samples.h"

#define MOST_ID ((int64_t)1 << 26)

void fr_v8_profile_init(fr_v8_profile *v8, fr_builder *b, int64_t start_ns, uint32_t thread)
{
    *v8 = (fr_v8_profile){.b = b, .thread = thread, .stack = FR_V8_NONE, .now_ns = start_ns};
    v8->column = fr_builder_column(b, "time", "ns", 0);
}

void fr_v8_profile_reset(fr_v8_profile *v8)
{
    free(v8->nodes);
    free(v8->edges);
    free(v8->place);
    *v8 = (fr_v8_profile){0};
}

int64_t fr_v8_ns(const fr_json *us, int64_t least)
{
    bool rounded = false;

    return fr_json_scaled(us, 3, least, &rounded);
}

/* ---- frames ---- */

/* Paths of files are those of other tools. */
static fr_bytes path_of(fr_bytes url)
{
    size_t skip = sizeof "file://" - 1;

    return fr_bytes_starts(url, FR_LITERAL("file:///")) ? (fr_bytes){url.at + skip, url.len - skip}
                                                        : url;
}

static uint32_t line_of(const fr_json *call_frame, const char *key, int first)
{
    fr_json number = fr_json_member(call_frame, key);

    return fr_json_exists(&number)
               ? (uint32_t)(fr_json_integer(&number, first - 1, INT32_MAX, "a line or column") + 1 -
                            first)
               : 0;
}

uint32_t fr_v8_frame(fr_builder *b, const fr_json *call_frame, int first)
{
    fr_json name = fr_json_member(call_frame, "functionName"),
            url = fr_json_member(call_frame, "url");
    fr_name_place place = {.function = fr_json_text(&name)};
    fr_arena arena = {0};
    fr_frame frame = {.kind = FR_KIND_USER};
    fr_bytes spelled;

    place.file = fr_json_exists(&url) ? path_of(fr_json_text(&url)) : FR_LITERAL("");
    place.line = line_of(call_frame, "lineNumber", first);
    place.column = line_of(call_frame, "columnNumber", first);
    if (!place.function.len)
        place.function = FR_LITERAL(FR_ANONYMOUS);
    spelled = place.file.len ? fr_name_place_spell(&place, &arena) : place.function;
    if (!spelled.at)
        fr_builder_fail_memory(b);
    frame.name = fr_builder_name(b, spelled, FR_TEXT_RAW);
    frame.file = fr_builder_name(b, place.file, FR_TEXT_RAW);
    frame.line = frame.file ? place.line : 0;
    fr_arena_reset(&arena);
    return fr_builder_intern(b, &frame);
}

/* ---- nodes ---- */

static uint32_t find_place(const fr_v8_profile *v8, int64_t id)
{
    return (size_t)id < v8->place_cap ? v8->place[id] - 1 : FR_V8_NONE;
}

static bool set_place(fr_v8_profile *v8, int64_t id, uint32_t place)
{
    size_t before = v8->place_cap;
    uint32_t *by_id = fr_grow(v8->place, &v8->place_cap, (size_t)id + 1, sizeof *by_id);

    if (!by_id)
        return false;
    memset(by_id + before, 0, (v8->place_cap - before) * sizeof *by_id);
    v8->place = by_id;
    by_id[id] = place + 1;
    return true;
}

static bool add_edge(fr_v8_profile *v8, uint32_t parent, int64_t child)
{
    fr_v8_edge *edges = fr_grow(v8->edges, &v8->edges_cap, v8->n_edges + 1, sizeof *edges);

    if (!edges)
        return false;
    v8->edges = edges;
    edges[v8->n_edges++] = (fr_v8_edge){parent, (uint32_t)child};
    return true;
}

static int64_t read_id(const fr_json *at)
{
    return fr_json_integer(at, 0, MOST_ID, "the id of a node");
}

static void read_children(fr_v8_profile *v8, const fr_json *node, uint32_t place)
{
    fr_json children = fr_json_member(node, "children"), child;

    if (!fr_json_exists(&children))
        return;
    child = fr_json_items(&children, "ids");
    while (fr_json_next(&child))
        if (!add_edge(v8, place, read_id(&child)))
            fr_fail_memory(&node->document->err);
}

/* The place of a new node with the frame of `call`; FR_V8_NONE after a failure. */
static uint32_t add_node(fr_v8_profile *v8, const fr_json *node, const fr_json *call, int first)
{
    fr_json id = fr_json_member(node, "id");
    fr_v8_node *nodes = fr_grow(v8->nodes, &v8->nodes_cap, v8->n_nodes + 1, sizeof *nodes);
    uint32_t place = (uint32_t)v8->n_nodes;
    int64_t number = read_id(&id);
    fr_bytes name;

    if (!nodes || !set_place(v8, number, place)) {
        fr_fail_memory(&node->document->err);
        return FR_V8_NONE;
    }
    v8->nodes = nodes;
    nodes[v8->n_nodes++] =
        (fr_v8_node){.parent = FR_V8_NONE, .frame = fr_v8_frame(v8->b, call, first)};
    name = fr_builder_frame_name(v8->b, nodes[place].frame);
    nodes[place].gc = fr_bytes_equal(name, FR_LITERAL("(garbage collector)"));
    if (fr_bytes_equal(name, FR_LITERAL("(root)")))
        nodes[place].frame = 0;
    return place;
}

void fr_v8_profile_add(fr_v8_profile *v8, const fr_json *node)
{
    fr_json call = fr_json_member(node, "callFrame"), parent = fr_json_member(node, "parent");
    uint32_t place = add_node(v8, node, &call, 0);

    if (place == FR_V8_NONE)
        return;
    if (fr_json_exists(&parent))
        v8->nodes[place].parent = find_place(v8, read_id(&parent));
    if (fr_json_exists(&parent) && v8->nodes[place].parent == FR_V8_NONE)
        fr_json_expected(&parent, "the id of a node before this one");
    read_children(v8, node, place);
}

uint32_t fr_v8_profile_nest(fr_v8_profile *v8, const fr_json *node, uint32_t parent)
{
    uint32_t place = add_node(v8, node, node, 1);

    if (place != FR_V8_NONE)
        v8->nodes[place].parent = parent;
    return place;
}

/* Turns the way from a node to the nearest one that has a stack round, so that stacks come from the root: parents
 * point to children meanwhile. False where the way is a circle. */
static bool place_node(fr_v8_profile *v8, uint32_t place)
{
    uint32_t below = FR_V8_NONE, at = place;

    while (at != FR_V8_NONE && !v8->nodes[at].placed) {
        uint32_t parent = v8->nodes[at].parent;
        if (v8->nodes[at].on_the_way)
            return false;
        v8->nodes[at].on_the_way = true;
        v8->nodes[at].parent = below;
        below = at;
        at = parent;
    }
    while (below != FR_V8_NONE) {
        fr_v8_node *node = &v8->nodes[below];
        uint32_t child = node->parent, stack = at == FR_V8_NONE ? FR_NO_STACK : v8->nodes[at].stack;
        node->parent = at;
        node->stack = node->frame ? fr_builder_push(v8->b, stack, node->frame) : stack;
        node->placed = true;
        at = below;
        below = child;
    }
    return true;
}

static void take_edges(fr_v8_profile *v8, const fr_json *at)
{
    for (size_t i = 0; i < v8->n_edges && !fr_json_failed(at); i++) {
        uint32_t child = find_place(v8, v8->edges[i].child);
        if (child == FR_V8_NONE)
            fr_json_fail(at, "node %" PRIu32 " is a child, but not there", v8->edges[i].child);
        else
            v8->nodes[child].parent = v8->edges[i].parent;
    }
    v8->n_edges = 0;
}

void fr_v8_profile_place(fr_v8_profile *v8, const fr_json *at)
{
    take_edges(v8, at);
    for (; v8->n_placed < v8->n_nodes && !fr_json_failed(at); v8->n_placed++)
        if (!v8->nodes[v8->n_placed].placed && !place_node(v8, (uint32_t)v8->n_placed))
            fr_json_fail(at, "a node is its own caller");
}

static const fr_v8_node *find_node(fr_v8_profile *v8, const fr_json *id)
{
    int64_t number = read_id(id);
    uint32_t place = find_place(v8, number);

    if (place != FR_V8_NONE)
        return &v8->nodes[place];
    fr_json_expected(id, "the id of a node");
    return NULL;
}

uint32_t fr_v8_profile_stack(fr_v8_profile *v8, const fr_json *id)
{
    const fr_v8_node *node = find_node(v8, id);

    return node ? node->stack : FR_NO_STACK;
}

/* ---- samples ---- */

/* What was running until now has lasted so long. */
static void close_sample(fr_v8_profile *v8, int64_t ns)
{
    int64_t start = v8->now_ns;

    if (v8->stack == FR_V8_NONE)
        return;
    v8->last_ns = ns;
    fr_builder_time(v8->b, start);
    if (ns == 0)
        return;
    fr_builder_add(v8->b, v8->stack, v8->column, ns, 1, (double)ns * (double)ns);
    fr_builder_sample(v8->b, v8->stack, start, v8->thread, FR_NO_CPU, ns);
}

static uint32_t stack_of(fr_v8_profile *v8, const fr_v8_node *node)
{
    if (node->gc)
        return fr_builder_push(v8->b, v8->js_stack, node->frame);
    v8->js_stack = node->stack;
    return node->stack;
}

void fr_v8_profile_sample_ns(fr_v8_profile *v8, const fr_json *id, int64_t delta)
{
    const fr_v8_node *node = find_node(v8, id);

    if (!node)
        return;
    v8->n_back += delta < 0;
    delta = delta < 0 ? 0 : delta;
    close_sample(v8, delta);
    if (__builtin_add_overflow(v8->now_ns, delta, &v8->now_ns))
        fr_json_expected(id, "a time that fits");
    v8->stack = stack_of(v8, node);
    v8->n_samples++;
}

/* A sample, so many us after the one before it. */
static void add_sample(fr_v8_profile *v8, const fr_json *id, const fr_json *delta_us)
{
    fr_v8_profile_sample_ns(v8, id, fr_v8_ns(delta_us, INT64_MIN));
}

void fr_v8_profile_samples(fr_v8_profile *v8, const fr_json *ids, const fr_json *deltas)
{
    size_t n = fr_json_count(ids, "ids"), n_deltas = fr_json_count(deltas, "times");
    fr_json id = fr_json_items(ids, "ids"), delta = fr_json_items(deltas, "times");

    if (n != n_deltas)
        fr_json_fail(deltas, "expected %zu numbers, one for each sample, found %zu", n, n_deltas);
    while (fr_json_next(&id) && fr_json_next(&delta) && !fr_builder_failed(v8->b))
        add_sample(v8, &id, &delta);
}

void fr_v8_profile_end(fr_v8_profile *v8, int64_t end_ns)
{
    if (v8->stack == FR_V8_NONE)
        return;
    close_sample(v8, end_ns > v8->now_ns ? end_ns - v8->now_ns : v8->last_ns);
    fr_builder_time(v8->b, end_ns > v8->now_ns ? end_ns : v8->now_ns);
    fr_builder_record(v8->b, v8->n_samples);
    if (v8->n_back)
        fr_builder_say(v8->b, FR_NOTE_CHOICE,
                       "%" PRIu64 " sample%s earlier than the one before: of the same time",
                       v8->n_back, v8->n_back == 1 ? " is" : "s are");
    v8->stack = FR_V8_NONE;
}
