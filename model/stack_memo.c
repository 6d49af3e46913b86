/* stack_memo.c - a slot by the hash of all frames; a newer stack takes an older one's slot. */
#include "model/stack_memo.h"

#include <stdlib.h>

#include "base/bytes.h"
#include "base/intern.h"

#define N_SLOTS     8192u
#define MOST_FRAMES ((size_t)1 << 18) /* then all is forgotten */
#define LONGEST     512               /* frames: longer stacks are not remembered */
#define TRIAL       2048              /* questions before it is asked whether they help */
#define LEAST_FOUND 8                 /* one of so many */

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
    const fr_memo_slot *slot;

    if (n == 0 || n > LONGEST || !helps(memo))
        return FR_NO_ID;
    memo->n_asked++;
    if (!memo->slots)
        memo->seed = fr_hash_seed();
    memo->hash = fr_bytes_hash((fr_bytes){(const char *)frames, n * sizeof *frames}, memo->seed);
    if (!memo->slots)
        return FR_NO_ID;
    slot = &memo->slots[memo->hash & (N_SLOTS - 1)];
    if (slot->hash != memo->hash || slot->n != n ||
        memcmp(memo->frames + slot->first, frames, n * sizeof *frames) != 0)
        return FR_NO_ID;
    memo->n_found++;
    return slot->stack;
}

static bool allocate(fr_stack_memo *memo)
{
    memo->slots = calloc(N_SLOTS, sizeof *memo->slots);
    memo->frames = malloc(MOST_FRAMES * sizeof *memo->frames);
    if (memo->slots && memo->frames)
        return true;
    free(memo->slots);
    free(memo->frames);
    memo->slots = NULL;
    memo->frames = NULL;
    return false;
}

void fr_stack_memo_put(fr_stack_memo *memo, const uint32_t *frames, size_t n, uint32_t stack)
{
    if (n == 0 || n > LONGEST || !helps(memo) || (!memo->slots && !allocate(memo)))
        return;
    if (memo->n_frames + n > MOST_FRAMES) {
        memset(memo->slots, 0, N_SLOTS * sizeof *memo->slots);
        memo->n_frames = 0;
    }
    memcpy(memo->frames + memo->n_frames, frames, n * sizeof *frames);
    memo->slots[memo->hash & (N_SLOTS - 1)] =
        (fr_memo_slot){memo->hash, (uint32_t)memo->n_frames, (uint32_t)n, stack};
    memo->n_frames += n;
}

void fr_stack_memo_reset(fr_stack_memo *memo)
{
    free(memo->slots);
    free(memo->frames);
    *memo = (fr_stack_memo){0};
}

size_t fr_stack_memo_held(const fr_stack_memo *memo)
{
    return memo->slots ? N_SLOTS * sizeof *memo->slots + MOST_FRAMES * sizeof *memo->frames : 0;
}

bool fr_stack_memo_helps(const fr_stack_memo *memo)
{
    return helps(memo);
}
