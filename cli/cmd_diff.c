/* cmd_diff.c - flamerender diff: two sides to a picture, a report, or two-column folded text. */
#include <stdlib.h>
#include <string.h>

#include "intake.h"

/* ---------------------------------------------------------------- --new latest */

static bool take_point(struct side *side, const fr_trend *points, uint32_t point, fr_error *err)
{
    const char *name;
    for (side->paths.n = 0; (name = fr_trend_run_name(points, point, side->paths.n)) != NULL;) {
        if (!path_is_file(name))
            return fail_with(err, FR_E_USAGE,
                             "'%s' is no file: '--new latest' reads its inputs twice", name);
        if (side->paths.n == MOST_VALUES)
            return fail_with(err, FR_E_USAGE, "'%s' has more than %d runs",
                             fr_trend_point_name(points, point), (int)MOST_VALUES);
        side->paths.items[side->paths.n++] = name;
    }
    if (!side->name)
        side->name = fr_trend_point_name(points, point);
    return true;
}

/* Orders the inputs as a trend does: the runs of the newest point are the new side of `own`, those of the point before
 * it the base side. What there is to say of them is said when they are compared. Returns the trend, which owns the
 * names of runs; NULL: FR_E_USAGE where there are fewer than two points. */
static fr_trend *latest_find(struct options *own, const struct options *opt, size_t *n_bad,
                             fr_error *err)
{
    const struct values *base = &opt->sides[BASE_SIDE].paths;
    char *paths[MOST_VALUES];
    struct trend_intake what = {0};
    uint32_t n = 0;
    if (opt->n_inputs && base->n) {
        fail_with(err, FR_E_USAGE, "'%s' is no run of --base", opt->inputs[0]);
        return NULL;
    }
    /* Choices and transforms may leave nothing of an old point, which is not compared. */
    struct options all = *opt;
    all.quiet = true;
    all.diff.normalize = FR_NORMALIZE_NONE;
    all.select = fr_select_defaults();
    all.transform = fr_transform_defaults();
    all.ranges.n = all.where.n = all.earlier.n = 0;
    for (size_t i = 0; i < base->n; i++)
        paths[i] = (char *)(uintptr_t)base->items[i];
    all.inputs = base->n ? paths : opt->inputs;
    all.n_inputs = base->n ? base->n : opt->n_inputs;
    fr_trend *points = trend_intake_read(&all, &what, err);
    *n_bad = what.n_bad;
    own->n_inputs = 0;
    bool good = points && fr_trend_order(points, err);
    while (good && fr_trend_point_name(points, n))
        n++;
    if (good && n < 2) {
        fail_with(err, FR_E_USAGE, "'--new latest' needs two points, but all profiles are of '%s'",
                  fr_trend_point_name(points, 0));
        hint_with(err, "--by order: each profile is a point; --time-from-name finds points in the "
                       "names of files");
    }
    if (good)
        trend_intake_note_order(opt, points);
    if (good && n >= 2 && take_point(&own->sides[BASE_SIDE], points, n - 2, err) &&
        take_point(&own->sides[NEW_SIDE], points, n - 1, err))
        return points;
    fr_trend_free(points);
    return NULL;
}

/* ---------------------------------------------------------------- options */

#define MOST_MODEL (64 << 20) /* bytes of a noise model */

void init_comparison(struct options *opt)
{
    opt->top.n_rows = 20;
}

fr_gate_options comparison_gates(const struct options *opt, fr_error *tripped)
{
    return (fr_gate_options){
        .fail_if = opt->fail_if.items,
        .n_fail_if = opt->fail_if.n,
        .accept_sampling_noise = opt->accept_sampling_noise,
        .tripped = tripped,
    };
}

/* ---------------------------------------------------------------- what is written */

struct drawing {
    const fr_diff *diff;
    const fr_theme *theme;
};

static bool draw_once(void *arg, const struct options *opt, const struct destination *to,
                      fr_error *err)
{
    const struct drawing *d = arg;
    return picture_write_diff(opt, d->diff, d->theme, to, err);
}

static bool write_picture(const struct options *opt, const fr_diff *diff,
                          const struct destination *to, fr_error *err)
{
    fr_theme *theme = theme_choose(opt, err);
    struct drawing drawing = {diff, theme};
    struct options own = *opt;
    terminal_adapt(&own, to);
    still_adapt(&own, to);
    bool ok = theme && still_publish(&own, to, draw_once, &drawing, err);
    fr_theme_free(theme);
    return ok;
}

/* A report is made where it is written or has a gate to test. A gate that was tripped, or declines to judge, is an error;
 * what was asked for is written all the same. */
