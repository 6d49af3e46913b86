/*
 * cmd_tags.c - flamerender tags: the labels of samples and what has them.
 */
#include "columns.h"
#include "command.h"
#include "destination.h"
#include "intake.h"
#include "messages.h"
#include "options.h"

static bool report_tags(const struct options *opt, const fr_profile *profile,
                        const struct destination *to, fr_error *err)
{
    fr_top_options top = FR_TOP_DEFAULTS;
    top.by = "label:*";
    top.unit = opt->top.unit;
    if (!choose_column(opt, profile, "listed", &top.column, err))
        return false;
    fr_report *report = fr_report_top(profile, &top, err);
    bool ok = report && destination_report(to, report, err);
    fr_report_free(report);
    return ok;
}

static bool tags(const struct options *opt, size_t *n_bad, fr_error *err)
{
    struct destination to;
    if (!destination_find(&to, &product_report, opt, err) || !intake_check(opt, err))
        return false;
    fr_profile *profile = intake_profile(opt, &to, n_bad, err);
    bool ok = profile && report_tags(opt, profile, &to, err);
    fr_profile_free(profile);
    return ok;
}

int run_tags(const struct options *opt)
{
    fr_error err = {0};
    size_t n_bad = 0;
    if (!tags(opt, &n_bad, &err))
        return message_error(&err);
    return n_bad ? FR_E_FORMAT : FR_OK;
}
