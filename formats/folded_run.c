/* folded_run.c - the greatest line so far, and where the next one leaves it. */
#include "formats/folded_run.h"

#include <stdlib.h>

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

bool fr_folded_run_continues(fr_folded_run *run, fr_bytes text)
{
    size_t same;

    if (run->off)
        return false;
    same = run->same = fr_folded_common(run->text, text);
    if (same == run->text.len ||
        (same < text.len && (unsigned char)run->text.at[same] < (unsigned char)text.at[same]))
        return true;
    run->off = ++run->n_less > FEW_LESS && run->n_less > run->n_lines / 4;
    return false;
}

/* Drops the children that cannot come again below a line which leaves the greatest at `depth`, where
 * both share `common` bytes; keeps the one left now, of `len` bytes, if it can. */
static bool leave_child(fr_folded_run *run, uint32_t depth, size_t common, size_t len)
{
    fr_left *left;

    for (; run->n_left; run->n_left--) {
        const fr_left *last = &run->left[run->n_left - 1];
        if (last->depth < depth || (last->depth == depth && last->len <= common))
            break;
    }
    if (depth >= run->n || len > common)
        return true;
    left = fr_grow(run->left, &run->left_cap, run->n_left + 1, sizeof *run->left);
    if (!left)
        return false;
    run->left = left;
    run->left[run->n_left++] = (fr_left){depth, (uint32_t)len, run->stack[depth]};
    return true;
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

/* The stack of the first frame below `depth`, whose token of `len` bytes stands where the greatest
 * has one that shares `common` bytes: only a name that starts that one can have come before. */
static uint32_t push_first(fr_folded_run *run, fr_folded_batch *batch, uint32_t depth, size_t len,
                           size_t common)
{
    uint32_t parent = depth ? run->stack[depth - 1] : FR_NO_STACK;
    const fr_left *left;

    if (batch->odd || (len <= common && run->n_less))
        return fr_builder_push(batch->b, parent, batch->frame[0]);
    left = len <= common ? come_back(run, depth, len) : NULL;
    return left ? left->stack : fr_builder_push_new(batch->b, parent, batch->frame[0]);
}

static void push_rest(fr_folded_run *run, fr_folded_batch *batch, uint32_t depth, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        uint32_t parent = run->stack[depth + i - 1];
        run->end[depth + i] = batch->end[i];
        run->stack[depth + i] = batch->odd ? fr_builder_push(batch->b, parent, batch->frame[i])
                                           : fr_builder_push_new(batch->b, parent, batch->frame[i]);
    }
}

/* Frames [0, n) of the batch come below the first `depth` frames of the run. */
static bool push_frames(fr_folded_run *run, fr_folded_batch *batch, uint32_t depth, uint32_t n)
{
    size_t from = depth ? (size_t)run->end[depth - 1] + 1 : 0;
    size_t common = run->same > from ? run->same - from : 0;

    if (!leave_child(run, depth, common, depth < run->n ? run->end[depth] - from : 0))
        return false;
    run->stack[depth] = push_first(run, batch, depth, batch->end[0] - from, common);
    run->end[depth] = batch->end[0];
    push_rest(run, batch, depth, n);
    run->n = depth + n;
    return true;
}

bool fr_folded_run_push(fr_folded_run *run, fr_folded_batch *batch, fr_bytes text, uint32_t *stack)
{
    uint32_t depth = fr_folded_shared(run->end, run->n, text, run->same), n;
    bool good = fr_folded_batch_split(batch, text, depth ? (size_t)run->end[depth - 1] + 1 : 0,
                                      FR_BATCH_FRAMES - depth, &n);

    good = good && (n == 0 || push_frames(run, batch, depth, n));
    run->off = !good || batch->odd;
    if (!good)
        return false;
    run->text = text;
    run->n_lines++;
    *stack = run->stack[run->n - 1];
    return true;
}
