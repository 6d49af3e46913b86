/*
 * cpuprofile_tree.c - CPU profiles of V8 before 2016, as v8-profiler and old DevTools wrote them: nodes in nodes.
 *
 *     {"typeId": "CPU", "head": {"functionName": "(root)", "url": "", "lineNumber": 0, "hitCount": 0, "id": 1,
 *       "children": [{"functionName": "main", "url": "/a.js", "lineNumber": 3, "hitCount": 2, "id": 2, "children": []}]},
 *      "startTime": 1.5, "endTime": 2.5, "samples": [2, 2], "timestamps": [1500000, 1500100]}
 *
 * Lines count from 1 here. startTime and endTime are in seconds, often of another clock than the times of samples, in
 * us. Without these the samples are equally far apart. Left out: hitCount.
 */
#include <stdlib.h>

#include "formats/v8/v8_profile.h"

/* A node whose children are being read; those above it are its callers. */
typedef struct level {
    struct level *above;
    fr_json node, children, child;
    uint32_t place; /* in v8->nodes */
} level;

static level *open_level(fr_v8_profile *v8, level *above, const fr_json *node)
{
    level *l = calloc(1, sizeof *l);

    if (!l) {
        fr_fail_memory(&node->document->err);
        return above;
    }
    l->above = above;
    l->node = *node;
    l->place = fr_v8_profile_nest(v8, &l->node, above ? above->place : FR_V8_NONE);
    l->children = fr_json_member(&l->node, "children");
    if (fr_json_exists(&l->children))
        l->child = fr_json_items(&l->children, "nodes");
    return l;
}

static level *close_level(level *l)
{
    level *above = l->above;

    free(l);
    return above;
}

static void read_nodes(fr_v8_profile *v8, const fr_json *head)
{
    level *l = open_level(v8, NULL, head);

    while (l && !fr_json_failed(head)) {
        if (!fr_json_exists(&l->children) || !fr_json_next(&l->child)) {
            l = close_level(l);
            continue;
        }
        l = open_level(v8, l, &l->child);
    }
    while (l)
        l = close_level(l);
}

/* Between two samples without times, in ns. */
static int64_t find_distance(const fr_json *file, size_t n)
{
    fr_json start = fr_json_member(file, "startTime"), end = fr_json_member(file, "endTime");
    bool rounded = false;
    int64_t from = fr_json_scaled(&start, 9, 0, &rounded),
            to = fr_json_scaled(&end, 9, from, &rounded);

    return n && to > from ? (to - from) / (int64_t)n : 0;
}

static void read_timed(fr_v8_profile *v8, const fr_json *samples, const fr_json *times)
{
    fr_json id = fr_json_items(samples, "ids"), time = fr_json_items(times, "times");

    if (fr_json_count(times, "times") != fr_json_count(samples, "ids"))
        fr_json_fail(times, "expected %zu numbers, one for each sample",
                     fr_json_count(samples, "ids"));
    while (fr_json_next(&id) && fr_json_next(&time) && !fr_builder_failed(v8->b))
        fr_v8_profile_sample(v8, &id, fr_v8_id(&id), fr_v8_ns(&time, 0));
}

static void read_untimed(fr_v8_profile *v8, const fr_json *file, const fr_json *samples)
{
    fr_json id = fr_json_items(samples, "ids");
    int64_t apart = find_distance(file, fr_json_count(samples, "ids"));

    while (fr_json_next(&id) && !fr_builder_failed(v8->b))
        fr_v8_profile_sample(v8, &id, fr_v8_id(&id), v8->now_ns + apart);
}

void fr_v8_tree_read(fr_v8_profile *v8, const fr_json *file)
{
    fr_json head = fr_json_member(file, "head"), samples = fr_json_member(file, "samples");
    fr_json times = fr_json_member(file, "timestamps");

    read_nodes(v8, &head);
    fr_v8_profile_place(v8, &head);
    if (fr_json_exists(&times))
        read_timed(v8, &samples, &times);
    else
        read_untimed(v8, file, &samples);
    fr_v8_profile_end(v8, INT64_MIN);
}
