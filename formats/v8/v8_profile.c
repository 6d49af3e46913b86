/*
 * v8_profile.c - profiles of V8 in files of their own; nodes to stacks, and samples to what each lasted.
 *
 *     {"id": 3, "callFrame": {"functionName": "words", "scriptId": "80", "url": "file:///srv/app.js",
 *      "lineNumber": 1, "columnNumber": 14}, "hitCount": 9, "children": [4]}
 *
 * Lines and columns count from 0 there, and from 1 in names: "words (/srv/app.js:2:15)" (base/name_place.h). Samples
 * have times in us, each the distance to the one before it. They are put in the order of their times, as DevTools do,
 * since distances below 0 occur. A sample lasts until the next one of its thread.
 *
 * As DevTools have it, "(garbage collector)" stands on the stack that it interrupted; "(program)" is time outside of
 * JavaScript and "(idle)" time without work: both are roots. "(root)" is no frame.
 */
#include "formats/v8/v8_profile.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "formats/symbols.h"
#include "model/build/builder.h"

#define MOST_ID (1 << 26)
#define MOST_NS (INT64_MAX / 4) /* either way: distances of two fit */

typedef struct fr_v8_node {
    uint32_t id;
    uint32_t parent;    /* a place; FR_V8_NONE: not known */
    uint32_t parent_id; /* until places are known; FR_V8_NONE: none */
    uint32_t frame, stack;
    bool placed, on_the_way; /* the stack is known; is looked for */
    bool gc;                 /* "(garbage collector)", which stands on what it interrupted */
} fr_v8_node;

typedef struct fr_v8_edge {
    uint32_t parent, child; /* a place, an id */
} fr_v8_edge;

typedef struct fr_v8_sample {
    int64_t time_ns;
    uint32_t node, thread, order; /* an id; of fr_builder_thread(); in the file */
} fr_v8_sample;

struct fr_v8_profile {
    fr_builder *b;
    fr_v8_node *nodes; /* in the order of the file */
    size_t n_nodes, nodes_cap;
    bool in_parts;      /* nodes may be missing */
    uint64_t n_missing; /* those that are */
    fr_v8_edge *edges;
    size_t n_edges, edges_cap;
    fr_slots
        slots; /* the last node of each id; an array by id would be as large as the largest id */
    fr_v8_sample *samples;
    size_t n_samples, samples_cap;
    uint64_t memory; /* that samples may take */
    uint32_t column; /* of values */
    uint32_t thread; /* of samples that do not say theirs */
    int64_t now_ns;  /* of the last sample */
    uint64_t n_back; /* distances below 0 */
};

fr_v8_profile *fr_v8_profile_new(fr_builder *b, int64_t start_ns, uint32_t thread, uint64_t memory)
{
    fr_v8_profile *v8 = malloc(sizeof *v8);

    if (!v8)
        return NULL;
    *v8 = (fr_v8_profile){.b = b, .thread = thread, .memory = memory, .in_parts = true};
    v8->now_ns = start_ns < -MOST_NS ? -MOST_NS : start_ns > MOST_NS ? MOST_NS : start_ns;
    v8->column = fr_builder_column(b, "time", "ns", 0);
    return v8;
}

void fr_v8_profile_free(fr_v8_profile *v8)
{
    if (!v8)
        return;
    free(v8->nodes);
    free(v8->edges);
    fr_slots_reset(&v8->slots);
    free(v8->samples);
    free(v8);
}

int64_t fr_v8_ns(const fr_json *us, int64_t least)
{
    bool rounded = false;

    return fr_json_scaled(us, 3, least, &rounded);
}

/* ---- frames ---- */

/* -1 is unknown, whatever the first one is. */
static uint32_t line_of(const fr_json *call_frame, const char *key, int first)
{
    fr_json number = fr_json_member(call_frame, key);
    int64_t line = fr_json_exists(&number)
                       ? fr_json_integer(&number, -1, INT32_MAX, "a line or column") + 1 - first
                       : 0;

    return line > 0 ? (uint32_t)line : 0;
}

