/*
 * id_map.h - from the 64-bit ids of a file to places in a list: ids as small as the list is long,
 * which most writers give, index an array; the others are hashed under a random seed.
 */
#ifndef FR_FORMATS_ID_MAP_H
#define FR_FORMATS_ID_MAP_H

#include "base/bytes.h"

#define FR_NO_PLACE UINT32_MAX

typedef struct fr_id_map {
    uint32_t *direct; /* by id, below n_direct: place + 1; 0, which is FR_NO_PLACE + 1: none */
    size_t n_direct;
    struct fr_id_slot *slots; /* of the others; NULL: none */
    size_t n_slots;           /* a power of two */
    uint64_t seed;
} fr_id_map;

/* For at most `n` ids; false when memory ran out. */
bool fr_id_map_init(fr_id_map *map, size_t n);
void fr_id_map_reset(fr_id_map *map);
/* The two below for ids that are not small. */
bool fr_id_map_add_large(fr_id_map *map, uint64_t id, uint32_t place, bool *full);
uint32_t fr_id_map_find_large(const fr_id_map *map, uint64_t id);

/* False where the id is there already, under another place, or memory ran out (*full). */
static inline bool fr_id_map_add(fr_id_map *map, uint64_t id, uint32_t place, bool *full)
{
    if (id >= map->n_direct)
        return fr_id_map_add_large(map, id, place, full);
    if (map->direct[id])
        return false;
    map->direct[id] = place + 1;
    return true;
}

/* FR_NO_PLACE where there is no such id. */
static inline uint32_t fr_id_map_find(const fr_id_map *map, uint64_t id)
{
    return id < map->n_direct ? map->direct[id] - 1 : fr_id_map_find_large(map, id);
}

#endif
