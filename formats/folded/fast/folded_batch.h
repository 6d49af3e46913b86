/*
 * folded_batch.h - lines of folded stacks become stacks, some at a time.
 *
 *     a;b;c 1
 *     a;d   2      what a line shares with the one before it is not hashed again
 *     a;d;e 5
 *
 * Frames of a line depend on each other, lines do not: the tokens of all lines of a batch are
 * fetched before the first is compared, and the frames at one depth of all lines are pushed at
 * once, so that misses of the cache overlap.
 */
#ifndef FR_FORMATS_FOLDED_BATCH_H
#define FR_FORMATS_FOLDED_BATCH_H

#include "formats/folded/folded_line.h"
#include "formats/line_cache.h"
#include "model/build/builder.h"

#define FR_BATCH_LINES  32
#define FR_BATCH_FRAMES 4096

/* A line whose stack is not known yet: frames [first, first + n) of the batch. */
typedef struct fr_pending {
    fr_folded_line line;
    uint64_t number, offset; /* of the line, from 1; of its first byte */
    uint32_t first, n;
    uint32_t shared; /* frames that the line before has too */
    size_t same;     /* bytes that its stack starts with as that of the line before does */
} fr_pending;

typedef struct fr_folded_batch {
    fr_builder *b;
    fr_line_cache tokens;                 /* bytes of a frame -> frame */
    fr_pending lines[FR_BATCH_LINES + 1]; /* [0]: the last line of the batch before; n == 0: none */
    char *copy;                           /* the stack of that line, when the window has moved */
    size_t copy_cap;
    uint32_t n_lines; /* without that one */
    uint32_t n_frames;
    bool odd; /* some token is not spelled as its frame is: others may mean the same frame */
    uint32_t *frame, *end,
        *stack;     /* by frame of the batch: its id, its end in the text, its stack */
    uint64_t *hash; /* by frame of the batch: of its token */
    uint32_t *frames_now, *stacks_now;
} fr_folded_batch;

bool fr_folded_batch_init(fr_folded_batch *batch, fr_builder *b); /* false: no memory */
void fr_folded_batch_reset(fr_folded_batch *batch);
/* The frame that a token spells; interned when it is new. */
uint32_t fr_folded_frame(fr_folded_batch *batch, fr_bytes token);
/* The line that the next one follows. */
static inline const fr_pending *fr_folded_before(const fr_folded_batch *batch)
{
    return &batch->lines[batch->n_lines];
}

/* Bytes that `text` shares with the line before it. */
size_t fr_folded_same(const fr_folded_batch *batch, fr_bytes text);
/* Takes a line whose stack is not empty and shares `same` bytes with the line before; false where the
 * batch is full. A line of very many frames never fits an empty batch. */
bool fr_folded_batch_add(fr_folded_batch *batch, const fr_folded_line *line, size_t same,
                         uint64_t number, uint64_t offset);
/* Finds the frames of all lines. */
void fr_folded_batch_find(fr_folded_batch *batch);
/* Then finds the stacks of all lines: lines[i] (from 1) has stack[first + n - 1]. */
void fr_folded_batch_walk(fr_folded_batch *batch);
/* Empties the batch but for its last line, which the next one follows. */
void fr_folded_batch_next(fr_folded_batch *batch);
/* Copies what an empty batch has of the window, which moves; false when memory ran out. */
FR_CHECKED bool fr_folded_batch_keep(fr_folded_batch *batch);

#endif
