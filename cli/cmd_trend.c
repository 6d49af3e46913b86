/*
 * cmd_trend.c - flamerender trend: many profiles, one after the other, to a picture or a report.
 */
#include "command.h"
#include "destination.h"
#include "flamerender_trend.h"
#include "intake.h"
#include "options.h"
#include "pictures.h"
#include "scope.h"
#include "theme_choice.h"
#include "trend_intake.h"
#include "trend_steps.h"

void init_trend(struct options *opt)
{
    opt->top.n_rows = 20;
}

static fr_gate_options gate_options(const struct options *opt, fr_error *tripped)
{
    return (fr_gate_options){
        .fail_if = opt->fail_if.items, .n_fail_if = opt->fail_if.n, .tripped = tripped};
}

/* ---------------------------------------------------------------- writing */

static fr_report *make_report(const struct options *opt, const fr_trend *trend,
                              const struct destination *to, fr_error *tripped, fr_error *err)
{
    bool for_programs = to->format.flags & FR_FORMAT_FOR_PROGRAMS;
    fr_gate_options gates = gate_options(opt, tripped);
    fr_trend_report_options options = {
        .n_rows = opt->max_rows != ROWS_UNSET ? opt->max_rows
                  : for_programs              ? 0
                                              : opt->top.n_rows,
        .for_programs = for_programs,
        .gates = &gates,
    };
    fr_report *report = fr_report_trend(trend, &options, err);
    if (report && opt->flame.names == FR_NAMES_FULL)
        fr_report_show_full_names(report);
    return report;
}

/* A page with a script opens the differentials beside steps. */
static bool opens_steps(const struct options *opt, const struct destination *to)
{
    return to->format.flags & FR_FORMAT_PAGE && !opt->write.scriptless;
}

static bool write_picture(const struct options *opt, const fr_trend *trend,
                          const struct destination *to, fr_error *err)
{
    fr_theme *theme = theme_choose(opt, err);
    fr_scene *scene = theme ? fr_scene_trend(trend, theme, &opt->flame, err) : NULL;
    bool ok = scene != NULL;
    if (ok && opens_steps(opt, to))
        ok = trend_steps_add(opt, trend, theme, scene, err);
    ok = ok && picture_write_scene(opt, scene, to, err);
    fr_scene_free(scene);
    fr_theme_free(theme);
    return ok;
}

/* A report is made where it is written or has a gate to test. */
static bool write_trend(const struct options *opt, const fr_trend *trend,
                        const struct destination *to, fr_error *tripped, fr_error *err)
{
    bool is_report = to->format.flags & FR_FORMAT_REPORT;
    fr_report *report = NULL;
    if (is_report || opt->fail_if.n) {
        report = make_report(opt, trend, to, tripped, err);
        if (!report)
            return false;
    }
    bool ok = is_report ? destination_report(to, report, err) : write_picture(opt, trend, to, err);
    fr_report_free(report);
    return ok;
}

/* ---------------------------------------------------------------- the command */

/* Options that judge matter to gates, too. */
static void note_scope(const struct options *opt, uint64_t formats, const struct destination *to)
{
    fr_format_info written = to->format;
    if (opt->fail_if.n)
        written.flags |= FR_FORMAT_REPORT;
    scope_note(opt, formats, &written);
}

static bool judge(const struct options *opt, fr_trend *trend, uint64_t formats,
                  const struct destination *to, fr_error *err)
{
    fr_error tripped = {0};
    note_scope(opt, formats, to);
    if (!fr_trend_judge(trend, err) || !write_trend(opt, trend, to, &tripped, err))
        return false;
    if (tripped.code != FR_OK)
        *err = tripped;
    return tripped.code == FR_OK;
}

static bool check(const struct options *opt, struct destination *to, fr_error *err)
{
    fr_gate_options gates = gate_options(opt, NULL);
    return fr_trend_gate_check(&gates, err) && destination_find(to, &product_trend, opt, err) &&
           intake_check(opt, err);
}

bool run_trend(const struct options *opt, size_t *n_bad, fr_error *err)
{
    struct destination to;
    struct trend_intake what = {0};
    fr_trend *trend = check(opt, &to, err) ? trend_intake_read(opt, &what, err) : NULL;
    bool ok = trend && judge(opt, trend, what.formats, &to, err);
    *n_bad = what.n_bad;
    fr_trend_free(trend);
    return ok;
}
