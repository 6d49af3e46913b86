/* folded_run.c - the greatest line so far, and where the next one leaves it. */
#include "formats/folded/fast/folded_run.h"

#include <stdlib.h>

#include "model/build/builder_bulk.h"

#define FEW_LESS 64 /* lines out of order that never end a run */

bool fr_folded_run_init(fr_folded_run *run)
{
    *run = (fr_folded_run){.text = {"", 0}};
    run->end = malloc(FR_BATCH_FRAMES * sizeof *run->end);
    run->stack = malloc(FR_BATCH_FRAMES * sizeof *run->stack);
    return run->end && run->stack;
}

void fr_folded_run_reset(fr_folded_run *run)
{
    free(run->end);
    free(run->stack);
    free(run->copy);
    free(run->left);
    *run = (fr_folded_run){.off = true};
}

void fr_folded_run_keep(fr_folded_run *run)
{
    if (run->off || run->text.at == run->copy || run->text.len == 0)
        return;
    char *copy = fr_grow(run->copy, &run->copy_cap, run->text.len, 1);
    if (!copy) {
        run->off = true; /* every line can be looked up as well */
        return;
    }
    memcpy(copy, run->text.at, run->text.len);
    run->copy = copy;
    run->text.at = copy;
}

bool fr_folded_run_continues(fr_folded_run *run, const fr_folded_batch *batch, fr_bytes text,
                             size_t *same)
{
    fr_bytes greatest = run->on ? fr_folded_before(batch)->line.stack : run->text;

    if (run->off)
        return false;
    *same = fr_folded_common(greatest, text);
    if (*same == greatest.len ||
        (*same < text.len && (unsigned char)greatest.at[*same] < (unsigned char)text.at[*same]))
        return true;
    run->off = ++run->n_less > FEW_LESS && run->n_less > run->n_lines / 4;
    return false;
}

void fr_folded_run_begin(fr_folded_run *run, fr_folded_batch *batch)
{
    memcpy(batch->end, run->end, run->n * sizeof *run->end);
    memcpy(batch->stack, run->stack, run->n * sizeof *run->stack);
    batch->lines[0] = (fr_pending){.line = {.stack = run->text}, .n = run->n};
    batch->n_frames = run->n;
    run->on = true;
}

/* Drops the children that cannot come again below a line which leaves the greatest at `depth`, where
 * both share `common` bytes. */
static void drop_left(fr_folded_run *run, uint32_t depth, size_t common)
{
    for (; run->n_left; run->n_left--) {
        const fr_left *last = &run->left[run->n_left - 1];
        if (last->depth < depth || (last->depth == depth && last->len <= common))
            break;
    }
}

/* Without memory for it every line is looked up, which is as good. */
static void keep_left(fr_folded_run *run, fr_left child)
{
    fr_left *left = fr_grow(run->left, &run->left_cap, run->n_left + 1, sizeof *run->left);

    run->off |= !left;
    if (!left)
        return;
    run->left = left;
    run->left[run->n_left++] = child;
}

/* The child of `len` bytes that was left at `depth`, or NULL. */
static const fr_left *come_back(fr_folded_run *run, uint32_t depth, size_t len)
{
    const fr_left *last = run->n_left ? &run->left[run->n_left - 1] : NULL;

    if (!last || last->depth != depth || last->len != len)
        return NULL;
    run->n_left--;
    return last;
}

static uint32_t push(const fr_folded_run *run, fr_folded_batch *batch, uint32_t parent,
                     uint32_t frame)
{
    return batch->odd || run->off ? fr_builder_push(batch->b, parent, frame)
                                  : fr_builder_push_new(batch->b, parent, frame);
}

/* The stack of the first frame that the line before does not have, a token of `len` bytes at `depth`
 * where that one has a token that shares `common` bytes: only a name that starts that one can have
 * come before. */
static uint32_t push_first(fr_folded_run *run, fr_folded_batch *batch, const fr_pending *p,
                           size_t len, size_t common)
{
    uint32_t depth = p->shared, frame = batch->frame[p->first + depth];
    uint32_t parent = depth ? batch->stack[p->first + depth - 1] : FR_NO_STACK;
    const fr_left *left;

    if (len > common)
        return push(run, batch, parent, frame);
    if (run->n_less || batch->odd || run->off)
        return fr_builder_push(batch->b, parent, frame);
    left = come_back(run, depth, len);
    return left ? left->stack : push(run, batch, parent, frame);
}

/* The frames of a line that the line before does not have. */
static void push_line(fr_folded_run *run, fr_folded_batch *batch, const fr_pending *p)
{
    const fr_pending *before = p - 1;
    const uint32_t *end = batch->end + p->first, *frame = batch->frame + p->first;
    uint32_t *stack = batch->stack + p->first, depth = p->shared;
    size_t from = depth ? (size_t)end[depth - 1] + 1 : 0;
    size_t common = p->same > from ? p->same - from : 0;

    memcpy(stack, batch->stack + before->first, depth * sizeof *stack);
    if (depth == p->n)
        return;
    drop_left(run, depth, common);
    if (depth < before->n && batch->end[before->first + depth] - from <= common)
        keep_left(run, (fr_left){depth, (uint32_t)(batch->end[before->first + depth] - from),
                                 batch->stack[before->first + depth]});
    stack[depth] = push_first(run, batch, p, end[depth] - from, common);
    while (++depth < p->n)
        stack[depth] = push(run, batch, stack[depth - 1], frame[depth]);
}

/* The last line of the batch is the greatest now. */
static void take_greatest(fr_folded_run *run, const fr_folded_batch *batch)
{
    const fr_pending *last = fr_folded_before(batch);

    run->text = last->line.stack;
    run->n = last->n;
    memcpy(run->end, batch->end + last->first, last->n * sizeof *run->end);
    memcpy(run->stack, batch->stack + last->first, last->n * sizeof *run->stack);
}

void fr_folded_run_walk(fr_folded_run *run, fr_folded_batch *batch)
{
    fr_folded_batch_find(batch);
    for (uint32_t i = 1; i <= batch->n_lines; i++)
        push_line(run, batch, &batch->lines[i]);
    take_greatest(run, batch);
    run->n_lines += batch->n_lines;
    run->off |= batch->odd;
    run->on = false;
}
