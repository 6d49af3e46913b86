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
#include "formats/json.h"
#include "formats/v8/v8_profile.h"

int fr_heapprofile_probe(fr_bytes head, bool whole)
{
    (void)whole;
    return fr_bytes_starts(fr_bytes_beginning(head), FR_LITERAL("{")) &&
                   fr_bytes_contain(head, "\"callFrame\"") && fr_bytes_contain(head, "\"selfSize\"")
               ? 100
               : 0;
}

void fr_heapprofile_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    fr_json_document document;
    fr_json file, head;
    const fr_json *node;
    fr_json_nest nest;
    uint32_t column;

    (void)choice;
    if (!fr_json_read(&document, in, opt))
        return;
    file = fr_json_whole(&document);
    head = fr_json_member(&file, "head");
    column = fr_builder_column(b, "inuse_space", "bytes", 0);
    fr_builder_uncounted(b, column);
    nest = fr_json_nest_of(&head, "children");
    while (!fr_builder_failed(b) && (node = fr_json_nest_next(&nest))) {
        fr_json call = fr_json_member(node, "callFrame"), size = fr_json_member(node, "selfSize");
        uint32_t frame = fr_v8_frame(b, &call, 0), *stack = fr_json_nest_own(&nest);
        int64_t bytes = fr_json_integer(&size, 0, INT64_MAX, "a size");
        if (nest.depth > 1) /* "(root)" is no frame */
            *stack = fr_builder_push(b, fr_json_nest_caller(&nest), frame);
        if (bytes)
            fr_builder_add(b, *stack, column, bytes, 0, 0.0);
        fr_builder_record(b, 1);
    }
    fr_json_nest_reset(&nest);
    fr_json_close(&document, in);
}
