/*
 * perfdata_inline.h - functions that were inlined at a place, by the file's debug information (DWARF).
 *
 *     app + 129b        mix (inlined into) cmp (inlined into) sorter        mix, cmp: the innermost first
 *
 * Each compilation unit is walked once, when one of its addresses is asked for.
 */
#ifndef FR_FORMATS_PERFDATA_INLINE_H
#define FR_FORMATS_PERFDATA_INLINE_H

#include "formats/perfdata/perfdata_module.h"

/* A line of source; file: NULL where it is not known. */
typedef struct fr_perfdata_line {
    const char *file;
    uint32_t line;
} fr_perfdata_line;

typedef struct fr_perfdata_inline {
    const char *name;      /* mangled where the file tells it */
    uint32_t depth;        /* the innermost has the greatest */
    fr_perfdata_line call; /* where the function that it is a part of calls it */
} fr_perfdata_inline;

/* Zeroed it is ready. */
typedef struct fr_perfdata_inlines {
    bool off;                              /* nothing is looked up */
    struct fr_perfdata_inline_file *files; /* by module */
    size_t n_files, files_cap;
    fr_perfdata_inline *found;
    size_t found_cap;
    uint64_t n_cut; /* units that were too large */
} fr_perfdata_inlines;

/* The functions inlined at a place of a module, the innermost first; they are good until the next call. */
size_t fr_perfdata_inlines_at(fr_perfdata_inlines *l, fr_perfdata_modules *modules, uint32_t module,
                              uint64_t offset, const fr_perfdata_inline **found);
/* The line of source of a place, which is the innermost function's. */
fr_perfdata_line fr_perfdata_inlines_line(fr_perfdata_inlines *l, fr_perfdata_modules *modules,
                                          uint32_t module, uint64_t offset);
void fr_perfdata_inlines_reset(fr_perfdata_inlines *l);

#endif
