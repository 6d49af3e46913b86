/*
 * pprof_recall.c - the stacks of a batch that the builder knows as a whole, as most of a fleet's are
 * after its first profiles; and their rows.
 */
#include "formats/pprof/fast/pprof_batch.h"

#define WORTH_TRACING 8 /* frames that need not be looked up */

/* How many frames from the root on have their stacks in batch->stacks: those that sample i shares
 * with the one pushed last, or with the one before it, whose stacks are traced from its leaf. */
static uint32_t know_prefix(fr_pprof_batch *batch, uint32_t i, uint32_t known)
{
    const fr_pprof_batched *sample = &batch->samples[i];
    uint32_t *stacks = batch->stacks.items, stack;

    if (sample->same < known + WORTH_TRACING)
        return sample->same < known ? sample->same : known;
    stack = sample[-1].stack;
    for (uint32_t n = sample[-1].n; n > 0; n--) {
        if (n <= sample->same)
            stacks[n - 1] = stack;
        stack = fr_builder_stack(batch->p->b, stack).parent;
    }
    return sample->same;
}

/* Returns how many frames of the next sample would have their stacks in batch->stacks, if they are
 * the same. */
static uint32_t push_missed(fr_pprof_batch *batch, uint32_t i, uint32_t known)
{
    fr_builder *b = batch->p->b;
    fr_pprof_batched *sample = &batch->samples[i];
    const uint32_t *frames = batch->recalls[i].frames;
    uint32_t *stacks = fr_pprof_room(batch->p, &batch->stacks, sample->n, sizeof *stacks);
    bool is_new = false;

    if (!stacks)
        return 0;
    known = know_prefix(batch, i, known);
    sample->stack = fr_builder_push_path(b, known ? stacks[known - 1] : FR_NO_STACK, frames + known,
                                         sample->n - known, stacks + known, &is_new);
    batch->recalls[i].stack = sample->stack;
    fr_builder_remember(b, &batch->recalls[i]);
    return sample->n;
}

static void prepare(fr_pprof_batch *batch)
{
    const uint32_t *all = batch->frames.items;

    for (uint32_t i = 0; i < batch->n; i++)
        batch->recalls[i] = (fr_recall){
            .frames = all + batch->samples[i].first, .n = batch->samples[i].n, .stack = FR_NO_ID};
}

void fr_pprof_batch_recall(fr_pprof_batch *batch)
{
    uint32_t known = 0;

    prepare(batch);
    fr_builder_recall(batch->p->b, batch->recalls, batch->n);
    for (uint32_t i = 0; i < batch->n && !fr_builder_failed(batch->p->b); i++) {
        fr_recall *recall = &batch->recalls[i];
        if (recall->stack == FR_NO_ID)
            fr_builder_recall_again(batch->p->b, recall);
        if (recall->stack == FR_NO_ID)
            known = push_missed(batch, i, known);
        else if (batch->samples[i].same < known)
            known = batch->samples[i].same;
        batch->samples[i].stack = recall->stack;
    }
}

void fr_pprof_batch_fetch(fr_pprof_batch *batch)
{
    for (uint32_t i = 0; i < batch->n; i++)
        batch->recalls[i].stack = batch->samples[i].stack;
    fr_builder_fetch_rows(batch->p->b, batch->recalls, batch->sets, batch->n);
}

uint32_t fr_pprof_batch_row(const fr_pprof_batch *batch, uint32_t i)
{
    return fr_builder_row_again(batch->p->b, &batch->recalls[i], batch->sets[i]);
}
