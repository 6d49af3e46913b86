/*
 * idle.h - which samples show a CPU with nothing to do.
 */
#ifndef FR_MODEL_IDLE_H
#define FR_MODEL_IDLE_H

#include "model/profile.h"

#define FR_IDLE_ENGINE 2 /* whatever thread it is of */

typedef struct fr_idle {
    uint8_t *
        stack; /* by stack: 1 where it ends in an idle loop, FR_IDLE_ENGINE in "(idle)" of V8, else 0 */
    uint8_t *thread; /* by thread: it is an idle task */
} fr_idle;

/* Looks once at every frame, stack and thread of a profile. */
FR_CHECKED bool fr_idle_init(fr_idle *idle, const fr_profile *profile, fr_error *err);
void fr_idle_reset(fr_idle *idle);

/* Returns 1 by stack if it ends in an idle loop under an idle task's frame, or in "(idle)"; calloc'ed. For profiles
 * without samples one by one. NULL when memory ran out. */
uint8_t *fr_idle_stacks(const fr_profile *profile);
/* True of a function in which an idle CPU waits, and of V8's "(idle)". */
bool fr_name_is_idle(fr_bytes name);

static inline bool fr_idle_holds(const fr_idle *idle, const fr_samples *samples, size_t sample)
{
    uint8_t stack = idle->stack[samples->stack[sample]];

    return stack == FR_IDLE_ENGINE || (stack && idle->thread[samples->thread[sample]]);
}

#endif
