/*
 * cmd_check.c - flamerender check: what the stacks of a recording are worth.
 */
#include "columns.h"
#include "command.h"
#include "destination.h"
#include "intake.h"
#include "messages.h"
#include "options.h"

static bool gate(const struct options *opt, const fr_report *report, fr_error *err)
{
    if (!opt->fail_on_bad || fr_report_passed(report))
        return true;
    fail_with(err, FR_E_GATE, "the stacks are bad, as the report says");
    return hint_with(err, "--fail-on-bad makes this an error; --max-unknown sets the limit of "
                          "frames without a name");
}

static bool report_check(const struct options *opt, const fr_profile *profile,
                         const struct destination *to, fr_error *err)
{
    fr_check_options check = opt->check;
    if (!choose_column(opt, profile, "judged", &check.column, err))
        return false;
    fr_report *report = fr_report_check(profile, &check, err);
    bool ok = report && fr_report_add_perturbations(report, profile, err) &&
              destination_report(to, report, err) && gate(opt, report, err);
    fr_report_free(report);
    return ok;
}

static bool check(const struct options *opt, size_t *n_bad, fr_error *err)
{
    struct destination to;
    if (!destination_find(&to, &product_report, opt, err) || !intake_check(opt, err))
        return false;
    fr_profile *profile = intake_profile(opt, &to, n_bad, err);
    bool ok = profile && report_check(opt, profile, &to, err);
    fr_profile_free(profile);
    return ok;
}

/* Silences are seen in the times of samples. */
void init_check(struct options *opt)
{
    opt->read.keep_samples = true;
}

int run_check(const struct options *opt)
{
    fr_error err = {0};
    size_t n_bad = 0;
    if (!check(opt, &n_bad, &err))
        return message_error(&err);
    return n_bad ? FR_E_FORMAT : FR_OK;
}
