/*
 * chrome_profiles.c - samples in a trace: CPU profiles of V8, whole, or begun by one event and continued by others; and
 * those of Hermes.
 *
 *     {"name": "CpuProfile", "ph": "I", "args": {"data": {"cpuProfile": {"nodes": ..., "samples": ...}}}}
 *     {"name": "Profile", "ph": "P", "id": "0x1", "pid": 7, "tid": 1, "args": {"data": {"startTime": 100}}}
 *     {"name": "ProfileChunk", "ph": "P", "id": "0x1", "pid": 7, "tid": 9,
 *      "args": {"data": {"cpuProfile": {"nodes": [...], "samples": [3, 3]}, "timeDeltas": [0, 125]}}}
 *
 * A profile is of the thread of its first event: samples know it. Events may stand in any order: chunks are read in the
 * order of their times. Chunks of a profile that began before the trace are omitted, as DevTools do: their times and
 * their nodes are not known.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "formats/chrome/chrome_trace.h"
#include "formats/symbols.h"
#include "formats/v8/v8_profile.h"
#include "model/build/builder.h"

typedef struct part {
    int64_t pid, ts_ns; /* of its first event */
    fr_bytes id;        /* of the document */
    int64_t end_ns;
    fr_v8_profile *v8;
} part;

/* An event of a profile. */
typedef struct piece {
    int64_t ts_ns;
    fr_json event;
} piece;

typedef struct profiles {
    fr_chrome_trace *t;
    part *parts;
    size_t n, cap;
    part **sorted; /* by process, id and time, once all are there */
    piece *pieces;
    size_t n_pieces, pieces_cap;
    uint64_t n_orphans; /* chunks of a profile that is not in the trace */
} profiles;

static int64_t time_or(const fr_json *at, const char *key, int64_t otherwise)
{
    fr_json us = fr_json_is_object(at) ? fr_json_member(at, key) : *at;

    return fr_json_is_object(at) && fr_json_exists(&us) ? fr_v8_ns(&us, INT64_MIN / 4) : otherwise;
}

static int compare_ids(const part *x, const part *y)
{
    if (x->pid != y->pid)
        return x->pid < y->pid ? -1 : 1;
    return fr_bytes_compare(x->id, y->id);
}

/* The first in the list comes first where two began at once. */
static int by_id_and_time(const void *a, const void *b)
{
    const part *x = *(part *const *)a, *y = *(part *const *)b;
    int order = compare_ids(x, y);

    if (order == 0)
        order = (x->ts_ns > y->ts_ns) - (x->ts_ns < y->ts_ns);
    return order ? order : (x > y) - (x < y);
}

static void sort_parts(profiles *p, const fr_json *events)
{
    if (p->n == 0)
        return;
    p->sorted = malloc(p->n * sizeof *p->sorted);
    if (!p->sorted) {
        fr_fail_memory(&events->document->err);
        return;
    }
    for (size_t i = 0; i < p->n; i++)
        p->sorted[i] = &p->parts[i];
    qsort(p->sorted, p->n, sizeof *p->sorted, by_id_and_time);
}

/* The profile of a chunk: the last one of its process and id that began until then, or else the first one that did so
 * later; NULL: none. */
static part *find_part(const profiles *p, const fr_json *event, int64_t then_ns)
{
    uint32_t thread = fr_chrome_thread_of(p->t, event);
    part wanted = {.ts_ns = then_ns, .id = fr_chrome_text_of(event, "id")};
    size_t low = 0, high = thread == FR_NO_ID ? 0 : p->n;

    if (high)
        wanted.pid = p->t->threads[thread].pid;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare_ids(p->sorted[middle], &wanted);
        if (order < 0 || (order == 0 && p->sorted[middle]->ts_ns <= then_ns))
            low = middle + 1;
        else
            high = middle;
    }
    if (thread == FR_NO_ID)
        return NULL;
    if (low > 0 && compare_ids(p->sorted[low - 1], &wanted) == 0)
        return p->sorted[low - 1];
    return low < p->n && compare_ids(p->sorted[low], &wanted) == 0 ? p->sorted[low] : NULL;
}

