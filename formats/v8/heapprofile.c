/*
 * heapprofile.c - sampled heap profiles of V8: node --heap-prof, DevTools "allocation sampling".
 *
 *     {"head": {"callFrame": {"functionName": "(root)", ...}, "selfSize": 0, "id": 1,
 *      "children": [{"callFrame": {"functionName": "makeRows", ...}, "selfSize": 65592, "id": 2, "children": []}]},
 *      "samples": [{"size": 65592, "nodeId": 2, "ordinal": 1}]}
 *
 * Values are the bytes that each node's own allocations still held when the profile was taken. Reference:
 * HeapProfiler.SamplingHeapProfile of the DevTools protocol. Omitted: samples, which say the same again.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "formats/v8/v8_profile.h"

int fr_heapprofile_probe(fr_bytes head, bool whole)
{
    (void)whole;
    return fr_bytes_starts(fr_bytes_beginning(head), FR_LITERAL("{")) &&
                   fr_bytes_contain(head, "\"callFrame\"") && fr_bytes_contain(head, "\"selfSize\"")
               ? 100
               : 0;
}

/* Lists of children that are open, the outermost first: the file nests as deep as stacks are. */
typedef struct level {
    fr_json node, children, child; /* child: a walk over children */
    uint32_t stack;
} level;

typedef struct walk {
    fr_builder *b;
    uint32_t column;
    level **levels; /* each stays where it is: places point to it */
    size_t depth, cap, made;
    uint64_t n_nodes;
} walk;

/* The next deeper level, which is used again once it was left. */
static level *enter(walk *w, const fr_json *node)
{
    level **levels = fr_grow(w->levels, &w->cap, w->depth + 1, sizeof(level *));

    if (levels)
        w->levels = levels;
    if (levels && w->depth == w->made) {
        levels[w->made] = malloc(sizeof(level));
        w->made += levels[w->made] != NULL;
    }
    if (!levels || w->depth == w->made) {
        fr_fail_memory(&node->document->err);
        return NULL;
    }
    return levels[w->depth++];
}

static void open_node(walk *w, const fr_json *node, uint32_t caller)
{
    fr_json call = fr_json_member(node, "callFrame"), size = fr_json_member(node, "selfSize");
    uint32_t frame = fr_v8_frame(w->b, &call, 0);
    int64_t bytes = fr_json_integer(&size, 0, INT64_MAX, "a size");
    level *at = enter(w, node);

    if (!at)
        return;
    at->node = *node;
    at->stack = w->depth == 1 ? FR_NO_STACK : fr_builder_push(w->b, caller, frame);
    at->children = fr_json_member(&at->node, "children");
    at->child = fr_json_items(&at->children, "nodes");
    if (bytes)
        fr_builder_add(w->b, at->stack, w->column, bytes, 0, 0.0);
    w->n_nodes++;
}

static void read_nodes(walk *w, const fr_json *head)
{
    open_node(w, head, FR_NO_STACK);
    while (w->depth > 0 && !fr_json_failed(head) && !fr_builder_failed(w->b)) {
        level *at = w->levels[w->depth - 1];
        if (fr_json_next(&at->child))
            open_node(w, &at->child, at->stack);
        else
            w->depth--;
    }
}

void fr_heapprofile_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    fr_json_document document;
    fr_json file, head;
    walk w = {.b = b};

    (void)choice;
    if (!fr_json_read(&document, in, opt))
        return;
    file = fr_json_whole(&document);
    head = fr_json_member(&file, "head");
    w.column = fr_builder_column(b, "inuse_space", "bytes", 0);
    fr_builder_uncounted(b, w.column);
    read_nodes(&w, &head);
    fr_builder_record(b, w.n_nodes);
    for (size_t i = 0; i < w.made; i++)
        free(w.levels[i]);
    free(w.levels);
    fr_json_close(&document, in);
}
