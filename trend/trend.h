/*
 * trend.h - the object behind the picture, the report and the gates of `flamerender trend`.
 *
 *     run        0    1    2    3    4         runs, in the order in which they are added
 *     point      0    0    1    1    2         runs of one moment
 *     parse     20   21   20   22   31         cells: self and total of a function in a run
 *
 * Memory follows the functions that each run has. Profiles are not kept.
 *
 *     y = value / scale of the run             in `unit`; what did not change has one y at all points
 */
#ifndef FR_TREND_TREND_H
#define FR_TREND_TREND_H

#include "diff/statistics.h"
#include "flamerender_trend.h"
#include "model/measured.h"

/* ---- the point in time that the name of a file tells (points.c) ---- */

#define FR_MOMENT_PARTS 6
#define FR_MOMENT_TEXT  80

typedef enum fr_moment_kind { FR_MOMENT_ORDER, FR_MOMENT_TIME, FR_MOMENT_VERSION } fr_moment_kind;

/* The moment of a point, as far as it is known. */
typedef struct fr_moment {
    fr_moment_kind kind;
    double part[FR_MOMENT_PARTS]; /* of a time: seconds since 1970, then 0 */
    double high[FR_MOMENT_PARTS]; /* of a number of more than 15 digits, those before the last 15 */
    char label[FR_MOMENT_TEXT];
} fr_moment;

/* FR_E_USAGE where the pattern has no part in braces, or one that is not known. */
FR_CHECKED bool fr_moment_check(const char *pattern, fr_error *err);
/* FR_E_FORMAT where no part of the name fits the pattern. */
FR_CHECKED bool fr_moment_of_name(fr_moment *moment, const char *pattern, const char *name,
                                  fr_error *err);
fr_moment fr_moment_of_time(double seconds); /* since 1970: the moment of a profile's own time */
/* Returns the moment of a name alone, without its folders and what follows the first dot behind its last digit. */
fr_moment fr_moment_of_order(const char *name, double order);

/* ---- a series has a level, a slope, steps, spikes: pure functions over arrays find them (fit.c) ---- */

#define FR_FIT_STEPS  3 /* at most */
#define FR_FIT_SPIKES 2

/* A series of n points and what is known of its noise. */
typedef struct fr_fit_input {
    uint32_t n;
    const double *x, *y;
    const double *variance; /* of y, by sampling; above 0 */
    /* The typical ratio of variance to that of sampling, and what it is worth */
    double prior, prior_df;
    double kurtosis; /* of the noise, in excess of that of a normal distribution; at least 0 */
    bool simple; /* a slope or a step at most, and plain spikes, to learn the typical ratio from */
    /* Variances are those of the levels: points of nothing, before a function came or after it went, tell no noise */
    bool by_level;
    double least; /* levels below have its variance, and tell no noise either; 0: none do */
} fr_fit_input;

typedef struct fr_fit {
    uint32_t n_steps, n_spikes;
    bool sloped;
    bool flat[FR_FIT_STEPS + 1]; /* of a sloped model: segments that do not have the slope */
    uint32_t step[FR_FIT_STEPS]; /* the first point of the new level */
    uint32_t spike[FR_FIT_SPIKES];
    double level[FR_FIT_STEPS + 1]; /* of each segment, at x_mean; of a flat one everywhere */
    double slope;                   /* by x, of segments that are not flat */
    double slope_low, slope_high;   /* its interval of 95 % */
    double x_mean;
    double ratio;    /* variance over that of sampling, at least 1 */
    double rss, df;  /* of this model: weighted squares and their degrees of freedom */
    double step_rss; /* of the best single step */
    double p;        /* that no change looks as much like one; 1: nothing was found */
} fr_fit;

/* The model that explains the series best for its size. False: no memory. */
bool fr_fit_series(fr_fit *fit, const fr_fit_input *in);
/* Leaves out the parts of a fit that may be chance by the variances of `in`, the likeliest first; but not if all of them
 * may be. Its p and its ratio are as they were. False: no memory. */
bool fr_fit_reduce(fr_fit *fit, const fr_fit_input *in);
double fr_fit_at(const fr_fit *fit, const double *x, uint32_t point); /* the model at a point */
uint32_t fr_fit_segment(const fr_fit *fit, uint32_t point);           /* the segment of a point */
/* One past the last point of a slope: where it lasts, of all points. */
uint32_t fr_fit_slope_end(const fr_fit *fit, uint32_t n_points);

