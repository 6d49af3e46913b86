/* folded_sorted.c - where a line leaves the one before it, and what is new from there on. */
#include "formats/folded/fast/folded_sorted.h"

#include <stdlib.h>

#include "model/build/builder_bulk.h"

#define FEW_LESS 64 /* lines that are less which never end the order */

void fr_folded_sorted_reset(fr_folded_sorted *sorted)
{
    free(sorted->earlier);
}

bool fr_folded_sorted_continues(fr_folded_sorted *sorted, const fr_folded_batch *batch,
                                fr_bytes text, size_t same)
{
    fr_bytes greatest = fr_folded_before(batch)->line.stack;

    if (same == greatest.len ||
        (same < text.len && (unsigned char)greatest.at[same] < (unsigned char)text.at[same]))
        return true;
    sorted->n_less++;
    sorted->on = sorted->n_less <= FEW_LESS || sorted->n_less <= sorted->n_lines / 4;
    return false;
}

/* Drops the children that cannot come again below a line which differs from the greatest at `depth`, where
 * both share `common` bytes. */
static void drop_earlier(fr_folded_sorted *sorted, uint32_t depth, size_t common)
{
    for (; sorted->n_earlier; sorted->n_earlier--) {
        const fr_folded_earlier *last = &sorted->earlier[sorted->n_earlier - 1];
        if (last->depth < depth || (last->depth == depth && last->len <= common))
            break;
    }
}

/* Without memory for it stacks are looked up from now on, which is as good. */
static void keep_earlier(fr_folded_sorted *sorted, fr_folded_earlier child)
{
    fr_folded_earlier *earlier = fr_grow(sorted->earlier, &sorted->earlier_cap,
                                         sorted->n_earlier + 1, sizeof *sorted->earlier);

    sorted->on = earlier != NULL;
    if (!earlier)
        return;
    sorted->earlier = earlier;
    sorted->earlier[sorted->n_earlier++] = child;
}

/* The child of `len` bytes that may come again at `depth`, or NULL. */
static const fr_folded_earlier *come_back(fr_folded_sorted *sorted, uint32_t depth, size_t len)
{
    const fr_folded_earlier *last =
        sorted->n_earlier ? &sorted->earlier[sorted->n_earlier - 1] : NULL;

    if (!last || last->depth != depth || last->len != len)
        return NULL;
    sorted->n_earlier--;
    return last;
}

static uint32_t push(const fr_folded_sorted *sorted, fr_folded_batch *batch, uint32_t parent,
                     uint32_t frame)
{
    return sorted->on ? fr_builder_push_new(batch->b, parent, frame)
                      : fr_builder_push(batch->b, parent, frame);
}

/* The stack of the first frame that the line before does not have, a token of `len` bytes at `depth`
 * where that one has a token that shares `common` bytes: only a name that starts that one can have
 * come before. */
static uint32_t push_first(fr_folded_sorted *sorted, fr_folded_batch *batch, const fr_pending *p,
                           size_t len, size_t common)
{
    uint32_t depth = p->shared, frame = batch->frame[p->first + depth];
    uint32_t parent = depth ? batch->stack[p->first + depth - 1] : FR_NO_STACK;
    const fr_folded_earlier *earlier;

    if (len > common)
        return push(sorted, batch, parent, frame);
    if (sorted->n_less || !sorted->on)
        return fr_builder_push(batch->b, parent, frame);
    earlier = come_back(sorted, depth, len);
    return earlier ? earlier->stack : push(sorted, batch, parent, frame);
}

/* The frames of a line that the line before does not have. */
static void push_line(fr_folded_sorted *sorted, fr_folded_batch *batch, const fr_pending *p)
{
    const fr_pending *before = p - 1;
    const uint32_t *end = batch->end + p->first, *frame = batch->frame + p->first;
    uint32_t *stack = batch->stack + p->first, depth = p->shared;
    size_t from = depth ? (size_t)end[depth - 1] + 1 : 0;
    size_t common = p->same > from ? p->same - from : 0;

    memcpy(stack, batch->stack + before->first, depth * sizeof *stack);
    if (depth == p->n)
        return;
    drop_earlier(sorted, depth, common);
    if (depth < before->n && batch->end[before->first + depth] - from <= common)
        keep_earlier(
            sorted, (fr_folded_earlier){depth, (uint32_t)(batch->end[before->first + depth] - from),
                                        batch->stack[before->first + depth]});
    stack[depth] = push_first(sorted, batch, p, end[depth] - from, common);
    while (++depth < p->n)
        stack[depth] = push(sorted, batch, stack[depth - 1], frame[depth]);
}

void fr_folded_sorted_walk(fr_folded_sorted *sorted, fr_folded_batch *batch)
{
    for (uint32_t i = 1; i <= batch->n_lines; i++)
        push_line(sorted, batch, &batch->lines[i]);
    sorted->n_lines += batch->n_lines;
}
