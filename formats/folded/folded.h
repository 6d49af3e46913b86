/*
 * folded.h - one part of an input of folded stacks, as it is read.
 *
 *     main;parse 12.25 13      fr_folded_take(f, the line, the stack of "main;parse")
 *
 * The plain reader (folded.c) and the fast ways (fast/) find stacks; both give values to them here.
 */
#ifndef FR_FORMATS_FOLDED_H
#define FR_FORMATS_FOLDED_H

#include "base/number.h"
#include "formats/reader.h"

/* A line, taken apart; no state. */
typedef struct fr_folded_line {
    fr_bytes stack; /* without the blanks before the values; empty: a value only */
    uint32_t n_values;
    bool rounded;        /* a value had more than 9 decimals */
    fr_decimal value[2]; /* in the order of the line */
    fr_bytes token[2];
} fr_folded_line;

/* Blank lines and comments: '#' and a blank, or nothing but '#'. */
bool fr_folded_is_blank(fr_bytes line);
/* Takes a line apart into its stack and `n_columns` (1 or 2) values. NULL, or why it cannot be.
 * With two columns a line may have one value (n_values tells). */
const char *fr_folded_parse(fr_bytes line, uint32_t n_columns, fr_folded_line *parsed);
/* 2 where every line of the block that holds a value holds two, else 1. */
uint32_t fr_folded_count_columns(fr_bytes block);

typedef struct fr_folded {
    fr_input *in;
    fr_builder *b;
    const fr_read_options *opt;
    const fr_choice *choice;
    struct fr_folded_fast *fast; /* NULL: only the plain reader */
    uint64_t n_parts;            /* for fr_split_progress() */
    uint32_t n_columns;
    uint32_t columns[2];
    uint32_t decimals;      /* of all columns, as fine as the finest value so far */
    bool counts;            /* values are numbers of samples */
    uint64_t line, line_at; /* its number from 1, its first byte */
    uint64_t n_rejected;
} fr_folded;

/* Opens one or two columns: as many as the caller, an earlier input or the first block says. */
void fr_folded_choose_columns(fr_folded *f, fr_choice *choice);
void fr_folded_open_columns(fr_folded *f, uint32_t n);
/* Counts the line f->line, and adds its values to its stack. */
void fr_folded_take(fr_folded *f, const fr_folded_line *line, uint32_t stack);

/* The stack of one frame more, which is spelled as `token`; the stack of all frames of "main;parse". */
uint32_t fr_folded_push(fr_builder *b, uint32_t stack, fr_bytes token);
uint32_t fr_folded_stack(fr_builder *b, fr_bytes text);
uint32_t fr_folded_frameless(fr_folded *f); /* The stack of a value without any frame: "  5". */
/* Notes that `line` cannot be read. */
void fr_folded_reject(fr_folded *f, fr_bytes line, const char *why);
/* folded_line.c: reads a line that is longer than a block. */
void fr_folded_read_long(fr_folded *f);

/* Readies a part, whose columns are opened next; its fast way is to be freed. */
void fr_folded_begin(fr_folded *f, fr_input *in, fr_builder *b, const fr_read_options *opt,
                     const fr_choice *choice);
void fr_folded_rest(fr_folded *f); /* Reads all that is left of the input. */

/* fast/folded_fast.c: NULL where these ways are not to be taken, or memory ran out: the plain reader takes all
 * lines. */
struct fr_folded_fast *fr_folded_fast_new(const fr_choice *choice, fr_builder *b);
void fr_folded_fast_free(struct fr_folded_fast *fast); /* NULL is fine */
/* Reads whole lines from the start of `text`, which is at f->line_at; `last`: also one that ends without a
 * newline. Returns their bytes: it stops before the first line that is not ordinary. */
size_t fr_folded_fast_read(struct fr_folded_fast *fast, fr_folded *f, fr_bytes text, bool last);
/* fr_folded_rest() on several threads. False: the input is not cut, and nothing has been read. */
bool fr_folded_parts(fr_folded *f, fr_choice *choice);

#endif
