/*
 * perfdata_frames.h - addresses as frames: each place in a file once, whichever process it is in.
 *
 *     7f52a010 -> libc.so.6 + 3ef10 -> qsort              one frame
 *     40129b   -> app + 129b        -> mix, inlined into sorter     two, the innermost first
 *
 * A module without symbols gives "libc.so.6+0x3ef10".
 */
#ifndef FR_FORMATS_PERFDATA_FRAMES_H
#define FR_FORMATS_PERFDATA_FRAMES_H

#include "formats/perf/perf_names.h"
#include "formats/perfdata/perfdata_inline.h"
#include "formats/perfdata/perfdata_module.h"
#include "formats/perfdata/perfdata_space.h"

/* An address is looked up in one of these ways. */
typedef enum fr_perfdata_view {
    FR_PERFDATA_OF_KERNEL,
    FR_PERFDATA_OF_USER,
    FR_PERFDATA_UNWOUND /* of user code, with the functions that were inlined there */
} fr_perfdata_view;

/* Frames of one address, in fr_perfdata_frames.pool. */
typedef struct fr_perfdata_run {
    uint32_t first, n;
} fr_perfdata_run;

/* A place in a module, and what was found there. */
typedef struct fr_perfdata_place {
    uint64_t offset, address; /* address: 0 where names do not depend on it */
    uint32_t module;
    fr_perfdata_view view;
    fr_perfdata_run run;
} fr_perfdata_place;

typedef struct fr_perfdata_frames {
    fr_builder *b;
    fr_perf_names *names;
    fr_perfdata_modules *modules;
    fr_perfdata_inlines *inlines;
    bool addresses, lines; /* frames without a symbol differ by address */
    fr_perfdata_place *places;
    size_t n_known, places_cap;
    fr_slots slots;  /* of places */
    size_t last_map; /* of the maps that were looked at last, the one that was found */
    uint32_t *pool;
    size_t n_pool, pool_cap;
    uint64_t n_places; /* of user code, named or not */
    char *text;        /* FR_PERFDATA_NAME_MOST bytes, and room for a suffix */
} fr_perfdata_frames;

bool fr_perfdata_frames_init(fr_perfdata_frames *f, fr_builder *b, fr_perf_names *names,
                             fr_perfdata_modules *modules, fr_perfdata_inlines *inlines,
                             const fr_read_options *opt);
fr_perfdata_run fr_perfdata_frames_at(fr_perfdata_frames *f, const fr_perfdata_maps *maps,
                                      uint64_t address, fr_perfdata_view view);
/* The line that perf script would print: "7f01 qsort+0x1f (/usr/lib/libc.so.6)"; good until the next call. */
fr_bytes fr_perfdata_frames_line(fr_perfdata_frames *f, const fr_perfdata_maps *maps,
                                 uint64_t address, fr_perfdata_view view);
void fr_perfdata_frames_reset(fr_perfdata_frames *f);

#endif
