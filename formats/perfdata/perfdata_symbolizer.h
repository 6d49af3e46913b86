/*
 * perfdata_symbolizer.h - names for the places of a profile that has only addresses (pprof --symbolize): by the files
 * of this machine, with the rules by which those of perf.data are named.
 *
 *     /usr/lib/libc.so.6, build id 04d1..., offset 9bd3f       qsort_r, msort.c:297
 */
#ifndef FR_FORMATS_PERFDATA_SYMBOLIZER_H
#define FR_FORMATS_PERFDATA_SYMBOLIZER_H

#include "model/build/builder.h"

typedef struct fr_symbolizer fr_symbolizer;

/* A place: its file may be empty where the build id is not. */
typedef struct fr_symbolizer_place {
    fr_bytes file;     /* "/usr/lib/libc.so.6" */
    fr_bytes build_id; /* in hexadecimal digits; "": not told */
    uint64_t address;  /* of the process that was recorded */
    uint64_t start,
        offset; /* where the file was mapped, and its part there; both 0: the address is the file's own */
} fr_symbolizer_place;

typedef struct fr_symbolizer_line {
    fr_bytes name, file; /* file: "" where it is not known */
    uint32_t line;
} fr_symbolizer_line;

bool fr_symbolizer_can(void); /* True where this build reads the files that names come from. */
/* `opt` must outlive it. NULL after it failed the builder: memory ran out, or servers cannot be asked. */
fr_symbolizer *fr_symbolizer_new(const fr_read_options *opt, fr_builder *b);
/* The functions at a place: the innermost first, all but the last inlined. They are good until the next call. 0:
 * none. */
size_t fr_symbolizer_find(fr_symbolizer *s, const fr_symbolizer_place *place,
                          const fr_symbolizer_line **lines);
void fr_symbolizer_say(const fr_symbolizer *s, fr_builder *b); /* Notes what servers had. */
void fr_symbolizer_free(fr_symbolizer *s);

#endif
