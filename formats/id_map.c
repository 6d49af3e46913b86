/* id_map.c - an array for small ids, open addressing for the rest. */
#include "formats/id_map.h"

#include <stdlib.h>

typedef struct fr_id_slot {
    uint64_t id;
    uint32_t place; /* + 1; 0: free */
} fr_id_slot;

bool fr_id_map_init(fr_id_map *map, size_t n)
{
    *map = (fr_id_map){.n_direct = 2 * n + 16, .n_slots = 16};
    while (map->n_slots < 2 * n)
        map->n_slots *= 2;
    map->direct = calloc(map->n_direct, sizeof *map->direct);
    return map->direct != NULL;
}

void fr_id_map_reset(fr_id_map *map)
{
    free(map->direct);
    free(map->slots);
    *map = (fr_id_map){0};
}

/* The slot of the id, or the free one where it belongs. */
static fr_id_slot *find_slot(const fr_id_map *map, uint64_t id)
{
    size_t i = (size_t)fr_bytes_hash((fr_bytes){(const char *)&id, sizeof id}, map->seed);

    for (i &= map->n_slots - 1; map->slots[i].place && map->slots[i].id != id;)
        i = (i + 1) & (map->n_slots - 1);
    return &map->slots[i];
}

bool fr_id_map_add_large(fr_id_map *map, uint64_t id, uint32_t place, bool *full)
{
    fr_id_slot *slot;

    if (!map->slots) {
        map->seed = fr_hash_seed();
        map->slots = calloc(map->n_slots, sizeof *map->slots);
    }
    *full = !map->slots;
    slot = map->slots ? find_slot(map, id) : NULL;
    if (!slot || slot->place)
        return false;
    *slot = (fr_id_slot){id, place + 1};
    return true;
}

uint32_t fr_id_map_find_large(const fr_id_map *map, uint64_t id)
{
    return map->slots ? find_slot(map, id)->place - 1 : FR_NO_PLACE;
}
