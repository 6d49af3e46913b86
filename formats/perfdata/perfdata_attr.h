/*
 * perfdata_attr.h - the events of a recording, as perf_event_open() was asked for them, and which of them a record
 * is of.
 *
 *     attr { type 1, config 0, sample_type IP|TID|TIME|CALLCHAIN, ... }   ids 402, 403   name "cpu-clock"
 *
 * Reference: include/uapi/linux/perf_event.h of Linux 6.18.
 */
#ifndef FR_FORMATS_PERFDATA_ATTR_H
#define FR_FORMATS_PERFDATA_ATTR_H

#include "base/arena.h"
#include "base/fail.h"
#include "base/slots.h"
#include "formats/perfdata/perfdata_cursor.h"

/* Bits of sample_type, in the order of their numbers. */
enum {
    FR_PERFDATA_IP = 1 << 0,
    FR_PERFDATA_TID = 1 << 1,
    FR_PERFDATA_TIME = 1 << 2,
    FR_PERFDATA_ADDR = 1 << 3,
    FR_PERFDATA_READ = 1 << 4,
    FR_PERFDATA_CALLCHAIN = 1 << 5,
    FR_PERFDATA_ID = 1 << 6,
    FR_PERFDATA_CPU = 1 << 7,
    FR_PERFDATA_PERIOD = 1 << 8,
    FR_PERFDATA_STREAM_ID = 1 << 9,
    FR_PERFDATA_RAW = 1 << 10,
    FR_PERFDATA_BRANCH_STACK = 1 << 11,
    FR_PERFDATA_REGS_USER = 1 << 12,
    FR_PERFDATA_STACK_USER = 1 << 13,
    FR_PERFDATA_IDENTIFIER = 1 << 16
};

enum { FR_PERFDATA_TRACEPOINT = 2 }; /* attr.type */
/* Bit of branch_type: branches are calls that have not returned. */
#define FR_PERFDATA_CALL_STACKS (UINT64_C(1) << 11)

typedef struct fr_perfdata_attr {
    uint32_t type;
    uint64_t config, period, sample_type, read_format, branch_type, user_regs;
    bool frequency;     /* `period` is samples a second */
    bool sample_id_all; /* records that are no samples end in a part of one */
    char *name;         /* NULL: not told yet */
} fr_perfdata_attr;

typedef struct fr_perfdata_id {
    uint64_t id;
    uint64_t count; /* of its counter, when it was read last */
    uint32_t attr;
} fr_perfdata_id;

/* Zeroed it is ready. */
typedef struct fr_perfdata_attrs {
    fr_perfdata_attr *items;
    size_t n, cap;
    fr_perfdata_id *ids;
    size_t n_ids, ids_cap;
    fr_slots slots; /* by id */
    size_t last;    /* of the ids, looked up last */
    fr_arena arena; /* names */
} fr_perfdata_attrs;

#define FR_PERFDATA_ATTRS_MOST 4096

/* Adds an event of `bytes`, a perf_event_attr of any size; false where it is too short for one, there are too many, or
 * memory ran out. */
bool fr_perfdata_attrs_add(fr_perfdata_attrs *attrs, fr_bytes bytes, bool big);
/* Ids of records that are of the event at `attr`; false when memory ran out. */
bool fr_perfdata_attrs_ids(fr_perfdata_attrs *attrs, uint32_t attr, fr_bytes ids, bool big);
/* The event of an id; NULL where no event has it. */
fr_perfdata_attr *fr_perfdata_attrs_find(fr_perfdata_attrs *attrs, uint64_t id);
/* The event of a record, by the id in it; NULL where none has it. `record`: behind the header. */
fr_perfdata_attr *fr_perfdata_attrs_of(fr_perfdata_attrs *attrs, bool is_sample, fr_bytes record,
                                       bool big);
/* The event of an id whose counter stands at `count`; *more: since it was read before. NULL where no event has it. */
fr_perfdata_attr *fr_perfdata_attrs_count(fr_perfdata_attrs *attrs, uint64_t id, uint64_t count,
                                          uint64_t *more);
/* Names an event that has no name. */
void fr_perfdata_attrs_name(fr_perfdata_attrs *attrs, fr_perfdata_attr *attr, fr_bytes name);
/* The event's name, made of its type and config where nothing told it: "cpu-clock", "raw 0x1c2". */
fr_bytes fr_perfdata_attrs_label(fr_perfdata_attrs *attrs, fr_perfdata_attr *attr);
void fr_perfdata_attrs_reset(fr_perfdata_attrs *attrs);

#endif
