/*
 * cmd_diff.c - flamerender diff: two sides to a picture, a report, or two-column folded text.
 */
#include <string.h>

#include "command.h"
#include "destination.h"
#include "intake.h"
#include "messages.h"
#include "options.h"
#include "sides.h"

void init_diff(struct options *opt)
{
    opt->top.n_rows = 20;
}

static bool is_ranged(const struct options *opt)
{
    return opt->sides[BASE_SIDE].ranges.n || opt->sides[NEW_SIDE].ranges.n;
}

static fr_diff *build(const struct options *opt, const struct sides *sides, fr_error *err)
{
    fr_diff_options diff = opt->diff;
    fr_side base = sides_side(sides, opt, BASE_SIDE), new_ = sides_side(sides, opt, NEW_SIDE);
    if (!opt->normalized && is_ranged(opt))
        diff.normalize = FR_NORMALIZE_TIME;
    diff.renames = opt->renames.items;
    diff.n_renames = opt->renames.n;
    diff.sort = opt->tree.sort;
    diff.callers = opt->tree.callers;
    return fr_diff_build(&base, &new_, &diff, err);
}

/* ---------------------------------------------------------------- what is written */

static bool write_report(const struct options *opt, const fr_diff *diff,
                         const struct destination *to, fr_error *err)
{
    bool for_programs = strcmp(to->format, "csv") == 0 || strcmp(to->format, "json") == 0;
    fr_diff_report_options options = {
        .n_rows = opt->max_rows != ROWS_UNSET ? opt->max_rows
                  : for_programs              ? 0
                                              : opt->top.n_rows,
        .for_programs = for_programs,
    };
    fr_report *report = fr_report_diff(diff, &options, err);
    fr_output *out = report ? destination_open(to, err) : NULL;
    if (out)
        fr_report_write(report, to->format, out);
    bool ok = out && fr_output_close(out, err);
    fr_report_free(report);
    return ok;
}

/* "main;foo 30 20", as difffolded.pl writes it. */
static bool write_folded(const fr_diff *diff, const struct destination *to, fr_error *err)
{
    fr_output *out = destination_open(to, err);
    if (!out)
        return false;
    fr_profile_write(fr_diff_profile(diff), to->format, out);
    return fr_output_close(out, err);
}

static bool is_report(const char *format)
{
    fr_format_info info;
    for (size_t i = 0; fr_report_format_at(i, &info); i++)
        if (strcmp(info.name, format) == 0)
            return true;
    return false;
}

static bool write_diff(const struct options *opt, const fr_diff *diff, const struct destination *to,
                       fr_error *err)
{
    if (strcmp(to->format, "folded") == 0)
        return write_folded(diff, to, err);
    if (is_report(to->format))
        return write_report(opt, diff, to, err);
    return fail_with(err, FR_E_USAGE, "pictures of differentials are not in this version");
}

/* ---------------------------------------------------------------- the command */

static bool compare(const struct options *opt, const struct destination *to, fr_error *err)
{
    struct sides sides = {0};
    fr_diff *diff = sides_load(&sides, opt, err) ? build(opt, &sides, err) : NULL;
    bool ok = diff && write_diff(opt, diff, to, err);
    fr_diff_free(diff);
    sides_free(&sides);
    return ok;
}

/* What is read and what is written must differ, whichever way an input was named. */
static bool check(const struct options *opt, struct destination *to, fr_error *err)
{
    char *paths[N_SIDES * MOST_VALUES + N_SIDES];
    struct options all = *opt;
    all.inputs = paths;
    all.n_inputs = sides_paths(opt, paths);
    return destination_find(to, &product_diff, &all, err) && intake_check(&all, err);
}

int run_diff(const struct options *opt)
{
    fr_error err = {0};
    struct destination to;
    if (!sides_check(opt, &err) || !check(opt, &to, &err) || !compare(opt, &to, &err))
        return message_error(&err);
    return FR_OK;
}
