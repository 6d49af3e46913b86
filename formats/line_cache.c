/* line_cache.c - open addressing with linear probing; half full at most. */
#include "formats/line_cache.h"

#include <stdlib.h>

#define SLOTS_FIRST ((size_t)1 << 12)
#define SLOTS_MAX   ((size_t)1 << 20)
#define BYTES_MAX   ((size_t)64 << 20)
#define LINE_MAX    ((size_t)64 << 10)

uint32_t fr_line_cache_find(const fr_line_cache *cache, fr_bytes line, uint64_t hash)
{
    size_t mask = cache->n_slots - 1;

    if (cache->n_slots == 0)
        return FR_LINE_UNKNOWN;
    for (size_t i = (size_t)hash & mask; cache->slots[i].at; i = (i + 1) & mask) {
        const fr_line_slot *slot = &cache->slots[i];
        if (slot->hash == hash && slot->len == line.len && memcmp(slot->at, line.at, line.len) == 0)
            return slot->value;
    }
    return FR_LINE_UNKNOWN;
}

static void place(fr_line_slot *slots, size_t n_slots, fr_line_slot slot)
{
    size_t i = (size_t)slot.hash & (n_slots - 1);

    while (slots[i].at)
        i = (i + 1) & (n_slots - 1);
    slots[i] = slot;
}

static bool grow(fr_line_cache *cache)
{
    size_t n_slots = cache->n_slots ? cache->n_slots * 2 : SLOTS_FIRST;
    fr_line_slot *slots = calloc(n_slots, sizeof *slots);

    if (!slots)
        return false;
    for (size_t i = 0; i < cache->n_slots; i++)
        if (cache->slots[i].at)
            place(slots, n_slots, cache->slots[i]);
    free(cache->slots);
    cache->slots = slots;
    cache->n_slots = n_slots;
    return true;
}

void fr_line_cache_put(fr_line_cache *cache, fr_bytes line, uint64_t hash, uint32_t value)
{
    const char *copy;

    if (line.len > LINE_MAX)
        return;
    if (cache->n * 2 >= SLOTS_MAX || cache->arena.held + line.len > BYTES_MAX)
        fr_line_cache_reset(cache);
    if (cache->n * 2 >= cache->n_slots && !grow(cache))
        return;
    copy = fr_arena_copy(&cache->arena, line);
    if (!copy)
        return;
    place(cache->slots, cache->n_slots, (fr_line_slot){hash, copy, (uint32_t)line.len, value});
    cache->n++;
}

void fr_line_cache_reset(fr_line_cache *cache)
{
    free(cache->slots);
    fr_arena_reset(&cache->arena);
    *cache = (fr_line_cache){.seed = cache->seed};
}
