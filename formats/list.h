/*
 * list.h - the lists of a reader that holds a file's tables: all of them together stay under the limit on memory.
 *
 *     fr_held held = {.b = b, .most = opt->limits.memory, .what = "the pprof"};
 *     item *one = fr_list_add(&held, &list, sizeof *one);
 *
 * A list entry often takes more memory than its bytes in the file, so the file's size says little.
 */
#ifndef FR_FORMATS_LIST_H
#define FR_FORMATS_LIST_H

#include "model/build/builder.h"

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
/* One more item at the end, zeroed; NULL after a failure. */
void *fr_list_add(fr_held *held, fr_list *list, size_t size);
/* Frees a list, which is empty then. */
void fr_list_drop(fr_held *held, fr_list *list);

#endif
