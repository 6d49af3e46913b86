/* stack_table.c - probing, adding and growing the stack table. */
#include "model/stack_table.h"

#include <stdlib.h>

#include "base/arena.h"

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
    table->cap = 256;
    table->n_slots = 512;
    table->stacks = calloc(table->cap, sizeof *table->stacks);
    table->slots = calloc(table->n_slots, sizeof *table->slots);
    table->n = 1;
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

uint32_t fr_stack_table_find(const fr_stack_table *table, fr_stack stack)
{
    uint64_t hash = hash_stack(table, stack);
    size_t mask = table->n_slots - 1;

    for (size_t i = (size_t)hash & mask; table->slots[i].stack1; i = (i + 1) & mask) {
        fr_stack_slot slot = table->slots[i];
        if (slot.tag != (uint32_t)(hash >> 32))
            continue;
        fr_stack found = table->stacks[slot.stack1 - 1];
        if (found.parent == stack.parent && found.frame == stack.frame)
            return slot.stack1 - 1;
    }
    return FR_NO_ID;
}

void fr_stack_table_fetch(const fr_stack_table *table, const fr_stack *stacks, uint32_t n)
{
    size_t mask = table->n_slots - 1;

    for (uint32_t i = 0; i < n; i++)
        __builtin_prefetch(&table->slots[(size_t)hash_stack(table, stacks[i]) & mask]);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t hash = hash_stack(table, stacks[i]);
        fr_stack_slot slot = table->slots[(size_t)hash & mask];
        if (slot.tag == (uint32_t)(hash >> 32))
            __builtin_prefetch(&table->stacks[slot.stack1]);
    }
}

static void place(fr_stack_slot *slots, size_t n_slots, uint64_t hash, uint32_t stack)
{
    size_t i = (size_t)hash & (n_slots - 1);

    while (slots[i].stack1)
        i = (i + 1) & (n_slots - 1);
    slots[i] = (fr_stack_slot){(uint32_t)(hash >> 32), stack + 1};
}

static bool grow_slots(fr_stack_table *table)
{
    size_t n_slots = table->n_slots * 2;
    fr_stack_slot *slots = calloc(n_slots, sizeof *slots);

    if (!slots)
        return false;
    fr_huge_pages(slots, n_slots * sizeof *slots);
    for (uint32_t stack = 1; stack < table->n; stack++)
        place(slots, n_slots, hash_stack(table, table->stacks[stack]), stack);
    free(table->slots);
    table->slots = slots;
    table->n_slots = n_slots;
    return true;
}

uint32_t fr_stack_table_add(fr_stack_table *table, fr_stack stack)
{
    void *stacks;

    if (table->n >= FR_NO_ID - 1)
        return FR_NO_ID;
    stacks = fr_grow(table->stacks, &table->cap, (size_t)table->n + 1, sizeof stack);
    if (!stacks)
        return FR_NO_ID;
    table->stacks = stacks;
    if ((size_t)table->n * 10 >= table->n_slots * 7 && !grow_slots(table))
        return FR_NO_ID;
    table->stacks[table->n] = stack;
    place(table->slots, table->n_slots, hash_stack(table, stack), table->n);
    return table->n++;
}