static bool write_diff(const struct options *opt, const fr_diff *diff, const struct destination *to,
                       fr_error *err)
{
    bool is_report = to->format.flags & FR_FORMAT_REPORT, reports = is_report || opt->fail_if.n;
    fr_error tripped = {0};
    fr_gate_options gates = comparison_gates(opt, &tripped);
    fr_diff_report_options options = {
        .n_rows = destination_rows(to, opt),
        .for_programs = to->format.flags & FR_FORMAT_FOR_PROGRAMS,
        .gates = &gates,
    };
    fr_report *report = reports ? fr_report_diff(diff, &options, err) : NULL;
    if (reports && !report)
        return false;
    bool ok = is_report ? destination_report(to, opt, report, err)
              : to->format.flags & FR_FORMAT_PROFILE /* "main;foo 30 20", as difffolded.pl writes */
                  ? destination_profile(to, fr_diff_profile(diff), err)
                  : write_picture(opt, diff, to, err);
    fr_report_free(report);
    if (ok && tripped.code != FR_OK)
        *err = tripped;
    return ok && tripped.code == FR_OK;
}

/* ---------------------------------------------------------------- the command */

/* The sides are not needed any more once they are compared. */
static fr_diff *compare_sides(const struct options *opt, const struct destination *to,
                              fr_error *err)
{
    bool scales = OPTIONS_GIVEN(opt, diff.normalize) && to->format.flags & FR_FORMAT_PROFILE;
    struct sides sides = {0};
    bool modelled = sides_have_model(opt);
    char *noise = modelled ? read_whole_file(opt->noise, MOST_MODEL, "the noise model", err) : NULL;
    bool good = (!modelled || noise) && sides_load(&sides, opt, err);
    if (good)
        scope_note(opt, sides_formats(&sides), &to->format);
    fr_diff *diff = good ? sides_diff(&sides, opt, noise, scales, err) : NULL;
    sides_free(&sides);
    free(noise);
    return diff;
}

static bool compare(const struct options *opt, const struct destination *to, fr_error *err)
{
    fr_diff *diff = compare_sides(opt, to, err);
    bool ok = diff && write_diff(opt, diff, to, err);
    fr_diff_free(diff);
    return ok;
}

static bool calibrate(const struct options *opt, const struct destination *to, fr_error *err)
{
    struct sides sides = {0};
    fr_diff_options diff = sides_diff_options(opt, NULL, false);
    bool ok = sides_load_runs(&sides, opt, err);
    if (ok)
        scope_note(opt, sides_formats(&sides), &to->format);
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

/* Files that are read and files that are written must differ, whichever way an input was named. */
static bool check(const struct options *opt, struct destination *to, fr_error *err)
{
    char *paths[N_SIDES * MOST_VALUES + N_SIDES];
    struct options all = *opt;
    fr_gate_options gates = comparison_gates(opt, NULL);
    if (!fr_gate_check(&gates, &opt->diff, err))
        return false;
    if (sides_are_difffolded(opt) && !opt->format)
        all.format = "folded";
    if (!opt->calibrate) {
        all.inputs = paths;
        all.n_inputs = sides_paths(opt, paths);
    }
    return destination_find(to, opt->calibrate ? &product_noise : &product_diff, &all, err) &&
           host_check(opt, to, err) && intake_check(&all, err);
}

static bool run(const struct options *opt, fr_error *err)
{
    struct destination to;
    if (!(opt->calibrate || sides_check(opt, err)) || !check(opt, &to, err))
        return false;
    return opt->calibrate ? calibrate(opt, &to, err) : compare(opt, &to, err);
}

static bool run_diff(const struct options *opt, size_t *n_bad, fr_error *err)
{
    const struct values *newest = &opt->sides[NEW_SIDE].paths;
    bool latest = newest->n == 1 && strcmp(newest->items[0], "latest") == 0;
    *n_bad = 0; /* --skip-bad skips no side, but runs among which the latest are found */
    if (!latest && (opt->top.by || opt->trend.time_from_name)) {
        fail_with(err, FR_E_USAGE, "'--%s' orders many profiles: it needs '--new latest'",
                  opt->top.by ? "by" : "time-from-name");
        return hint_with(err, "flamerender diff --base FOLDER --new latest");
    }
    if (!latest)
        return run(opt, err);
    struct options *own = malloc(sizeof *own);
    if (!own)
        return fail_with(err, FR_E_LIMIT, "out of memory");
    *own = *opt;
    fr_trend *points = latest_find(own, opt, n_bad, err);
    bool ok = points && run(own, err);
    fr_trend_free(points);
    free(own);
    return ok;
}

const struct command command_diff = {
    .name = "diff",
    .bit = COMMAND_DIFF,
    .arguments = "[BASE NEW]",
    .summary = "Compares two sides: what grew, how much, how sure.",
    .examples = "flamerender diff main.pb.gz pr.pb.gz -o diff.svg\n"
                "flamerender diff main.folded pr.folded --format markdown > comment.md\n"
                "flamerender diff --base a1 a2 a3 --new b1 b2 b3\n"
                "flamerender diff perf.txt --new-range 12.2-12.8   # a stall and the rest\n",
    .max_inputs = SIZE_MAX,
    .run = run_diff,
    .init = init_comparison,
};
