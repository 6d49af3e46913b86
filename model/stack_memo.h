/*
 * stack_memo.h - whole stacks that were pushed before: one comparison instead of a lookup a frame.
 * For readers whose stacks come again and again: the same stack under other labels, or in the next
 * profile of a fleet. Where they don't, it notices and steps aside.
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
    uint64_t seed, hash; /* of the stack asked for last */
    uint64_t n_asked, n_found;
} fr_stack_memo;

/* The stack of these frames, root first; FR_NO_ID where it is not remembered. */
uint32_t fr_stack_memo_find(fr_stack_memo *memo, const uint32_t *frames, size_t n);
/* Of the frames that were asked for last. */
void fr_stack_memo_put(fr_stack_memo *memo, const uint32_t *frames, size_t n, uint32_t stack);
void fr_stack_memo_reset(fr_stack_memo *memo);
size_t fr_stack_memo_held(const fr_stack_memo *memo);
/* False where stacks hardly ever come again: then nothing is found or remembered any more. */
bool fr_stack_memo_helps(const fr_stack_memo *memo);

#endif
