/*
 * headline.h - the first two lines of every differential, in reports and pictures:
 *
 *     nearest takes 1.4x as long: 14.6 -> 20.2 % of samples, sure beyond what runs of one program usually differ by
 *     pr-a -> pr-b · 20 other functions changed · both sides are of one size (7 885 and 7 827 samples)
 *
 * With one run a side, and nothing beyond what runs of one program usually differ by:
 *
 *     nothing is sure with one run a side; words takes 2.9x as long, which runs of JIT-compiled code can show
 *     too: three runs a side would tell
 *
 * The first line names the verdict, its cause and how sure it is. Where the wholes differ beyond
 * their error, it says that first: "pr-b has 2.0x the samples; colours compare shares".
 */
#ifndef FR_DIFF_HEADLINE_H
#define FR_DIFF_HEADLINE_H

#include "base/output.h"
#include "diff/diff_types.h"

/* The first line, without a full stop. Its parts stand between FR_SEPARATOR, so that a picture can
 * break it there. */
void fr_put_headline(fr_output *out, const fr_diff *diff);

/* "pr-a -> pr-b", the parts of the second line that every output has: sides, other changes, sizes. */
void fr_put_sides(fr_output *out, const fr_diff *diff);

/* The unit of changes in a picture: " pp", or "/s" or " CPUs" where ranges of one recording are compared in
 * rates. _rate_milli(): how much of that unit 100 points are, in thousandths; 0 for " pp". */
const char *fr_diff_points_unit(const fr_diff *diff);
int64_t fr_diff_rate_milli(const fr_diff *diff);

/* Count the functions that have a verdict, and those that changed. */
size_t fr_diff_count(const fr_diff *diff, fr_verdict verdict);
size_t fr_diff_count_changed(const fr_diff *diff);

#endif
