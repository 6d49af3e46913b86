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

#include "base/intern.h"
#include "flamerender_trend.h"
#include "model/measured.h"
#include "trend/fit.h"
#include "trend/moment.h"

struct fr_edges;

/* A profile that was added. */
typedef struct fr_trend_run {
    char *name;
    fr_moment moment;
    bool has_time, timed;
    double seconds, units; /* 0: not known */
    double whole, squares; /* of all weights; what shares refer to */
    double scale;          /* value / scale is y */
    double scale_error;    /* relative standard error of the scale */
    uint32_t point;
    size_t first_cell, n_cells; /* until cells are sorted by function */
} fr_trend_run;

/* A function in a run. */
typedef struct fr_trend_cell {
    uint32_t function, run;
    double self, total, squares; /* squares: of the weights of total */
} fr_trend_cell;

/* The values that a series holds. */
typedef enum fr_trend_of { FR_TREND_OWN, FR_TREND_TOTAL, FR_TREND_WHOLE } fr_trend_of;

/* A function's own or total by point. */
typedef struct fr_trend_series {
    uint32_t function; /* of WHOLE: 0 */
    fr_trend_of of;
    fr_fit fit;
    double q;         /* by Benjamini and Hochberg */
    bool changed;     /* beyond noise and large enough */
    bool shown;       /* of own and total of one function the one that tells more */
    double change_pp; /* from the first point to the last, or the largest on the way */
    uint32_t through; /* series whose change this one passes on, + 1; 0: none */
} fr_trend_series;

/* The kinds of change. */
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
    bool lasting;    /* the newest point has it still */
    double from, to; /* y before and after; of a slope at the ends of its segment */
    double pp;       /* to - from in points of the whole */
} fr_trend_change;

struct fr_trend {
    fr_trend_options opt;
    char *time_from_name, *ceiling, *event, *unit;
    uint32_t decimals;
    bool
        counted; /* samples tell how far points scatter: not of levels, which stay from point to point */
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
    bool judged;

    uint32_t n_points;
    fr_moment *points;
    uint32_t *n_replicas; /* runs of each point */
    double *room;         /* by run: for fr_trend_values(), which one thread calls */
    double *x;            /* of each point: hours, days or its number */
    const char *x_unit;   /* "hour", "day", "version", "point" */
    const char *x_short;  /* "/h", "/d", "/version", "/point" */
    char y_unit[64];      /* "%", "bytes", "ns/s", "ns a unit of work" */
    double mean_whole;    /* y that is 100 points */
    double most;          /* the ceiling as y; 0: none */
    bool in_names; /* the names of files are where dates or versions of the points were found */
    char how[400]; /* a sentence about the scale, and about the order where names decide it */
    fr_trend_series *series;
    size_t n_series, n_tested;
    fr_trend_change *changes; /* the largest first; what only passes on comes last */
    size_t n_changes;
};

/* Fills y and its variance by sampling for each point. Arrays of n_points. */
void fr_trend_values(const fr_trend *trend, const fr_trend_series *series, double *y,
                     double *sampling_variance);
/* FR_E_USAGE once the points are in order. */
FR_CHECKED bool fr_trend_is_open(const fr_trend *trend, fr_error *err);
/* The points that a differential compares to show why `point` differs: [*from, point) and [point, *to), at most 32
 * runs each, the nearest. At a step the points of both segments, else the point and the one before. */
void fr_trend_beside(const fr_trend *trend, uint32_t point, uint32_t *from, uint32_t *to);
/* The name of what a series is of. */
fr_bytes fr_trend_name(const fr_trend *trend, const fr_trend_series *series);
/* "step", "slope", "spike", "new", "gone". */
const char *fr_change_name(fr_change_kind kind);
/* Points of the whole that an amount of y is. */
double fr_trend_points_of(const fr_trend *trend, double y);

#endif
