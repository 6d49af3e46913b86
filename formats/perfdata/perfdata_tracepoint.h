/*
 * perfdata_tracepoint.h - the raw bytes of tracepoints as text, which the rules for perf script text read on.
 *
 *     field:pid_t prev_pid;   offset:24;   size:4;   signed:1;
 *
 *     prev_comm=app prev_pid=7 prev_prio=120 prev_state=1 ==> next_comm=swapper/0 next_pid=0 next_prio=120
 */
#ifndef FR_FORMATS_PERFDATA_TRACEPOINT_H
#define FR_FORMATS_PERFDATA_TRACEPOINT_H

#include "formats/perfdata/perfdata_facts.h"

#define FR_PERFDATA_FIELDS_MOST 64
#define FR_PERFDATA_TEXT_MOST   4096 /* bytes of the text of a tracepoint */

typedef struct fr_perfdata_field {
    fr_bytes name;
    uint32_t offset, size;
    bool is_signed, is_text; /* text: char [N] */
} fr_perfdata_field;

typedef struct fr_perfdata_format {
    uint64_t id; /* attr.config */
    fr_bytes name;
    bool big;
    fr_perfdata_field *fields; /* in the arena of the facts */
    size_t n;
} fr_perfdata_format;

/* Reads the tracing data of a recording, and names the events that have no name. */
void fr_perfdata_formats_read(fr_perfdata_facts *facts, fr_bytes bytes);
/* The format of a tracepoint; NULL where the recording does not tell it. */
const fr_perfdata_format *fr_perfdata_formats_find(const fr_perfdata_facts *facts, uint64_t id);
/* The fields that are numbers or texts, in `to` of FR_PERFDATA_TEXT_MOST bytes. */
fr_bytes fr_perfdata_format_text(const fr_perfdata_format *format, fr_bytes raw, char *to);

#endif