static part *add_part(profiles *p, const fr_json *event, int64_t ts_ns, int64_t start_ns)
{
    uint32_t thread = fr_chrome_thread_of(p->t, event);
    const fr_chrome_thread *is;
    part *at;

    if (thread == FR_NO_ID || !fr_reserve(&p->parts, &p->cap, p->n + 1, sizeof *p->parts)) {
        fr_fail_memory(&event->document->err);
        return NULL;
    }
    is = &p->t->threads[thread];
    at = &p->parts[p->n];
    *at = (part){
        .pid = is->pid, .ts_ns = ts_ns, .id = fr_chrome_text_of(event, "id"), .end_ns = INT64_MIN};
    at->v8 = fr_v8_profile_new(
        p->t->b, start_ns, fr_builder_thread(p->t->b, is->pid, is->tid, is->name), p->t->memory);
    p->n += at->v8 != NULL;
    if (!at->v8)
        fr_fail_memory(&event->document->err);
    return at->v8 ? at : NULL;
}

/* Reads what a chunk, or a whole profile, holds; times stand beside it or in it. */
static void read_profile(part *at, const fr_json *data, const fr_json *profile)
{
    fr_json nodes = fr_json_member(profile, "nodes"), samples = fr_json_member(profile, "samples");
    fr_json inner = fr_json_member(profile, "timeDeltas"), deltas = inner, node;

    if (!fr_json_exists(&deltas))
        deltas = fr_json_member(data, "timeDeltas");
    if (fr_json_exists(&nodes)) {
        node = fr_json_items(&nodes, "nodes");
        while (fr_json_next(&node))
            fr_v8_profile_add(at->v8, &node);
    }
    if (fr_json_exists(&samples))
        fr_v8_profile_samples(at->v8, &samples, &deltas);
    at->end_ns = time_or(profile, "endTime", at->end_ns);
}

/* All that begin, "Profile", which has the start, or "CpuProfile", which has all; or all chunks. */
static void read_pieces(profiles *p, const fr_json *events, bool chunks)
{
    for (size_t i = 0; i < p->n_pieces && !fr_json_failed(events); i++) {
        const fr_json *event = &p->pieces[i].event;
        fr_json args = fr_json_member(event, "args"), data = fr_json_member(&args, "data"), profile;
        bool whole;
        part *at;
        if (fr_bytes_equal(fr_chrome_text_of(event, "name"), FR_LITERAL("ProfileChunk")) != chunks)
            continue;
        profile = fr_json_member(&data, "cpuProfile");
        whole = fr_bytes_equal(fr_chrome_text_of(event, "name"), FR_LITERAL("CpuProfile"));
        at = chunks ? find_part(p, event, p->pieces[i].ts_ns)
                    : add_part(p, event, p->pieces[i].ts_ns,
                               time_or(whole ? &profile : &data, "startTime", 0));
        p->n_orphans += chunks && !at;
        if (!at)
            continue;
        if (fr_json_exists(&profile))
            read_profile(at, &data, &profile);
        at->end_ns = time_or(&data, "endTime", at->end_ns);
    }
}

static bool is_piece(const fr_json *event)
{
    fr_bytes name = fr_chrome_text_of(event, "name");
    fr_json args, data;

    if (!fr_bytes_equal(name, FR_LITERAL("CpuProfile")) &&
        !fr_bytes_equal(name, FR_LITERAL("Profile")) &&
        !fr_bytes_equal(name, FR_LITERAL("ProfileChunk")))
        return false;
    args = fr_json_member(event, "args");
    if (!fr_json_is_object(&args))
        return false;
    data = fr_json_member(&args, "data");
    return fr_json_is_object(&data);
}

static void collect_pieces(profiles *p, const fr_json *events)
{
    fr_json event = fr_json_items(events, "events");

    while (fr_json_next(&event)) {
        if (!is_piece(&event))
            continue;
        if (!fr_reserve(&p->pieces, &p->pieces_cap, p->n_pieces + 1, sizeof *p->pieces)) {
            fr_fail_memory(&event.document->err);
            return;
        }
        p->pieces[p->n_pieces++] = (piece){fr_chrome_time_of(&event, "ts"), event};
    }
}

static int by_time(const void *a, const void *b)
{
    const piece *x = a, *y = b;

    if (x->ts_ns != y->ts_ns)
        return x->ts_ns < y->ts_ns ? -1 : 1;
    return (x->event.index > y->event.index) - (x->event.index < y->event.index);
}

