/*
 * safari.c - recordings of the Timelines of Safari's Web Inspector, as "Export" saves them.
 *
 *     {"version": 1, "recording": {"displayName": "Timeline Recording 1", "startTime": 4.1, "endTime": 6.6,
 *      "records": [...], "sampleStackTraces": [{"timestamp": 4.51, "stackFrames": [{"sourceID": "8", "name": "words",
 *        "line": 2, "column": 15, "url": "file:///srv/app.js", "expressionLocation": {"line": 4, "column": 10}}]}],
 *      "sampleDurations": [0.001]}, "overview": {...}}
 *
 * Frames stand the innermost first; times are in seconds; a sample counts its duration. Reference:
 * WebInspectorUI/UserInterface/Models/TimelineRecording.js of WebKit (2020). Omitted: records, markers, memory.
 */
#include <stdlib.h>

#include "base/json.h"
#include "formats/reader.h"
#include "formats/symbols.h"

static uint32_t number_of(const fr_json *frame, const char *key)
{
    fr_json at = fr_json_member(frame, key);

    return fr_json_exists(&at) ? (uint32_t)fr_json_integer(&at, 0, UINT32_MAX, "a number") : 0;
}

/* A function is known by its place, too: "words (file:///srv/app.js:2:15)". */
static uint32_t read_frame(fr_builder *b, const fr_json *at)
{
    fr_json name = fr_json_member(at, "name"), url = fr_json_member(at, "url"), own;
    fr_name_place place = {fr_json_text(&name),
                           fr_json_exists(&url) ? fr_json_text(&url) : (fr_bytes){0},
                           number_of(at, "line"), number_of(at, "column")};
    fr_frame frame = {.kind = FR_KIND_USER, .line = place.line};

    own = fr_json_member(at, "expressionLocation");
    if (fr_json_is_object(&own))
        frame.line = number_of(&own, "line");
    frame.name =
        fr_script_name(b, place.line ? place : (fr_name_place){.function = place.function});
    frame.file = place.file.len ? fr_builder_name(b, place.file, FR_TEXT_RAW) : 0;
    return fr_builder_intern(b, &frame);
}

typedef struct samples {
    fr_builder *b;
    uint32_t *frames; /* of one sample */
    size_t cap;
    uint32_t column, thread;
} samples;

static uint32_t read_stack(samples *s, const fr_json *sample)
{
    fr_json list = fr_json_member(sample, "stackFrames"), at = fr_json_items(&list, "frames");
    uint32_t stack = FR_NO_STACK;
    size_t n = 0;

    for (; fr_json_next(&at); n++) {
        if (!fr_reserve(&s->frames, &s->cap, n + 1, sizeof *s->frames)) {
            fr_fail_memory(&sample->document->err);
            return stack;
        }
        s->frames[n] = read_frame(s->b, &at);
    }
    if (n == 0 && !fr_json_failed(sample))
        return fr_stand_in_stack(s->b, FR_NO_STACK, 0, "a sample with an empty list");
    while (n-- > 0)
        stack = fr_builder_push(s->b, stack, s->frames[n]);
    return stack;
}

static void read_samples(samples *s, const fr_json *recording)
{
    fr_json stacks = fr_json_member(recording, "sampleStackTraces");
    fr_json durations = fr_json_member(recording, "sampleDurations");
    fr_json at = fr_json_items(&stacks, "samples"), duration = fr_json_items(&durations, "times");
    bool rounded = false;

    while (fr_json_next(&at) && !fr_builder_failed(s->b)) {
        fr_json time = fr_json_member(&at, "timestamp");
        int64_t now_ns = fr_json_scaled(&time, 9, 0, &rounded), ns;
        uint32_t stack = read_stack(s, &at);
        if (!fr_json_next(&duration)) {
            if (!fr_json_failed(&at))
                fr_json_fail(&durations, "expected %zu numbers, one for each sample",
                             fr_json_count(&stacks, "samples"));
            return;
        }
        ns = fr_json_scaled(&duration, 9, 0, &rounded);
        fr_builder_add(s->b, stack, s->column, ns, 1, (double)ns * (double)ns);
        fr_builder_time(s->b, now_ns);
        fr_builder_sample(s->b, stack, now_ns, s->thread, FR_NO_CPU, ns);
        fr_builder_record(s->b, 1);
    }
}

void fr_safari_read(const fr_json *file, fr_builder *b, const fr_read_options *opt)
{
    fr_json recording = fr_json_member(file, "recording");
    samples s = {.b = b,
                 .column = fr_builder_column(b, "time", "ns", 0),
                 .thread = fr_builder_thread(b, -1, -1, 0)};

    (void)opt;
    read_samples(&s, &recording);
    free(s.frames);
}
