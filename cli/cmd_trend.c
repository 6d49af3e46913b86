/* cmd_trend.c - flamerender trend: many profiles, one after the other, to a picture or a report. */
#include "intake.h"

#include <stdlib.h>

/* ---------------------------------------------------------------- the differentials on a page */

/* Lists the runs of the points [from, to) that can be read twice, at most FR_TREND_MOST_RUNS, with what their values were
 * divided by and the sum of that, and counts the others. False where none is left. */
static bool list_runs(struct side *side, double *divisor, const fr_trend *trend, uint32_t from,
                      uint32_t to, size_t *n_pipes)
{
    struct values *paths = &side->paths;
    const char *name;
    paths->n = 0;
    *divisor = 0;
    for (; from < to; from++)
        for (size_t i = 0; (name = fr_trend_run_name(trend, from, i)) != NULL; i++) {
            if (paths->n == FR_TREND_MOST_RUNS)
                return true;
            if (!path_is_file(name)) {
                ++*n_pipes;
                continue;
            }
            side->units[paths->n] = fr_trend_run_divisor(trend, from, i);
            *divisor += side->units[paths->n];
            paths->items[paths->n++] = name;
            side->n_units = *divisor > 0 ? paths->n : 0;
        }
    return paths->n > 0;
}

/* The points [from, to): "5", or "5 to 8". */
struct side_name {
    char text[160];
};

static struct side_name name_side(const fr_trend *trend, uint32_t from, uint32_t to)
{
    struct side_name name = {""};
    append_text(name.text, sizeof name.text, "%s", fr_trend_point_name(trend, from));
    if (to - from > 1)
        append_text(name.text, sizeof name.text, " to %s", fr_trend_point_name(trend, to - 1));
    return name;
}

/* "flamerender diff --base A... --new B...", with all that both commands have in common. */
static void options_of_diff(struct options *diff, const struct options *opt, const fr_trend *trend)
{
    *diff = *opt;
    if (fr_trend_normalized(trend) == FR_NORMALIZE_NONE || /* as levels are */
        fr_trend_normalized(trend) == FR_NORMALIZE_SHARE)  /* too few functions for typical */
        diff->diff.normalize = fr_trend_normalized(trend);
    diff->diff.fdr = fr_trend_step_fdr(opt->diff.fdr);
    diff->n_inputs = 0;
    diff->quiet = true; /* a trend has said what is to be said of these inputs */
    diff->skip_bad = false;
    diff->flame.icicle = true; /* its root stands below the panels */
    diff->flame.title = diff->flame.subtitle = diff->flame.notes = NULL;
}

/* `both` is room for options, which are large. */
static fr_scene *draw_step_with(struct options *both, const struct options *opt,
                                const fr_trend *trend, uint32_t point, const fr_theme *theme,
                                fr_error *err)
{
    uint32_t from, to;
    size_t n_pipes = 0;
    options_of_diff(both, opt, trend);
    if (!fr_trend_step_sides(trend, point, &from, &to) ||
        !list_runs(&both->sides[BASE_SIDE], &both->diff.per_base, trend, from, point, &n_pipes) ||
        !list_runs(&both->sides[NEW_SIDE], &both->diff.per_new, trend, point, to, &n_pipes)) {
        fail_with(err, FR_E_IO, "its runs are no files to read again");
        return NULL;
    }
    if (both->diff.per_base > 0)
        both->diff.normalize = FR_NORMALIZE_PER;
    struct side_name base = name_side(trend, from, point), new_ = name_side(trend, point, to);
    both->sides[BASE_SIDE].name = base.text;
    both->sides[NEW_SIDE].name = new_.text;
    if (n_pipes)
        note_with(
            opt,
            "the differential at %s on the page is without %zu run%s that cannot be read again",
            fr_trend_point_name(trend, point), n_pipes, n_pipes == 1 ? "" : "s");
    struct sides sides;
    fr_diff *diff =
        sides_load(&sides, both, err) ? sides_diff(&sides, both, NULL, false, err) : NULL;
    sides_free(&sides);
    fr_scene *scene = diff ? fr_scene_diff(diff, theme, &both->flame, err) : NULL;
    fr_diff_free(diff);
    return scene;
}

