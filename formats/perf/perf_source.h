/*
 * perf_source.h - the line of source below a frame, of perf script -F +srcline. Pure.
 *
 *     <TAB>7f01 foo (/a)
 *       entry.S:10                        file and line
 *       a.c:12 (inlined)                  of an inlined frame, which has no module
 *       libc.so.6[11634]                  perf knew none
 */
#ifndef FR_FORMATS_PERF_SOURCE_H
#define FR_FORMATS_PERF_SOURCE_H

#include "base/bytes.h"

typedef struct fr_perf_source {
    fr_bytes file; /* "" where perf knew none */
    uint32_t line;
    fr_bytes text; /* "a.c:12" */
    bool inlined;
} fr_perf_source;

/* False where `line` is none of these. Slices point into it. */
bool fr_perf_source_parse(fr_bytes line, fr_perf_source *source);

#endif
