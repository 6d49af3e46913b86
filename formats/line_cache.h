/*
 * line_cache.h - remembers what a line meant by its bytes: in recordings 97 % of the frame lines
 * are repeats, and a repeat then costs one hash and one comparison instead of a parse.
 *
 * Bounded: when full it forgets everything and starts again, so memory doesn't follow the input.
 */
#ifndef FR_FORMATS_LINE_CACHE_H
#define FR_FORMATS_LINE_CACHE_H

#include "base/arena.h"

#define FR_LINE_UNKNOWN UINT32_MAX

typedef struct fr_line_slot {
    uint64_t hash;
    const char *at; /* NULL: free */
    uint32_t len;
    uint32_t value;
} fr_line_slot;

/* Zeroed and given a seed it is ready. */
typedef struct fr_line_cache {
    fr_line_slot *slots;
    size_t n, n_slots;
    fr_arena arena; /* the lines */
    uint64_t seed;
} fr_line_cache;

static inline uint64_t fr_line_hash(const fr_line_cache *cache, fr_bytes line)
{
    return fr_bytes_hash(line, cache->seed);
}

/* The value of an equal line, or FR_LINE_UNKNOWN. `hash` is fr_line_hash() of the line. */
uint32_t fr_line_cache_find(const fr_line_cache *cache, fr_bytes line, uint64_t hash);
/* Remembers a line that find() doesn't know; without memory, or for a very long line, it doesn't. */
void fr_line_cache_put(fr_line_cache *cache, fr_bytes line, uint64_t hash, uint32_t value);
void fr_line_cache_reset(fr_line_cache *cache);

#endif
