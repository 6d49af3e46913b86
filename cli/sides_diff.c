/*
 * sides_diff.c - both sides become a differential, as the options ask.
 */
#include "sides_diff.h"

static bool is_ranged(const struct options *opt)
{
    return opt->sides[BASE_SIDE].ranges.n || opt->sides[NEW_SIDE].ranges.n;
}

bool sides_are_difffolded(const struct options *opt)
{
    return opt->read.perf.compat == FR_COMPAT_DIFFFOLDED;
}

/* The options of the library; `noise` is the text of a model, or NULL. */
fr_diff_options sides_diff_options(const struct options *opt, const char *noise, bool scales)
{
    fr_diff_options diff = opt->diff;
    if (!OPTIONS_GIVEN(opt, diff.normalize) && is_ranged(opt))
        diff.normalize = FR_NORMALIZE_TIME;
    diff.exact_names = diff.exact_names || sides_are_difffolded(opt);
    diff.scale_base = scales;
    diff.noise = noise;
    diff.renames = opt->renames.items;
    diff.n_renames = opt->renames.n;
    diff.sort = opt->tree.sort;
    diff.callers = opt->tree.callers;
    diff.threads = opt->read.threads;
    return diff;
}

fr_diff *sides_diff(const struct sides *sides, const struct options *opt, const char *noise,
                    bool scales, fr_error *err)
{
    fr_diff_options diff = sides_diff_options(opt, noise, scales);
    fr_side base = sides_side(sides, opt, BASE_SIDE), new_ = sides_side(sides, opt, NEW_SIDE);
    return fr_diff_build(&base, &new_, &diff, err);
}
