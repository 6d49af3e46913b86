/* stack_memo.c - open addressing by the hash of all frames; when it is full, all is forgotten. */
#include "model/build/stack_memo.h"

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
    uint32_t stack, row;
} fr_memo_slot;

/* Stacks that hardly ever come again are not worth their hash. */
static bool helps(const fr_stack_memo *memo)
{
    return memo->n_asked < TRIAL || memo->n_found >= memo->n_asked / LEAST_FOUND;
}

/* The next slot of the hash from the one on where the search is; n 0 where there is none. */
static const fr_memo_slot *seek(const fr_stack_memo *memo, fr_recall *stack)
{
    size_t mask = memo->n_slots - 1, i = stack->slot & mask;

    while (memo->slots[i].n && (memo->slots[i].hash != stack->hash || memo->slots[i].n != stack->n))
        i = (i + 1) & mask;
    stack->slot = i;
    return &memo->slots[i];
}

static void prepare(fr_stack_memo *memo, fr_recall *stack)
{
    fr_bytes bytes = {(const char *)stack->frames, stack->n * sizeof *stack->frames};

    stack->stack = FR_NO_ID;
    stack->row = 0;
    stack->hash = fr_bytes_hash(bytes, memo->seed);
    stack->slot = (size_t)stack->hash;
    if (memo->slots)
        __builtin_prefetch(&memo->slots[stack->slot & (memo->n_slots - 1)]);
}

static void fetch(const fr_stack_memo *memo, fr_recall *stack)
{
    const fr_memo_slot *slot = seek(memo, stack);
    const char *at = (const char *)(memo->frames + slot->first);

    for (size_t i = 0; i < slot->n * sizeof *memo->frames; i += 64)
        __builtin_prefetch(at + i);
}

static void compare(fr_stack_memo *memo, fr_recall *stack)
{
    const fr_memo_slot *slot;

    for (; (slot = seek(memo, stack))->n; stack->slot++) {
        if (memcmp(memo->frames + slot->first, stack->frames, slot->n * sizeof *stack->frames) != 0)
            continue;
        memo->n_found++;
        stack->stack = slot->stack;
        stack->row = slot->row;
        return;
    }
}

/* Whether it is short enough. */
static bool is_kept(const fr_recall *stack)
{
    return stack->n > 0 && stack->n <= LONGEST;
}

void fr_stack_memo_find(fr_stack_memo *memo, fr_recall *stacks, size_t n)
{
    if (!memo->seed)
        memo->seed = fr_hash_seed();
    for (size_t i = 0; i < n; i++)
        prepare(memo, &stacks[i]);
    for (size_t i = 0; i < n && memo->slots; i++)
        fetch(memo, &stacks[i]);
    for (size_t i = 0; i < n; i++) {
        memo->n_asked += is_kept(&stacks[i]);
        if (memo->slots && is_kept(&stacks[i]))
            compare(memo, &stacks[i]);
    }
}

void fr_stack_memo_find_again(fr_stack_memo *memo, fr_recall *stack)
{
    stack->slot = (size_t)stack->hash;
    if (memo->slots && is_kept(stack))
        compare(memo, stack);
}

void fr_stack_memo_move(fr_stack_memo *memo, const fr_recall *stack, uint32_t row)
{
    fr_memo_slot *slot;

    if (!memo->slots)
        return;
    slot = &memo->slots[stack->slot & (memo->n_slots - 1)];
    if (slot->n && slot->hash == stack->hash)
        slot->row = row;
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

void fr_stack_memo_put(fr_stack_memo *memo, const fr_recall *stack)
{
    if (!is_kept(stack) || !helps(memo) || !make_room(memo, stack->n))
        return;
    memcpy(memo->frames + memo->n_frames, stack->frames, stack->n * sizeof *stack->frames);
    *free_slot(memo->slots, memo->n_slots, stack->hash) =
        (fr_memo_slot){stack->hash, (uint32_t)memo->n_frames, stack->n, stack->stack, stack->row};
    memo->n_frames += stack->n;
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
