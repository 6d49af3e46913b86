/*
 * words.h - the differential in words, the same in reports and pictures:
 *
 *     ▲ foo +2.1 pp ± 0.6 of total (1.9x), beyond sampling noise; ...
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
/* U+25B2, U+25BC, or nothing. */
const char *fr_verdict_mark(const fr_diff_value *value);

/* What was judged: "beyond sampling noise; run-to-run variation not measured (one run a side)". */
void fr_put_confidence(fr_output *out, const fr_diff *diff, const char *beyond);
/* The first line of all: what changed most, by how much, how sure. */
void fr_put_headline(fr_output *out, const fr_diff *diff);
/* Where a change is of more than 100 pp: "100 pp are 16 400 samples, the mean of both wholes: ...". */
bool fr_diff_exceeds_whole(const fr_diff *diff);
void fr_put_hundred_points(fr_output *out, const fr_diff *diff);
/* "before.folded: 10 000 samples" */
void fr_put_side(fr_output *out, const fr_diff *diff, bool is_new);

static inline const fr_diff_value *fr_diff_shown(const fr_diff *diff, const fr_diff_function *f)
{
    return diff->by == FR_DIFF_BY_SELF ? &f->self : &f->total;
}

#endif
