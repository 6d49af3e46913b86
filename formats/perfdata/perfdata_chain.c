/* perfdata_chain.c - thread__resolve_callchain_sample() and resolve_lbr_callchain_sample() of perf's
 * machine.c. */
#include "formats/perfdata/perfdata_chain.h"

#include <stdlib.h>

enum { HYPERVISOR = -32, KERNEL = -128, USER = -512 }; /* markers: what follows */

void fr_perfdata_chain_add(fr_perfdata_chain *chain, uint64_t address, fr_perfdata_view view)
{
    fr_perfdata_step *steps = fr_grow(chain->steps, &chain->cap, chain->n + 1, sizeof *steps);

    if (!steps) {
        chain->failed = true;
        return;
    }
    chain->steps = steps;
    steps[chain->n++] = (fr_perfdata_step){address, view};
}

/* What follows a marker; false for one of an unknown kind. */
static bool read_marker(uint64_t marker, fr_perfdata_view *view)
{
    switch ((int64_t)marker) {
    case HYPERVISOR:
    case KERNEL:
        *view = FR_PERFDATA_OF_KERNEL;
        return true;
    case USER:
        *view = FR_PERFDATA_OF_USER;
        return true;
    default:
        return false;
    }
}

bool fr_perfdata_chain_read(fr_perfdata_chain *chain, fr_bytes words, bool big)
{
    fr_perfdata_view view = FR_PERFDATA_OF_USER;
    size_t before = chain->n;

    for (size_t i = 0; i + 8 <= words.len; i += 8) {
        uint64_t word = fr_perfdata_load8(words.at + i, big);
        if (word < FR_PERFDATA_CONTEXT) {
            fr_perfdata_chain_add(chain, word, view);
        } else if (!read_marker(word, &view)) {
            chain->n = before;
            return false;
        }
    }
    return true;
}

/* The bytes of `words` up to the marker of user code, with it; 0 where there is none. */
static size_t length_to_user(fr_bytes words, bool big)
{
    for (size_t i = 0; i + 8 <= words.len; i += 8)
        if ((int64_t)fr_perfdata_load8(words.at + i, big) == USER)
            return i + 8;
    return 0;
}

/*
 *     branches   from 40112e to 401106, from 401160 to 401110, ...
 *     stack      401106 (where the last call went), 40112e, 401160, ...
 */
void fr_perfdata_chain_calls(fr_perfdata_chain *chain, fr_bytes words, fr_bytes branches, bool big)
{
    size_t len = branches.len ? length_to_user(words, big) : 0;

    if (!fr_perfdata_chain_read(chain, (fr_bytes){words.at, len ? len : words.len}, big) || !len)
        return;
    fr_perfdata_chain_add(chain, fr_perfdata_load8(branches.at + 8, big), FR_PERFDATA_OF_USER);
    for (size_t i = 0; i + FR_PERFDATA_BRANCH <= branches.len; i += FR_PERFDATA_BRANCH)
        fr_perfdata_chain_add(chain, fr_perfdata_load8(branches.at + i, big), FR_PERFDATA_OF_USER);
}

void fr_perfdata_chain_reset(fr_perfdata_chain *chain)
{
    free(chain->steps);
    *chain = (fr_perfdata_chain){0};
}
