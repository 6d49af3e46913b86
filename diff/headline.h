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
#include "model/transform/names.h"

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

/*
 * The fewest and most specific frames explain a change.
 *
 *     main +3.4        run +2.9      A +2.9        mul +2.3      mul explains most: its callers hold
 *       run +2.9         A +2.9        mul +2.3                  the same change, and are less specific
 */

/* Fills grew_pp and shrank_pp of every function, before they are sorted. */
bool fr_why_functions(fr_diff *diff, fr_error *err);

/* The function that explains most of the change; NULL where nothing changed. Of new functions it is the
 * outermost, because what it calls came with it; so too of gone ones. */
const fr_diff_function *fr_why_main(const fr_diff *diff);

/* The same of what may have changed: FR_VERDICT_MAYBE. */
const fr_diff_function *fr_why_maybe(const fr_diff *diff);

/* True of a function that explains nothing while a more specific one changed: it stands in every stack, or
 * nobody could name it. */
bool fr_why_is_nowhere(const fr_diff *diff, const fr_diff_function *function);

#define FR_WHY_MOST 5 /* a direction */

/* Disjoint nodes, beyond noise, each the deepest that still holds most of its change: up to
 * FR_WHY_MOST that grew and as many that shrank, the largest change first. Returns how many. */
size_t fr_why_list(const fr_diff *diff, uint32_t nodes[2 * FR_WHY_MOST]);

/*
 * Conditions under which a build should fail.
 *
 *     whole > 2pp               all of it grew by more than 2 points
 *     total > 5%                some function's total grew by more than 5 % of itself
 *     self:^parse > 0.5pp       some function whose name matches has grown so much by itself
 *     new-in-top:10             one of the 10 largest by self is new
 *
 * Only what is beyond noise and not below the smallest relevant change trips a gate. A function
 * that is new has grown by infinitely many percent.
 */

/* All gates as one sentence: "failed 'total > 1pp': foo +2.1 pp and 2 more", "passed 'total >
 * 1pp'", "--fail-if declines: ...". Where they did not pass *refused has it too: FR_E_GATE where one
 * was tripped, FR_E_USAGE where the comparison is none that can be judged. */
bool fr_gates_test(const fr_diff *diff, const fr_gate_options *opt, fr_error *refused,
                   fr_output *out, fr_error *err);

/* A gate of a trend has the same parts. The number of a limit, "0.5" of "0.5 %", at least 0; false where `text` is
 * none. The pattern of a subject, "^parse" of "self:^parse"; NULL with `err` where it is broken. */
bool fr_gate_number(double *number, fr_bytes text);
FR_CHECKED fr_pattern *fr_gate_pattern(fr_bytes text, fr_error *err);

#endif
