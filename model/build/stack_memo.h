/*
 * stack_memo.h - whole stacks that were pushed before: one comparison instead of a lookup a frame.
 * For readers whose stacks come again and again: the same stack under other labels, or in the next
 * profile of a fleet. Where they don't, it notices and steps aside.
 *
 * It is asked for many stacks at once, so that their misses of the cache overlap.
 */
#ifndef FR_MODEL_STACK_MEMO_H
#define FR_MODEL_STACK_MEMO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct fr_stack_memo {
    struct fr_memo_slot *slots; /* NULL: nothing remembered yet, or memory ran out, which is fine */
    size_t n_slots, n_stacks;
    uint32_t *frames; /* of the stacks in the slots */
    size_t n_frames, frames_cap;
    uint64_t seed;
    uint64_t n_asked, n_found;
} fr_stack_memo;

/* A stack that is asked for: its frames, root first. */
typedef struct fr_recall {
    const uint32_t *frames;
    uint32_t n;
    uint32_t stack; /* FR_NO_ID: it is not remembered */
    uint32_t row;   /* where it had its values the last time, or anything */
    size_t slot;
    uint64_t hash;
} fr_recall;

/* Fills all but frames and n, which are given. */
void fr_stack_memo_find(fr_stack_memo *memo, fr_recall *stacks, size_t n);
/* The same for one that was not found; another may have been put since. */
void fr_stack_memo_find_again(fr_stack_memo *memo, fr_recall *stack);
/* stack->stack is known now. */
void fr_stack_memo_put(fr_stack_memo *memo, const fr_recall *stack);
/* It has its values elsewhere now. */
void fr_stack_memo_move(fr_stack_memo *memo, const fr_recall *stack, uint32_t row);
void fr_stack_memo_reset(fr_stack_memo *memo);
size_t fr_stack_memo_held(const fr_stack_memo *memo);
/* False where stacks hardly ever come again: then nothing is found or remembered any more. */
bool fr_stack_memo_helps(const fr_stack_memo *memo);

#endif
