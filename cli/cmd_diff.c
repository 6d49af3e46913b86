/*
 * cmd_diff.c - flamerender diff: two sides to a picture, a report, or two-column folded text.
 */
#include <stdlib.h>

#include "command.h"
#include "destination.h"
#include "intake.h"
#include "latest.h"
#include "messages.h"
#include "options.h"
#include "pictures.h"
#include "scope.h"
#include "sides_diff.h"
#include "theme_choice.h"
#include "whole_file.h"

#define MOST_MODEL (64 << 20) /* bytes of a noise model */

void init_diff(struct options *opt)
{
    opt->top.n_rows = 20;
}

/* ---------------------------------------------------------------- what is written */

/* Tests the gates: one that was tripped, or declines to judge, becomes *tripped; what was asked for is
 * written all the same. */
static fr_report *make_report(const struct options *opt, const fr_diff *diff, bool for_programs,
                              fr_error *tripped, fr_error *err)
{
    fr_gate_options gates = {
        .fail_if = opt->fail_if.items,
        .n_fail_if = opt->fail_if.n,
        .accept_sampling_noise = opt->accept_sampling_noise,
        .tripped = tripped,
    };
    fr_diff_report_options options = {
        .n_rows = opt->max_rows != ROWS_UNSET ? opt->max_rows
                  : for_programs              ? 0
                                              : opt->top.n_rows,
        .for_programs = for_programs,
        .gates = &gates,
    };
    fr_report *report = fr_report_diff(diff, &options, err);
    if (report && opt->flame.names == FR_NAMES_FULL)
        fr_report_show_full_names(report);
    return report;
}

static bool write_report(const fr_report *report, const struct destination *to, fr_error *err)
{
    fr_output *out = destination_open(to, err);
    if (!out)
        return false;
    fr_report_write(report, to->format.name, out);
    return fr_output_close(out, err);
}

/* "main;foo 30 20", as difffolded.pl writes it. */
static bool write_folded(const fr_diff *diff, const struct destination *to, fr_error *err)
{
    fr_output *out = destination_open(to, err);
    if (!out)
        return false;
    fr_profile_write(fr_diff_profile(diff), to->format.name, out);
    return fr_output_close(out, err);
}

static bool write_picture(const struct options *opt, const fr_diff *diff,
                          const struct destination *to, fr_error *err)
{
    fr_theme *theme = theme_choose(opt, err);
    bool ok = theme && picture_write_diff(opt, diff, theme, to, err);
    fr_theme_free(theme);
    return ok;
}

/* A report is made where it is written or has a gate to test. */
static bool write_diff(const struct options *opt, const fr_diff *diff, const struct destination *to,
                       fr_error *tripped, fr_error *err)
{
    bool is_report = to->format.flags & FR_FORMAT_REPORT;
    bool for_programs = to->format.flags & FR_FORMAT_FOR_PROGRAMS;
    fr_report *report = NULL;
    if (is_report || opt->fail_if.n) {
        report = make_report(opt, diff, for_programs, tripped, err);
        if (!report)
            return false;
    }
    bool ok = is_report                              ? write_report(report, to, err)
              : to->format.flags & FR_FORMAT_PROFILE ? write_folded(diff, to, err)
                                                     : write_picture(opt, diff, to, err);
    fr_report_free(report);
    return ok;
}

/* ---------------------------------------------------------------- the command */

/* Options that judge matter to gates, too. */
static void note_scope(const struct options *opt, const struct sides *sides,
                       const struct destination *to)
{
    fr_format_info written = to->format;
    if (opt->fail_if.n)
        written.flags |= FR_FORMAT_REPORT;
    scope_note(opt, sides_formats(sides), &written);
}

/* The sides are not needed any more once they are compared. */
static fr_diff *compare_sides(const struct options *opt, const struct destination *to,
                              fr_error *err)
{
    bool scales = sides_are_difffolded(opt) && OPTIONS_GIVEN(opt, diff.normalize) &&
                  to->format.flags & FR_FORMAT_PROFILE;
    struct sides sides = {0};
    char *noise =
        opt->noise ? read_whole_file(opt->noise, MOST_MODEL, "the noise model", err) : NULL;
    bool good = (!opt->noise || noise) && sides_load(&sides, opt, err);
    if (good)
        note_scope(opt, &sides, to);
    fr_diff *diff = good ? sides_diff(&sides, opt, noise, scales, err) : NULL;
    sides_free(&sides);
    free(noise);
    return diff;
}

static bool compare(const struct options *opt, const struct destination *to, fr_error *err)
{
    fr_error tripped = {0};
    fr_diff *diff = compare_sides(opt, to, err);
    bool ok = diff && write_diff(opt, diff, to, &tripped, err);
    if (ok && tripped.code != FR_OK) {
        *err = tripped;
        ok = false;
    }
    fr_diff_free(diff);
    return ok;
}

static bool calibrate(const struct options *opt, const struct destination *to, fr_error *err)
{
    struct sides sides = {0};
    fr_diff_options diff = sides_diff_options(opt, NULL, false);
    bool ok = sides_load_runs(&sides, opt, err);
    if (ok)
        note_scope(opt, &sides, to);
    fr_side runs = sides_side(&sides, opt, BASE_SIDE);
    fr_output *out = ok ? destination_open(to, err) : NULL;
    ok = out && fr_diff_calibrate(&runs, &diff, out, err);
    if (ok)
        ok = fr_output_close(out, err);
    else
        fr_output_free(out);
    sides_free(&sides);
    return ok;
}

/* What is read and what is written must differ, whichever way an input was named. */
static bool check(const struct options *opt, struct destination *to, fr_error *err)
{
    char *paths[N_SIDES * MOST_VALUES + N_SIDES];
    struct options all = *opt;
    fr_gate_options gates = {.fail_if = opt->fail_if.items, .n_fail_if = opt->fail_if.n};
    if (!fr_gate_check(&gates, &opt->diff, err))
        return false;
    if (sides_are_difffolded(opt) && !opt->format)
        all.format = "folded";
    if (!opt->calibrate) {
        all.inputs = paths;
        all.n_inputs = sides_paths(opt, paths);
    }
    return destination_find(to, opt->calibrate ? &product_noise : &product_diff, &all, err) &&
           intake_check(&all, err);
}

static bool run(const struct options *opt, fr_error *err)
{
    struct destination to;
    if (!(opt->calibrate || sides_check(opt, err)) || !check(opt, &to, err))
        return false;
    return opt->calibrate ? calibrate(opt, &to, err) : compare(opt, &to, err);
}

/* What orders points matters to --new latest alone. */
static bool check_order(const struct options *opt, fr_error *err)
{
    if (!opt->top.by && !opt->trend.time_from_name)
        return true;
    fail_with(err, FR_E_USAGE, "'--%s' orders many profiles: it needs '--new latest'",
              opt->top.by ? "by" : "time-from-name");
    return hint_with(err, "flamerender diff --base FOLDER --new latest");
}

bool run_diff(const struct options *opt, size_t *n_bad, fr_error *err)
{
    struct latest latest;
    *n_bad = 0; /* --skip-bad skips no side */
    if (!latest_asked(opt))
        return check_order(opt, err) && run(opt, err);
    bool ok = latest_find(&latest, opt, err) && run(&latest.opt, err);
    latest_reset(&latest);
    return ok;
}
