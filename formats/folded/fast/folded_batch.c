/* folded_batch.c - tokens to frames, then frames to stacks depth by depth. */
#include "formats/folded/fast/folded_batch.h"

#include <stdlib.h>

#include "model/build/builder_bulk.h"

#define NO_ROOM UINT32_MAX

bool fr_folded_batch_init(fr_folded_batch *batch, fr_builder *b)
{
    *batch = (fr_folded_batch){.b = b, .tokens = {.seed = fr_hash_seed()}};
    batch->frame = malloc(FR_BATCH_FRAMES * sizeof *batch->frame);
    batch->hash = malloc(FR_BATCH_FRAMES * sizeof *batch->hash);
    batch->end = malloc(FR_BATCH_FRAMES * sizeof *batch->end);
    batch->stack = malloc(FR_BATCH_FRAMES * sizeof *batch->stack);
    batch->frames_now = malloc(FR_BATCH_LINES * sizeof *batch->frames_now);
    batch->stacks_now = malloc(FR_BATCH_LINES * sizeof *batch->stacks_now);
    return batch->frame && batch->hash && batch->end && batch->stack && batch->frames_now &&
           batch->stacks_now;
}

void fr_folded_batch_reset(fr_folded_batch *batch)
{
    fr_line_cache_reset(&batch->tokens);
    free(batch->frame);
    free(batch->hash);
    free(batch->end);
    free(batch->stack);
    free(batch->frames_now);
    free(batch->stacks_now);
    free(batch->copy);
}

/* "foo" is the frame foo, "foo_[k]" the kernel's. "foo ", "a\\x3bb", broken UTF-8 and a name that was
 * cut mean a frame that has another spelling, too. */
static bool is_spelled(const fr_folded_batch *batch, uint32_t frame, fr_bytes token)
{
    fr_bytes name = fr_builder_frame_name(batch->b, frame);
    bool annotated = fr_builder_frame_at(batch->b, frame).kind & FR_KIND_ANNOTATED;

    return fr_bytes_starts(token, name) && token.len == name.len + (annotated ? 4 : 0);
}

static uint32_t find_frame(fr_folded_batch *batch, fr_bytes token, uint64_t hash)
{
    uint32_t frame = fr_line_cache_find(&batch->tokens, token, hash);

    if (frame != FR_LINE_UNKNOWN)
        return frame;
    frame = fr_builder_named(batch->b, token, FR_TEXT_ESCAPED, FR_KIND_USER, (fr_bytes){NULL, 0});
    batch->odd |= !is_spelled(batch, frame, token);
    fr_line_cache_put(&batch->tokens, token, hash, frame);
    return frame;
}

uint32_t fr_folded_frame(fr_folded_batch *batch, fr_bytes token)
{
    return find_frame(batch, token, fr_line_hash(&batch->tokens, token));
}

/* ---- lines ---- */

