/*
 * chrome_samples.c - samples beside the events of a trace: what Hermes, the engine of React Native, writes.
 *
 *     {"traceEvents": [{"name": "thread_name", "ph": "M", "pid": 7, "tid": "9", "ts": "100", "args": {"name": "js"}}],
 *      "samples": [{"cpu": "-1", "name": "", "ts": "110", "pid": 7, "tid": "9", "weight": "1", "sf": 2}],
 *      "stackFrames": {"1": {"name": "[root]", "category": "root"},
 *        "2": {"name": "draw(/srv/app.js:12:3)", "category": "JavaScript", "line": "12", "column": "3",
 *              "funcLine": "10", "funcColumn": "1", "parent": 1}}}
 *
 * A sample lasts until the next one of its thread, as in V8's profiles. A function is where it begins: "funcLine".
 * Reference: Trace Event Format, "Global Stack Traces"; Hermes' ChromeTraceSerializer. Omitted: cpu, weights.
 */
#include <stdlib.h>

#include "base/name_place.h"
#include "formats/chrome/chrome_trace.h"
#include "formats/v8/v8_profile.h"
#include "model/build/builder_samples.h"

/* "12", or 12; of the second key where the first is missing; 0: none. */
static uint32_t line_of(const fr_json *frame, const char *first, const char *second)
{
    int64_t line = fr_chrome_number_of(frame, first);

    if (line < 0)
        line = fr_chrome_number_of(frame, second);
    return line > 0 && line <= INT32_MAX ? (uint32_t)line : 0;
}

/* "draw(/srv/app.js:12:3)": the place is that of the sample, and not the function's. */
static bool find_file(fr_bytes name, fr_name_place *place)
{
    size_t open = fr_bytes_find(name, '(');
    fr_bytes inside;

    if (open == name.len || name.at[name.len - 1] != ')')
        return false;
    inside = (fr_bytes){name.at + open + 1, name.len - open - 2};
    for (int i = 0; i < 2; i++) {
        size_t n = inside.len;
        while (n && inside.at[n - 1] >= '0' && inside.at[n - 1] <= '9')
            n--;
        if (n && n < inside.len && inside.at[n - 1] == ':')
            inside.len = n - 1;
    }
    place->function = open ? (fr_bytes){name.at, open} : FR_LITERAL(FR_ANONYMOUS);
    place->file = inside;
    return inside.len > 0;
}

static uint32_t read_frame(fr_builder *b, const fr_json *at)
{
    fr_json name = fr_json_member(at, "name"), category = fr_json_member(at, "category");
    fr_name_place place = {.function = fr_json_text(&name)};
    fr_bytes spelled = place.function;
    fr_frame frame = {.kind = FR_KIND_USER};
    fr_arena arena = {0};

    if (fr_json_is_text(&category) && fr_bytes_equal(fr_json_text(&category), FR_LITERAL("root")))
        return 0;
    if (find_file(spelled, &place)) {
        place.line = line_of(at, "funcLine", "line");
        place.column = line_of(at, "funcColumn", "column");
        spelled = fr_name_place_spell(&place, &arena);
        frame.file = fr_builder_name(b, place.file, FR_TEXT_RAW);
        frame.line = place.line;
    }
    if (!spelled.at)
        fr_builder_fail_memory(b);
    frame.name = fr_builder_name(b, spelled, FR_TEXT_RAW);
    fr_arena_reset(&arena);
    return fr_builder_intern(b, &frame);
}

static void read_frames(fr_v8_profile *v8, const fr_json *frames)
{
    fr_json frame = fr_json_members(frames, "frames");

    while (fr_json_next(&frame) && !fr_builder_failed(v8->b)) {
        fr_json parent = fr_json_member(&frame, "parent");
        uint32_t caller = fr_json_exists(&parent) ? fr_v8_id(&parent) : FR_V8_NONE;
        uint32_t place = fr_v8_profile_frame(v8, &frame, fr_v8_id_of(&frame, frame.key),
                                             read_frame(v8->b, &frame));
        if (place != FR_V8_NONE)
            v8->nodes[place].parent_id = caller;
    }
}

static void read_samples(fr_chrome_trace *t, fr_v8_profile *v8, const fr_json *samples)
{
    fr_json sample = fr_json_items(samples, "samples");

    while (fr_json_next(&sample))
        fr_chrome_thread_of(t, &sample);
    fr_chrome_threads_sort(t);
    for (size_t i = 0; i < t->n_threads; i++)
        fr_builder_thread(t->b, t->threads[i].pid, t->threads[i].tid, t->threads[i].name);
    sample = fr_json_items(samples, "samples");

    while (fr_json_next(&sample) && !fr_builder_failed(t->b)) {
        fr_json frame = fr_json_member(&sample, "sf");
        uint32_t thread = fr_chrome_thread_of(t, &sample);
        if (thread == FR_NO_ID)
            return;
        const fr_chrome_thread *is = &t->threads[thread];
        v8->thread = fr_builder_thread(t->b, is->pid, is->tid, is->name);
        fr_v8_profile_sample(v8, &frame, fr_v8_id(&frame), fr_chrome_time_of(&sample, "ts"));
    }
}

bool fr_chrome_samples_read(fr_chrome_trace *t, const fr_json *file)
{
    fr_json samples = fr_json_member(file, "samples"), frames = fr_json_member(file, "stackFrames");
    fr_v8_profile v8;

    if (!fr_json_is_list(&samples) || !fr_json_is_object(&frames) ||
        !fr_json_count(&samples, "samples"))
        return false;
    fr_v8_profile_init(&v8, t->b, 0, 0, t->memory);
    v8.in_parts = true;
    read_frames(&v8, &frames);
    read_samples(t, &v8, &samples);
    fr_v8_profile_place(&v8, &frames);
    if (!fr_json_failed(file))
        fr_v8_profile_end(&v8, INT64_MIN);
    fr_v8_profile_reset(&v8);
    return true;
}
