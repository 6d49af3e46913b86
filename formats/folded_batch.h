/*
 * folded_batch.h - lines of folded stacks become stacks, some at a time.
 *
 *     a;b;c 1      frames of a line depend on each other, lines do not: depth by depth the frames
 * of all a;d   2      lines of a batch are pushed at once, so that their misses of the cache
 * overlap. a;d;e 5      What a line shares with the one before it is neither looked up nor hashed
 * again.
 */
#ifndef FR_FORMATS_FOLDED_BATCH_H
#define FR_FORMATS_FOLDED_BATCH_H

#include "formats/folded_line.h"
#include "formats/line_cache.h"
#include "model/builder.h"

#define FR_BATCH_LINES  32
#define FR_BATCH_FRAMES 4096

/* A line whose stack is not known yet: frames [first, first + n) of the batch. */
typedef struct fr_pending {
    fr_folded_line line;
    uint64_t number, offset; /* of the line, from 1; of its first byte */
    uint32_t first, n;
    uint32_t shared; /* frames that the line before has too */
} fr_pending;

typedef struct fr_folded_batch {
    fr_builder *b;
    fr_line_cache tokens;                 /* bytes of a frame -> frame */
    fr_pending lines[FR_BATCH_LINES + 1]; /* [0]: the last line of the batch before; n == 0: none */
    uint32_t n_lines;                     /* without that one */
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
/* Bytes that two texts start with. */
size_t fr_folded_common(fr_bytes a, fr_bytes b);
/* How many of the n frames of a text, which end at end[], stand at the start of `text` too, if it
 * shares `same` bytes with that text. */
uint32_t fr_folded_shared(const uint32_t *end, uint32_t n, fr_bytes text, size_t same);
/* The frames of a line from byte `from` on, and their ends, at the start of frame[] and end[]; the
 * batch must be empty and forgets the line before. False where there are more than `most`. */
bool fr_folded_batch_split(fr_folded_batch *batch, fr_bytes text, size_t from, uint32_t most,
                           uint32_t *n);
/* Takes a line whose stack is not empty; false where the batch is full: walk it, then try again. A
 * line of very many frames never fits an empty batch. */
bool fr_folded_batch_add(fr_folded_batch *batch, const fr_folded_line *line, uint64_t number,
                         uint64_t offset);
/* Finds the stacks of all lines: lines[i] (from 1) has stack[first + n - 1]. */
void fr_folded_batch_walk(fr_folded_batch *batch);
/* Forgets the lines; the last one serves the next batch, unless the window moves. */
void fr_folded_batch_next(fr_folded_batch *batch, bool same_window);

#endif