bool fr_chrome_profiles_read(fr_chrome_trace *t, const fr_json *events)
{
    profiles p = {.t = t};

    collect_pieces(&p, events);
    if (p.n_pieces)
        qsort(p.pieces, p.n_pieces, sizeof *p.pieces, by_time);
    read_pieces(&p, events, false);
    sort_parts(&p, events);
    read_pieces(&p, events, true);
    for (size_t i = 0; i < p.n; i++) {
        fr_v8_profile *v8 = p.parts[i].v8;
        fr_v8_profile_place(v8, events);
        if (!fr_json_failed(events))
            fr_v8_profile_end(v8, p.parts[i].end_ns);
        fr_v8_profile_free(v8);
    }
    if (p.n_orphans)
        fr_builder_say(t->b, FR_NOTE_CHOICE,
                       "parts of CPU profiles that began before the trace, not read: %" PRIu64,
                       p.n_orphans);
    free(p.parts);
    free(p.sorted);
    free(p.pieces);
    return p.n > 0;
}

/*
 * Samples beside the events of a trace: what Hermes, the engine of React Native, writes.
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

/* "12", or 12; of the second key where the first is missing; 0: none. */
static uint32_t line_of(const fr_json *frame, const char *first, const char *second)
{
    fr_json at = fr_json_member(frame, first);
    int64_t line = fr_json_id(&at);

    if (line < 0) {
        at = fr_json_member(frame, second);
        line = fr_json_id(&at);
    }
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
    place->function = (fr_bytes){name.at, open};
    place->file = inside;
    return inside.len > 0;
}

static uint32_t read_frame(fr_builder *b, const fr_json *at)
{
    fr_json name = fr_json_member(at, "name"), category = fr_json_member(at, "category");
    fr_bytes text = fr_json_text(&name);
    fr_name_place place;
    fr_frame frame = {.kind = FR_KIND_USER};

    if (fr_json_is_text(&category) && fr_bytes_equal(fr_json_text(&category), FR_LITERAL("root")))
        return 0;
    if (find_file(text, &place)) {
        place.line = line_of(at, "funcLine", "line");
        place.column = line_of(at, "funcColumn", "column");
        frame.name = fr_script_name(b, place);
        frame.file = fr_builder_name(b, place.file, FR_TEXT_RAW);
        frame.line = place.line;
    } else {
        frame.name = fr_builder_name(b, text, FR_TEXT_RAW);
    }
    return fr_builder_intern(b, &frame);
}

static void read_frames(fr_builder *b, fr_v8_profile *v8, const fr_json *frames)
{
    fr_json frame = fr_json_members(frames, "frames");

    while (fr_json_next(&frame) && !fr_builder_failed(b)) {
        fr_json parent = fr_json_member(&frame, "parent");
        uint32_t caller = fr_json_exists(&parent) ? fr_v8_id(&parent) : FR_V8_NONE;
        (void)fr_v8_profile_frame(v8, &frame, fr_v8_id_of(&frame, frame.key), caller,
                                  read_frame(b, &frame));
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
        thread = fr_builder_thread(t->b, is->pid, is->tid, is->name);
        fr_v8_profile_sample(v8, &frame, thread, fr_v8_id(&frame),
                             fr_chrome_time_of(&sample, "ts"));
    }
}

bool fr_chrome_samples_read(fr_chrome_trace *t, const fr_json *file)
{
    fr_json samples = fr_json_member(file, "samples"), frames = fr_json_member(file, "stackFrames");
    fr_v8_profile *v8;

    if (!fr_json_is_list(&samples) || !fr_json_is_object(&frames) ||
        !fr_json_count(&samples, "samples"))
        return false;
    v8 = fr_v8_profile_new(t->b, 0, 0, t->memory);
    if (!v8) {
        fr_builder_fail_memory(t->b);
        return true;
    }
    read_frames(t->b, v8, &frames);
    read_samples(t, v8, &samples);
    fr_v8_profile_place(v8, &frames);
    if (!fr_json_failed(file))
        fr_v8_profile_end(v8, INT64_MIN);
    fr_v8_profile_free(v8);
    return true;
}
