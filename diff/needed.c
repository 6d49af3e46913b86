/* needed.c - how many samples, or runs. */
#include "diff/needed.h"

#include <math.h>

#include "diff/judge.h"
#include "diff/visible.h"
#include "diff/why.h"
#include "diff/words.h"

#define ONE_POINT   0.01
#define FEWEST_RUNS 3 /* that tell how far runs differ */

/* Of what is large enough to be tested and says where it is. */
static const fr_diff_function *largest_within_noise(const fr_diff *d)
{
    const fr_diff_function *largest = NULL;

    for (size_t i = 0; i < d->n_functions; i++) {
        const fr_diff_function *f = &d->functions[i];
        if (f->n_samples < FR_JUDGED_SAMPLES || fr_why_is_nowhere(d, f))
            continue;
        if (!largest ||
            fabs(fr_diff_shown(d, f)->change_pp) > fabs(fr_diff_shown(d, largest)->change_pp))
            largest = f;
    }
    return largest;
}

/* Of both sides: variances of shares add up as 1 / base + 1 / new does. */
static double a_side(double base, double new_)
{
    return base > 0 && new_ > 0 ? 2 / (1 / base + 1 / new_) : 0;
}

bool fr_needed_find(const fr_diff *d, fr_needed *needed)
{
    const fr_significance *s = &d->jury->significance;
    const fr_diff_value *v;
    double share, times;

    *needed = (fr_needed){0};
    if (!d->counted || d->base_whole == 0 || d->new_whole == 0 || fr_why_main(d))
        return false;
    needed->of = largest_within_noise(d);
    if (!needed->of)
        return false;
    v = fr_diff_shown(d, needed->of);
    share = ((double)v->base + (double)v->new_) / ((double)d->base_whole + (double)d->new_whole);
    times = fr_times_needed(s, d->jury->rows, d->by_run.n, share, ONE_POINT);
    if (s->basis == FR_BASIS_SAMPLING)
        needed->samples = ceil(times * a_side(s->whole_base / s->unit, s->whole_new / s->unit));
    else if (s->basis == FR_BASIS_USUAL)
        needed->runs =
            fmax(ceil(times), FEWEST_RUNS); /* what runs differ by does not fall with samples */
    else
        needed->runs = ceil(times * a_side(d->n_base, d->n_new));
    return times > 1;
}
