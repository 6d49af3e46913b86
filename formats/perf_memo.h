/*
 * perf_memo.h - stacks of perf script text, recognised by their bytes.
 *
 *     <TAB>ffffffff81a2 native_halt+0xb ([kernel])    looked up by a hash of its bytes: line 7, whose
 *     <TAB>ffffffff81b0 cpu_idle+0x4f ([kernel])       last stack was 31. The stacks that called 31
 *     <TAB>ffffffff81c5 start_kernel+0x9 ([kernel])    were last met with lines 8 and 9, and here they
 *     (empty line)                                     are, byte for byte: this is stack 31 again
 *
 * In recordings 97 % of the frame lines are repeats, and what follows a line is mostly what followed
 * it last time. So a line remembers the stack it led to, which is a guess at all lines below it; one
 * comparison each confirms them. Where a line differs it is looked up: the guess still holds if the
 * frame is the same ("main+0x2b" for "main+0x1f"), else the line's own stack is the next guess. Lines
 * above the guess that holds (the leaf side) are pushed on it.
 *
 * Lines are bounded: when full they are all forgotten, so memory doesn't follow the input. Nothing
 * here changes a result.
 */
#ifndef FR_FORMATS_PERF_MEMO_H
#define FR_FORMATS_PERF_MEMO_H

#include "formats/perf_sample.h"

#define FR_PERF_NEW_LINE UINT32_MAX

/* What a line is known by. In "<TAB>%16x symbol (module)" that is what follows the address, which
 * says nothing about the frame, unless addresses are kept. */
typedef struct fr_perf_key {
    fr_bytes text;
    uint32_t skip; /* bytes of the line before `text`: 0, or tab and address */
    uint64_t hash;
} fr_perf_key;

/* A distinct line. */
typedef struct fr_perf_memo_line {
    uint64_t hash;
    const char *at; /* its text, with a newline at its end */
    uint32_t len;   /* with that */
    uint32_t skip;
    uint64_t address[2]; /* the columns it had last */
    uint32_t value;      /* what fr_perf_memo_put() was given */
    uint32_t stack;      /* in the sample that held it last; FR_NO_STACK: none */
} fr_perf_memo_line;

/* What is known of a stack. */
typedef struct fr_perf_memo_node {
    uint32_t parent; /* the stack that called it */
    uint32_t line;   /* of its leaf, in the sample that held it last; 0: none */
} fr_perf_memo_node;

typedef struct fr_perf_memo_slot {
    uint32_t tag, line; /* half of the hash */
} fr_perf_memo_slot;

/* Zeroed and given a seed it is ready. */
typedef struct fr_perf_memo {
    uint64_t seed;
    bool keeps_addresses;     /* lines are known by all of their bytes */
    fr_arena arena;           /* of the lines */
    fr_perf_memo_line *lines; /* [0] stands for none */
    size_t n_lines, lines_cap;
    fr_perf_memo_slot *slots;
    size_t n_slots;           /* a power of two */
    fr_perf_memo_node *nodes; /* by stack */
    size_t nodes_cap;
    uint32_t root, root_stack; /* of the last sample: its root frame, and that as a stack */
    uint32_t *path;            /* lines of the sample being read, leaf first */
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
/* The key of the first line of `text`, if that is whole, and what find() will read on its way. */
fr_perf_key fr_perf_memo_peek(const fr_perf_memo *memo, fr_bytes text);
/* The value of a line; FR_PERF_NEW_LINE if it isn't known. */
uint32_t fr_perf_memo_find(const fr_perf_memo *memo, const fr_perf_key *key);
/* Remembers a line that isn't known; without memory, or for a very long line, it doesn't. */
void fr_perf_memo_put(fr_perf_memo *memo, const fr_perf_key *key, uint32_t value);

/* Reads the frames of the open sample, up to and with the empty line, and gives it its stack.
 * `*used`: bytes of `text` they took, `*n`: lines; both 0 where no whole sample was read, as if
 * nothing had been. Values of lines below `first_odd` are frames. `ahead`: fr_perf_memo_peek() at `text`, or
 * zeroed. */
fr_perf_memo_result fr_perf_memo_read(fr_perf_memo *memo, fr_perf_samples *samples, fr_bytes text,
                                      fr_perf_key ahead, uint32_t first_odd, size_t *used,
                                      size_t *n);
void fr_perf_memo_reset(fr_perf_memo *memo);

#endif
