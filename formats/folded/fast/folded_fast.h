/*
 * folded_fast.h - ordinary lines of folded stacks, some at a time. Two fast ways:
 *
 *     batch     32 lines are looked up side by side
 *     sorted    lines in byte order are known to make new stacks, and not looked up;
 *               for as long as an input is in order, then its batches are looked up
 */
#ifndef FR_FORMATS_FOLDED_FAST_FOLDED_FAST_H
#define FR_FORMATS_FOLDED_FAST_FOLDED_FAST_H

#include "formats/folded/folded.h"
#include "formats/folded/folded_line.h"
#include "formats/line_cache.h"
#include "model/build/builder.h"

typedef struct fr_folded_fast fr_folded_fast;

/* NULL where these ways are not to be taken, or memory ran out: the plain reader takes all lines. */
fr_folded_fast *fr_folded_fast_new(const fr_choice *choice, fr_builder *b);
void fr_folded_fast_free(fr_folded_fast *fast); /* NULL is fine */
/* Reads whole lines from the start of `text`, which is at f->line_at; `last`: also one that ends without a
 * newline. Returns their bytes: it stops before the first line that is not ordinary. */
size_t fr_folded_fast_read(fr_folded_fast *fast, fr_folded *f, fr_bytes text, bool last);

#endif
