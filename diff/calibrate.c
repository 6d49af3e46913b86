/*
 * calibrate.c - fr_diff_calibrate(): identical runs become a noise model.
 *
 * The runs go through the same union, names and functions as those of a differential, against one
 * of themselves, so that what is learned of a name is found under it again.
 */
#include <stdlib.h>

#include "diff/judge.h"

bool fr_diff_calibrate(const fr_side *runs, const fr_diff_options *opt, fr_output *out,
                       fr_error *err)
{
    fr_side first = *runs;
    fr_diff *d;
    fr_noise *noise = NULL;
    bool learned;

    first.n = runs->n ? 1 : 0;
    d = fr_diff_build(runs, &first, opt, err);
    if (d && !d->counted)
        fr_fail(err, FR_E_USAGE, 0, 0, "the number of samples behind the values is not known");
    else if (d) {
        fr_comparison identical = d->jury->significance.runs;
        identical.n_new = 0;
        noise = fr_noise_learn(&identical, d->jury->rows, d->by_run.n, err);
    }
    learned = noise != NULL;
    if (learned)
        fr_noise_write(noise, out);
    fr_noise_free(noise);
    fr_diff_free(d);
    return learned;
}
