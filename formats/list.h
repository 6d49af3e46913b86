/*
 * list.h - the lists of a reader that holds a file's tables: all of them together stay under the limit on memory; and
 * where in a list the ids of a file are.
 *
 *     fr_held held = {.b = b, .most = opt->limits.memory, .what = "the pprof"};
 *     item *one = fr_list_add(&held, &list, sizeof *one);
 *
 * A list entry often takes more memory than its bytes in the file, so the file's size says little.
 */
#ifndef FR_FORMATS_LIST_H
#define FR_FORMATS_LIST_H

#include "model/build/builder.h"
#include "model/build/stack_table.h"

/* All zero at first. */
typedef struct fr_list {
    void *items;
    size_t n, cap, size; /* size: of an item, once there is one */
} fr_list;

/* The memory that the lists hold. */
typedef struct fr_held {
    fr_builder *b;
    uint64_t most;    /* bytes */
    const char *what; /* needs more, in the message */
    size_t bytes;     /* of the lists */
    size_t beside;    /* of what else counts */
} fr_held;

/* The item at `i` of a list. */
static inline void *fr_list_at(const fr_list *list, size_t i)
{
    return (char *)list->items + i * list->size;
}
/* All items, with room for n more behind them; NULL after a failure, which is the builder's. */
void *fr_list_room(fr_held *held, fr_list *list, size_t n, size_t size);

/* One more item at the end, zeroed; NULL after a failure. Inline, because nearly every message of a file is one. */
static inline void *fr_list_add(fr_held *held, fr_list *list, size_t size)
{
    bool fits = list->n < list->cap && held->bytes + held->beside <= held->most;
    char *items = fits ? list->items : fr_list_room(held, list, 1, size);

    return items ? memset(items + list->n++ * size, 0, size) : NULL;
}

void fr_list_drop(fr_held *held, fr_list *list); /* Frees a list, which is empty then. */

/*
 * Pushing the frames of a location, which a file of some kilobytes can make many: the depth of a stack
 * is checked before they are pushed, and a long run is pushed once for each caller.
 *
 *     location 7: {3, main, run, copy}     stack 12 and location 7: stack 15, whatever the sample
 */
/* Frames of one location. Few compilers inline so many calls into one another. */
enum { FR_LONG_RUN = 32 };

/* A stack and how many frames it has; all zero for the empty one. */
typedef struct fr_run_end {
    uint32_t stack, depth;
} fr_run_end;

/* All zero but `held` and `deepest` at first. */
typedef struct fr_frame_runs {
    fr_held *held;
    uint32_t deepest;     /* frames that a stack may have */
    fr_stack_table known; /* {caller, place} of the long runs that were pushed */
    fr_list ends;         /* fr_run_end: by id - 1 in `known` */
} fr_frame_runs;

/* Pushes a run of any length, which stands at `place` of its list. */
fr_run_end fr_frame_runs_push_run(fr_frame_runs *runs, fr_run_end caller, const uint32_t *run,
                                  uint32_t place);
/* Pushes the run that stands at `place` of `frames`: a number, and so many frames, the outermost first. After a
 * failure, which is the builder's, the end is of no use. It is inline for runs of one frame, which most are. */
static inline fr_run_end fr_frame_runs_push(fr_frame_runs *runs, fr_run_end caller,
                                            const fr_list *frames, uint32_t place)
{
    const uint32_t *run = (const uint32_t *)frames->items + place;

    if (run[0] == 1 && caller.depth < runs->deepest)
        return (fr_run_end){fr_builder_push(runs->held->b, caller.stack, run[1]), caller.depth + 1};
    return fr_frame_runs_push_run(runs, caller, run, place);
}
void fr_frame_runs_reset(fr_frame_runs *runs);

/*
 * From the 64-bit ids of a file to places in a list: ids as small as the list is long, which most writers give, index
 * an array; the others are hashed under a random seed.
 */
#define FR_NO_PLACE UINT32_MAX

typedef struct fr_id_map {
    uint32_t *direct; /* by id, below n_direct: place + 1; 0, which is FR_NO_PLACE + 1: none */
    size_t n_direct;
    struct fr_id_slot *slots; /* of the others; NULL: none */
    size_t n_slots;           /* a power of two */
    uint64_t seed;
} fr_id_map;

bool fr_id_map_init(fr_id_map *map, size_t n); /* For at most `n` ids; false when memory ran out. */
void fr_id_map_reset(fr_id_map *map);
/* False where the id is there already, under another place, or memory ran out (*full). */
bool fr_id_map_add(fr_id_map *map, uint64_t id, uint32_t place, bool *full);
/* fr_id_map_find() of an id that is not small. */
uint32_t fr_id_map_find_large(const fr_id_map *map, uint64_t id);

/* FR_NO_PLACE where there is no such id. */
static inline uint32_t fr_id_map_find(const fr_id_map *map, uint64_t id)
{
    return id < map->n_direct ? map->direct[id] - 1 : fr_id_map_find_large(map, id);
}

#endif
