/*
 * measure.h - how wide text is, without asking anyone: one table of advance widths for the one font
 * family whose metrics are the same nearly everywhere (Arial, Liberation Sans, Helvetica, Arimo), and one for cells.
 */
#ifndef FR_RENDER_MEASURE_H
#define FR_RENDER_MEASURE_H

#include "base/arena.h"
#include "base/intern.h"
#include "base/output.h"
#include "flamerender.h"

/* Advance width of `text` at `size` (tenths of a px), in tenths of a px, rounded up. Code points without an entry count
 * as wide as their block: 1 em for CJK, emoji and anything unknown, 0 for combining marks and joiners. */
int32_t fr_text_width(fr_bytes text, int32_t size, bool bold);

/* The label for `text` in `room` tenths of a px: all of it, or cut on a code point with a real ellipsis (counted in the
 * width) at the end, start or middle; at == NULL where less than two characters and the ellipsis fit, or memory ran
 * out. Never splits a combining sequence. The result is `text` itself or lives in `arena`. */
fr_bytes fr_label_cut(fr_arena *arena, fr_bytes text, int32_t size, int32_t room,
                      fr_truncate truncate);

/* ---- the label of a box that its name does not fit: one that no other name of the picture has (label.c) ---- */

typedef struct fr_labels { /* the cuts of a picture, and whose they are; zeroed: none yet */
    fr_names *cuts;
    const char **owner; /* by cut */
    size_t cap;
} fr_labels;

/* Returns what of `name` fits into `room` tenths of a px at `size`; at == NULL: nothing, or memory ran out.
 * `name` is one pointer for one name. opt->names and opt->truncate say what may be done to it. The result
 * is `name` itself or lives in `arena`. */
fr_bytes fr_labels_fit(fr_labels *labels, fr_arena *arena, const char *name, int32_t size,
                       int32_t room, const fr_flame_options *opt);
void fr_labels_reset(fr_labels *labels);

/* ---- in the cells of a terminal: most characters take one, East Asian and emoji two, marks none (cell_text.c) ---- */

size_t fr_terminal_width(fr_bytes text);
void fr_put_spaces(fr_output *out, size_t n);
/* `text` in `room` cells: all of it, or its ends around an ellipsis, cut on characters. Returns the cells used. */
size_t fr_put_middle(fr_output *out, fr_bytes text, size_t room);
/* The head of `text` that takes at most `room` cells, with the marks on its last character. */
fr_bytes fr_terminal_head(fr_bytes text, size_t room);
/* `text` in lines of at most `room` cells, broken at blanks where it has some. */
void fr_put_wrapped(fr_output *out, fr_bytes text, size_t room);
/* Takes the first line off `text`, up to the last space that fits, which goes too, or what fits of one long word. */
fr_bytes fr_terminal_take_line(fr_bytes *text, size_t room);

#endif
