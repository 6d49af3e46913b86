/*
 * cpuprofile.c - CPU profiles of V8: node --cpu-prof, DevTools, Deno, Hermes, Cloudflare Workers.
 *
 *     {"nodes": [{"id": 1, "callFrame": {...}, "hitCount": 0, "children": [2]}, ...],
 *      "startTime": 26530, "endTime": 36530, "samples": [2, 2], "timeDeltas": [100, 1250]}
 *
 * Values are times: a sample lasts until the next one, the last one until endTime. Reference: Profiler.Profile of the
 * DevTools protocol. Omitted: hitCount where there are samples, positionTicks, scriptId. cpuprofile_tree.c has the
 * older form.
 */
#include "formats/v8/v8_profile.h"
#include "model/build/builder_samples.h"

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
        fr_v8_tree_read(&v8, &file);
    else
        read_profile(&v8, &file);
    fr_v8_profile_reset(&v8);
    fr_json_close(&document, in);
}
