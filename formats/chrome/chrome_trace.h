/*
 * chrome_trace.h - a trace of Chromium's kind while it is read: its threads, and spans of time on them.
 */
#ifndef FR_FORMATS_CHROME_CHROME_TRACE_H
#define FR_FORMATS_CHROME_CHROME_TRACE_H

#include "base/json.h"
#include "base/slots.h"
#include "formats/reader.h"

typedef struct fr_chrome_thread {
    int64_t pid, tid;
    uint32_t name;   /* of fr_builder_name(); 0: unknown */
    size_t n_spans;  /* how many it has */
    int64_t last_ns; /* of its events */
    uint32_t met;    /* its place in the order of events */
} fr_chrome_thread;

typedef struct fr_chrome_trace {
    fr_builder *b;
    uint64_t memory; /* that spans may take */
    fr_chrome_thread *threads;
    size_t n_threads, threads_cap;
    fr_slots slots; /* threads by pid and tid */
    uint32_t last;  /* the one that was looked up last */
    struct fr_chrome_span *spans;
    size_t n_spans, spans_cap;
    uint64_t n_other;   /* events of other kinds: async ones, counters, marks */
    uint64_t n_ends;    /* ends of spans that have not begun */
    uint64_t n_clipped; /* spans that end after the one that they lie in */
    uint64_t n_cpu;     /* spans of which the trace has only the time on a CPU */
    uint64_t n_endless; /* spans of which it has no length */
} fr_chrome_trace;

/* A text member of an event; "" where it is none. */
fr_bytes fr_chrome_text_of(const fr_json *event, const char *key);
/* A time of an event in ns; 0 where it has none. */
int64_t fr_chrome_time_of(const fr_json *event, const char *key);
/* The thread of an event, by its pid and tid; FR_NO_ID: an error sticks in the document. */
uint32_t fr_chrome_thread_of(fr_chrome_trace *t, const fr_json *event);
/* Puts threads in the order of pid and tid, whatever the order of events; spans follow. Errors stick in the builder. */
void fr_chrome_threads_sort(fr_chrome_trace *t);

/* Samples of stacks beside the events; false where there are none. */
bool fr_chrome_samples_read(fr_chrome_trace *t, const fr_json *file);
/* The CPU profiles of V8 in a list of events; false where there are none. */
bool fr_chrome_profiles_read(fr_chrome_trace *t, const fr_json *events);

#endif
