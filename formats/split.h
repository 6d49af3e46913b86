/*
 * split.h - cutting an input into parts that threads read at once.
 *
 *     input    [ part 0, read by the caller ............ | part 1 ........ | part 2 ......... ]
 *                                                        ^ where a record begins
 *
 * Each part fills a builder of its own, and what they hold is joined in the order of the parts: ids,
 * notes and errors are those of reading alone. Where that cannot be (an error, a limit, a note that
 * is counted once per name), the input is read again, alone: fr_choice.again.
 */
#ifndef FR_FORMATS_SPLIT_H
#define FR_FORMATS_SPLIT_H

#include "base/pool.h"
#include "formats/reader.h"

typedef struct fr_split {
    size_t n;                           /* parts; 1: the input is not cut */
    uint64_t from[FR_MOST_THREADS + 1]; /* [0] is where the caller stands, [n] behind the end */
} fr_split;

/* Cuts what is left of `in` for choice->threads, if it is large enough and can be cut. */
void fr_split_plan(fr_split *split, const fr_input *in, const fr_read_options *opt,
                   const fr_choice *choice);
/* What limits a part is held to, so that all together stay within those of the input. */
fr_limits fr_split_limits(const fr_split *split, const fr_limits *limits);
/* Joins a part to `to`, which holds all parts before it, `n_lines` long. False where reading alone
 * might have given something else. */
bool fr_split_join(fr_builder *to, const fr_builder *part, const fr_input *in, uint64_t n_lines);

#endif
