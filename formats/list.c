/* list.c - growing lists, and counting what they hold; runs of frames, and a table of the long ones; ids. */
#include "formats/list.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"

void *fr_list_room(fr_held *held, fr_list *list, size_t n, size_t size)
{
    size_t needed = list->n + n, before = list->cap;

    if (needed > list->cap) { /* places in a list are 32 bits */
        if (needed >= UINT32_MAX || !fr_reserve(&list->items, &list->cap, needed, size)) {
            fr_builder_fail_memory(held->b);
            return NULL;
        }
        list->size = size;
        held->bytes += (list->cap - before) * size;
    }
    if (held->bytes + held->beside <= held->most)
        return list->items;
    fr_builder_fail(held->b, FR_E_LIMIT, 0, 0, "%s needs more than %" PRIu64 " MiB of memory",
                    held->what, held->most >> 20);
    fr_builder_hint(held->b, "--limit-memory raises the limit");
    return NULL;
}

void fr_list_drop(fr_held *held, fr_list *list)
{
    free(list->items);
    held->bytes -= list->cap * list->size;
    *list = (fr_list){0};
}

/* ---- runs of frames ---- */

/* Stops at the first frame that the builder refuses. */
static fr_run_end push(fr_builder *b, fr_run_end caller, const uint32_t *run)
{
    fr_run_end end = {caller.stack, caller.depth + run[0]};

    for (uint32_t i = 1; i <= run[0]; i++)
        if ((end.stack = fr_builder_push(b, end.stack, run[i])) == FR_NO_STACK)
            break;
    return end;
}

/* A long run is pushed once for each caller. */
static fr_run_end push_long(fr_frame_runs *runs, fr_run_end caller, const uint32_t *run,
                            uint32_t place)
{
    uint32_t id = FR_NO_ID;
    fr_run_end *end;

    if (runs->known.stacks || fr_stack_table_init(&runs->known))
        id = fr_stack_table_add(&runs->known, (fr_stack){caller.stack, place});
    if (id == FR_NO_ID) {
        fr_builder_fail_memory(runs->held->b);
        return caller;
    }
    if (id <= runs->ends.n)
        return *(const fr_run_end *)fr_list_at(&runs->ends, id - 1);
    end = fr_list_add(runs->held, &runs->ends, sizeof *end);
    if (end)
        *end = push(runs->held->b, caller, run);
    return end ? *end : caller;
}

fr_run_end fr_frame_runs_push_run(fr_frame_runs *runs, fr_run_end caller, const uint32_t *run,
                                  uint32_t place)
{
    if (run[0] > runs->deepest || caller.depth > runs->deepest - run[0]) {
        fr_builder_fail(runs->held->b, FR_E_LIMIT, 0, 0, "a stack of more than %" PRIu32 " frames",
                        runs->deepest);
        fr_builder_hint(runs->held->b, "--limit-depth raises the limit");
        return caller;
    }
    return run[0] > FR_LONG_RUN ? push_long(runs, caller, run, place)
                                : push(runs->held->b, caller, run);
}

void fr_frame_runs_reset(fr_frame_runs *runs)
{
    fr_stack_table_reset(&runs->known);
    free(runs->ends.items);
    *runs = (fr_frame_runs){0};
}

/* ---- ids: an array for small ones, open addressing for the rest ---- */

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

bool fr_id_map_add(fr_id_map *map, uint64_t id, uint32_t place, bool *full)
{
    fr_id_slot *slot;

    if (id < map->n_direct) {
        if (map->direct[id])
            return false;
        map->direct[id] = place + 1;
        return true;
    }
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
