/*
 * perfdata_facts.h - what a recording says of itself beside its samples: the sections behind the data of a file, which
 * are records of their own in a pipe.
 *
 *     bit 2   build ids        pid -1  9f3c...  [kernel.kallsyms]      pid -1  04d1...  /usr/lib/libc.so.6
 *     bit 12  events           attr, ids 402 403, "cpu-clock"
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

typedef struct fr_perfdata_build_id {
    fr_bytes name, id; /* in the arena */
} fr_perfdata_build_id;

/* Zeroed it is ready. */
typedef struct fr_perfdata_facts {
    bool big;
    fr_perfdata_attrs attrs;
    fr_perfdata_build_id *build_ids;
    size_t n_build_ids, build_ids_cap;
    fr_slots slots; /* of build ids by name */
    struct fr_perfdata_format *formats; /* of tracepoints (perfdata_tracepoint.h) */
    size_t n_formats, formats_cap;
    fr_slots format_slots; /* of formats by id */
    fr_bytes release; /* of the kernel */
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
void fr_perfdata_facts_reset(fr_perfdata_facts *facts);

#endif
