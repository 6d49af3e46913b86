/*
 * latest.c - which runs are of the newest point, and which of the one before it.
 */
#include "latest.h"

#include <string.h>

#include "folders.h"
#include "messages.h"
#include "sides.h"
#include "trend_intake.h"

bool latest_asked(const struct options *opt)
{
    const struct values *paths = &opt->sides[NEW_SIDE].paths;
    return paths->n == 1 && strcmp(paths->items[0], "latest") == 0;
}

/* All profiles, as a trend of them reads them. What there is to say of them is said when they are compared. */
static fr_trend *order_all(const struct options *opt, fr_error *err)
{
    const struct values *base = &opt->sides[BASE_SIDE].paths;
    char *paths[MOST_VALUES];
    struct options all = *opt;
    struct trend_intake what;
    all.quiet = true;
    all.diff.normalize = FR_NORMALIZE_NONE;
    if (base->n) {
        for (size_t i = 0; i < base->n; i++)
            paths[i] = (char *)base->items[i];
        all.inputs = paths;
        all.n_inputs = base->n;
    }
    fr_trend *trend = trend_intake_read(&all, &what, err);
    if (trend && !fr_trend_order(trend, err)) {
        fr_trend_free(trend);
        trend = NULL;
    }
    return trend;
}

static bool take_point(struct side *side, const fr_trend *points, uint32_t point, fr_error *err)
{
    const char *name;
    for (side->paths.n = 0; (name = fr_trend_run_name(points, point, side->paths.n)) != NULL;) {
        if (!path_is_file(name))
            return fail_with(err, FR_E_USAGE,
                             "'%s' is no file: '--new latest' reads its inputs twice", name);
        if (side->paths.n == MOST_VALUES)
            return fail_with(err, FR_E_USAGE, "'%s' has more than %d runs",
                             fr_trend_point_name(points, point), (int)MOST_VALUES);
        side->paths.items[side->paths.n++] = name;
    }
    if (!side->name)
        side->name = fr_trend_point_name(points, point);
    return true;
}

bool latest_find(struct latest *latest, const struct options *opt, fr_error *err)
{
    uint32_t n = 0;
    *latest = (struct latest){.opt = *opt};
    if (opt->n_inputs && opt->sides[BASE_SIDE].paths.n)
        return fail_with(err, FR_E_USAGE, "'%s' is no run of --base", opt->inputs[0]);
    latest->points = order_all(opt, err);
    if (!latest->points)
        return false;
    while (fr_trend_point_name(latest->points, n))
        n++;
    if (n < 2) {
        fail_with(err, FR_E_USAGE, "'--new latest' needs two points, but all profiles are of '%s'",
                  fr_trend_point_name(latest->points, 0));
        return hint_with(err, "--by order: each profile is a point; --time-from-name finds "
                              "points in the names of files");
    }
    latest->opt.n_inputs = 0;
    return take_point(&latest->opt.sides[BASE_SIDE], latest->points, n - 2, err) &&
           take_point(&latest->opt.sides[NEW_SIDE], latest->points, n - 1, err);
}

void latest_reset(struct latest *latest)
{
    fr_trend_free(latest->points);
}
