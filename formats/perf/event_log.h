/*
 * event_log.h - which events each of several inputs holds, for choosing one that all have.
 *
 *     a.txt   cycles 120, instructions 3        the first of the first input: cycles
 *     b.txt   instructions 40                   has none of it: read both again, for instructions
 */
#ifndef FR_FORMATS_EVENT_LOG_H
#define FR_FORMATS_EVENT_LOG_H

#include "formats/perf/perf_events.h"

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

/* A new last entry; false when memory ran out. */
bool fr_event_log_begin(fr_event_log *log, const char *name, const char *path);
/* Takes the last entry away: the input was no use. */
void fr_event_log_drop(fr_event_log *log);
/* What the last input holds. */
void fr_event_log_take(fr_event_log *log, const fr_perf_events *events, bool missing);
/* Takes over what `again`, a log of the same inputs, knows of its last one. False where that lacked
 * no event, or was known before. */
bool fr_event_log_learn(fr_event_log *log, const fr_event_log *again);
/* The first event of the first input that all inputs have, as far as they are known; "" where there
 * is none. */
fr_bytes fr_event_log_common(const fr_event_log *log);
/* "a.txt has 'cycles' (3 samples); b.txt has 'faults' (1 sample)", as much as fits. */
void fr_event_log_describe(const fr_event_log *log, char *to, size_t room);
/* The input that cannot be read twice; NULL where all can. */
const char *fr_event_log_once(const fr_event_log *log);
void fr_event_log_reset(fr_event_log *log);

#endif
