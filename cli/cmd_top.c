/*
 * cmd_top.c - flamerender top: the functions, or modules, that hold the most.
 */
#include "columns.h"
#include "command.h"
#include "destination.h"
#include "intake.h"
#include "messages.h"
#include "options.h"

/* People get the first 30 rows, programs get all. */
static uint32_t rows_for(const struct options *opt, const struct destination *to)
{
    if (opt->max_rows != ROWS_UNSET)
        return opt->max_rows;
    return to->format.flags & FR_FORMAT_FOR_PROGRAMS ? 0 : opt->top.n_rows;
}

static bool report_top(const struct options *opt, const fr_profile *profile,
                       const struct destination *to, fr_error *err)
{
    fr_top_options top = opt->top;
    top.n_rows = rows_for(opt, to);
    if (!choose_column(opt, profile, "listed", &top.column, err))
        return false;
    fr_report *report = fr_report_top(profile, &top, err);
    if (report && opt->flame.names == FR_NAMES_FULL)
        fr_report_show_full_names(report);
    bool ok = report && destination_report(to, report, err);
    fr_report_free(report);
    return ok;
}

static bool top(const struct options *opt, size_t *n_bad, fr_error *err)
{
    struct destination to;
    if (!destination_find(&to, &product_report, opt, err) || !intake_check(opt, err))
        return false;
    fr_profile *profile = intake_profile(opt, &to, n_bad, err);
    bool ok = profile && report_top(opt, profile, &to, err);
    fr_profile_free(profile);
    return ok;
}

int run_top(const struct options *opt)
{
    fr_error err = {0};
    size_t n_bad = 0;
    if (!top(opt, &n_bad, &err))
        return message_error(&err);
    return n_bad ? FR_E_FORMAT : FR_OK;
}
