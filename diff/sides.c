/*
 * sides.c - what the caller compares: whether it can be compared, and its runs in one list.
 */
#include "diff/sides.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

static bool check_profiles(const fr_side *side, fr_error *err)
{
    bool good = true;

    for (size_t i = 0; i < side->n && good; i++)
        good = fr_profile_is_for(side->profiles[i], FR_FOR_ANYTHING, err);
    return good;
}

bool fr_sides_check(const fr_side *base, const fr_side *new_, fr_error *err)
{
    if (base->n == 0 || new_->n == 0)
        return fr_fail(err, FR_E_USAGE, 0, 0, "a differential has a run on each side");
    if (base->n + new_->n > FR_MAX_COLUMNS)
        return fr_fail(err, FR_E_LIMIT, 0, 0, "%zu runs; at most %d can be compared",
                       base->n + new_->n, FR_MAX_COLUMNS);
    return check_profiles(base, err) && check_profiles(new_, err);
}

char *fr_side_label(const fr_side *side, const char *standard)
{
    return strdup(side->label ? side->label : standard);
}

fr_run *fr_sides_runs(const fr_side *base, const fr_side *new_, fr_error *err)
{
    fr_run *runs = calloc(base->n + new_->n + 1, sizeof *runs);

    if (!runs) {
        fr_fail_memory(err);
        return NULL;
    }
    for (size_t i = 0; i < base->n + new_->n; i++) {
        const fr_side *side = i < base->n ? base : new_;
        size_t j = i < base->n ? i : i - base->n;
        runs[i] = (fr_run){
            .profile = side->profiles[j],
            .column = side->columns ? side->columns[j] : 0,
            .label = side->labels && side->labels[j] ? side->labels[j]
                     : i < base->n                   ? "base"
                                                     : "new",
        };
    }
    return runs;
}

double fr_side_seconds(const fr_side *side)
{
    double seconds = 0;

    for (size_t i = 0; i < side->n; i++) {
        const fr_meta *meta = &side->profiles[i]->meta;
        if (!meta->timed)
            return 0;
        seconds += meta->covered_ns ? (double)meta->covered_ns * 1e-9
                                    : ((double)meta->last_ns - (double)meta->first_ns) * 1e-9;
    }
    return seconds;
}
