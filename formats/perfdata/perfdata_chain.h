/*
 * perfdata_chain.h - the addresses of a sample, the leaf first: its call chain without the markers, and what the dump
 * of its stack unwinds to.
 *
 *     ffffff80 ffffffff8101 fffffe00 7f01 7f52        kernel 8101; user 7f01, 7f52
 */
#ifndef FR_FORMATS_PERFDATA_CHAIN_H
#define FR_FORMATS_PERFDATA_CHAIN_H

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

#endif