/* Points up to which all places of two and three steps are compared, and all pairs of points by their slope: their
 * number grows with the square. Of more points, a sample decides (docs/trend.md). */
#define FR_MODEL_EXACT 2000

/* A profile that was added. */
typedef struct fr_trend_run {
    char *name;
    fr_moment moment;
    bool has_time, timed;
    double seconds, units; /* 0: not known */
    double whole, squares; /* of all weights; what shares refer to. squares 0: not known yet */
    double left_out;       /* the share of its whole: fr_profile_left_out() */
    double scale;          /* value / scale is y */
    double scale_error;    /* relative standard error of the scale */
    double scale_sampling; /* ... that sampling alone gives it */
    uint32_t point;
    uint32_t place; /* among the runs of its point, in the order in which they were given */
    size_t first_cell, n_cells; /* until cells are sorted by function */
} fr_trend_run;

/* A function in a run. */
typedef struct fr_trend_cell {
    uint32_t function, run;
    double self, total, squares; /* squares: of the weights of total */
} fr_trend_cell;

typedef enum fr_trend_of { FR_TREND_OWN, FR_TREND_TOTAL, FR_TREND_WHOLE } fr_trend_of;

/* A function's own or total by point, or the whole. */
typedef struct fr_trend_series {
    uint32_t function; /* of WHOLE: 0 */
    fr_trend_of of;
    fr_fit fit;
    fr_spread of_runs; /* how far the runs of a point scatter, over sampling */
    bool runs_tell;    /* ... which its points do, too */
    double kurtosis;   /* of the noise, in excess of that of a normal distribution */
    double q;          /* by Benjamini and Hochberg */
    bool changed;      /* beyond noise and large enough */
    bool shown;        /* of own and total of one function the one that tells more */
    double change_pp;  /* from the first point to the last, or the largest on the way */
    uint32_t through;  /* series whose change this one passes on, + 1; 0: none */
} fr_trend_series;

typedef enum fr_change_kind {
    FR_CHANGE_STEP,
    FR_CHANGE_SLOPE,
    FR_CHANGE_SPIKE,
    FR_CHANGE_NEW, /* a step from nothing */
    FR_CHANGE_GONE,
    FR_N_CHANGE_KINDS
} fr_change_kind;

/* A step, a slope or a spike of a series. */
typedef struct fr_trend_change {
    uint32_t series;
    fr_change_kind kind;
    uint32_t at;     /* the first point that has it */
    bool lasting;    /* later segments keep at least half of it */
    double from, to; /* y before and after; of a slope at the ends of its segment */
    double pp;       /* to - from in points of the whole */
} fr_trend_change;

/* Functions: where five others are about as large as one, they tell its noise. */
#define FR_TREND_LARGEST 6

struct fr_trend {
    fr_trend_options opt;
    char *time_from_name, *ceiling, *event, *unit;
    uint32_t decimals;          /* of values; once these have a scale, those that y is shown with */
    uint32_t measured_decimals; /* of values as they were measured */
    bool counted;               /* samples tell how far points scatter: not of levels, which stay */
    fr_measure measure;
    fr_normalize used;
    fr_trend_run *runs;
    size_t n_runs, cap_runs;
    fr_names *names; /* functions are ids of it */
    struct fr_name_rules *rules;
    fr_trend_cell *cells; /* by run, until they are sorted by function */
    size_t n_cells, cap_cells;
    size_t *first_cell; /* by function, once sorted; n_functions + 1 */
    uint64_t *edges;    /* caller << 32 | callee, sorted once judged */
    size_t n_edges, cap_edges;
    bool by_lines;    /* names are those of lines or addresses */
    uint32_t n_moved; /* functions that stand at different lines */
    bool judged;

