/*
 * term.h - a scene in the cells of a terminal: lines of cells, each with a character, an ink and a ground.
 *
 *     fr_term_line line;                        columns of a terminal, one line
 *     fr_term_clear(&line);
 *     fr_term_put(&line, 4, text, style);       from column 4 on
 *     fr_term_write(t, &line);                  with as few escapes as the colours need
 *
 * Names have no escapes of their own (base/text.h repairs them when they are interned), so the only ones that a
 * terminal gets are the colours of fr_term_write().
 */
#ifndef FR_RENDER_TERM_H
#define FR_RENDER_TERM_H

#include "render/backend.h"

#define FR_TERM_PLAIN UINT32_MAX /* the terminal's own colour */

typedef struct fr_term_style {
    uint32_t ink, ground; /* 0xRRGGBB or FR_TERM_PLAIN */
    bool bold;
    bool swapped; /* ink and ground change places: the glyph shows the terminal's own ground */
} fr_term_style;

typedef struct fr_term_cell {
    fr_bytes text; /* at == NULL: the right half of a wide character */
    fr_term_style style;
} fr_term_cell;

typedef struct fr_term_line {
    fr_term_cell *cells;
    size_t width;
} fr_term_line;

typedef struct fr_term {
    const fr_scene *scene;
    fr_output *out;
    size_t width;     /* columns */
    size_t rows;      /* of the terminal; 0: as many as there are */
    uint32_t colours; /* 0, 256, or FR_TRUE_COLOURS */
    unsigned scheme;  /* 0 light, 1 dark */
    bool root_below;
    bool brief;           /* no lines for notes */
    fr_term_style *fills; /* of each fill of the scene: as shown, and the ink that reads on it */
    fr_term_line line;
} fr_term;

extern const fr_term_style fr_term_plain, fr_term_bold;
fr_term_style fr_term_muted(const fr_term *t); /* the muted text of the scheme */
/* Fills in t->fills, which the caller frees. False: memory ran out. */
bool fr_term_find_fills(fr_term *t);

/* Blocks that fill nothing to seven eighths of a cell, from the left. */
extern const char *const fr_term_eighths[8];
/* Returns what the terminal shows of a colour: one of 256, where it has no more. */
uint32_t fr_term_shown(const fr_term *t, uint32_t rgb);
void fr_term_clear(fr_term_line *line);
/* Writes text into the cells from `x` on, as far as the line goes. Returns the column after it. */
size_t fr_term_put(fr_term_line *line, size_t x, fr_bytes text, fr_term_style style);
/* The same so that the text ends before column `end`. */
void fr_term_put_right(fr_term_line *line, size_t end, fr_bytes text, fr_term_style style);
void fr_term_write(fr_term *t, const fr_term_line *line);
/* A text in as many lines as it needs. */
void fr_term_write_wrapped(fr_term *t, fr_bytes text, fr_term_style style);

/* The body of a picture, in at most `rows` lines (0: all). */
void fr_term_flame(fr_term *t, size_t rows);
void fr_term_heat(fr_term *t);
void fr_term_trend(fr_term *t, size_t rows);

#endif
