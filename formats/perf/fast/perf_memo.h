/*
 * perf_memo.h - stacks of perf script text, recognised by their bytes.
 *
 *     <TAB>ffffffff81a2 native_halt+0xb ([kernel])    "native_halt" so many bytes before the end of a
 *     <TAB>ffffffff81b0 cpu_idle+0x4f ([kernel])       sample of "swapper": that was stack 31. Its lines
 *     <TAB>ffffffff81c5 start_kernel+0x9 ([kernel])    and those of the stacks that called it are
 *     (empty line)                                     compared: this is stack 31 again
 *
 * In recordings 97 % of the frame lines are repeats, and most stacks are, too. So what was met is
 * remembered three times, each a guess that comparing the bytes confirms or not:
 *   - by the start of a line's symbol, the bytes from there to the end of the sample, and the root: the
 *     stack from this line on. It is asked at the first line and wherever a guess fails;
 *   - by all bytes of a line, found in a table: the frame, and the stack the line led to last;
 *   - by stack: the line that its leaf was.
 * The lines above the guess that holds to the end (the leaf side) are pushed on it.
 *
 * Lines are bounded: when full they are all forgotten, so memory doesn't follow the input. Nothing
 * here changes a result.
 */
#ifndef FR_FORMATS_PERF_MEMO_H
#define FR_FORMATS_PERF_MEMO_H

#include "formats/perf/fast/perf_memo_lines.h"
#include "formats/perf/perf_sample.h"

#define FR_PERF_NEW_LINE UINT32_MAX

/* The facts about a stack. */
typedef struct fr_perf_memo_node {
    uint32_t parent; /* the stack that called it */
    uint32_t line;   /* of its leaf, in the sample that held it last; 0: none */
} fr_perf_memo_node;

/* A line of the sample being read. */
typedef struct fr_perf_memo_step {
    uint32_t line;
    uint32_t hint; /* what is to lead to its stack; 0: nothing */
} fr_perf_memo_step;

/* Zeroed and given a seed it is ready. */
typedef struct fr_perf_memo {
    fr_perf_memo_lines lines;
    fr_perf_memo_node *nodes; /* by stack */
    size_t nodes_cap;
    uint32_t *hints; /* stacks, by what leads to them; NULL: memory ran out, which is fine */
    uint32_t root, root_stack; /* of the last sample: its root frame, and that as a stack */
    fr_perf_memo_step *path;   /* of the sample being read, leaf first */
    size_t path_cap;
} fr_perf_memo;

typedef enum fr_perf_memo_result {
    FR_PERF_MEMO_READ, /* a whole sample */
    FR_PERF_MEMO_MORE, /* the text ends before the sample does */
    FR_PERF_MEMO_ODD,  /* something is no plain frame: to be read line by line */
    FR_PERF_MEMO_GO_ON /* never returned */
} fr_perf_memo_result;

/* The key of a line without its newline. */
fr_perf_key fr_perf_memo_key(const fr_perf_memo *memo, fr_bytes line);
/* The value of a line; FR_PERF_NEW_LINE if it isn't known. */
uint32_t fr_perf_memo_find(const fr_perf_memo *memo, const fr_perf_key *key);
/* Remembers a line that isn't known; without memory, or for a very long line, it doesn't. */
void fr_perf_memo_put(fr_perf_memo *memo, const fr_perf_key *key, uint32_t value);

/* Reads the frames of the open sample, up to and with the empty line, and gives it its stack.
 * `*used`: bytes of `text` they took, `*n`: lines; both 0 where no whole sample was read, as if
 * nothing had been. Values of lines below `first_odd` are frames. */
fr_perf_memo_result fr_perf_memo_read(fr_perf_memo *memo, fr_perf_samples *samples, fr_bytes text,
                                      uint32_t first_odd, size_t *used, size_t *n);
void fr_perf_memo_reset(fr_perf_memo *memo);

#endif