    uint32_t n_points;
    fr_moment *points;
    uint32_t *n_replicas; /* runs of each point */
    double *room; /* FR_TREND_ROOM by run: for the values of a series, which one thread asks for */
    double *x;    /* of each point: hours, days or its number */
    const char *x_unit;  /* "hour", "day", "version", "point" */
    const char *x_short; /* "/h", "/d", "/version", "/point" */
    char y_unit[64];     /* "%", "bytes", "ns/s", "ns a unit of work" */
    double mean_whole;   /* y that is 100 points */
    double most;         /* the ceiling as y; 0: none */
    bool in_names; /* the names of files are where dates or versions of the points were found */
    char how[400]; /* a sentence about the scale, and about the order where names decide it */
    fr_typical typical;               /* what a first fit of all series leaves, by share */
    double largest[FR_TREND_LARGEST]; /* own means of functions, the largest first */
    double beyond; /* the squares of points over those of their runs, by the median of series */
    fr_trend_series *series;
    size_t n_series;
    fr_trend_change *changes; /* the largest first; what only passes on comes last */
    size_t n_changes;
};

#define FR_TREND_ROOM 3 /* numbers by run that the values of a series need */

/* Fills y and its variance by sampling for each point. Arrays of n_points. */
void fr_trend_values(const fr_trend *trend, const fr_trend_series *series, double *y,
                     double *sampling_variance);
/* Fills y and its standard error for each point: of a series that changed, by the noise of its level there. */
void fr_trend_errors(const fr_trend *trend, const fr_trend_series *series, double *y,
                     double *error);
/* The points that a differential compares to show why `point` differs: [*from, point) and [point, *to), at most 32
 * runs each, the nearest. At a step the points of both segments, else the point and the one before. */
void fr_trend_beside(const fr_trend *trend, uint32_t point, uint32_t *from, uint32_t *to);
/* True of a step of the series, and if asked of a spike, that is among the changes: a slope may begin or end without one. */
bool fr_trend_is_listed(const fr_trend *t, const fr_trend_series *series, uint32_t point,
                        bool spikes);
/* The name of what a series is of. */
fr_bytes fr_trend_name(const fr_trend *trend, const fr_trend_series *series);
const char *fr_change_name(fr_change_kind kind); /* "step", "slope", "spike", "new", "gone" */
/* Points of the whole that an amount of y is. */
double fr_trend_points_of(const fr_trend *trend, double y);

/* Fills points, n_replicas, x and its units, and the point of each run, of which there is one at least. */
FR_CHECKED bool fr_points_order(fr_trend *trend, fr_error *err);
/* Fills the scale of each run, y_unit and mean_whole; cells still stand by run. */
FR_CHECKED bool fr_points_scale(fr_trend *trend, fr_error *err);
/* An amount that people type, in the unit of the values or by the word that output has for it: "10 objects" of counts. */
bool fr_trend_limit(const fr_trend *trend, fr_bytes text, double *limit);

/* Makes and fits the series, judges each against its noise, and all as one family: q of each, and which changed. */
FR_CHECKED bool fr_series_judge(fr_trend *trend, fr_error *err);

/* Finds what each series that changed did, and which only passes on what a callee did. */
FR_CHECKED bool fr_changes_find(fr_trend *trend, fr_error *err);
/* Adds the calls of a profile: they show that a caller only passes on what a callee changed by. `id` by name of the
 * profile, 0 where a name has no value. */
bool fr_edges_add(fr_trend *trend, const fr_profile *profile, const uint32_t *id);

/* Tests all gates (NULL: none), sets the verdict of the report and gates->tripped. Failures stick in the report. */
void fr_trend_gates_add(fr_report *report, const fr_trend *trend, const fr_gate_options *gates);

/* The first line, and the second; then the line of a panel: "step at v2.38: 12.9 -> 16.6 %, 1.35x". */
void fr_put_trend_headline(fr_output *out, const fr_trend *trend);
void fr_put_trend_subtitle(fr_output *out, const fr_trend *trend);
void fr_put_change(fr_output *out, const fr_trend *trend, const fr_trend_change *change);
bool fr_trend_in_percent(const fr_trend *trend); /* values of y are percent of a whole */
void fr_put_y(fr_output *out, const fr_trend *trend, double y); /* "12.9 %", "1.20 MiB/s" */
/* "+4.4 pp", "-12.0 MiB": how far y is from another. */
void fr_put_y_change(fr_output *out, const fr_trend *trend, double change);
/* "+2.3 %/version", "+12.0 MiB/h": a rate of y, of its start where y is a share. */
void fr_put_rate(fr_output *out, const fr_trend *trend, double slope, double start);
/* "flamerender diff --base a b --new c d --base-name '1 to 2' ...": the differential of the segments beside a step
 * (fr_trend_beside). */
void fr_put_diff_command(fr_output *out, const fr_trend *trend, uint32_t point);

#endif
