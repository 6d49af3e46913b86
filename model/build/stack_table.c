/*
 * stack_table.c - open addressing on (parent, frame).
 *
 *     slot = {tag, stack + 1}     tag: 32 bits of the hash, so a miss rarely touches the stacks
 *
 *     stacks     1: a   2: a;b   3: a;b;c   4: a;d        only 4 needs a slot: the others stand right behind their
 *                                                         parents (1 behind 0, the empty stack), where they are
 *                                                         looked for first
 *
 * A stack that is met first brings most of its callees along, so most stacks need no slot. Those that a caller knows
 * to be new are appended without one; they get theirs all together when the table is searched next.
 */
#include "model/build/stack_table.h"

#include <stdlib.h>

#include "base/arena.h"

#define AHEAD 16 /* stacks: how far ahead a table that grows fetches */

typedef struct fr_stack_slot {
    uint32_t tag, stack1;
} fr_stack_slot;

/* A well-mixed hash of two ids (after the finaliser of splitmix64, Steele, Lea and Flood 2014). */
static inline uint64_t hash_stack(const fr_stack_table *table, fr_stack stack)
{
    uint64_t h = ((uint64_t)stack.parent << 32 | stack.frame) ^ table->seed;

    h = (h ^ h >> 32) * UINT64_C(0xd6e8feb86659fd93);
    h = (h ^ h >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return h ^ h >> 32;
}

bool fr_stack_table_init(fr_stack_table *table)
{
    *table = (fr_stack_table){.cap = 256, .n_slots = 512, .n = 1, .n_placed = 1};
    table->stacks = calloc(table->cap, sizeof *table->stacks);
    table->slots = calloc(table->n_slots, sizeof *table->slots);
    table->seed = fr_hash_seed();
    return table->stacks && table->slots;
}

void fr_stack_table_reset(fr_stack_table *table)
{
    free(table->stacks);
    free(table->slots);
    *table = (fr_stack_table){0};
}

size_t fr_stack_table_held(const fr_stack_table *table)
{
    return table->cap * sizeof *table->stacks + table->n_slots * sizeof *table->slots;
}

/* The slot that holds `stack`, or the free one where it would go. */
static inline fr_stack_slot *find_slot(const fr_stack_table *table, fr_stack stack, uint64_t hash)
{
    size_t mask = table->n_slots - 1;
    uint32_t tag = (uint32_t)(hash >> 32);

    for (size_t i = (size_t)hash & mask;; i = (i + 1) & mask) {
        fr_stack_slot *slot = &table->slots[i];
        if (!slot->stack1)
            return slot;
        if (slot->tag != tag)
            continue;
        fr_stack found = table->stacks[slot->stack1 - 1];
        if (found.parent == stack.parent && found.frame == stack.frame)
            return slot;
    }
}

/* Returns true if a stack follows its parent, and so has no slot. */
static inline bool follows(const fr_stack_table *table, uint32_t stack)
{
    return table->stacks[stack].parent == stack - 1;
}

void fr_stack_table_fetch(const fr_stack_table *table, const fr_stack *stacks, uint32_t n)
{
    size_t mask = table->n_slots - 1;

    if (table->n_placed < table->n)
        return;
    for (uint32_t i = 0; i < n; i++) {
        __builtin_prefetch(&table->stacks[stacks[i].parent + 1]);
        __builtin_prefetch(&table->slots[(size_t)hash_stack(table, stacks[i]) & mask]);
    }
    for (uint32_t i = 0; i < n; i++) {
        uint64_t hash = hash_stack(table, stacks[i]);
        fr_stack_slot slot = table->slots[(size_t)hash & mask];
        if (slot.tag == (uint32_t)(hash >> 32))
            __builtin_prefetch(&table->stacks[slot.stack1]);
    }
}

static void place_range(const fr_stack_table *table, fr_stack_slot *slots, size_t n_slots,
                        uint32_t from)
{
    for (uint32_t stack = from; stack < table->n; stack++) {
        uint32_t ahead = stack + AHEAD;
        if (ahead < table->n && !follows(table, ahead))
            __builtin_prefetch(
                &slots[(size_t)hash_stack(table, table->stacks[ahead]) & (n_slots - 1)], 1);
        if (!follows(table, stack)) {
            uint64_t hash = hash_stack(table, table->stacks[stack]);
            size_t i = (size_t)hash & (n_slots - 1);
            while (slots[i].stack1)
                i = (i + 1) & (n_slots - 1);
            slots[i] = (fr_stack_slot){(uint32_t)(hash >> 32), stack + 1};
        }
    }
}

/* Room for one slot more than there are, so that there is always a free one. */
static bool is_roomy(size_t n_used, size_t n_slots)
{
    return n_used * 10 < n_slots * 7;
}

/* Every stack that needs a slot has one, and there is room for another. */
static bool place_all(fr_stack_table *table)
{
    uint32_t n_used = table->n_used;
    size_t n_slots = table->n_slots;
    fr_stack_slot *slots;

    for (uint32_t stack = table->n_placed; stack < table->n; stack++)
        n_used += !follows(table, stack);
    while (!is_roomy(n_used, n_slots))
        n_slots *= 2;
    if (n_slots == table->n_slots) {
        place_range(table, table->slots, n_slots, table->n_placed);
    } else {
        slots = fr_take_array(n_slots, sizeof *slots, true);
        if (!slots)
            return false;
        place_range(table, slots, n_slots, 1);
        free(table->slots);
        table->slots = slots;
        table->n_slots = n_slots;
    }
    table->n_used = n_used;
    table->n_placed = table->n;
    return true;
}

uint32_t fr_stack_table_append(fr_stack_table *table, fr_stack stack)
{
    if (table->n >= FR_NO_ID - 1 ||
        (table->n == table->cap &&
         !fr_reserve(&table->stacks, &table->cap, (size_t)table->n + 1, sizeof stack)))
        return FR_NO_ID;
    table->stacks[table->n] = stack;
    return table->n++;
}

/* Appends a stack where every stack is placed; `slot` is the free one for it. */
static uint32_t append_placed(fr_stack_table *table, fr_stack stack, fr_stack_slot *slot,
                              uint64_t hash)
{
    uint32_t added = fr_stack_table_append(table, stack);

    if (added == FR_NO_ID)
        return FR_NO_ID;
    table->n_placed = table->n;
    if (follows(table, added))
        return added;
    *slot = (fr_stack_slot){(uint32_t)(hash >> 32), added + 1};
    table->n_used++;
    return is_roomy(table->n_used, table->n_slots) || place_all(table) ? added : FR_NO_ID;
}

uint32_t fr_stack_table_add(fr_stack_table *table, fr_stack stack)
{
    uint32_t next = stack.parent + 1;
    fr_stack_slot *slot;
    uint64_t hash;

    if (next < table->n && table->stacks[next].parent == stack.parent &&
        table->stacks[next].frame == stack.frame)
        return next;
    if (table->n_placed < table->n && !place_all(table))
        return FR_NO_ID;
    hash = hash_stack(table, stack);
    slot = find_slot(table, stack, hash);
    return slot->stack1 ? slot->stack1 - 1 : append_placed(table, stack, slot, hash);
}
