/*
 * slots.h - the hash table under lists: from a key to the number of its item. The items, and what makes two of
 * them one, are the caller's.
 *
 *     if (!fr_slots_make_room(&slots))
 *         return FR_NO_ID;
 *     walk = fr_slots_walk_from(&slots, fr_slots_hash(&slots, &key, sizeof key));
 *     while (fr_slots_next(&slots, &walk, &item))
 *         if (items[item].key == key)
 *             return item;
 *     items[n] = ...;
 *     fr_slots_put(&slots, &walk, n);      at the end of the walk
 */
#ifndef FR_BASE_SLOTS_H
#define FR_BASE_SLOTS_H

#include "base/bytes.h"
#include "flamerender.h"

typedef struct fr_slot {
    uint32_t tag;   /* of the hash: the walk begins at slot tag mod n */
    uint32_t item1; /* item + 1; 0: free */
} fr_slot;

/* All zero: empty. */
typedef struct fr_slots {
    fr_slot *at;
    size_t n, n_used; /* n: a power of two, or 0 */
    uint64_t seed;
} fr_slots;

typedef struct fr_slots_walk {
    uint32_t tag;
    size_t i;
} fr_slots_walk;

/* Room for one more item, before a walk that may end in fr_slots_put(). False when memory ran out. */
FR_CHECKED bool fr_slots_make_room(fr_slots *slots);
void fr_slots_reset(fr_slots *slots);

static inline uint64_t fr_slots_hash(const fr_slots *slots, const void *key, size_t len)
{
    return fr_bytes_hash((fr_bytes){(const char *)key, len}, slots->seed);
}

static inline fr_slots_walk fr_slots_walk_from(const fr_slots *slots, uint64_t hash)
{
    uint32_t tag = (uint32_t)(hash >> 32);

    return (fr_slots_walk){tag, tag & (slots->n - 1)};
}

/* The next item that may be the one; false where there is none, and the walk stands at a free slot. */
static inline bool fr_slots_next(const fr_slots *slots, fr_slots_walk *walk, uint32_t *item)
{
    for (fr_slot slot; (slot = slots->at[walk->i]).item1;) {
        walk->i = (walk->i + 1) & (slots->n - 1);
        if (slot.tag != walk->tag)
            continue;
        *item = slot.item1 - 1;
        return true;
    }
    return false;
}

static inline void fr_slots_put(fr_slots *slots, const fr_slots_walk *walk, uint32_t item)
{
    slots->at[walk->i] = (fr_slot){walk->tag, item + 1};
    slots->n_used++;
}

/* Another item, of the same key, in place of the one that the walk gave last. */
void fr_slots_replace(fr_slots *slots, const fr_slots_walk *walk, uint32_t item);

/* Bytes of memory. */
size_t fr_slots_held(const fr_slots *slots);

#endif
