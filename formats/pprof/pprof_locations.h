/*
 * pprof_locations.h - the locations of a profile that is written: which frames of its stacks are lines of one
 * location, as inlined frames are with their caller.
 *
 *     main;run;copy_[i]  ->  location 2 [copy, run], called by location 1 [main]
 */
#ifndef FR_FORMATS_PPROF_LOCATIONS_H
#define FR_FORMATS_PPROF_LOCATIONS_H

#include "model/build/stack_table.h"
#include "model/tree/canonical.h"

typedef struct fr_pprof_locations {
    uint32_t *of_stack; /* by canonical stack: the location of its innermost frame */
    uint32_t *caller;   /* by canonical stack: the one that called its location */
    uint32_t empty;     /* the canonical stack of samples without locations; 0: none */
    /* (line that calls, canonical frame + 1). A location has the id of its innermost line. */
    fr_stack_table lines;
} fr_pprof_locations;

/* False: out of memory. */
FR_CHECKED bool fr_pprof_locations_init(fr_pprof_locations *locations, const fr_canonical *c,
                                        const fr_profile *profile);
/* Frees what is known by stack; lines stay. */
void fr_pprof_locations_release_stacks(fr_pprof_locations *locations);
void fr_pprof_locations_reset(fr_pprof_locations *locations);

/* Returns true if a frame is a location without lines: its name says no more than its mapping. */
bool fr_pprof_is_nameless(const fr_profile *profile, const fr_frame *frame);

#endif
