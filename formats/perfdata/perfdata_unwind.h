/*
 * perfdata_unwind.h - the addresses of a sample, the leaf first: its call chain without the markers, and what the
 * dump of its stack and its registers (perf record --call-graph dwarf) unwind to, by the tables of the files that
 * were mapped (libdw). A build without libdw unwinds nothing.
 *
 *     ffffff80 ffffffff8101 fffffe00 7f01 7f52        kernel 8101; user 7f01, 7f52
 */
#ifndef FR_FORMATS_PERFDATA_UNWIND_H
#define FR_FORMATS_PERFDATA_UNWIND_H

#include "formats/perfdata/perfdata_frames.h"

typedef struct fr_perfdata_step {
    uint64_t address;
    fr_perfdata_view view;
} fr_perfdata_step;

/* Zeroed it is ready. */
typedef struct fr_perfdata_chain {
    fr_perfdata_step *steps;
    size_t n, cap;
    bool failed; /* memory ran out */
} fr_perfdata_chain;

void fr_perfdata_chain_add(fr_perfdata_chain *chain, uint64_t address, fr_perfdata_view view);
/* Appends the addresses of `words`; none where a marker in them is of an unknown kind, as perf does: false. */
bool fr_perfdata_chain_read(fr_perfdata_chain *chain, fr_bytes words, bool big);
/* The same with the processor's own stack (LBR) in place of the user's part of `words`. */
void fr_perfdata_chain_calls(fr_perfdata_chain *chain, fr_bytes words, fr_bytes branches, bool big);
void fr_perfdata_chain_reset(fr_perfdata_chain *chain);

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

/* True where this build unwinds. */
bool fr_perfdata_unwind_can(void);
/* Appends the addresses of user code, the leaf first: of callers one less than where they go on, inside of the call. */
void fr_perfdata_unwind(fr_perfdata_unwinder *u, fr_perfdata_modules *modules,
                        const fr_perfdata_maps *maps, const fr_perfdata_sample *sample,
                        uint64_t mask, bool big, fr_perfdata_chain *to);
void fr_perfdata_unwinder_reset(fr_perfdata_unwinder *u);

#endif
