/* stack_table.c - probing, adding and growing the stack table. */
#include "model/stack_table.h"

#include <stdlib.h>

bool fr_stack_table_init(fr_stack_table *table)
{
    table->cap = 256;
    table->n_slots = 512;
    table->stacks = calloc(table->cap, sizeof *table->stacks);
    table->slots = calloc(table->n_slots, sizeof *table->slots);
    table->n = 1;
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

uint32_t fr_stack_table_find(const fr_stack_table *table, const fr_frame_key *keys, uint32_t parent,
                             uint32_t frame)
{
    uint64_t hash = fr_stack_mix(keys[frame].key, parent);
    size_t mask = table->n_slots - 1;

    for (size_t i = (size_t)hash & mask; table->slots[i].stack1; i = (i + 1) & mask) {
        fr_stack_slot slot = table->slots[i];
        if (slot.tag != (uint32_t)(hash >> 32))
            continue;
        fr_stack stack = table->stacks[slot.stack1 - 1];
        if (stack.parent == parent && stack.frame == frame)
            return slot.stack1 - 1;
    }
    return FR_NO_ID;
}

uint32_t fr_stack_table_step(const fr_stack_table *table, const fr_frame_key *keys, uint32_t parent,
                             fr_bytes token, uint64_t key)
{
    uint64_t hash = fr_stack_mix(key, parent);
    size_t mask = table->n_slots - 1;

    for (size_t i = (size_t)hash & mask; table->slots[i].stack1; i = (i + 1) & mask) {
        fr_stack_slot slot = table->slots[i];
        if (slot.tag != (uint32_t)(hash >> 32))
            continue;
        fr_stack stack = table->stacks[slot.stack1 - 1];
        const fr_frame_key *bound = &keys[stack.frame];
        if (stack.parent == parent && bound->key == key && fr_bytes_equal(bound->token, token))
            return slot.stack1 - 1;
    }
    return FR_NO_ID;
}

static void place(fr_stack_slot *slots, size_t n_slots, uint64_t hash, uint32_t stack)
{
    size_t i = (size_t)hash & (n_slots - 1);

    while (slots[i].stack1)
        i = (i + 1) & (n_slots - 1);
    slots[i] = (fr_stack_slot){(uint32_t)(hash >> 32), stack + 1};
}

static bool grow_slots(fr_stack_table *table, const fr_frame_key *keys)
{
    size_t n_slots = table->n_slots * 2;
    fr_stack_slot *slots = calloc(n_slots, sizeof *slots);

    if (!slots)
        return false;
    for (uint32_t stack = 1; stack < table->n; stack++) {
        fr_stack s = table->stacks[stack];
        place(slots, n_slots, fr_stack_mix(keys[s.frame].key, s.parent), stack);
    }
    free(table->slots);
    table->slots = slots;
    table->n_slots = n_slots;
    return true;
}

uint32_t fr_stack_table_add(fr_stack_table *table, const fr_frame_key *keys, uint32_t parent,
                            uint32_t frame)
{
    void *stacks;

    if (table->n >= FR_NO_ID - 1)
        return FR_NO_ID;
    stacks = fr_grow(table->stacks, &table->cap, (size_t)table->n + 1, sizeof *table->stacks);
    if (!stacks)
        return FR_NO_ID;
    table->stacks = stacks;
    if ((size_t)table->n * 10 >= table->n_slots * 7 && !grow_slots(table, keys))
        return FR_NO_ID;
    table->stacks[table->n] = (fr_stack){parent, frame};
    place(table->slots, table->n_slots, fr_stack_mix(keys[frame].key, parent), table->n);
    return table->n++;
}
