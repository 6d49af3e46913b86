/*
 * perfdata_unwind.h - the callers of a sample by the dump of its stack and its registers (perf record --call-graph
 * dwarf), by the tables of the files that were mapped (libdw). A build without libdw unwinds nothing.
 */
#ifndef FR_FORMATS_PERFDATA_UNWIND_H
#define FR_FORMATS_PERFDATA_UNWIND_H

#include "formats/perfdata/perfdata_chain.h"

/* Zeroed it is ready. */
typedef struct fr_perfdata_unwinder {
    struct fr_perfdata_image *images; /* of address spaces, the one used last first */
    size_t n_images;
    uint64_t bytes; /* of the files of all */
    void *asked; /* about: the sample that is unwound */
} fr_perfdata_unwinder;

/* Whether this build unwinds. */
bool fr_perfdata_unwind_can(void);
/* Appends the addresses of user code, the leaf first: of callers one less than where they go on, inside of the call. */
void fr_perfdata_unwind(fr_perfdata_unwinder *u, fr_perfdata_modules *modules,
                        const fr_perfdata_maps *maps, const fr_perfdata_sample *sample,
                        uint64_t mask, bool big, fr_perfdata_chain *to);
void fr_perfdata_unwinder_reset(fr_perfdata_unwinder *u);

#endif
