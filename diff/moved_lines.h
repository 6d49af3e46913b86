/*
 * moved_lines.h - pairs the functions of one file: those of base with those of new.
 *
 *     base              new
 *     f          2:15   f          3:15      once on both sides: it is the same, and moved by 1
 *     (anonymous) 4:5   (anonymous) 5:5      where a move by 1 puts it
 *     (anonymous) 6:5   (anonymous) 9:7      the next one that is left
 */
#ifndef FR_DIFF_MOVED_LINES_H
#define FR_DIFF_MOVED_LINES_H

#include "base/fail.h"

typedef struct fr_function_line {
    uint32_t function;     /* an id */
    uint32_t line, column; /* column 0: not known */
    bool in_base, in_new;
    size_t becomes; /* result, where in_base: index of its partner in all[]; SIZE_MAX: none */
} fr_function_line;

/* all[]: the functions of a file, sorted by function, line and column. Each one of new is the partner of at
 * most one of base. False when memory ran out. */
FR_CHECKED bool fr_moved_lines_find(fr_function_line *all, size_t n);

#endif
