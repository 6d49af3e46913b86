/* stack_table.h - the stack table while it grows: finds a stack by (parent, frame), and adds it where it is new. */
#ifndef FR_MODEL_STACK_TABLE_H
#define FR_MODEL_STACK_TABLE_H

#include "model/profile.h"

typedef struct fr_stack_table {
    fr_stack *stacks;
    uint32_t n;
    uint32_t n_placed; /* the first ones: each has its slot if it needs one */
    uint32_t n_used;   /* slots */
    size_t cap;
    struct fr_stack_slot *slots;
    size_t n_slots; /* a power of two */
    uint64_t seed;
} fr_stack_table;

bool fr_stack_table_init(fr_stack_table *table); /* with the empty stack; false: no memory */
void fr_stack_table_reset(fr_stack_table *table);
size_t fr_stack_table_held(const fr_stack_table *table); /* The bytes that the table takes. */
/* The id of the stack, which is added where it is new (then table->n has grown); FR_NO_ID when memory ran out. */
uint32_t fr_stack_table_add(fr_stack_table *table, fr_stack stack);
/* Adds a stack that the caller knows to be new; FR_NO_ID when memory ran out. */
uint32_t fr_stack_table_append(fr_stack_table *table, fr_stack stack);
/* Fetches what finding these stacks will read, so that n misses of the cache overlap. */
void fr_stack_table_fetch(const fr_stack_table *table, const fr_stack *stacks, uint32_t n);

#endif
