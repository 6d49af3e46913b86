/*
 * cmd_report.c - flamerender top, tags and check: a table of one profile.
 *
 *     self (ms)     %   total (ms)      %  function
 *      2 004.01  40.1     2 004.01   40.1  parse
 */
#include "intake.h"

/* Makes the report of a subcommand, of one value column; NULL with `err`. */
typedef fr_report *maker(const struct options *opt, const struct destination *to,
                         const fr_profile *profile, uint32_t column, fr_error *err);

/* The functions, or modules, that hold the most. People get the first 30 rows, programs get all. */
static fr_report *make_top(const struct options *opt, const struct destination *to,
                           const fr_profile *profile, uint32_t column, fr_error *err)
{
    fr_top_options top = opt->top;
    top.column = column;
    top.n_rows = destination_rows(to, opt);
    return fr_report_top(profile, &top, err);
}

/* The labels of samples and what has them. */
static fr_report *make_tags(const struct options *opt, const struct destination *to,
                            const fr_profile *profile, uint32_t column, fr_error *err)
{
    fr_top_options top = FR_TOP_DEFAULTS;
    (void)to;
    top.column = column;
    top.by = "label:*";
    top.unit = opt->top.unit;
    return fr_report_top(profile, &top, err);
}

/* The report says what the stacks of a recording are worth, and what stands out in its time. */
static fr_report *make_check(const struct options *opt, const struct destination *to,
                             const fr_profile *profile, uint32_t column, fr_error *err)
{
    fr_check_options check = opt->check;
    (void)to;
    check.column = column;
    fr_report *report = fr_report_check(profile, &check, err);
    if (report && fr_report_add_perturbations(report, profile, err))
        return report;
    fr_report_free(report);
    return NULL;
}

/* Reports without a verdict pass. */
static bool pass(const struct options *opt, const fr_report *report, fr_error *err)
{
    if (!opt->fail_on_bad || fr_report_passed(report))
        return true;
    fail_with(err, FR_E_GATE, "the stacks are bad, as the report says");
    return hint_with(err, "--fail-on-bad makes this an error; --max-unknown sets the limit of "
                          "frames without a name");
}

static bool run_report(const struct options *opt, size_t *n_bad, fr_error *err)
{
    unsigned command = opt->command->bit;
    maker *make = command == COMMAND_TOP    ? make_top
                  : command == COMMAND_TAGS ? make_tags
                                            : make_check;
    const char *done =
        command == COMMAND_CHECK ? "judged" : "listed"; /* the column is, in its note */
    struct destination to;
    if (!destination_find(&to, &product_report, opt, err) || !intake_check(opt, err))
        return false;
    fr_profile *profile = intake_profile(opt, &to, n_bad, err);
    uint32_t column;
    fr_report *report = profile && choose_column(opt, profile, done, &column, err)
                            ? make(opt, &to, profile, column, err)
                            : NULL;
    bool ok = report && destination_report(&to, opt, report, err) && pass(opt, report, err);
    fr_report_free(report);
    fr_profile_free(profile);
    return ok;
}

const struct command command_top = {
    .name = "top",
    .bit = COMMAND_TOP,
    .arguments = "[FILE]...",
    .summary = "Lists the largest functions, by self and total.",
    .examples = "perf script | flamerender top               # a table on the terminal\n"
                "flamerender top --cum -n 50 cpu.folded      # by total, 50 rows\n"
                "flamerender top --by module perf.txt -o modules.csv\n",
    .max_inputs = SIZE_MAX,
    .run = run_report,
};

const struct command command_tags = {
    .name = "tags",
    .bit = COMMAND_TAGS,
    .arguments = "[FILE]...",
    .summary = "Lists the labels of samples and what has them.",
    .examples = "flamerender tags cpu.pb.gz\n"
                "flamerender tags --focus sort cpu.pb.gz -o labels.csv\n",
    .max_inputs = SIZE_MAX,
    .run = run_report,
};

const struct command command_check = {
    .name = "check",
    .bit = COMMAND_CHECK,
    .arguments = "[FILE]...",
    .summary = "Judges the stacks: cut, broken, without names.",
    .examples = "perf script | flamerender check       # what to trust, how to record better\n"
                "flamerender check --fail-on-bad --max-unknown 10% perf.txt\n"
                "flamerender check perf.txt -o quality.json\n",
    .max_inputs = SIZE_MAX,
    .run = run_report,
    .init = init_timed,
};
