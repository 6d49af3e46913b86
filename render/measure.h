/*
 * measure.h - how wide text is, without asking anyone: one table of advance widths for the one font
 * family whose metrics are the same nearly everywhere (Arial, Liberation Sans, Helvetica, Arimo).
 */
#ifndef FR_RENDER_MEASURE_H
#define FR_RENDER_MEASURE_H

#include "base/arena.h"
#include "flamerender.h"

/* Advance width of `text` at `size` (tenths of a px), in tenths of a px, rounded up. Code points
 * without an entry count as wide as their block: 1 em for CJK, emoji and anything unknown, 0 for
 * combining marks and joiners. */
int32_t fr_text_width(fr_bytes text, int32_t size, bool bold);

/* The label for `text` in `room` tenths of a px: all of it, or cut on a code point with a real
 * ellipsis (counted in the width) at the end, start or middle; at == NULL where less than two
 * characters and the ellipsis fit, or memory ran out. Never splits a combining sequence. The result
 * is `text` itself or lives in `arena`. */
fr_bytes fr_label_cut(fr_arena *arena, fr_bytes text, int32_t size, int32_t room,
                      fr_truncate truncate);

#endif
