/*
 * asked_sides.c - the sides as the command line gives them, and what is wrong with it.
 */
#include "asked_sides.h"

#include <string.h>

#include "messages.h"
#include "sides.h"

bool asked_rest(const struct side *side)
{
    return side->ranges.n == 1 && strcmp(side->ranges.items[0], "rest") == 0;
}

bool asked_slice(const struct side *side)
{
    return side->where.n || side->ranges.n;
}

size_t asked_paths(const struct options *opt, int which)
{
    if (opt->sides[which].paths.n)
        return opt->sides[which].paths.n;
    return opt->n_inputs ? 1 : 0;
}

const char *asked_path(const struct options *opt, int which, size_t i)
{
    if (opt->sides[which].paths.n)
        return opt->sides[which].paths.items[i];
    return opt->inputs[opt->n_inputs == 2 ? which : 0];
}

bool asked_one_input(const struct options *opt)
{
    return opt->n_inputs == 1;
}

size_t sides_paths(const struct options *opt, char **paths)
{
    size_t n = 0;
    for (size_t i = 0; i < opt->n_inputs; i++)
        paths[n++] = opt->inputs[i];
    for (int which = 0; which < N_SIDES; which++)
        for (size_t i = 0; i < opt->sides[which].paths.n; i++)
            paths[n++] = (char *)opt->sides[which].paths.items[i];
    return n;
}

static bool check_inputs(const struct options *opt, fr_error *err)
{
    if (opt->n_inputs > N_SIDES) {
        fail_with(err, FR_E_USAGE, "'diff' takes two inputs, not '%s' too", opt->inputs[N_SIDES]);
        return hint_with(err, "several runs: --base FILE... --new FILE...; identical ones: "
                              "--calibrate");
    }
    bool lists = opt->sides[BASE_SIDE].paths.n || opt->sides[NEW_SIDE].paths.n;
    if (lists && opt->n_inputs) {
        fail_with(err, FR_E_USAGE,
                  "'%s' is on no side: with --base and --new every input needs one of them",
                  opt->inputs[0]);
        return hint_with(err, "--base FILE and --new FILE name every run");
    }
    for (int which = 0; which < N_SIDES; which++)
        if (asked_paths(opt, which) == 0) {
            fail_with(err, FR_E_USAGE, "there is no input for the %s side", which ? "new" : "base");
            return hint_with(err, "flamerender diff BASE NEW, or --base FILE... --new FILE...");
        }
    return true;
}

static bool check_slices(const struct options *opt, fr_error *err)
{
    const struct side *base = &opt->sides[BASE_SIDE], *new_ = &opt->sides[NEW_SIDE];
    if (asked_rest(base) && asked_rest(new_))
        return fail_with(err, FR_E_USAGE, "only one side can be 'rest'");
    for (int which = 0; which < N_SIDES; which++)
        for (size_t i = 0; i < opt->sides[which].ranges.n; i++)
            if (opt->sides[which].ranges.n > 1 &&
                strcmp(opt->sides[which].ranges.items[i], "rest") == 0)
                return fail_with(err, FR_E_USAGE, "'rest' cannot be combined with other ranges");
    for (int which = 0; which < N_SIDES; which++)
        for (size_t i = 0; i < opt->sides[which].ranges.n; i++)
            if (strchr(opt->sides[which].ranges.items[i], '/') &&
                (opt->sides[which].ranges.n > 1 || opt->select.band))
                return fail_with(err, FR_E_USAGE,
                                 "a side has one band, such as 0.25-0.31/1, and no other range");
    if (asked_rest(base) ? new_->ranges.n == 0 : asked_rest(new_) && base->ranges.n == 0)
        return fail_with(err, FR_E_USAGE,
                         "'rest' is everything outside the other side's range: give that range");
    return true;
}

bool sides_check(const struct options *opt, fr_error *err)
{
    return check_inputs(opt, err) && check_slices(opt, err);
}
