/*
 * chrome_profiles.c - CPU profiles of V8 in a trace: whole, or begun by one event and continued by others.
 *
 *     {"name": "CpuProfile", "ph": "I", "args": {"data": {"cpuProfile": {"nodes": ..., "samples": ...}}}}
 *     {"name": "Profile", "ph": "P", "id": "0x1", "pid": 7, "tid": 1, "args": {"data": {"startTime": 100}}}
 *     {"name": "ProfileChunk", "ph": "P", "id": "0x1", "pid": 7, "tid": 9,
 *      "args": {"data": {"cpuProfile": {"nodes": [...], "samples": [3, 3]}, "timeDeltas": [0, 125]}}}
 *
 * A profile is of the thread of its first event: samples know it.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "formats/chrome/chrome_trace.h"
#include "formats/v8/v8_profile.h"
#include "model/build/builder_samples.h"

typedef struct part {
    int64_t pid;
    fr_bytes id; /* of the document */
    int64_t end_ns;
    fr_v8_profile v8;
} part;

typedef struct profiles {
    fr_chrome_trace *t;
    part *parts;
    size_t n, cap;
} profiles;

static fr_bytes name_of(const fr_json *event)
{
    fr_json at = fr_json_member(event, "name");

    return fr_json_is_text(&at) ? fr_json_text(&at) : FR_LITERAL("");
}

static int64_t time_or(const fr_json *at, const char *key, int64_t otherwise)
{
    fr_json us = fr_json_is_object(at) ? fr_json_member(at, key) : *at;

    return fr_json_is_object(at) && fr_json_exists(&us) ? fr_v8_ns(&us, INT64_MIN / 4) : otherwise;
}

static fr_bytes id_of(const fr_json *event)
{
    fr_json id = fr_json_member(event, "id");

    return fr_json_is_text(&id) ? fr_json_text(&id) : FR_LITERAL("");
}

static part *find_part(profiles *p, int64_t pid, fr_bytes id)
{
    for (size_t i = p->n; i-- > 0;)
        if (p->parts[i].pid == pid && fr_bytes_equal(p->parts[i].id, id))
            return &p->parts[i];
    return NULL;
}

static part *add_part(profiles *p, const fr_json *event, int64_t start_ns)
{
    uint32_t thread = fr_chrome_thread_of(p->t, event);
    part *parts = fr_grow(p->parts, &p->cap, p->n + 1, sizeof *parts);
    const fr_chrome_thread *is;
    part *at;

    if (thread == FR_NO_ID || !parts) {
        fr_fail_memory(&event->document->err);
        return NULL;
    }
    p->parts = parts;
    is = &p->t->threads[thread];
    at = &parts[p->n++];
    *at = (part){.pid = is->pid, .id = id_of(event), .end_ns = INT64_MIN};
    fr_v8_profile_init(&at->v8, p->t->b, start_ns,
                       fr_builder_thread(p->t->b, is->pid, is->tid, is->name));
    return at;
}

/* What a chunk, or a whole profile, holds; times stand beside it or in it. */
static void read_profile(part *at, const fr_json *data, const fr_json *profile)
{
    fr_json nodes = fr_json_member(profile, "nodes"), samples = fr_json_member(profile, "samples");
    fr_json inner = fr_json_member(profile, "timeDeltas"), deltas = inner, node;

    if (!fr_json_exists(&deltas))
        deltas = fr_json_member(data, "timeDeltas");
    if (fr_json_exists(&nodes)) {
        node = fr_json_items(&nodes, "nodes");
        while (fr_json_next(&node))
            fr_v8_profile_add(&at->v8, &node);
        fr_v8_profile_place(&at->v8, &nodes);
    }
    if (fr_json_exists(&samples))
        fr_v8_profile_samples(&at->v8, &samples, &deltas);
    at->end_ns = time_or(profile, "endTime", at->end_ns);
}

static void read_event(profiles *p, const fr_json *event)
{
    fr_bytes name = name_of(event);
    bool whole = fr_bytes_equal(name, FR_LITERAL("CpuProfile"));
    bool chunk = fr_bytes_equal(name, FR_LITERAL("ProfileChunk"));
    fr_json args, data, profile;
    part *at = NULL;
    size_t thread;

    if (!whole && !chunk && !fr_bytes_equal(name, FR_LITERAL("Profile")))
        return;
    args = fr_json_member(event, "args");
    data = fr_json_member(&args, "data");
    if (fr_json_failed(event) || !fr_json_is_object(&data))
        return;
    profile = fr_json_member(&data, "cpuProfile");
    thread = fr_chrome_thread_of(p->t, event);
    if (fr_json_failed(event))
        return;
    if (chunk)
        at = find_part(p, p->t->threads[thread].pid, id_of(event));
    if (!at)
        at = add_part(p, event, time_or(whole ? &profile : &data, "startTime", 0));
    if (at && fr_json_exists(&profile))
        read_profile(at, &data, &profile);
    if (at)
        at->end_ns = time_or(&data, "endTime", at->end_ns);
}

bool fr_chrome_is_profile(const fr_json *event)
{
    fr_bytes name = name_of(event);

    return fr_bytes_equal(name, FR_LITERAL("CpuProfile")) ||
           fr_bytes_starts(name, FR_LITERAL("Profile"));
}

bool fr_chrome_profiles_read(fr_chrome_trace *t, const fr_json *events)
{
    profiles p = {.t = t};
    fr_json event = fr_json_items(events, "events");
    size_t n;

    while (fr_json_next(&event) && !fr_builder_failed(t->b))
        read_event(&p, &event);
    for (size_t i = 0; i < p.n; i++) {
        fr_v8_profile_end(&p.parts[i].v8, p.parts[i].end_ns);
        fr_v8_profile_reset(&p.parts[i].v8);
    }
    n = p.n;
    free(p.parts);
    return n > 0;
}
