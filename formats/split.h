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
/* The steps that a reader takes with the parts of its input. A part is `size` bytes of the reader's, zeroed, and has
 * an input and a builder of its own, which fr_split_run() frees. The first part is the caller's. */
typedef struct fr_split_reader {
    size_t size;
    /* Readies a part to read as the first one does. False: it cannot. */
    bool (*begin)(void *part, const void *first, fr_input *in, fr_builder *b);
    /* Reads all of the part's input, on any thread. n_parts: 0, but of the first one what fr_split_progress()
     * wants. */
    void (*read)(void *part, fr_input *in, uint64_t n_parts);
    /* Adds a part to the first one, which holds all parts before it, by fr_split_join(). False where reading
     * alone might have given something else. */
    bool (*join)(void *first, void *part, const fr_input *in);
    void (*end)(void *part); /* frees what the part holds; also where `begin` failed */
} fr_split_reader;

/* Reads what is left of `in` in parts, on several threads. False: it is not cut, and nothing has been
 * read. choice->again is set where all of it must be read again, alone. */
bool fr_split_run(const fr_split_reader *reader, void *first, fr_input *in,
                  const fr_read_options *opt, fr_choice *choice);
/* Joins a part to `to`, which holds all parts before it, `n_lines` long. False where reading alone
 * might have given something else. */
bool fr_split_join(fr_builder *to, const fr_builder *part, const fr_input *in, uint64_t n_lines);
/* Reports how much of an input is read, of which `in` is one of n_parts parts: all are about as large and as
 * fast. 0: another part reports. */
void fr_split_progress(const fr_read_options *opt, const fr_input *in, uint64_t n_parts);

#endif
