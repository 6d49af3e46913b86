/*
 * usual.h - what runs of one program usually differ by, where no run of this one tells: one run a side.
 *
 *     main                                     tested with 2.5 + n / 10 000 times the sampling variance
 *     words (/srv/app.js:2:15), futex_wake     never sure: such functions differ by any factor
 *
 * docs/diff-noise.md says on which recordings this was measured, and what it finds and misses.
 */
#ifndef FR_DIFF_USUAL_H
#define FR_DIFF_USUAL_H

#include "base/bytes.h"
#include "flamerender.h"

/* A function may differ between runs that nobody changed, for one of these reasons. */
typedef enum fr_unsteady {
    FR_STEADY,
    FR_UNSTEADY_WAITS,   /* it waits, wakes another thread, or serves an interrupt */
    FR_UNSTEADY_COMPILED /* a JIT compiler made its code while the program ran */
} fr_unsteady;

/* Tells that of a frame by its kind, or else by what it is called. */
fr_unsteady fr_unsteady_of(fr_bytes name, fr_bytes file, fr_kind kind);

/* The part of all samples from which the rule for programs with a JIT compiler holds. */
#define FR_USUAL_COMPILED 0.1

/* The ratio of the variance between runs of `samples` samples to the variance of sampling. */
double fr_usual_ratio(double samples, bool compiled);

#endif
