/*
 * trend_steps.c - what `flamerender diff` draws of the two points beside a step, for the page of a trend.
 */
#include "trend_steps.h"

#include "folders.h"
#include "messages.h"
#include "sides_diff.h"

/* The runs of a point; false where they are too many for a differential, or cannot be read twice. */
static bool list_runs(struct values *paths, const fr_trend *trend, uint32_t point)
{
    const char *name;
    for (paths->n = 0; (name = fr_trend_run_name(trend, point, paths->n)) != NULL;) {
        if (paths->n == MOST_VALUES || !path_is_file(name))
            return false;
        paths->items[paths->n++] = name;
    }
    return true;
}

/* "flamerender diff --base A... --new B...", with all that both commands have in common. */
static void options_of_diff(struct options *diff, const struct options *opt)
{
    *diff = *opt;
    diff->n_inputs = 0;
    diff->quiet = true; /* a trend has said what is to be said of these inputs */
    diff->skip_bad = false;
    diff->flame.icicle = true; /* its root stands below the panels */
    diff->flame.title = diff->flame.subtitle = diff->flame.notes = NULL;
}

static fr_diff *build(const struct options *opt, fr_error *err)
{
    struct sides sides;
    fr_diff *diff = sides_load(&sides, opt, err) ? sides_diff(&sides, opt, NULL, false, err) : NULL;
    sides_free(&sides);
    return diff;
}

static fr_scene *draw_step(const struct options *opt, const fr_trend *trend, uint32_t point,
                           const fr_theme *theme, fr_error *err)
{
    struct options both;
    options_of_diff(&both, opt);
    if (!list_runs(&both.sides[BASE_SIDE].paths, trend, point - 1) ||
        !list_runs(&both.sides[NEW_SIDE].paths, trend, point)) {
        fail_with(err, FR_E_IO, "its runs are no files to read again, or more than %d",
                  MOST_VALUES);
        return NULL;
    }
    both.sides[BASE_SIDE].name = fr_trend_point_name(trend, point - 1);
    both.sides[NEW_SIDE].name = fr_trend_point_name(trend, point);
    fr_diff *diff = build(&both, err);
    fr_scene *scene = diff ? fr_scene_diff(diff, theme, &both.flame, err) : NULL;
    fr_diff_free(diff);
    return scene;
}

static void note_omitted(const struct options *opt, const char *point, const char *why)
{
    fr_note note = {.kind = "omitted-differential", .source = "", .n = 1};
    append_text(note.text, sizeof note.text,
                "the page does not hold the differential at %s, only its command: %s", point, why);
    if (!opt->quiet)
        message_note(&note);
}

bool trend_steps_add(const struct options *opt, const fr_trend *trend, const fr_theme *theme,
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
