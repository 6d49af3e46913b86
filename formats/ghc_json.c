/*
 * ghc_json.c - cost centres of a Haskell program as JSON: +RTS -pj.
 *
 *     {"program": "app", "total_time": 0.12, "total_ticks": 120, "tick_interval": 1000, "total_alloc": 81233000,
 *      "cost_centres": [{"id": 144, "label": "parse", "module": "Main", "src_loc": "app.hs:14:1-20", "is_caf": false}],
 *      "profile": {"id": 144, "entries": 40, "alloc": 9012, "ticks": 72, "children": []}}
 *
 * A node's ticks and bytes are its own. A tick lasts tick_interval us. Reference: "JSON profile format" in the GHC
 * User's Guide 9.4. Omitted: entries, columns of places.
 */
#include <stdlib.h>

#include "base/json.h"
#include "formats/list.h"
#include "formats/reader.h"

typedef struct centres {
    fr_builder *b;
    fr_id_map map;
    uint32_t *frames; /* in the order of the file */
} centres;

/* "app.hs:14:1-20", "app.hs:(21,1)-(38,42)", "<entire-module>". */
static void find_place(fr_builder *b, fr_bytes place, fr_frame *frame)
{
    size_t colon = fr_bytes_find(place, ':'), end = colon + 1;
    uint64_t line;

    if (place.len == 0 || place.at[0] == '<')
        return;
    frame->file = fr_builder_name(b, (fr_bytes){place.at, colon}, FR_TEXT_RAW);
    end += end < place.len && place.at[end] == '(';
    place = end < place.len ? fr_bytes_from(place, end) : (fr_bytes){0};
    end = 0;
    while (end < place.len && place.at[end] >= '0' && place.at[end] <= '9')
        end++;
    if (fr_parse_u64((fr_bytes){place.at, end}, &line) && line <= UINT32_MAX)
        frame->line = (uint32_t)line;
}

static bool read_centres(centres *c, const fr_json *file)
{
    fr_json list = fr_json_member(file, "cost_centres");
    size_t n = fr_json_count(&list, "cost centres");
    fr_json at = fr_json_items(&list, "cost centres");
    bool full = false;

    c->frames = calloc(n + 1, sizeof *c->frames);
    if (!c->frames || !fr_id_map_init(&c->map, n))
        return fr_fail_memory(&file->document->err);
    while (fr_json_next(&at)) {
        fr_json id = fr_json_member(&at, "id");
        uint64_t number = (uint64_t)fr_json_integer(&id, 0, INT64_MAX, "an id");
        fr_json label = fr_json_member(&at, "label"), module = fr_json_member(&at, "module");
        fr_json place = fr_json_member(&at, "src_loc");
        fr_frame frame = {.kind = FR_KIND_USER};
        frame.name = fr_builder_name(c->b, fr_json_text(&label), FR_TEXT_RAW);
        frame.module = fr_builder_name(c->b, fr_json_text(&module), FR_TEXT_RAW);
        if (fr_json_exists(&place))
            find_place(c->b, fr_json_text(&place), &frame);
        c->frames[at.index] = fr_builder_intern(c->b, &frame);
        if (!fr_id_map_add(&c->map, number, (uint32_t)at.index, &full) && !full)
            fr_json_fail(&id, "a second cost centre of this id");
        if (full)
            return fr_fail_memory(&file->document->err);
    }
    return !fr_json_failed(file);
}

static void read_tree(centres *c, const fr_json *root)
{
    uint32_t time = fr_builder_column(c->b, "cpu", "samples", 0);
    uint32_t space = fr_builder_column(c->b, "alloc_space", "bytes", 0);
    fr_json_nest nest = fr_json_nest_of(root, "children");
    const fr_json *node;

    fr_builder_uncounted(c->b, space);
    while (!fr_builder_failed(c->b) && (node = fr_json_nest_next(&nest))) {
        fr_json id = fr_json_member(node, "id"), ticks = fr_json_member(node, "ticks");
        fr_json bytes = fr_json_member(node, "alloc");
        int64_t n = fr_json_integer(&ticks, 0, INT64_MAX, "a number of ticks");
        int64_t size = fr_json_integer(&bytes, 0, INT64_MAX, "a number of bytes");
        uint64_t number = (uint64_t)fr_json_integer(&id, 0, INT64_MAX, "the id of a cost centre");
        uint32_t place = fr_id_map_find(&c->map, number), *stack = fr_json_nest_own(&nest);
        if (place == FR_NO_PLACE) {
            fr_json_expected(&id, "the id of a cost centre");
            break;
        }
        *stack = fr_builder_push(c->b, fr_json_nest_caller(&nest), c->frames[place]);
        fr_builder_add(c->b, *stack, time, n, (uint64_t)n, (double)n);
        fr_builder_add(c->b, *stack, space, size, 0, 0.0);
        fr_builder_record(c->b, 1);
    }
    fr_json_nest_reset(&nest);
}

void fr_ghc_json_read(const fr_json *file, fr_builder *b, const fr_read_options *opt)
{
    fr_json root = fr_json_member(file, "profile"), seconds, interval;
    centres c = {.b = b};
    fr_recording facts = {0};
    bool rounded = false;

    (void)opt;
    if (read_centres(&c, file))
        read_tree(&c, &root);
    seconds = fr_json_member(file, "total_time");
    interval = fr_json_member(file, "tick_interval");
    fr_builder_fact(b, &facts.default_type, FR_LITERAL("cpu"));
    if (fr_json_exists(&seconds))
        facts.duration_ns = fr_json_scaled(&seconds, 9, 0, &rounded);
    if (fr_json_exists(&interval)) {
        facts.period = fr_json_scaled(&interval, 3, 0, &rounded);
        fr_builder_fact(b, &facts.period_type, FR_LITERAL("cpu"));
        fr_builder_fact(b, &facts.period_unit, FR_LITERAL("nanoseconds"));
    }
    fr_builder_record_facts(b, &facts);
    fr_recording_reset(&facts);
    fr_id_map_reset(&c.map);
    free(c.frames);
}
