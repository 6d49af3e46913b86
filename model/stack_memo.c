/* stack_memo.c - open addressing by the hash of all frames; when it is full, all is forgotten. */
#include "model/stack_memo.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/intern.h"

#define LEAST_SLOTS ((size_t)1 << 10) /* a power of two */
#define MOST_STACKS ((size_t)1 << 15)
#define MOST_FRAMES ((size_t)1 << 20)
#define LONGEST     512  /* frames: longer stacks are not remembered */
#define TRIAL       2048 /* questions before it is asked whether they help */
#define LEAST_FOUND 8    /* one of so many */

typedef struct fr_memo_slot {
    uint64_t hash;
    uint32_t first, n; /* frames; n 0: free */
    uint32_t stack;
} fr_memo_slot;

/* Stacks that hardly ever come again are not worth their hash. */
static bool helps(const fr_stack_memo *memo)
{
    return memo->n_asked < TRIAL || memo->n_found >= memo->n_asked / LEAST_FOUND;
}

uint32_t fr_stack_memo_find(fr_stack_memo *memo, const uint32_t *frames, size_t n)
{
    fr_bytes bytes = {(const char *)frames, n * sizeof *frames};
    const fr_memo_slot *slot;
    size_t i;

    if (n == 0 || n > LONGEST || !helps(memo))
        return FR_NO_ID;
    memo->n_asked++;
    if (!memo->slots)
        memo->seed = fr_hash_seed();
    memo->hash = fr_bytes_hash(bytes, memo->seed);
    if (!memo->slots)
        return FR_NO_ID;
    for (i = memo->hash & (memo->n_slots - 1); (slot = &memo->slots[i])->n;
         i = (i + 1) & (memo->n_slots - 1)) {
        if (slot->hash != memo->hash || slot->n != n ||
            memcmp(memo->frames + slot->first, frames, bytes.len) != 0)
            continue;
        memo->n_found++;
        return slot->stack;
    }
    return FR_NO_ID;
}

static fr_memo_slot *free_slot(fr_memo_slot *slots, size_t n_slots, uint64_t hash)
{
    size_t i = hash & (n_slots - 1);

    while (slots[i].n)
        i = (i + 1) & (n_slots - 1);
    return &slots[i];
}

/* At least every second slot is free. */
static bool grow_slots(fr_stack_memo *memo)
{
    size_t n_slots = memo->n_slots ? memo->n_slots * 2 : LEAST_SLOTS;
    fr_memo_slot *slots = calloc(n_slots, sizeof *slots);

    if (!slots)
        return false;
    for (size_t i = 0; i < memo->n_slots; i++)
        if (memo->slots[i].n)
            *free_slot(slots, n_slots, memo->slots[i].hash) = memo->slots[i];
    free(memo->slots);
    memo->slots = slots;
    memo->n_slots = n_slots;
    return true;
}

static bool make_room(fr_stack_memo *memo, size_t n)
{
    uint32_t *frames;

    if (memo->n_stacks == MOST_STACKS || memo->n_frames + n > MOST_FRAMES) {
        memset(memo->slots, 0, memo->n_slots * sizeof *memo->slots);
        memo->n_stacks = memo->n_frames = 0;
    }
    frames = fr_grow(memo->frames, &memo->frames_cap, memo->n_frames + n, sizeof *frames);
    if (!frames)
        return false;
    memo->frames = frames;
    return memo->n_stacks * 2 < memo->n_slots || grow_slots(memo);
}

void fr_stack_memo_put(fr_stack_memo *memo, const uint32_t *frames, size_t n, uint32_t stack)
{
    if (n == 0 || n > LONGEST || !helps(memo) || !make_room(memo, n))
        return;
    memcpy(memo->frames + memo->n_frames, frames, n * sizeof *frames);
    *free_slot(memo->slots, memo->n_slots, memo->hash) =
        (fr_memo_slot){memo->hash, (uint32_t)memo->n_frames, (uint32_t)n, stack};
    memo->n_frames += n;
    memo->n_stacks++;
}

void fr_stack_memo_reset(fr_stack_memo *memo)
{
    free(memo->slots);
    free(memo->frames);
    *memo = (fr_stack_memo){0};
}

size_t fr_stack_memo_held(const fr_stack_memo *memo)
{
    return memo->n_slots * sizeof *memo->slots + memo->frames_cap * sizeof *memo->frames;
}

bool fr_stack_memo_helps(const fr_stack_memo *memo)
{
    return helps(memo);
}
