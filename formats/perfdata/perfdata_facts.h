/*
 * perfdata_facts.h - what a recording says of itself beside its samples: the sections behind the data of a file, which
 * are records of their own in a pipe; and the raw bytes of tracepoints as text, by the formats that it tells.
 *
 *     bit 2   build ids        pid -1  9f3c...  [kernel.kallsyms]      pid -1  04d1...  /usr/lib/libc.so.6
 *     bit 12  events           attr, ids 402 403, "cpu-clock"
 *     bit 1   tracing          field:pid_t prev_pid;   offset:24;   size:4;   signed:1;
 *
 *     prev_comm=app prev_pid=7 prev_prio=120 prev_state=1 ==> next_comm=swapper/0 next_pid=0 next_prio=120
 *
 * Reference: tools/perf/Documentation/perf.data-file-format.txt of Linux 6.18.
 */
#ifndef FR_FORMATS_PERFDATA_FACTS_H
#define FR_FORMATS_PERFDATA_FACTS_H

#include "formats/perf/perf_records.h"
#include "formats/perfdata/perfdata_record.h"

/* Features that are read. */
enum {
    FR_PERFDATA_FACT_TRACING = 1,
    FR_PERFDATA_FACT_BUILD_IDS = 2,
    FR_PERFDATA_FACT_HOST = 3,
    FR_PERFDATA_FACT_RELEASE = 4,
    FR_PERFDATA_FACT_COMMAND = 11,
    FR_PERFDATA_FACT_EVENTS = 12,
    FR_PERFDATA_FACT_TIMES = 21,
    FR_PERFDATA_FACT_FOLDER = 24,
    FR_PERFDATA_FACTS = 256
};

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

typedef struct fr_perfdata_build_id {
    fr_bytes name, id; /* in the arena */
} fr_perfdata_build_id;

/* Zeroed it is ready. */
typedef struct fr_perfdata_facts {
    bool big;
    fr_perfdata_attrs attrs;
    fr_perfdata_build_id *build_ids;
    size_t n_build_ids, build_ids_cap;
    fr_slots slots;              /* of build ids by name */
    fr_perfdata_format *formats; /* of tracepoints */
    size_t n_formats, formats_cap;
    fr_slots format_slots; /* of formats by id */
    fr_bytes release;      /* of the kernel */
    fr_perf_provenance provenance;
    fr_arena arena;
} fr_perfdata_facts;

/* Takes in a section, or the body of a record FEATURE behind its number. What is cut is read as far as it goes. */
void fr_perfdata_facts_read(fr_perfdata_facts *facts, unsigned feature, fr_bytes bytes);
/* A record BUILD_ID, and EVENT_UPDATE. */
void fr_perfdata_facts_build_id(fr_perfdata_facts *facts, const fr_perfdata_record *record);
void fr_perfdata_facts_update(fr_perfdata_facts *facts, const fr_perfdata_record *record);
/* The build id of a file by its name; empty where it is not told. */
fr_bytes fr_perfdata_facts_find(const fr_perfdata_facts *facts, fr_bytes name);
/* Adds the rates of all events to the provenance, once their names are known. */
void fr_perfdata_facts_rates(fr_perfdata_facts *facts);
/* The format of a tracepoint; NULL where the recording does not tell it. */
const fr_perfdata_format *fr_perfdata_formats_find(const fr_perfdata_facts *facts, uint64_t id);
/* The fields that are numbers or texts, in `to` of FR_PERFDATA_TEXT_MOST bytes. */
fr_bytes fr_perfdata_format_text(const fr_perfdata_format *format, fr_bytes raw, char *to);
void fr_perfdata_facts_reset(fr_perfdata_facts *facts);

#endif
