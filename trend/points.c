/* points.c - the order of points, and the axis that slopes are counted on. */
#include "trend/points.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define HOUR       3600.0
#define DAY        86400.0
#define MOST_HOURS 96 /* a longer span is counted in days */

static bool check_kinds(fr_trend *t)
{
    bool all_timed = true;

    for (size_t r = 0; r < t->n_runs; r++)
        all_timed = all_timed && t->runs[r].moment.kind == t->runs[0].moment.kind;
    return all_timed;
}

static bool all_fit(const fr_trend *t, const fr_moment_pattern *pattern)
{
    fr_moment first, other;
    bool differ = false;

    if (!fr_moment_fits(&first, pattern, t->runs[0].name))
        return false;
    for (size_t r = 1; r < t->n_runs; r++) {
        if (!fr_moment_fits(&other, pattern, t->runs[r].name))
            return false;
        differ = differ || fr_moment_compare(&first, &other) != 0;
    }
    return differ;
}

/* Names of files that differ by a date or a version alone are the times of those that have none. */
static bool order_by_names(fr_trend *t)
{
    fr_moment_pattern pattern;

    for (size_t i = 0; fr_moment_suggest(&pattern, t->runs[0].name, i); i++) {
        if (!all_fit(t, &pattern))
            continue;
        for (size_t r = 0; r < t->n_runs; r++)
            t->in_names = fr_moment_fits(&t->runs[r].moment, &pattern, t->runs[r].name);
        return true;
    }
    return false;
}

/* If some profile has no time of its own, and names do not tell it, all stand as they were given. */
static void agree_on_order(fr_trend *t)
{
    bool may_guess = t->opt.by == FR_TREND_BY_AUTO && !t->time_from_name;

    if (check_kinds(t) && t->runs[0].moment.kind != FR_MOMENT_ORDER)
        return;
    if (may_guess && order_by_names(t))
        return;
    for (size_t r = 0; r < t->n_runs; r++)
        t->runs[r].moment = fr_moment_of_order(t->runs[r].name, (double)r);
}

typedef struct place {
    const fr_moment *moment;
    size_t run;
} place;

static int compare_places(const void *a, const void *b)
{
    const place *x = a, *y = b;
    int order = fr_moment_compare(x->moment, y->moment);

    return order ? order : (x->run > y->run) - (x->run < y->run);
}

static void make_points(fr_trend *t, const place *places)
{
    for (size_t i = 0; i < t->n_runs; i++) {
        fr_trend_run *run = &t->runs[places[i].run];
        if (i == 0 || fr_moment_compare(places[i].moment, places[i - 1].moment) != 0)
            t->points[t->n_points++] = run->moment;
        run->point = t->n_points - 1;
        t->n_replicas[run->point]++;
    }
}

/* "2026-11-05 00:00": days by themselves have no time of day. */
static void shorten_labels(fr_trend *t)
{
    static const char midnight[] = " 00:00";
    bool all = t->points[0].kind == FR_MOMENT_TIME;

    for (uint32_t j = 0; j < t->n_points && all; j++)
        all = fr_bytes_ends(fr_bytes_of(t->points[j].label), fr_bytes_of(midnight)) &&
              strlen(t->points[j].label) == 16;
    for (uint32_t j = 0; j < t->n_points && all; j++)
        t->points[j].label[10] = '\0';
}

static void set_axis(fr_trend *t)
{
    double span = t->points[t->n_points - 1].part[0] - t->points[0].part[0];
    bool timed = t->points[0].kind == FR_MOMENT_TIME, days = span > MOST_HOURS * HOUR;
    bool version = t->points[0].kind == FR_MOMENT_VERSION;

    for (uint32_t j = 0; j < t->n_points; j++)
        t->x[j] = timed ? (t->points[j].part[0] - t->points[0].part[0]) / (days ? DAY : HOUR) : j;
    t->x_unit = !timed ? version ? "version" : "point" : days ? "day" : "hour";
    t->x_short = !timed ? version ? "/version" : "/point" : days ? "/d" : "/h";
}

bool fr_points_order(fr_trend *t, fr_error *err)
{
    place *places = malloc((t->n_runs + 1) * sizeof *places);

    t->points = calloc(t->n_runs + 1, sizeof *t->points);
    t->n_replicas = calloc(t->n_runs + 1, sizeof *t->n_replicas);
    t->x = calloc(t->n_runs + 1, sizeof *t->x);
    t->room = calloc(t->n_runs + 1, sizeof *t->room);
    if (!places || !t->points || !t->n_replicas || !t->x || !t->room) {
        free(places);
        return fr_fail_memory(err);
    }
    agree_on_order(t);
    for (size_t r = 0; r < t->n_runs; r++)
        places[r] = (place){&t->runs[r].moment, r};
    qsort(places, t->n_runs, sizeof *places, compare_places);
    make_points(t, places);
    free(places);
    shorten_labels(t);
    set_axis(t);
    return true;
}