static uint64_t load(const char *at)
{
    uint64_t bytes;

    memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

/* Lines have hundreds of bytes in common: 32 at a time, then 8, then one by one. */
static size_t common(fr_bytes a, fr_bytes b)
{
    size_t n = a.len < b.len ? a.len : b.len, i = 0;

    for (; i + 32 <= n; i += 32) {
        uint64_t differ = (load(a.at + i) ^ load(b.at + i)) |
                          (load(a.at + i + 8) ^ load(b.at + i + 8)) |
                          (load(a.at + i + 16) ^ load(b.at + i + 16)) |
                          (load(a.at + i + 24) ^ load(b.at + i + 24));
        if (differ)
            break;
    }
    while (i + 8 <= n && load(a.at + i) == load(b.at + i))
        i += 8;
    while (i < n && a.at[i] == b.at[i])
        i++;
    return i;
}

/* Counts how many of the n frames of a text, which end at end[], stand at the start of `text` too, if it
 * shares `same` bytes with that text. */
static uint32_t count_shared(const uint32_t *end, uint32_t n, fr_bytes text, size_t same)
{
    uint32_t shared = 0;

    /* Ends that lie within the common bytes; of those only the last may not be an end in `text`. To
     * count them all is cheaper than to search: no branch has to be guessed. */
    for (uint32_t i = 0; i < n; i++)
        shared += end[i] <= same;
    if (shared && end[shared - 1] < text.len && text.at[end[shared - 1]] != ';')
        shared--;
    return shared;
}

size_t fr_folded_same(const fr_folded_batch *batch, fr_bytes text)
{
    return common(fr_folded_before(batch)->line.stack, text);
}

/* Ends and hashes of the tokens from byte `from` on, into places from `at` on; their slots in the
 * cache are on their way then. Returns the place after the last, or NO_ROOM. */
static uint32_t split_tokens(fr_folded_batch *batch, fr_bytes text, size_t from, uint32_t at)
{
    for (size_t end; from <= text.len; from = end + 1) {
        fr_bytes rest = {text.at + from, text.len - from};
        if (at == FR_BATCH_FRAMES)
            return NO_ROOM;
        end = from + fr_bytes_find(rest, ';');
        batch->hash[at] = fr_line_hash(&batch->tokens, (fr_bytes){rest.at, end - from});
        fr_line_cache_fetch_slot(&batch->tokens, batch->hash[at]);
        batch->end[at++] = (uint32_t)end;
    }
    return at;
}

bool fr_folded_batch_add(fr_folded_batch *batch, const fr_folded_line *line, size_t same,
                         uint64_t number, uint64_t offset)
{
    const fr_pending *before = fr_folded_before(batch);
    fr_pending *added = &batch->lines[batch->n_lines + 1];
    uint32_t at = batch->n_frames, shared;
    fr_bytes text = line->stack;

    if (batch->n_lines == FR_BATCH_LINES || text.len >= UINT32_MAX)
        return false;
    shared = count_shared(batch->end + before->first, before->n, text, same);
    if (shared > FR_BATCH_FRAMES - at)
        return false;
    *added = (fr_pending){*line, number, offset, .first = at, .shared = shared, .same = same};
    memcpy(batch->end + at, batch->end + before->first, shared * sizeof *batch->end);
    at += shared;
    at = split_tokens(batch, text, shared ? (size_t)batch->end[at - 1] + 1 : 0, at);
    if (at == NO_ROOM)
        return false;
    added->n = at - added->first;
    batch->n_frames = at;
    batch->n_lines++;
    return true;
}

static void find_line(fr_folded_batch *batch, const fr_pending *p)
{
    const uint32_t *end = batch->end + p->first;
    size_t from = p->shared ? (size_t)end[p->shared - 1] + 1 : 0;

    for (uint32_t i = p->shared; i < p->n; i++) {
        fr_bytes token = {p->line.stack.at + from, end[i] - from};
        batch->frame[p->first + i] = find_frame(batch, token, batch->hash[p->first + i]);
        from = (size_t)end[i] + 1;
    }
}

void fr_folded_batch_find(fr_folded_batch *batch)
{
    for (uint32_t i = 1; i <= batch->n_lines; i++) {
        const fr_pending *p = &batch->lines[i];
        for (uint32_t at = p->first + p->shared; at < p->first + p->n; at++)
            fr_line_cache_fetch_line(&batch->tokens, batch->hash[at]);
    }
    for (uint32_t i = 1; i <= batch->n_lines; i++)
        find_line(batch, &batch->lines[i]);
}

/* ---- stacks ---- */

/* Pushes the frames at `depth` of the lines that do not share them. False where no line is that
 * deep. */
static bool walk_depth(fr_folded_batch *batch, uint32_t depth)
{
    uint32_t n = 0;
    bool deep = false;

    for (uint32_t i = 1; i <= batch->n_lines; i++) {
        const fr_pending *p = &batch->lines[i];
        deep |= depth < p->n;
        if (depth >= p->n || depth < p->shared)
            continue;
        batch->frames_now[n] = batch->frame[p->first + depth];
        batch->stacks_now[n++] = depth ? batch->stack[p->first + depth - 1] : FR_NO_STACK;
    }
    fr_builder_push_many(batch->b, n, batch->stacks_now, batch->frames_now);
    n = 0;
    for (uint32_t i = 1; i <= batch->n_lines; i++) {
        const fr_pending *p = &batch->lines[i];
        if (depth < p->shared)
            batch->stack[p->first + depth] = batch->stack[p[-1].first + depth];
        else if (depth < p->n)
            batch->stack[p->first + depth] = batch->stacks_now[n++];
    }
    return deep;
}

void fr_folded_batch_walk(fr_folded_batch *batch)
{
    for (uint32_t depth = 0; walk_depth(batch, depth); depth++)
        continue;
}

void fr_folded_batch_next(fr_folded_batch *batch)
{
    fr_pending *last = &batch->lines[batch->n_lines], *first = &batch->lines[0];

    memmove(batch->end, batch->end + last->first, last->n * sizeof *batch->end);
    memmove(batch->stack, batch->stack + last->first, last->n * sizeof *batch->stack);
    *first = *last;
    first->first = 0;
    batch->n_frames = first->n;
    batch->n_lines = 0;
}

bool fr_folded_batch_keep(fr_folded_batch *batch)
{
    fr_bytes *stack = &batch->lines[0].line.stack;
    char *copy;

    if (stack->len == 0 || stack->at == batch->copy)
        return true;
    copy = fr_grow(batch->copy, &batch->copy_cap, stack->len, 1);
    if (!copy)
        return false;
    batch->copy = memcpy(copy, stack->at, stack->len);
    stack->at = copy;
    return true;
}
