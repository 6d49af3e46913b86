/*
 * perf_events.h - the events a recording holds, in the order they were met, each with its samples.
 */
#ifndef FR_FORMATS_PERF_PERF_EVENTS_H
#define FR_FORMATS_PERF_PERF_EVENTS_H

#include "model/build/builder.h"

#define FR_PERF_LABEL 256 /* bytes of what stands for the events read: fr_choice.event */

typedef struct fr_perf_event {
    fr_bytes name;
    uint64_t n_samples;
    bool read; /* its samples are wanted */
} fr_perf_event;

typedef struct fr_perf_events {
    fr_perf_event *items;
    size_t n, cap;
    size_t last; /* looked up last */
    fr_arena arena;
} fr_perf_events;

/* Id of the event "cycles:u", added where it is new. Past some dozens of events a recording is
 * hostile and new ones share one id. FR_NO_ID when memory ran out. */
uint32_t fr_perf_events_add(fr_perf_events *events, fr_bytes name);
/* "'cycles' (120 samples), 'instructions' (3 samples)", as much as fits. */
void fr_perf_events_list(const fr_perf_events *events, char *to, size_t room);
/* Marks an event as read, by the name that is shown, which goes to `label`. False when memory ran out. */
bool fr_perf_events_choose(fr_perf_events *events, fr_bytes name, char label[FR_PERF_LABEL]);
/* Marks the events of a list as read, "cycles:u,cpu/event=0x3c,umask=0x1/": commas between slashes
 * belong to a name. */
bool fr_perf_events_choose_list(fr_perf_events *events, fr_bytes list, char label[FR_PERF_LABEL]);
/* Adds the samples of `from`, by its names; false when memory ran out. */
bool fr_perf_events_merge(fr_perf_events *to, const fr_perf_events *from);
/* Says of every event that is not read how to read it, and which were added up. */
void fr_perf_events_say(const fr_perf_events *events, fr_builder *b);
void fr_perf_events_reset(fr_perf_events *events);
/* Tells what the periods of an event, or of a list of them, count: "ns" or "events". */
const char *fr_perf_event_unit(fr_bytes list);

/*
 * Which events each of several inputs holds, for choosing one that all have.
 *
 *     a.txt   cycles 120, instructions 3        the first of the first input: cycles
 *     b.txt   instructions 40                   has none of it: read both again, for instructions
 */

typedef struct fr_logged_input {
    const char *name;      /* as messages have it */
    const char *path;      /* NULL: it cannot be read twice */
    fr_perf_events events; /* none: not known */
    bool missing;          /* it lacks the event that was chosen before it was read */
} fr_logged_input;

typedef struct fr_event_log {
    fr_logged_input *items;
    size_t n, cap;
    fr_arena arena;
} fr_event_log;

/* Tells what an input holds. */
void fr_logged_input_set(fr_logged_input *input, const fr_perf_events *events, bool missing);

#endif