/* True of a function that a script has; "0": none has it, as "(idle)", or a method of the browser's own. */
static bool is_of_script(const fr_json *call_frame)
{
    fr_json id = fr_json_member(call_frame, "scriptId");

    return fr_json_exists(&id) && fr_json_id(&id) > 0;
}

/* The frame of a "callFrame", whose first line has the number `first`. */
static uint32_t read_frame(fr_builder *b, const fr_json *call_frame, int first)
{
    fr_json name = fr_json_member(call_frame, "functionName"),
            url = fr_json_member(call_frame, "url");
    fr_name_place place = {.function = fr_json_text(&name)};
    size_t skip = sizeof "file://" - 1;
    fr_frame frame = {.kind = is_of_script(call_frame) ? FR_KIND_JIT : FR_KIND_USER};

    place.file = fr_json_exists(&url) ? fr_json_text(&url) : FR_LITERAL("");
    if (fr_bytes_starts(place.file, FR_LITERAL("file:///"))) /* paths are those of other tools */
        place.file = fr_bytes_from(place.file, skip);
    place.line = line_of(call_frame, "lineNumber", first);
    place.column = line_of(call_frame, "columnNumber", first);
    frame.name = fr_script_name(b, place);
    frame.file = fr_builder_name(b, place.file, FR_TEXT_RAW);
    frame.line = frame.file ? place.line : 0;
    return fr_builder_intern(b, &frame);
}

/* ---- nodes ---- */

/* The place of the last node with this id, or FR_V8_NONE; the walk then stands where it would go. */
static uint32_t find_node(const fr_v8_profile *v8, uint32_t id, fr_slots_walk *walk)
{
    uint32_t place;

    *walk = fr_slots_walk_from(&v8->slots, fr_slots_hash(&v8->slots, &id, sizeof id));
    while (fr_slots_next(&v8->slots, walk, &place))
        if (v8->nodes[place].id == id)
            return place;
    return FR_V8_NONE;
}

static uint32_t find_place(const fr_v8_profile *v8, uint32_t id)
{
    fr_slots_walk walk;

    return v8->slots.n ? find_node(v8, id, &walk) : FR_V8_NONE;
}

uint32_t fr_v8_id_of(const fr_json *at, fr_bytes text)
{
    uint64_t id = 0;

    if (!fr_parse_u64(text, &id) || id > MOST_ID)
        fr_json_expected(at, "the id of a node");
    return id > MOST_ID ? 0 : (uint32_t)id;
}

uint32_t fr_v8_id(const fr_json *at)
{
    return fr_json_is_text(at) ? fr_v8_id_of(at, fr_json_text(at))
                               : (uint32_t)fr_json_integer(at, 0, MOST_ID, "the id of a node");
}

static bool is_named(const fr_v8_profile *v8, uint32_t frame, const char *name)
{
    return fr_bytes_equal(fr_builder_frame_name(v8->b, frame), fr_bytes_of(name));
}

uint32_t fr_v8_profile_frame(fr_v8_profile *v8, const fr_json *at, uint32_t id, uint32_t parent,
                             uint32_t frame)
{
    uint32_t place = (uint32_t)v8->n_nodes;
    fr_slots_walk walk;

    if (!fr_reserve(&v8->nodes, &v8->nodes_cap, v8->n_nodes + 1, sizeof *v8->nodes) ||
        !fr_slots_make_room(&v8->slots)) {
        fr_fail_memory(&at->document->err);
        return FR_V8_NONE;
    }
    if (find_node(v8, id, &walk) == FR_V8_NONE)
        fr_slots_put(&v8->slots, &walk, place);
    else
        fr_slots_replace(&v8->slots, &walk, place);
    v8->nodes[v8->n_nodes++] =
        (fr_v8_node){.id = id, .parent = FR_V8_NONE, .parent_id = parent, .frame = frame};
    return place;
}