static fr_scene *draw_step(const struct options *opt, const fr_trend *trend, uint32_t point,
                           const fr_theme *theme, fr_error *err)
{
    struct options *both = malloc(sizeof *both);
    fr_scene *scene = NULL;
    if (both)
        scene = draw_step_with(both, opt, trend, point, theme, err);
    else
        fail_with(err, FR_E_LIMIT, "out of memory");
    free(both);
    return scene;
}

static void note_omitted(const struct options *opt, const char *point, const char *why)
{
    note_with(opt, "the page does not hold the differential at %s, only its command: %s", point,
              why);
}

/* Reads the runs beside each of the largest steps again and puts their differentials into the picture. What cannot be
 * read again, or does not fit, is omitted with a note; a page has the command for it all the same. */
static bool trend_steps_add(const struct options *opt, const fr_trend *trend, const fr_theme *theme,
                            fr_scene *scene, fr_error *err)
{
    uint32_t point;
    size_t i = 0;
    for (; i < FR_TREND_MOST_STEPS && fr_trend_step(trend, i, &point); i++) {
        fr_error bad = {0};
        const char *name = fr_trend_point_name(trend, point);
        fr_scene *diff = draw_step(opt, trend, point, theme, &bad);
        if (!diff)
            note_omitted(opt, name, bad.text);
        else if (!fr_scene_add_step(scene, diff, name, point, err))
            return false;
    }
    for (; fr_trend_step(trend, i, &point); i++)
        note_omitted(opt, fr_trend_point_name(trend, point),
                     "it holds those of the 4 largest steps");
    return true;
}

/* ---------------------------------------------------------------- the flame graphs of its points */

static bool add_run(fr_builder *flames, const struct options *opt, const fr_trend *trend,
                    uint32_t point, const char *path, fr_error *err)
{
    uint32_t column;
    if (!path_is_file(path))
        return fail_with(err, FR_E_IO, "'%.200s' cannot be read again", path);
    fr_profile *profile = trend_intake_run(opt, path, err);
    bool ok = profile && choose_column(opt, profile, NULL, &column, err) &&
              fr_trend_flames_add(flames, trend, point, profile, column, err);
    fr_profile_free(profile);
    return ok;
}

static bool add_runs(fr_builder *flames, const struct options *opt, const fr_trend *trend,
                     fr_error *err)
{
    const char *path;
    for (uint32_t point = fr_trend_flames_first(trend); fr_trend_point_name(trend, point); point++)
        for (size_t i = 0; (path = fr_trend_run_name(trend, point, i)) != NULL; i++)
            if (!add_run(flames, opt, trend, point, path, err))
                return false;
    return true;
}

static fr_profile *read_points(const struct options *opt, const fr_trend *trend, fr_error *err)
{
    fr_builder *flames = fr_trend_flames_new(trend, err);
    if (!flames)
        return NULL;
    if (add_runs(flames, opt, trend, err))
        return fr_builder_finish(flames, err);
    fr_builder_free(flames);
    return NULL;
}

/* The picture opens at the newest point that has values. */
static fr_scene *draw_points(const struct options *opt, const fr_trend *trend,
                             const fr_profile *profile, const fr_theme *theme, fr_error *err)
{
    uint32_t ppm = fr_trend_flames_ppm(trend);
    char small[160] = "";
    fr_flame_options flame = opt->flame;
    fr_tree_options options = opt->tree;
    fr_profile_info info;
    fr_profile_describe(profile, &info);
    append_text(small, sizeof small,
                "frames under %u.%0*u %% of their point are one frame for each caller", ppm / 10000,
                ppm % 1000 ? 2 : 1, ppm % 10000 / (ppm % 1000 ? 100 : 1000));
    flame.title = flame.subtitle = NULL;
    flame.notes = small;
    flame.icicle = true; /* as the differentials of the page */
    fr_column_info column;
    for (uint32_t i = 0; fr_profile_column(profile, i, &column); i++)
        options.column = column.kept ? i : options.column;
    options.color_by = flame.color_by;
    fr_tree *tree = fr_tree_build(profile, &options, err);
    fr_scene *scene = tree ? fr_scene_flame(tree, theme, &flame, err) : NULL;
    fr_tree_free(tree);
    return scene;
}

static void note_missing(const struct options *opt, const char *which, const char *why)
{
    note_with(opt, "the page does not hold the flame graphs of %s: %s", which, why);
}

