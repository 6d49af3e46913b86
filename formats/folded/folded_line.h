/*
 * folded_line.h - one line of folded stacks, taken apart; no state.
 */
#ifndef FR_FORMATS_FOLDED_FOLDED_LINE_H
#define FR_FORMATS_FOLDED_FOLDED_LINE_H

#include "base/number.h"

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

#endif
