/*
 * perf_memo.h - stacks of perf script text, recognised by their bytes.
 *
 * Lines are bounded: when full they are all forgotten, so memory doesn't follow the input. Nothing
 * here changes a result.
 */
#ifndef FR_FORMATS_PERF_FAST_PERF_MEMO_H
#define FR_FORMATS_PERF_FAST_PERF_MEMO_H

#include "formats/perf/perf_sample.h"

/* ---- the distinct frame lines of perf script text, and whether a text goes on with one ---- */

#define FR_PERF_NO_LINE UINT32_C(0)

/* The key that a line is known by. */
typedef struct fr_perf_key {
    fr_bytes text; /* after tab and address, or all of the line */
    uint32_t form; /* of the bytes before it */
    uint64_t hash;
} fr_perf_key;

/* Zeroed and given a seed it is ready. */
typedef struct fr_perf_memo_lines {
    uint64_t seed;
    bool keeps_addresses; /* lines are known by all of their bytes */
    uint64_t *words;      /* the lines one behind the other; an id is the first word of one */
    size_t n_words, words_cap;
    fr_slots slots;
} fr_perf_memo_lines;

/* The key of a line without its newline. */
fr_perf_key fr_perf_memo_lines_key(const fr_perf_memo_lines *lines, fr_bytes line);
/* The line's id, or FR_PERF_NO_LINE. */
uint32_t fr_perf_memo_lines_find(const fr_perf_memo_lines *lines, const fr_perf_key *key);
/* The id of a line that isn't known; FR_PERF_NO_LINE for a very long one, or without memory. */
uint32_t fr_perf_memo_lines_put(fr_perf_memo_lines *lines, const fr_perf_key *key, uint32_t value);
/* Lets lines that differ from this one in the offset be taken for it; `frame` is what it says. */
void fr_perf_memo_lines_pass_offset(fr_perf_memo_lines *lines, uint32_t id, const fr_perf_key *key,
                                    const fr_perf_frame *frame);
/* The bytes up to `end` of a line that says the same as this one, with its newline, or 0. */
size_t fr_perf_memo_match(const fr_perf_memo_lines *lines, uint32_t id, const char *at,
                          const char *end);
void fr_perf_memo_lines_reset(fr_perf_memo_lines *lines);

#define FR_PERF_NEW_LINE UINT32_MAX

/* Zeroed and given a seed it is ready. */
typedef struct fr_perf_memo {
    fr_perf_memo_lines lines;
    struct fr_perf_memo_node *nodes; /* by stack */
    size_t nodes_cap;
    uint32_t *hints; /* stacks, by what leads to them; NULL: memory ran out, which is fine */
    uint32_t root, root_stack;      /* of the last sample: its root frame, and that as a stack */
    struct fr_perf_memo_step *path; /* of the sample being read, leaf first */
    size_t path_cap;
} fr_perf_memo;

/* The value of a line; FR_PERF_NEW_LINE if it isn't known. */
uint32_t fr_perf_memo_find(const fr_perf_memo *memo, const fr_perf_key *key);
/* Remembers a line that isn't known; without memory, or for a very long line, it doesn't. */
void fr_perf_memo_put(fr_perf_memo *memo, const fr_perf_key *key, uint32_t value);
void fr_perf_memo_reset(fr_perf_memo *memo);

#endif
