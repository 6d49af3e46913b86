/*
 * perfdata_record.h - records of a recording, and the events that they are of. Slices point into the record.
 *
 *     header { u32 type, u16 misc, u16 size } | fields that sample_type names | what the next record is
 *     attr { type 1, config 0, sample_type IP|TID|TIME|CALLCHAIN, ... }   ids 402, 403   name "cpu-clock"
 *
 * Samples are read as far as the dump of the stack; what follows it (weights, data sources, AUX) is not needed here.
 *
 * Reference: include/uapi/linux/perf_event.h of Linux 6.18.
 */
#ifndef FR_FORMATS_PERFDATA_RECORD_H
#define FR_FORMATS_PERFDATA_RECORD_H

#include "formats/perf/perf_sample.h"

/*
 * Numbers and texts out of a record, one after another, in the byte order of the recording.
 *
 *     fr_perfdata_cursor at = fr_perfdata_cursor_of(record, big);
 *     pid = fr_perfdata_u32(&at);
 *     if (at.short_of) ...        the record ended before: all that was read since is 0
 */
typedef struct fr_perfdata_cursor {
    fr_bytes left;
    bool big;      /* the most significant byte comes first */
    bool short_of; /* more was asked for than there was */
} fr_perfdata_cursor;

static inline fr_perfdata_cursor fr_perfdata_cursor_of(fr_bytes bytes, bool big)
{
    return (fr_perfdata_cursor){bytes, big, false};
}

static inline uint64_t fr_perfdata_load8(const char *at, bool big)
{
    uint64_t n = fr_bytes_load8(at);

    return big ? __builtin_bswap64(n) : n;
}

/* The next `n` bytes; none where fewer are left. */
fr_bytes fr_perfdata_take(fr_perfdata_cursor *at, uint64_t n);
uint64_t fr_perfdata_u64(fr_perfdata_cursor *at);
uint32_t fr_perfdata_u32(fr_perfdata_cursor *at);
uint64_t fr_perfdata_number(fr_bytes bytes, bool big); /* of at most 8 bytes */
fr_bytes fr_perfdata_text(fr_bytes bytes);             /* up to the first NUL */

/* ------------------------------------------------------------ events, as perf_event_open() was asked for them */

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
    bool full;      /* memory ran out */
} fr_perfdata_attrs;

/* Adds an event of `bytes`, a perf_event_attr of any size; false where it is too short for one, there are too many, or
 * memory ran out. */
bool fr_perfdata_attrs_add(fr_perfdata_attrs *attrs, fr_bytes bytes, bool big);
/* Ids of records that are of the event at `attr`; false when memory ran out. */
bool fr_perfdata_attrs_ids(fr_perfdata_attrs *attrs, uint32_t attr, fr_bytes ids, bool big);
/* The event of an id, which attrs->ids[attrs->last] then is; NULL where no event has it. */
fr_perfdata_attr *fr_perfdata_attrs_find(fr_perfdata_attrs *attrs, uint64_t id);
/* The event of a record, by the id in it; NULL where none has it. `record`: behind the header. */
fr_perfdata_attr *fr_perfdata_attrs_of(fr_perfdata_attrs *attrs, bool is_sample, fr_bytes record,
                                       bool big);
/* Names an event that has no name. */
void fr_perfdata_attrs_name(fr_perfdata_attrs *attrs, fr_perfdata_attr *attr, fr_bytes name);
/* The event's name, made of its type and config where nothing told it: "cpu-clock", "raw 0x1c2". */
fr_bytes fr_perfdata_attrs_label(fr_perfdata_attrs *attrs, fr_perfdata_attr *attr);
void fr_perfdata_attrs_reset(fr_perfdata_attrs *attrs);

/* ------------------------------------------------------------ records */

#define FR_PERFDATA_HEADER 8  /* bytes */
#define FR_PERFDATA_BRANCH 24 /* bytes: from, to, flags */

/* Types of records, and a bit of misc, that several files know; others stand where they are read. */
enum { FR_PERFDATA_SAMPLE = 9, FR_PERFDATA_MMAP2 = 10 };
enum { FR_PERFDATA_MISC_13 = 1 << 13 }; /* of FORK: made up; of SWITCH: out; of MMAP: data */

typedef struct fr_perfdata_record {
    uint32_t type;
    uint16_t misc;
    fr_bytes body; /* behind the header */
} fr_perfdata_record;

