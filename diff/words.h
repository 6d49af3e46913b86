/*
 * words.h - numbers of a differential in words, the same in reports and pictures: "+2.1 pp", "1.9x".
 * The sentences are in diff/headline.h.
 */
#ifndef FR_DIFF_WORDS_H
#define FR_DIFF_WORDS_H

#include "base/output.h"
#include "diff/why.h"

/* "+2.1 pp", "-0.35 pp", "0 pp": two digits that count, one at least. */
void fr_put_points(fr_output *out, double points);
/* The same without a sign. */
void fr_put_points_size(fr_output *out, double points);
/* "1.9x" of what a frame that did not change would have; nothing where base is 0. */
void fr_put_times(fr_output *out, const fr_diff *diff, const fr_diff_value *value);
double fr_diff_times(const fr_diff *diff, const fr_diff_value *value); /* NaN: none */

/* A function in a sentence: its name, or a shorter form of it (base/short_name.h). */
void fr_put_function(fr_output *out, fr_bytes name);
/* "1.4x", "1.08x", "120x". */
void fr_put_ratio(fr_output *out, double ratio);
/* "14.6", "0.35", "0": two digits that count; whole numbers from 100 on. */
void fr_put_decimal(fr_output *out, double number);

static inline const fr_diff_value *fr_diff_shown(const fr_diff *diff, const fr_diff_function *f)
{
    return diff->by == FR_DIFF_BY_SELF ? &f->self : &f->total;
}

#endif
