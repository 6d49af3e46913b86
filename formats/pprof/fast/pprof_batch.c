/* pprof_batch.c - one round a depth: what samples share with the one before follows from it. */
#include "formats/pprof/fast/pprof_batch.h"

#include <stdlib.h>

void fr_pprof_batch_add(fr_pprof_batch *batch, const uint32_t *frames, size_t n, size_t same,
                        uint32_t set)
{
    uint32_t *to = fr_pprof_room(batch->p, &batch->frames, n, sizeof *to);

    if (!to)
        return;
    memcpy(to + batch->frames.n, frames, n * sizeof *to);
    batch->samples[batch->n] = (fr_pprof_batched){
        .first = batch->frames.n,
        .n = (uint32_t)n,
        .same = batch->n ? (uint32_t)same : 0,
        .stack = FR_NO_STACK,
    };
    batch->sets[batch->n] = set;
    batch->frames.n += n;
    batch->n++;
}

/* Goes one frame down in the samples of going[], which reach that deep; they stay in their order. */
static void push_round(fr_pprof_batch *batch, uint32_t depth, const uint32_t *going, uint32_t n)
{
    const uint32_t *all = batch->frames.items;
    fr_pprof_batched *samples = batch->samples;
    uint32_t stack[FR_PPROF_BATCH], frame[FR_PPROF_BATCH], n_pushed = 0, at = 0;

    for (uint32_t i = 0; i < n; i++) {
        const fr_pprof_batched *s = &samples[going[i]];
        if (depth < s->same)
            continue;
        stack[n_pushed] = s->stack;
        frame[n_pushed++] = all[s->first + depth];
    }
    fr_builder_push_many(batch->p->b, n_pushed, stack, frame);
    for (uint32_t i = 0; i < n; i++) {
        fr_pprof_batched *s = &samples[going[i]];
        s->stack = depth < s->same ? s[-1].stack : stack[at++];
    }
}

void fr_pprof_batch_push(fr_pprof_batch *batch)
{
    uint32_t going[FR_PPROF_BATCH], n = 0;

    for (uint32_t i = 0; i < batch->n; i++)
        going[n++] = i;
    for (uint32_t depth = 0; n > 0 && !fr_builder_failed(batch->p->b); depth++) {
        uint32_t left = 0;
        push_round(batch, depth, going, n);
        for (uint32_t i = 0; i < n; i++)
            if (batch->samples[going[i]].n > depth + 1)
                going[left++] = going[i];
        n = left;
    }
}

void fr_pprof_batch_empty(fr_pprof_batch *batch)
{
    batch->frames.n = 0;
    batch->n = 0;
}

void fr_pprof_batch_reset(fr_pprof_batch *batch)
{
    fr_pprof_drop(batch->p, &batch->frames, sizeof(uint32_t));
    fr_pprof_drop(batch->p, &batch->stacks, sizeof(uint32_t));
}
