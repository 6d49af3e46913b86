/*
 * outline.h - texts that show a call tree by indentation, a frame a line.
 *
 *     855 start  (in libdyld.dylib)       NODE, depth 0
 *       855 main  (in App)                NODE, depth 1
 *         640 parse  (in App)             NODE, depth 2
 *
 * A dialect says what a line is: how deep its frame stands, and what it holds, alone or with all that it called.
 * outline.c makes stacks of the lines, for all dialects alike.
 */
#ifndef FR_FORMATS_OUTLINE_H
#define FR_FORMATS_OUTLINE_H

#include "base/number.h"
#include "formats/reader.h"

typedef enum fr_outline_kind {
    FR_OUTLINE_HEADING, /* a blank line, or text around the tree */
    FR_OUTLINE_BEGIN,   /* the tree begins after it */
    FR_OUTLINE_NODE,
    FR_OUTLINE_END,  /* the tree is over: nothing after it is read, except another BEGIN */
    FR_OUTLINE_OTHER /* does not fit: a line that is rejected */
} fr_outline_kind;

/* Slices point into the line. */
typedef struct fr_outline_line {
    fr_outline_kind kind;
    uint32_t depth; /* 0: outermost. Steps of any size go one level deeper */
    fr_bytes name, module, file;
    uint32_t line;
    fr_kind frame_kind;
    fr_decimal value; /* in the unit of the dialect; below 0: the line is rejected */
} fr_outline_line;

/* The facts that a table's heading says of its columns; a dialect keeps them between lines. */
#define FR_OUTLINE_COLUMNS 8
typedef struct fr_outline_table {
    int column[FR_OUTLINE_COLUMNS]; /* a dialect's own list; -1: the table lacks it */
    bool begun;                     /* a BEGIN was met, and no END since */
} fr_outline_table;

typedef struct fr_outline {
    /* Returns what a line is. Pure but for *table. `line` is not trimmed. */
    fr_outline_line (*read)(fr_bytes line, fr_outline_table *table);
    const char *column, *unit; /* of the values */
    uint32_t decimals;         /* values are kept with so many; more are rounded */
    bool inclusive;            /* a value holds those of the lines beneath it */
    /* The outermost line is the innermost frame, and its callers stand beneath it */
    bool from_leaf;
} fr_outline;

void fr_outline_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice,
                     const fr_outline *outline);

/* ---- for dialects ---- */

/* The next field of a line of comma-separated values, which *line loses: without quotes around it. False at the end. */
bool fr_outline_field(fr_bytes *line, char separator, fr_bytes *field);
/* "640", "2,893,824", "0.215". One of 2^63 or more is -1: such a line is rejected, as all values below 0 are. */
bool fr_outline_number(fr_bytes text, fr_decimal *value);
uint32_t fr_outline_indent(fr_bytes text); /* Blanks that `text` begins with. */

#endif
