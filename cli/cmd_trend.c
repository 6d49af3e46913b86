/*
 * cmd_trend.c - flamerender trend: many profiles, one after the other, to a picture or a report.
 */
#include <string.h>

#include "columns.h"
#include "command.h"
#include "destination.h"
#include "file_list.h"
#include "flamerender_trend.h"
#include "folders.h"
#include "intake.h"
#include "kept_files.h"
#include "messages.h"
#include "options.h"
#include "pictures.h"
#include "scope.h"
#include "theme_choice.h"
#include "trend_steps.h"
#include "work_units.h"

void init_trend(struct options *opt)
{
    opt->top.n_rows = 20;
}

/* ---------------------------------------------------------------- options */

static bool choose_order(const struct options *opt, fr_trend_options *trend, fr_error *err)
{
    static const struct {
        const char *name;
        fr_trend_by by;
    } orders[] = {{"time", FR_TREND_BY_TIME}, {"order", FR_TREND_BY_ORDER}};
    if (!opt->top.by)
        return true;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (strcmp(opt->top.by, orders[i].name) == 0) {
            trend->by = orders[i].by;
            return !(trend->time_from_name && trend->by == FR_TREND_BY_ORDER) ||
                   fail_with(err, FR_E_USAGE, "'--by order' and '--time-from-name' disagree");
        }
    return fail_with(err, FR_E_USAGE, "'--by' expects time or order, not '%s'", opt->top.by);
}

static bool trend_options(const struct options *opt, fr_trend_options *trend, fr_error *err)
{
    *trend = opt->trend;
    trend->normalize = opt->units || opt->units_column ? FR_NORMALIZE_PER : opt->diff.normalize;
    trend->fdr = opt->diff.fdr;
    trend->min_change_pp = opt->diff.min_change_pp;
    trend->exact_names = opt->diff.exact_names;
    if (opt->diff.normalize == FR_NORMALIZE_PER) {
        fail_with(err, FR_E_USAGE, "'--normalize=per:BASE,NEW' is for two sides");
        return hint_with(err, "--units FILE has a number for each profile");
    }
    return choose_order(opt, trend, err);
}

static fr_gate_options gate_options(const struct options *opt, fr_error *tripped)
{
    return (fr_gate_options){
        .fail_if = opt->fail_if.items, .n_fail_if = opt->fail_if.n, .tripped = tripped};
}

/* ---------------------------------------------------------------- reading */

static bool list_paths(const struct options *opt, struct paths *paths, fr_error *err)
{
    struct file_list list = {0};
    bool ok = (!opt->files_from || file_list_read(&list, "--files-from", opt->files_from, err)) &&
              file_list_before(&list, opt->inputs, opt->n_inputs, err);
    for (size_t i = 0; i < list.n && ok; i++)
        ok = paths_add(paths, list.names[i], err);
    file_list_reset(&list);
    return ok && kept_files_check_paths(opt, (const char *const *)paths->items, paths->n, err);
}

/* What selections and transforms leave of a profile. */
static fr_profile *read_run(const struct options *opt, const char *path, fr_error *err)
{
    fr_select_options select = intake_selection(opt);
    bool selects = intake_selects(&select);
    fr_profile *whole = intake_read(opt, NULL, path, selects, err);
    if (whole && selects) {
        fr_profile *selected = fr_profile_select(whole, &select, err);
        fr_profile_free(whole);
        whole = selected;
    }
    return whole ? intake_transform(opt, whole, err) : NULL;
}

struct intake {
    const struct options *opt;
    struct options quiet; /* a choice among columns is reported once */
    const struct work_units *units;
    fr_trend *trend;
    uint64_t formats;
    size_t n_bad, n_read;
};

/* The units of work that a profile is of; 0: not known. */
static double units_of(const struct intake *in, const char *path, const fr_profile *profile)
{
    fr_column_info info;
    if (!in->opt->units_column)
        return work_units_of(in->units, path);
    for (uint32_t i = 0; fr_profile_column(profile, i, &info); i++)
        if (strcmp(info.name, in->opt->units_column) == 0)
            return (double)info.total;
    return 0;
}

static bool add_run(struct intake *in, const char *path, fr_error *err)
{
    fr_trend_run_info info = {.name = path};
    fr_profile *profile = read_run(in->opt, path, err);
    if (profile)
        info.units = units_of(in, path, profile);
    bool ok = profile && choose_column(&in->quiet, profile, "compared", &info.column, err) &&
              fr_trend_add(in->trend, profile, &info, err);
    in->quiet.quiet = true;
    if (profile)
        in->formats |= intake_formats(profile);
    in->n_read += ok;
    fr_profile_free(profile);
    return ok;
}

/* With --skip-bad an input that cannot be read is warned of and skipped. */
static bool add_or_skip(struct intake *in, const char *path, fr_error *err)
{
    fr_error bad = {0};
    if (add_run(in, path, &bad))
        return true;
    if (!bad.source[0] && !strstr(bad.text, path))
        append_text(bad.source, sizeof bad.source, "%s", path);
    if (!in->opt->skip_bad || bad.code == FR_E_USAGE || bad.code == FR_E_LIMIT) {
        *err = bad;
        return false;
    }
    message_warning(&bad);
    in->n_bad++;
    return true;
}

static bool read_all(struct intake *in, const struct paths *paths, fr_error *err)
{
    for (size_t i = 0; i < paths->n; i++)
        if (!add_or_skip(in, paths->items[i], err))
            return false;
    return in->n_read || fail_with(err, FR_E_FORMAT, "none of the inputs could be read");
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

static bool judge(const struct options *opt, struct intake *in, const struct destination *to,
                  fr_error *err)
{
    fr_error tripped = {0};
    note_scope(opt, in->formats, to);
    if (!fr_trend_judge(in->trend, err) || !write_trend(opt, in->trend, to, &tripped, err))
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
    struct paths paths = {0};
    struct work_units units = {0};
    fr_trend_options options;
    struct intake in = {.opt = opt, .quiet = *opt, .units = &units};
    *n_bad = 0;
    bool ok = check(opt, &to, err) && trend_options(opt, &options, err) &&
              (!opt->units || work_units_read(&units, opt->units, err)) &&
              list_paths(opt, &paths, err);
    in.trend = ok ? fr_trend_new(&options, err) : NULL;
    ok = in.trend && read_all(&in, &paths, err) && judge(opt, &in, &to, err);
    *n_bad = in.n_bad;
    fr_trend_free(in.trend);
    work_units_reset(&units);
    paths_reset(&paths);
    return ok;
}
