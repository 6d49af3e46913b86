/*
 * perfdata_record.h - records of a recording, taken apart. Pure: slices point into the record.
 *
 *     header { u32 type, u16 misc, u16 size } | fields that sample_type names | what the next record is
 *
 * Samples are read as far as the dump of the stack; what follows it (weights, data sources, AUX) is not needed here.
 */
#ifndef FR_FORMATS_PERFDATA_RECORD_H
#define FR_FORMATS_PERFDATA_RECORD_H

#include "formats/perfdata/perfdata_attr.h"

#define FR_PERFDATA_HEADER 8  /* bytes */
#define FR_PERFDATA_BRANCH 24 /* bytes: from, to, flags */
#define FR_PERFDATA_CONTEXT                                                                        \
    (~UINT64_C(4094)) /* in a chain this and above is a marker and no address */

/* Types of records: from 64 on perf writes them, below the kernel does. */
enum {
    FR_PERFDATA_MMAP = 1,
    FR_PERFDATA_LOST = 2,
    FR_PERFDATA_COMM = 3,
    FR_PERFDATA_THROTTLE = 5,
    FR_PERFDATA_FORK = 7,
    FR_PERFDATA_SAMPLE = 9,
    FR_PERFDATA_MMAP2 = 10,
    FR_PERFDATA_LOST_SAMPLES = 13,
    FR_PERFDATA_SWITCH = 14,
    FR_PERFDATA_SWITCH_CPU_WIDE = 15,
    FR_PERFDATA_KSYMBOL = 17,
    FR_PERFDATA_KERNEL_TYPES = 64,
    FR_PERFDATA_ATTR = 64,
    FR_PERFDATA_TRACING_DATA = 66,
    FR_PERFDATA_BUILD_ID = 67,
    FR_PERFDATA_FINISHED_ROUND = 68,
    FR_PERFDATA_AUXTRACE = 71,
    FR_PERFDATA_EVENT_UPDATE = 78,
    FR_PERFDATA_FEATURE = 80,
    FR_PERFDATA_COMPRESSED = 81,
    FR_PERFDATA_COMPRESSED2 = 83
};

/* Bits of misc; the first three are the mode of the processor. */
enum {
    FR_PERFDATA_MISC_MODE = 7,
    FR_PERFDATA_MODE_KERNEL = 1,
    FR_PERFDATA_MODE_USER = 2,
    FR_PERFDATA_MODE_HYPERVISOR = 3,
    FR_PERFDATA_MISC_13 = 1 << 13, /* of FORK: made up; of SWITCH: out; of MMAP: data */
    FR_PERFDATA_MISC_BUILD_ID = 1 << 14
};

typedef struct fr_perfdata_record {
    uint32_t type;
    uint16_t misc;
    fr_bytes body; /* behind the header */
} fr_perfdata_record;

/* What a sample_type has no bit for is 0, and -1 for pid, tid and time. */
typedef struct fr_perfdata_sample {
    uint64_t ip, period;
    int64_t pid, tid, time_ns;
    uint32_t cpu;
    fr_bytes values;      /* of the counters, where the sample says which they are */
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

typedef struct fr_perfdata_value {
    uint64_t count, id;
} fr_perfdata_value;

/* The next of a sample's values. */
bool fr_perfdata_value_next(fr_perfdata_cursor *at, const fr_perfdata_sample *sample,
                            fr_perfdata_value *value);

typedef struct fr_perfdata_mmap {
    int64_t pid, tid;
    uint64_t start, end, offset;
    fr_bytes build_id; /* empty: not told */
    fr_bytes name;
    bool executable, huge;
} fr_perfdata_mmap;

/* Of MMAP or MMAP2; false where it is cut, empty or goes beyond the address space. */
bool fr_perfdata_mmap_read(fr_perfdata_mmap *to, const fr_perfdata_record *record, bool big);

#endif