/* Reads the runs of each point again, now that their order is known, and puts their flame graphs into the picture. What
 * cannot be read again, or has no room, is omitted with a note. */
static void trend_flames_add(const struct options *opt, const fr_trend *trend,
                             const fr_theme *theme, fr_scene *scene)
{
    fr_error bad = {.text = "out of memory"};
    struct options *again = malloc(sizeof *again);
    fr_profile *profile = NULL;
    fr_scene *flame = NULL;
    if (again) {
        bad = (fr_error){0};
        *again = *opt;
        again->quiet = true; /* the first reading has said what is to be said of these inputs */
        profile = read_points(again, trend, &bad);
        flame = profile ? draw_points(again, trend, profile, theme, &bad) : NULL;
        free(again);
    }
    if (!flame || !fr_scene_add_points(scene, flame, profile, &bad))
        note_missing(opt, "its points", bad.text);
    else if (fr_trend_flames_first(trend) > 0)
        note_missing(opt, "older points", "it holds those of the newest 64");
    fr_profile_free(profile);
}

/* ---------------------------------------------------------------- writing */

static bool write_picture(const struct options *opt, const fr_trend *trend,
                          const struct destination *to, fr_error *err)
{
    struct options own = *opt;
    terminal_adapt(&own, to);
    fr_theme *theme = theme_choose(opt, err);
    fr_scene *scene = theme ? fr_scene_trend(trend, theme, &own.flame, err) : NULL;
    bool ok = scene != NULL;
    /* A page with a script opens the differentials beside steps, and the flame graphs of points. */
    bool opens = to->format.flags & FR_FORMAT_PAGE && !opt->write.scriptless;
    ok = ok && (!opens || trend_steps_add(opt, trend, theme, scene, err));
    if (ok && opens)
        trend_flames_add(opt, trend, theme, scene);
    ok = ok && picture_write_scene(&own, scene, to, err);
    fr_scene_free(scene);
    fr_theme_free(theme);
    return ok;
}

/* A report is made where it is written or has a gate to test. */
static bool write_trend(const struct options *opt, const fr_trend *trend,
                        const struct destination *to, fr_error *err)
{
    bool is_report = to->format.flags & FR_FORMAT_REPORT, reports = is_report || opt->fail_if.n;
    fr_error tripped = {0};
    fr_gate_options gates = comparison_gates(opt, &tripped);
    fr_trend_report_options options = {
        .n_rows = destination_rows(to, opt),
        .for_programs = to->format.flags & FR_FORMAT_FOR_PROGRAMS,
        .gates = &gates,
    };
    fr_report *report = reports ? fr_report_trend(trend, &options, err) : NULL;
    bool ok = (report || !reports) && (is_report ? destination_report(to, opt, report, err)
                                                 : write_picture(opt, trend, to, err));
    fr_report_free(report);
    if (ok && tripped.code != FR_OK)
        *err = tripped;
    return ok && tripped.code == FR_OK;
}

/* ---------------------------------------------------------------- the command */

static bool run_trend(const struct options *opt, size_t *n_bad, fr_error *err)
{
    struct destination to;
    struct trend_intake what = {0};
    fr_gate_options gates = comparison_gates(opt, NULL);
    bool good = fr_trend_gate_check(&gates, err) &&
                destination_find(&to, &product_trend, opt, err) && intake_check(opt, err);
    fr_trend *trend = good ? trend_intake_read(opt, &what, err) : NULL;
    if (trend)
        scope_note(opt, what.formats, &to.format);
    bool ok = trend && fr_trend_judge(trend, err);
    if (ok)
        trend_intake_note_order(opt, trend);
    ok = ok && write_trend(opt, trend, &to, err);
    *n_bad = what.n_bad;
    fr_trend_free(trend);
    return ok;
}

const struct command command_trend = {
    .name = "trend",
    .bit = COMMAND_TREND,
    .arguments = "[FILE|FOLDER]...",
    .summary = "Finds what grew over time, and since when.",
    .examples = "flamerender trend profiles/ --time-from-name '{date}'\n"
                "flamerender trend api-v2.*.pb.gz --time-from-name '{version}' -o trend.json\n"
                "flamerender trend heap/ --ceiling 4GiB --fail-if 'slope > 1MiB/h'\n",
    .max_inputs = SIZE_MAX,
    .run = run_trend,
    .init = init_comparison,
};
