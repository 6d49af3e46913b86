/*
 * cpuprofile.c - CPU profiles of V8: node --cpu-prof, DevTools, Deno, Hermes, Cloudflare Workers.
 *
 *     {"nodes": [{"id": 1, "callFrame": {...}, "hitCount": 0, "children": [2]}, ...],
 *      "startTime": 26530, "endTime": 36530, "samples": [2, 2], "timeDeltas": [100, 1250]}
 *
 * Values are times: a sample lasts until the next one, the last one until endTime. Reference: Profiler.Profile of the
 * DevTools protocol. Omitted: hitCount where there are samples, positionTicks, scriptId. The older
 * form nests its nodes.
 */
#include "formats/v8/v8_profile.h"
#include "model/build/builder_samples.h"

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
        uint32_t caller = fr_json_nest_caller(&nest);
        *fr_json_nest_own(&nest) =
            fr_v8_profile_nest(v8, node, caller ? caller - 1 : FR_V8_NONE) + 1;
    }
    fr_json_nest_reset(&nest);
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
    int64_t n = (int64_t)fr_json_count(samples, "ids");
    fr_json start = fr_json_member(file, "startTime"), end = fr_json_member(file, "endTime");
    bool rounded = false;
    int64_t from = fr_json_scaled(&start, 9, 0, &rounded);
    int64_t to = fr_json_scaled(&end, 9, from, &rounded);
    int64_t apart = n && to > from ? (to - from) / n : 0;

    while (fr_json_next(&id) && !fr_builder_failed(v8->b))
        fr_v8_profile_sample(v8, &id, fr_v8_id(&id), v8->now_ns + apart);
}

/* Reads nodes and samples of a file of the older form. */
static void read_tree(fr_v8_profile *v8, const fr_json *file)
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

int fr_cpuprofile_probe(fr_bytes head, bool whole)
{
    (void)whole;
    if (!fr_bytes_starts(fr_bytes_beginning(head), FR_LITERAL("{")))
        return 0;
    if (fr_bytes_contain(head, "\"head\"") && fr_bytes_contain(head, "\"functionName\"") &&
        fr_bytes_contain(head, "\"hitCount\""))
        return 100;
    if (!fr_bytes_contain(head, "\"callFrame\"") || fr_bytes_contain(head, "\"traceEvents\""))
        return 0;
    return fr_bytes_contain(head, "\"nodes\"") || fr_bytes_contain(head, "\"hitCount\"") ? 100 : 0;
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
        if (count)
            fr_builder_add(v8->b, fr_v8_profile_stack(v8, &id), column, count, (uint64_t)count,
                           (double)count);
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

void fr_cpuprofile_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    fr_json_document document;
    fr_v8_profile v8;
    fr_json file, start, older;

    (void)choice;
    if (!fr_json_read(&document, in, opt))
        return;
    file = fr_json_whole(&document);
    start = fr_json_member(&file, "startTime");
    fr_v8_profile_init(&v8, b, fr_json_exists(&start) ? fr_v8_ns(&start, INT64_MIN) : 0,
                       fr_builder_thread(b, -1, -1, 0), opt->limits.memory);
    older = fr_json_member(&file, "head");
    if (fr_json_exists(&older))
        read_tree(&v8, &file);
    else
        read_profile(&v8, &file);
    fr_v8_profile_reset(&v8);
    fr_json_close(&document, in);
}
