/*
 * slots.c - open addressing; at most two thirds of the slots are used. A slot holds the part of the hash that gives its
 * place, so the table grows without a look at any item. Seeds are random.
 */
#include "base/slots.h"

#include <stdlib.h>

#define FIRST ((size_t)64)

static bool grow(fr_slots *slots)
{
    fr_slots grown = {.n = slots->n ? slots->n * 2 : FIRST, .n_used = slots->n_used};

    grown.seed = slots->n ? slots->seed : fr_hash_seed();
    grown.at = calloc(grown.n, sizeof *grown.at);
    if (!grown.at)
        return false;
    for (size_t old = 0; old < slots->n; old++) {
        size_t i = slots->at[old].tag & (grown.n - 1);
        while (slots->at[old].item1 && grown.at[i].item1)
            i = (i + 1) & (grown.n - 1);
        if (slots->at[old].item1)
            grown.at[i] = slots->at[old];
    }
    free(slots->at);
    *slots = grown;
    return true;
}

bool fr_slots_make_room(fr_slots *slots)
{
    return slots->n_used * 3 < slots->n * 2 || grow(slots);
}

void fr_slots_reset(fr_slots *slots)
{
    free(slots->at);
    *slots = (fr_slots){0};
}

void fr_slots_replace(fr_slots *slots, const fr_slots_walk *walk, uint32_t item)
{
    slots->at[(walk->i - 1) & (slots->n - 1)].item1 = item + 1;
}

size_t fr_slots_held(const fr_slots *slots)
{
    return slots->n * sizeof *slots->at;
}
