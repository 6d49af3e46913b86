/*
 * v8_profile.h - what V8 writes of a CPU profile, in a file of its own or in a trace: a tree of nodes, and the node
 * that each sample found running.
 *
 *     {"id": 3, "callFrame": {"functionName": "words", "scriptId": "80", "url": "file:///srv/app.js",
 *      "lineNumber": 1, "columnNumber": 14}, "hitCount": 9, "children": [4]}
 *
 * Lines and columns count from 0 there, and from 1 in names: "words (/srv/app.js:2:15)" (base/name_place.h). Samples
 * have times in us, each the distance to the one before it. A sample lasts until the next one.
 */
#ifndef FR_FORMATS_V8_PROFILE_H
#define FR_FORMATS_V8_PROFILE_H

#include "formats/json.h"
#include "formats/reader.h"

typedef struct fr_v8_node {
    uint32_t parent; /* a place; FR_V8_NONE: not known */
    uint32_t frame, stack;
    bool placed, on_the_way; /* the stack is known; is looked for */
    bool gc;                 /* "(garbage collector)", which stands on what it interrupted */
} fr_v8_node;

typedef struct fr_v8_edge {
    uint32_t parent, child; /* a place, an id */
} fr_v8_edge;

#define FR_V8_NONE UINT32_MAX

typedef struct fr_v8_profile {
    fr_builder *b;
    fr_v8_node *nodes;                   /* in the order of the file */
    size_t n_nodes, n_placed, nodes_cap; /* placed: the first so many have stacks */
    fr_v8_edge *edges;
    size_t n_edges, edges_cap;
    uint32_t *place; /* by id: place + 1 */
    size_t place_cap;
    /* samples */
    uint32_t column, thread, stack; /* stack: of the sample before; FR_V8_NONE: none */
    uint32_t js_stack;              /* of the last sample that was no garbage collection */
    int64_t now_ns, last_ns;        /* last: what the sample before that one lasted */
    uint64_t n_samples, n_back;     /* back: times that go back */
} fr_v8_profile;

/* Samples start at a time. Values are ns in the column "time" of `b`. */
void fr_v8_profile_init(fr_v8_profile *v8, fr_builder *b, int64_t start_ns, uint32_t thread);
void fr_v8_profile_reset(fr_v8_profile *v8);
/* Adds a node; its parent may come later. Errors stick in the document. */
void fr_v8_profile_add(fr_v8_profile *v8, const fr_json *node);
/* Adds a node of the older form, which holds its own children and is a frame's "callFrame" itself; returns its place.
 * `parent`: a place, or FR_V8_NONE for the first node. */
uint32_t fr_v8_profile_nest(fr_v8_profile *v8, const fr_json *node, uint32_t parent);
/* After the nodes that samples name: gives all their stacks. `at`: where they stand, for errors. */
void fr_v8_profile_place(fr_v8_profile *v8, const fr_json *at);
/* The stack of a node by its id; fails at `id` where there is none. */
uint32_t fr_v8_profile_stack(fr_v8_profile *v8, const fr_json *id);
void fr_v8_profile_sample_ns(fr_v8_profile *v8, const fr_json *id, int64_t delta);
/* Two lists of one length: nodes and us. */
void fr_v8_profile_samples(fr_v8_profile *v8, const fr_json *ids, const fr_json *deltas);
/* After the last sample, which lasts until then; INT64_MIN: as long as the one before it. */
void fr_v8_profile_end(fr_v8_profile *v8, int64_t end_ns);

/* cpuprofile_tree.c: nodes and samples of a file of the older form. */
void fr_v8_tree_read(fr_v8_profile *v8, const fr_json *file);

/* The frame of a "callFrame", whose first line has the number `first`. */
uint32_t fr_v8_frame(fr_builder *b, const fr_json *call_frame, int first);
/* A time in us as ns. */
int64_t fr_v8_ns(const fr_json *us, int64_t least);

#endif
