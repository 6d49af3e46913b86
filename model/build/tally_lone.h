/*
 * tally_lone.h - a tally of one column, which is small enough to stay near the processor: what a name needs
 * when it is met is eight bytes.
 *
 *     last[a]   stack 17 | 300        upper half: the stack that counted it last; lower half: of its total
 *     carry[a]  0                     the rest of the total, looked at only where the lower half runs over
 */
#ifndef FR_MODEL_TALLY_LONE_H
#define FR_MODEL_TALLY_LONE_H

#include "model/build/tally.h"

typedef struct fr_tally_lone {
    size_t n_keys;
    uint64_t *last, *self; /* by name */
    uint32_t *carry;
    uint32_t stack; /* counted last */
    size_t deepest; /* stack */
    bool recursive; /* a stack holds some name twice */
} fr_tally_lone;

/* NULL: no memory. For names below n_keys. */
fr_tally_lone *fr_tally_lone_new(size_t n_keys);
void fr_tally_lone_free(fr_tally_lone *tally);
/* A stack of which this is the innermost name will soon be counted, as fr_tally_expect() has it. */
static inline void fr_tally_lone_expect(const fr_tally_lone *tally, uint32_t name)
{
    __builtin_prefetch(&tally->self[name], 1);
}
/* Counts a stack of n names, at least one, the innermost first, with its value, which is not 0. All values
 * together fit into 63 bits. Before, its names are best fetched: last[name] of each. */
void fr_tally_lone_count(fr_tally_lone *tally, const uint32_t *names, size_t n, uint64_t value);
/* Adds what it has to one that has room for its names, and whose column k is always `factor[k]` times its own.
 */
void fr_tally_lone_join(fr_tally *to, const fr_tally_lone *from, const int64_t *factor);

#endif
