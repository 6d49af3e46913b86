/*
 * mapping.h - where binaries were loaded: what pprof keeps beside the file's name.
 *
 *     mapping  start     limit     offset  file      build id       frame: address 0x11d6 in mapping 1
 *     1        0x400000  0x500000  0       /bin/app  "4f2a..."      is 0x4011d6
 *
 * Addresses of frames count from the start of their mapping, so that frames of a binary that was loaded twice,
 * at two places, are the same. Two mappings are taken as one where the size (rounded up to 4096), the offset,
 * the build id and the file are equal (pprof compares the build id alone, where there is one). The lowest start
 * stands for all of them, whatever their order.
 */
#ifndef FR_MODEL_MAPPING_H
#define FR_MODEL_MAPPING_H

#include "base/intern.h"
#include "base/slots.h"

typedef struct fr_mapping {
    uint64_t start, size, offset;
    uint32_t file, build_id; /* names */
    uint32_t has;            /* bits 0 to 3: functions, files, lines, inlined frames are resolved */
} fr_mapping;

/* Its size in pages of 4096, rounded up. */
static inline uint64_t fr_mapping_pages(const fr_mapping *m)
{
    return m->size / 4096 + (m->size % 4096 != 0);
}

/* True of a mapping without addresses, file and build id. */
static inline bool fr_mapping_says_nothing(const fr_mapping *m)
{
    return !m->start && !m->size && !m->offset && !m->file && !m->build_id;
}

/* Ids count from 1; 0 is no mapping. All zero: none. */
typedef struct fr_mappings {
    fr_mapping *items; /* [0] is unused */
    uint32_t n;        /* the unused one included; 0: none */
    size_t cap;
    fr_slots slots;
} fr_mappings;

/* The id of `mapping`, or of the one that it is taken as one with; UINT32_MAX when memory ran out. */
uint32_t fr_mappings_add(fr_mappings *mappings, const fr_mapping *mapping);
/* Their ids, malloc'ed, by file, build id, offset and pages: the order of their bytes. NULL when memory ran out. */
uint32_t *fr_mappings_sorted(const fr_mappings *mappings, const fr_names *names);
size_t fr_mappings_held(const fr_mappings *mappings);
void fr_mappings_reset(fr_mappings *mappings);

#endif
