/*
 * spelling.h - the profile that a text format can hold: frames are what is written of them, no more.
 */
#ifndef FR_FORMATS_SPELLING_H
#define FR_FORMATS_SPELLING_H

#include "model/profile.h"

/* "_[k]" of a frame that came with it; "" of others. */
const char *fr_spelling_suffix(const fr_frame *frame);
/* Returns true if names are written with a suffix: frames that came with one, "foo_[k]". */
bool fr_spelling_needed(const fr_profile *profile);
/* A new profile whose frames are names with these suffixes and, with `lines`, files and lines. Two frames that are
 * written alike become one. Sums of values alone are copied, without labels. NULL: `err`. */
fr_profile *fr_spelling(const fr_profile *profile, bool lines, fr_error *err);

#endif
