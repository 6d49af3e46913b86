/*
 * text.h - UTF-8: repair of names, code points, cutting.
 *
 * Repair makes every byte string printable UTF-8 and keeps distinct strings distinct:
 *     ESC           -> \x1b      (C0, DEL and bytes that are no UTF-8: \x and two hex digits)
 *     U+0085 U+202E -> \u{85} \u{202e}   (C1, bidi controls, U+2028/9, U+FEFF, non-characters)
 *     \x1b as text  -> \x5cx1b   (a backslash that would read as one of these escapes)
 * Any other backslash stays: foo\bar.
 */
#ifndef FR_BASE_TEXT_H
#define FR_BASE_TEXT_H

#include "base/arena.h"

/* The two sources of names. RAW text knows no escapes. ESCAPED text (folded stacks, as written by us) has them
 * already: \x3b is ';', the escapes above stay as they are, so that writing and reading is identity. */
typedef enum fr_text_mode { FR_TEXT_RAW, FR_TEXT_ESCAPED } fr_text_mode;

bool fr_text_clean(fr_bytes text, fr_text_mode mode); /* True if repair would change nothing. */
/* The repaired text, in `arena` if it differs from `text`; at == NULL when memory ran out. */
fr_bytes fr_text_repair(fr_arena *arena, fr_bytes text, fr_text_mode mode);

/* Printable text for messages, repaired (ESCAPED) and cut on a code point to `room` bytes with its NUL. */
void fr_text_copy(char *to, size_t room, fr_bytes text);

/* Decodes the code point at text.at[*i] of valid UTF-8 and moves *i past it. */
uint32_t fr_text_next(fr_bytes text, size_t *i);
/* Writes a code point, or half of a pair, as the bytes that UTF-8 has for such a number; returns how many. */
size_t fr_text_put(char to[4], uint32_t c);
/* The start of the code point before byte `i` (> 0); i - 1 where that is no UTF-8. */
size_t fr_text_back(fr_bytes text, size_t i);
/* The first `most` bytes at most, cut on a code point. */
fr_bytes fr_text_cut(fr_bytes text, size_t most);

#endif