/* Cuts a whole record at the start of `bytes`: its size; 0 where there is none, 1 where what is there is no record. */
size_t fr_perfdata_record_cut(fr_bytes bytes, bool big, fr_perfdata_record *record);

/* A field that sample_type has no bit for is 0; pid, tid and time are -1. */
typedef struct fr_perfdata_sample {
    uint64_t ip, period;
    int64_t pid, tid, time_ns;
    uint32_t cpu;
    fr_bytes values; /* of the counters, u64 count and id, where the sample says which they are */
    uint64_t value_bytes; /* of each */
    fr_bytes chain;       /* whole words */
    fr_bytes raw;
    fr_bytes branches;    /* the last one first */
    uint64_t abi;         /* of the registers: 0 none, 1 of 32 bits, 2 of 64 */
    fr_bytes regs, stack; /* what user code had in them */
} fr_perfdata_sample;

/* False where the record ends before its fields do. */
bool fr_perfdata_sample_read(fr_perfdata_sample *to, const fr_perfdata_attr *attr, fr_bytes body,
                             bool big);
/* pid, tid, time and cpu at the end of a record that is no sample. */
void fr_perfdata_trailer_read(fr_perfdata_sample *to, const fr_perfdata_attr *attr, fr_bytes body,
                              bool big);
/* The time of any record of the kernel; UINT64_MAX where it has none. */
uint64_t fr_perfdata_record_time(const fr_perfdata_attr *attr, const fr_perfdata_record *record,
                                 bool big);

typedef struct fr_perfdata_mmap {
    int64_t pid, tid;
    uint64_t start, end, offset;
    fr_bytes build_id; /* empty: not told */
    fr_bytes name;
    bool executable, huge;
} fr_perfdata_mmap;

/* Reads MMAP or MMAP2; false where it is cut, empty or goes beyond the address space. */
bool fr_perfdata_mmap_read(fr_perfdata_mmap *to, const fr_perfdata_record *record, bool big);

/*
 * ------------------------------------------------------------ what a recording says of itself
 *
 * These are the sections behind the data of a file, which are records of their own in a pipe; and the raw bytes of
 * tracepoints as text, by the formats that it tells.
 */

/* Numbers of features: of tracing, and behind the last one. perfdata_facts.c has those that it reads. */
enum { FR_PERFDATA_FACT_TRACING = 1, FR_PERFDATA_FACTS = 256 };

#define FR_PERFDATA_TEXT_MOST 4096 /* bytes of the text of a tracepoint */

typedef struct fr_perfdata_format fr_perfdata_format;

/* Zeroed it is ready. */
typedef struct fr_perfdata_facts {
    bool big;
    fr_perfdata_attrs attrs;
    struct fr_perfdata_build_id *build_ids;
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

/* ------------------------------------------------------------ the bytes of a recording, record by record */

/* Zeroed it is ready. */
typedef struct fr_perfdata_stream {
    fr_input *in;
    const fr_read_options *opt;
    fr_bytes whole; /* all of an input that has no positions; at == NULL: `in` is read in windows */
    bool big;
    bool unfinished;  /* perf did not live to write where the data ends */
    bool no_sections; /* the file ends before its sections */
    bool cut;         /* the input ends inside of a record, or what follows is none */
    uint64_t at;      /* position of the next record */
    uint64_t end;     /* of the data */
    size_t taken;     /* of the window, by the record that was given last */
    void *unpacker;
    char *unpacked;
    size_t n_unpacked, unpacked_cap, used; /* `used`: given as records already */
} fr_perfdata_stream;

/* Reads what stands before the records, and the sections of a file. Failures stick in the input. */
void fr_perfdata_stream_begin(fr_perfdata_stream *s, fr_input *in, const fr_read_options *opt,
                              fr_perfdata_facts *facts);
/* The next record, unpacked where perf packed it; good until the next call. False at the end, and after a failure. */
bool fr_perfdata_stream_next(fr_perfdata_stream *s, fr_perfdata_record *record);
/* The tracing data that follow a record of that kind in a pipe, malloc'ed; at == NULL: they are cut. */
fr_bytes fr_perfdata_stream_tracing(fr_perfdata_stream *s, const fr_perfdata_record *record);
void fr_perfdata_stream_end(fr_perfdata_stream *s);

#endif
