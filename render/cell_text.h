/*
 * cell_text.h - text in the cells of a terminal: most characters take one, East Asian and emoji two, marks none.
 */
#ifndef FR_RENDER_CELL_TEXT_H
#define FR_RENDER_CELL_TEXT_H

#include "base/output.h"

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
