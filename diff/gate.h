/*
 * gate.h - conditions under which a build should fail.
 *
 *     whole > 2pp               all of it grew by more than 2 points
 *     total > 5%                some function's total grew by more than 5 % of itself
 *     self:^parse > 0.5pp       some function whose name matches has grown so much by itself
 *     new-in-top:10             one of the 10 largest by self is new
 *
 * Only what is beyond noise and not below the smallest relevant change trips a gate. A function
 * that is new has grown by infinitely many percent.
 */
#ifndef FR_DIFF_GATE_H
#define FR_DIFF_GATE_H

#include "base/output.h"
#include "diff/diff_types.h"

/* All gates as one sentence: "failed 'total > 1pp': foo +2.1 pp and 2 more", "passed 'total >
 * 1pp'", "--fail-if declines: ...". Where they did not pass *refused has it too: FR_E_GATE where one
 * was tripped, FR_E_USAGE where the comparison is none that can be judged. */
bool fr_gates_test(const fr_diff *diff, const fr_gate_options *opt, fr_error *refused,
                   fr_output *out, fr_error *err);

#endif
