/*
 * stack_table.h - the stack table while it grows: open addressing on (parent, key of the frame).
 *
 *     slot = {tag, stack + 1}     tag: 32 bits of the hash, so a miss rarely touches the stacks
 */
#ifndef FR_MODEL_STACK_TABLE_H
#define FR_MODEL_STACK_TABLE_H

#include "base/intern.h"
#include "model/profile.h"

/* How a frame is found: by the hash of its token where one is bound, else by its id. */
typedef struct fr_frame_key {
    uint64_t key;
    fr_bytes token;
    bool used; /* a stack was placed by this key: it may not change any more */
} fr_frame_key;

typedef struct fr_stack_slot {
    uint32_t tag, stack1;
} fr_stack_slot;

typedef struct fr_stack_table {
    fr_stack *stacks;
    uint32_t n;
    size_t cap;
    fr_stack_slot *slots;
    size_t n_slots;
} fr_stack_table;

bool fr_stack_table_init(
    fr_stack_table *table); /* with the empty stack; false when memory ran out */
void fr_stack_table_reset(fr_stack_table *table);
size_t fr_stack_table_held(const fr_stack_table *table);
/* FR_NO_ID where there is none. */
uint32_t fr_stack_table_find(const fr_stack_table *table, const fr_frame_key *keys, uint32_t parent,
                             uint32_t frame);
/* The child by the token alone, whose hash is `key`. */
uint32_t fr_stack_table_step(const fr_stack_table *table, const fr_frame_key *keys, uint32_t parent,
                             fr_bytes token, uint64_t key);
/* Adds a stack that is not there yet; FR_NO_ID when memory ran out. */
uint32_t fr_stack_table_add(fr_stack_table *table, const fr_frame_key *keys, uint32_t parent,
                            uint32_t frame);

/* A well-mixed hash of two numbers (the finaliser of splitmix64, Steele, Lea and Flood 2014). */
static inline uint64_t fr_stack_mix(uint64_t key, uint64_t parent)
{
    uint64_t h = key ^ parent * UINT64_C(0x9e3779b97f4a7c15);

    h = (h ^ h >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return h ^ h >> 32;
}

#endif