/* The place of a new node with the frame of `call`; FR_V8_NONE after a failure. */
static uint32_t add_node(fr_v8_profile *v8, const fr_json *node, const fr_json *call, int first)
{
    fr_json id = fr_json_member(node, "id");
    uint32_t number = fr_v8_id(&id), frame = read_frame(v8->b, call, first);
    uint32_t place = fr_v8_profile_frame(v8, node, number, FR_V8_NONE,
                                         is_named(v8, frame, "(root)") ? 0 : frame);

    if (place != FR_V8_NONE)
        v8->nodes[place].gc = is_named(v8, frame, "(garbage collector)");
    return place;
}

void fr_v8_profile_add(fr_v8_profile *v8, const fr_json *node)
{
    fr_json call = fr_json_member(node, "callFrame"), parent = fr_json_member(node, "parent");
    fr_json children = fr_json_member(node, "children"), child;
    uint32_t place = add_node(v8, node, &call, 0);

    if (place == FR_V8_NONE)
        return;
    if (fr_json_exists(&parent))
        v8->nodes[place].parent_id = fr_v8_id(&parent);
    if (!fr_json_exists(&children))
        return;
    child = fr_json_items(&children, "ids");
    while (fr_json_next(&child)) {
        if (!fr_reserve(&v8->edges, &v8->edges_cap, v8->n_edges + 1, sizeof *v8->edges)) {
            fr_fail_memory(&node->document->err);
            return;
        }
        v8->edges[v8->n_edges++] = (fr_v8_edge){place, fr_v8_id(&child)};
    }
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

/* The place of a node that another one names; of a missing one a new place, or an error. */
static uint32_t need_place(fr_v8_profile *v8, uint32_t id, const fr_json *at, const char *as)
{
    uint32_t place = find_place(v8, id);
    fr_frame unknown = {.kind = FR_KIND_USER};

    if (place != FR_V8_NONE || fr_json_failed(at))
        return place;
    if (!v8->in_parts) {
        fr_json_fail(at, "node %" PRIu32 " is %s, but not there", id, as);
        return FR_V8_NONE;
    }
    v8->n_missing++;
    unknown.name = fr_builder_name(v8->b, FR_LITERAL("[unknown]"), FR_TEXT_RAW);
    return fr_v8_profile_frame(v8, at, id, FR_V8_NONE, fr_builder_intern(v8->b, &unknown));
}

void fr_v8_profile_place(fr_v8_profile *v8, const fr_json *at)
{
    size_t n = v8->n_nodes;

    for (size_t i = 0; i < v8->n_edges; i++) {
        uint32_t child = need_place(v8, v8->edges[i].child, at, "a child");
        if (child != FR_V8_NONE)
            v8->nodes[child].parent = v8->edges[i].parent;
    }
    for (size_t i = 0; i < n; i++)
        if (v8->nodes[i].parent_id != FR_V8_NONE) {
            uint32_t parent = need_place(v8, v8->nodes[i].parent_id, at, "a caller");
            v8->nodes[i].parent = parent;
        }
    for (size_t i = 0; i < v8->n_samples; i++)
        need_place(v8, v8->samples[i].node, at, "sampled");
    for (size_t i = 0; i < v8->n_nodes && !fr_json_failed(at); i++)
        if (!v8->nodes[i].placed && !place_node(v8, (uint32_t)i))
            fr_json_fail(at, "a node is its own caller");
}

/* A sample in "(root)" itself has no stack. */
static uint32_t stack_or_none(fr_v8_profile *v8, uint32_t stack)
{
    return stack != FR_NO_STACK ? stack
                                : fr_stand_in_stack(v8->b, FR_NO_STACK, 0, "its node is the root");
}

/* ---- samples ---- */

void fr_v8_profile_sample(fr_v8_profile *v8, const fr_json *at, uint32_t thread, uint32_t node,
                          int64_t time_ns)
{
    size_t n = v8->n_samples;

    if (!v8->in_parts && find_place(v8, node) == FR_V8_NONE)
        fr_json_expected(at, "the id of a node");
    else if (time_ns < -MOST_NS || time_ns > MOST_NS)
        fr_json_expected(at, "a time that fits");
    if (fr_json_failed(at))
        return;
    if (n >= v8->memory / (2 * sizeof *v8->samples) ||
        !fr_reserve(&v8->samples, &v8->samples_cap, n + 1, sizeof *v8->samples)) {
        fr_builder_fail(v8->b, FR_E_LIMIT, 0, 0, "%zu samples take more memory than is allowed", n);
        fr_builder_hint(v8->b, "--limit-memory raises the limit");
        return;
    }
    v8->now_ns = time_ns;
    v8->samples[v8->n_samples++] = (fr_v8_sample){time_ns, node, thread, (uint32_t)n};
}

void fr_v8_profile_samples(fr_v8_profile *v8, const fr_json *ids, const fr_json *deltas)
{
    size_t n = fr_json_count(ids, "ids"), n_deltas = fr_json_count(deltas, "times");
    fr_json id = fr_json_items(ids, "ids"), delta = fr_json_items(deltas, "times");
    int64_t now;

    if (n != n_deltas)
        fr_json_fail(deltas, "expected %zu numbers, one for each sample, found %zu", n, n_deltas);
    while (fr_json_next(&id) && fr_json_next(&delta) && !fr_builder_failed(v8->b)) {
        int64_t ns = fr_v8_ns(&delta, INT64_MIN);
        v8->n_back += ns < 0;
        if (__builtin_add_overflow(v8->now_ns, ns, &now))
            fr_json_expected(&id, "a time that fits");
        else
            fr_v8_profile_sample(v8, &id, v8->thread, fr_v8_id(&id), now);
    }
}

/* ---- values ---- */

static int by_thread_and_time(const void *a, const void *b)
{
    const fr_v8_sample *x = a, *y = b;

    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    if (x->time_ns != y->time_ns)
        return x->time_ns < y->time_ns ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

/* `js_stack`: that of the sample before, which a garbage collection interrupts. */
static uint32_t stack_of(fr_v8_profile *v8, const fr_v8_sample *sample, uint32_t *js_stack)
{
    const fr_v8_node *node = &v8->nodes[find_place(v8, sample->node)];

    if (node->gc)
        return fr_builder_push(v8->b, *js_stack, node->frame);
    *js_stack = node->stack;
    return stack_or_none(v8, node->stack);
}

static void add_values(fr_v8_profile *v8, int64_t end_ns)
{
    uint32_t js_stack = FR_NO_STACK, stack;
    int64_t ns = 0;

    for (size_t i = 0; i < v8->n_samples && !fr_builder_failed(v8->b); i++) {
        const fr_v8_sample *now = &v8->samples[i];
        bool last = i + 1 == v8->n_samples || now[1].thread != now->thread;
        if (i == 0 || now[-1].thread != now->thread) {
            js_stack = FR_NO_STACK;
            ns = 0;
        }
        if (!last)
            ns = now[1].time_ns - now->time_ns;
        else if (end_ns > now->time_ns)
            ns = end_ns - now->time_ns;
        stack = stack_of(v8, now, &js_stack);
        fr_builder_time(v8->b, now->time_ns);
        if (ns) {
            fr_builder_add(v8->b, stack, v8->column, ns, 1, (double)ns * (double)ns);
            fr_builder_sample(v8->b, stack, now->time_ns, now->thread, FR_NO_CPU, ns);
        }
        if (last)
            fr_builder_time(v8->b, now->time_ns + ns);
    }
}

void fr_v8_profile_end(fr_v8_profile *v8, int64_t end_ns)
{
    for (size_t i = 1; i < v8->n_samples; i++)
        if (by_thread_and_time(&v8->samples[i - 1], &v8->samples[i]) > 0) {
            qsort(v8->samples, v8->n_samples, sizeof *v8->samples, by_thread_and_time);
            break;
        }
    add_values(v8, end_ns > MOST_NS ? MOST_NS : end_ns);
    fr_builder_record(v8->b, v8->n_samples);
    if (v8->n_back)
        fr_builder_say(v8->b, FR_NOTE_CHOICE,
                       "%" PRIu64 " sample%s earlier than the one before: put in order by time",
                       v8->n_back, v8->n_back == 1 ? " is" : "s are");
    if (v8->n_missing)
        fr_builder_say(v8->b, FR_NOTE_UNKNOWN,
                       "nodes that the trace names but does not hold, shown as [unknown]: %" PRIu64,
                       v8->n_missing);
}

/*
 * CPU profiles of V8: node --cpu-prof, DevTools, Deno, Hermes, Cloudflare Workers.
 *
 *     {"nodes": [{"id": 1, "callFrame": {...}, "hitCount": 0, "children": [2]}, ...],
 *      "startTime": 26530, "endTime": 36530, "samples": [2, 2], "timeDeltas": [100, 1250]}
 *
 * Values are times: a sample lasts until the next one, the last one until endTime. Reference: Profiler.Profile of the
 * DevTools protocol. Omitted: hitCount where there are samples, positionTicks, scriptId. The older
 * form nests its nodes.
 */

/*
 * CPU profiles of V8 before 2016, as v8-profiler and old DevTools wrote them: nodes in nodes.
 *
 *     {"typeId": "CPU", "head": {"functionName": "(root)", "url": "", "lineNumber": 0, "hitCount": 0, "id": 1,
 *       "children": [{"functionName": "main", "url": "/a.js", "lineNumber": 3, "hitCount": 2, "id": 2, "children": []}]},
 *      "startTime": 1.5, "endTime": 2.5, "samples": [2, 2], "timestamps": [1500000, 1500100]}
 *
 * Lines count from 1 here. startTime and endTime are in seconds, often of another clock than the times of samples, in
 * us. Without these the samples are equally far apart. Left out: hitCount.
 */

static void read_nodes(fr_v8_profile *v8, const fr_json *head)
{
    fr_json_nest nest = fr_json_nest_of(head, "children");
    const fr_json *node;

    nest.may_lack_list = true;
    while ((node = fr_json_nest_next(&nest))) { /* each keeps its place in v8->nodes, plus 1 */
        uint32_t caller = fr_json_nest_caller(&nest), place = add_node(v8, node, node, 1);
        if (place != FR_V8_NONE)
            v8->nodes[place].parent = caller ? caller - 1 : FR_V8_NONE;
        *fr_json_nest_own(&nest) = place + 1;
    }
    fr_json_nest_reset(&nest);
}

/* Reads nodes and samples of a file of the older form. */
static void read_tree(fr_v8_profile *v8, const fr_json *file)
{
    fr_json head = fr_json_member(file, "head"), samples = fr_json_member(file, "samples");
    fr_json times = fr_json_member(file, "timestamps"), id, time = {0};
    fr_json start = fr_json_member(file, "startTime"), end = fr_json_member(file, "endTime");
    bool timed = fr_json_exists(&times), rounded = false;
    int64_t n, from = 0, apart = 0;

    read_nodes(v8, &head);
    fr_v8_profile_place(v8, &head);
    n = (int64_t)fr_json_count(&samples, "ids");
    if (timed) {
        time = fr_json_items(&times, "times");
        if ((int64_t)fr_json_count(&times, "times") != n)
            fr_json_fail(&times, "expected %" PRId64 " numbers, one for each sample", n);
    } else {
        from = fr_json_scaled(&start, 9, 0, &rounded);
        apart = fr_json_scaled(&end, 9, from, &rounded) - from;
    }
    id = fr_json_items(&samples, "ids");
    while (fr_json_next(&id) && (!timed || fr_json_next(&time)) && !fr_builder_failed(v8->b))
        fr_v8_profile_sample(v8, &id, v8->thread, fr_v8_id(&id),
                             timed ? fr_v8_ns(&time, 0) : v8->now_ns + apart / n);
    fr_v8_profile_end(v8, INT64_MIN);
}

/* Without samples the nodes' own counts are all there is. */
static void read_counts(fr_v8_profile *v8, const fr_json *nodes)
{
    uint32_t column = fr_builder_column(v8->b, "samples", "samples", 0);
    fr_json node = fr_json_items(nodes, "nodes");
    uint64_t n = 0;

    while (fr_json_next(&node)) {
        fr_json id = fr_json_member(&node, "id"), hits = fr_json_member(&node, "hitCount");
        int64_t count = fr_json_exists(&hits) ? fr_json_integer(&hits, 0, INT64_MAX, "a count") : 0;
        uint32_t place = count ? find_place(v8, fr_v8_id(&id)) : FR_V8_NONE;
        if (count && place == FR_V8_NONE)
            fr_json_expected(&id, "the id of a node");
        else if (count)
            fr_builder_add(v8->b, stack_or_none(v8, v8->nodes[place].stack), column, count,
                           (uint64_t)count, (double)count);
        n += (uint64_t)count;
    }
    fr_builder_record(v8->b, n);
    fr_builder_say(v8->b, FR_NOTE_CHOICE,
                   "the file has no samples: values are the counts of its nodes");
}

static void read_profile(fr_v8_profile *v8, const fr_json *file)
{
    fr_json nodes = fr_json_member(file, "nodes"), node = fr_json_items(&nodes, "nodes");
    fr_json samples = fr_json_member(file, "samples"), deltas = fr_json_member(file, "timeDeltas");
    fr_json end = fr_json_member(file, "endTime");

    while (fr_json_next(&node))
        fr_v8_profile_add(v8, &node);
    fr_v8_profile_place(v8, &nodes);
    if (!fr_json_exists(&samples)) {
        read_counts(v8, &nodes);
        return;
    }
    fr_v8_profile_samples(v8, &samples, &deltas);
    fr_v8_profile_end(v8, fr_json_exists(&end) ? fr_v8_ns(&end, INT64_MIN) : INT64_MIN);
}

void fr_cpuprofile_read(const fr_json *file, fr_builder *b, const fr_read_options *opt)
{
    fr_json start = fr_json_member(file, "startTime"), older = fr_json_member(file, "head");
    int64_t start_ns = fr_json_exists(&start) ? fr_v8_ns(&start, INT64_MIN) : 0;
    fr_v8_profile *v8 =
        fr_v8_profile_new(b, start_ns, fr_builder_thread(b, -1, -1, 0), opt->limits.memory);

    if (!v8) {
        fr_builder_fail_memory(b);
        return;
    }
    v8->in_parts = false;
    if (fr_json_exists(&older))
        read_tree(v8, file);
    else
        read_profile(v8, file);
    fr_v8_profile_free(v8);
}

/*
 * Sampled heap profiles of V8: node --heap-prof, DevTools "allocation sampling".
 *
 *     {"head": {"callFrame": {"functionName": "(root)", ...}, "selfSize": 0, "id": 1,
 *      "children": [{"callFrame": {"functionName": "makeRows", ...}, "selfSize": 65592, "id": 2, "children": []}]},
 *      "samples": [{"size": 65592, "nodeId": 2, "ordinal": 1}]}
 *
 * Values are the bytes that each node's own allocations still held when the profile was taken. Reference:
 * HeapProfiler.SamplingHeapProfile of the DevTools protocol. Omitted: samples, which say the same again.
 */

void fr_heapprofile_read(const fr_json *file, fr_builder *b, const fr_read_options *opt)
{
    fr_json head = fr_json_member(file, "head");
    fr_json_nest nest = fr_json_nest_of(&head, "children");
    uint32_t column = fr_builder_column(b, "inuse_space", "bytes", 0);
    const fr_json *node;

    (void)opt;
    fr_builder_uncounted(b, column);
    while (!fr_builder_failed(b) && (node = fr_json_nest_next(&nest))) {
        fr_json call = fr_json_member(node, "callFrame"), size = fr_json_member(node, "selfSize");
        uint32_t frame = read_frame(b, &call, 0), *stack = fr_json_nest_own(&nest);
        int64_t bytes = fr_json_integer(&size, 0, INT64_MAX, "a size");
        if (nest.depth > 1) /* "(root)" is no frame */
            *stack = fr_builder_push(b, fr_json_nest_caller(&nest), frame);
        if (bytes)
            fr_builder_add(b, *stack, column, bytes, 0, 0.0);
        fr_builder_record(b, 1);
    }
    fr_json_nest_reset(&nest);
}
