/*
 * flamerender_trend.h - the same program over many points in time: what grew, since when, how fast.
 *
 *     fr_trend *trend = fr_trend_new(NULL, &err);
 *     for (size_t i = 0; i < n; i++)
 *         fr_trend_add(trend, profiles[i], &(fr_trend_run_info){.name = paths[i]}, &err);
 *     fr_trend_judge(trend, &err);
 *     fr_report *report = fr_report_trend(trend, NULL, &err);
 *
 * The rules of flamerender.h hold here too.
 */
#ifndef FLAMERENDER_TREND_H
#define FLAMERENDER_TREND_H

#include "flamerender.h"

/* This page is laid out by hand. */
/* clang-format off */
#ifdef __cplusplus
extern "C" {
#endif

/* This orders the points. AUTO: the pattern where there is one; else the profiles' own times where each has one; else a
 * date or a version where the names of files differ by nothing else; else the order in which they are added. */
typedef enum fr_trend_by { FR_TREND_BY_AUTO, FR_TREND_BY_TIME, FR_TREND_BY_ORDER } fr_trend_by;
/* These say how points are ordered, scaled and judged. */
typedef struct fr_trend_options {
    fr_trend_by by;
    const char *time_from_name; /* "cpu-{date}", "{version}", "build{number}": a part of a name; NULL: none */
    /* TYPICAL, SHARE: values are percent of a point's whole; NONE: as measured; TIME: by second; PER: by unit of work
     * (fr_trend_run_info.units). TYPICAL is NONE for levels, such as heaps in use, which are amounts by themselves, and for memory
     * that nothing names. */
    fr_normalize normalize;
    double fdr;           /* expected share of chance among the functions that are named; 0.05 */
    double min_change_pp; /* smaller changes do not matter: points of the whole; 0.1 */
    const char *ceiling;  /* how large the whole may get, "4GiB"; NULL: no limit */
    bool exact_names;     /* names keep process ids, numbers of lambdas, hashes and addresses */
    const char *const *repeated; /* words that commands in the output repeat, "--focus", "parse"; they outlive the trend */
    size_t n_repeated;
} fr_trend_options;
/* The defaults: an initializer, and a value. */
#define FR_TREND_DEFAULTS {.fdr = 0.05, .min_change_pp = 0.1}
FR_API fr_trend_options fr_trend_defaults(void);

/* A run, besides its profile. */
typedef struct fr_trend_run_info {
    const char *name; /* path or name: time_from_name looks at what follows its last '/' */
    uint32_t column;  /* of the profile */
    double units;     /* units of work done, for FR_NORMALIZE_PER; else 0 */
} fr_trend_run_info;

/* Runs, and what is found in them. */
typedef struct fr_trend fr_trend;
/* A trend without runs, which the caller frees. FR_E_USAGE where an option makes no sense. */
FR_API FR_CHECKED fr_trend *fr_trend_new(const fr_trend_options *opt, fr_error *err);
/* Adds a run; the profile is not kept. Runs of one point in time give its noise. FR_E_FORMAT where its unit or event
 * is another than the others', or its name has no such part; FR_E_USAGE once the points
 * are in order. */
FR_API FR_CHECKED bool fr_trend_add(fr_trend *trend, const fr_profile *profile, const fr_trend_run_info *info,
                    fr_error *err);
/* Orders the points, once all runs are added: fr_trend_point_name() and fr_trend_run_name() then know them. For callers
 * that want no verdict; fr_trend_judge() orders what is not in order. FR_E_USAGE where there are no runs. */
FR_API FR_CHECKED bool fr_trend_order(fr_trend *trend, fr_error *err);
/* Orders the points and judges every function, once all runs are added. FR_E_USAGE where there are fewer than 3
 * points, or times or units are not known. */
FR_API FR_CHECKED bool fr_trend_judge(fr_trend *trend, fr_error *err);
/* The points at which something stepped, that of the largest step first, each once: what is found before `point` and
 * from it on differs. False past the last. */
FR_API bool fr_trend_step(const fr_trend *trend, size_t index, uint32_t *point);
/* The points of the segments beside the largest step at `point`: [*from, point) and [point, *to), which a differential
 * compares to show why. The nearest, with 32 runs a side; a point that has more is compared by its first 32. False where
 * nothing stepped. */
#define FR_TREND_MOST_RUNS 32
FR_API bool fr_trend_step_sides(const fr_trend *trend, uint32_t point, uint32_t *from, uint32_t *to);
/* The false discovery rate of that differential, from that of the trend: twice as much, since the trend has shown that
 * something changed there. */
FR_API double fr_trend_step_fdr(double fdr);
/* Says how the values were scaled, once judged: NONE of levels such as heaps in use, SHARE where TYPICAL could not be. */
FR_API fr_normalize fr_trend_normalized(const fr_trend *trend);
/* The units of work, or the seconds, by which the values of a run were divided; 0: they were not, or there is no such
 * run. */
FR_API double fr_trend_run_divisor(const fr_trend *trend, uint32_t point, size_t index);
/* Says what a point is called, "v2.5"; NULL past the last. Lives as long as the trend. */
FR_API const char *fr_trend_point_name(const fr_trend *trend, uint32_t point);
/* The names with which the runs of a point were added; NULL past the last. They live as long as the trend. */
FR_API const char *fr_trend_run_name(const fr_trend *trend, uint32_t point, size_t index);
/* The flame graphs of the points as one profile, with a value column for each of the newest FR_TREND_MOST_FLAMES points,
 * called as the point: a builder, to which the caller adds the runs of each point again. Frames are functions; small ones
 * are one frame for each caller. */
#define FR_TREND_MOST_FLAMES 64
FR_API FR_CHECKED fr_builder *fr_trend_flames_new(const fr_trend *trend, fr_error *err);
/* The millionths of its point below which a frame is small: 0.1 %, or with more than 10 points 0.01 % for each. */
FR_API uint32_t fr_trend_flames_ppm(const fr_trend *trend);
/* The first point that has such a column. */
FR_API uint32_t fr_trend_flames_first(const fr_trend *trend);
/* Adds a run to its point. */
FR_API FR_CHECKED bool fr_trend_flames_add(fr_builder *flames, const fr_trend *trend, uint32_t point,
                    const fr_profile *profile, uint32_t column, fr_error *err);
/* Frees a trend. Scenes and reports of it stay good. */
FR_API void fr_trend_free(fr_trend *trend);

/* These say what fr_report_trend() lists. */
typedef struct fr_trend_report_options {
    uint32_t n_rows;   /* changes listed; 0: all of them; 20 */
    bool for_programs; /* with all columns, and the values of every point */
    const fr_gate_options *gates; /* for the verdict: "slope[:RE] > 1MiB/h", "step[:RE] > 5%"; NULL: none */
} fr_trend_report_options;
/* The defaults: an initializer, and a value. */
#define FR_TREND_REPORT_DEFAULTS {.n_rows = 20}
FR_API fr_trend_report_options fr_trend_report_defaults(void);
/* Says what got worse, since when and by how much, in a sentence; then each change. The caller frees it. FR_E_USAGE where
 * a gate cannot be understood. */
FR_API FR_CHECKED fr_report *fr_report_trend(const fr_trend *trend, const fr_trend_report_options *opt, fr_error *err);
/* Checks gates before anything is read: FR_E_USAGE where one cannot be understood. */
FR_API FR_CHECKED bool fr_trend_gate_check(const fr_gate_options *gates, fr_error *err);

/* The picture: stacked columns of own values by point, what changed in colour, and a panel for each function with
 * its points, noise and fitted line, up to 40. Of `opt` title, subtitle, notes, width_px, names, scheme and negate
 * matter. The caller frees it. */
FR_API FR_CHECKED fr_scene *fr_scene_trend(const fr_trend *trend, const fr_theme *theme, const fr_flame_options *opt,
                    fr_error *err);
/* Differentials that a page of a trend can hold. */
#define FR_TREND_MOST_STEPS 4
/* Puts the differential of what fr_trend_step_sides() says into the picture, which then owns it: pages draw it where a reader
 * opens that point. A failure frees it. FR_E_USAGE where there are FR_TREND_MOST_STEPS already. */
FR_API FR_CHECKED bool fr_scene_add_step(fr_scene *trend, fr_scene *diff, const char *point_name, uint32_t point,
                    fr_error *err);
/* Puts a flame graph of the profile that fr_trend_flames_new() began into the picture, which then owns it: pages draw it of
 * the point that a reader chooses. A failure frees it. FR_E_LIMIT where it takes more than 1 MiB. */
FR_API FR_CHECKED bool fr_scene_add_points(fr_scene *trend, fr_scene *flame, const fr_profile *profile, fr_error *err);

#ifdef __cplusplus
}
#endif
#endif
