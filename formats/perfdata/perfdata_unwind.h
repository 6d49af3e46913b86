/*
 * perfdata_unwind.h - the callers of a sample by the dump of its stack and its registers (perf record --call-graph
 * dwarf), by the tables of the files that were mapped (libdw). A build without libdw unwinds nothing.
 */
#ifndef FR_FORMATS_PERFDATA_UNWIND_H
#define FR_FORMATS_PERFDATA_UNWIND_H

#include "formats/perfdata/perfdata_chain.h"

/* Zeroed it is ready. */
typedef struct fr_perfdata_unwinder {
    struct Dwfl *dwfl;
    struct fr_perfdata_dwfl_place **places; /* by module; NULL: libdw does not have its file */
    size_t n, cap;
    uint64_t next;   /* where the next file gets its place */
    uint32_t number; /* of the maps that were looked at last */
    bool attached;
    void *asked; /* about: the sample that is unwound */
    fr_arena arena;
} fr_perfdata_unwinder;

/* Whether this build unwinds. */
bool fr_perfdata_unwind_can(void);
/* Appends the addresses of user code, the leaf first: of callers one less than where they go on, inside of the call. */
void fr_perfdata_unwind(fr_perfdata_unwinder *u, fr_perfdata_modules *modules,
                        const fr_perfdata_maps *maps, const fr_perfdata_sample *sample,
                        uint64_t mask, bool big, fr_perfdata_chain *to);
void fr_perfdata_unwinder_reset(fr_perfdata_unwinder *u);

#endif
