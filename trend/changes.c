/*
 * changes.c - fits as steps, slopes and spikes.
 *
 * A total whose change is for 70 % or more that of a callee, at the same points, only passes it on.
 */
#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "trend/trend.h"

#define PASSED_ON  0.7
#define LEAST_SIZE 0.48 /* of squares: a fit that is 0.7 of another has 0.49 of them */
#define ROUNDING   1e-9 /* of the other end: a line that meets 0 */
#define MINOR      0.05 /* of the largest change of a series: others are how exactly a model fits */

static const char *const change_names[FR_N_CHANGE_KINDS] = {
    [FR_CHANGE_STEP] = "step", [FR_CHANGE_SLOPE] = "slope", [FR_CHANGE_SPIKE] = "spike",
    [FR_CHANGE_NEW] = "new",   [FR_CHANGE_GONE] = "gone",
};

const char *fr_change_name(fr_change_kind kind)
{
    return (unsigned)kind < FR_N_CHANGE_KINDS ? change_names[kind] : "";
}

double fr_trend_points_of(const fr_trend *t, double y)
{
    if (fr_trend_in_percent(t))
        return y;
    return t->mean_whole > 0 ? 100 * y / t->mean_whole : 0;
}

fr_bytes fr_trend_name(const fr_trend *t, const fr_trend_series *s)
{
    return s->of == FR_TREND_WHOLE ? FR_LITERAL("the whole") : fr_names_at(t->names, s->function);
}

/* ---------------------------------------------------------------- changes of a series */

typedef struct finder {
    fr_trend *trend;
    size_t cap;
    bool failed;
    double *y, *variance; /* of the series at hand */
    double *total;        /* of its function, where that is another series; else NULL */
    double least;         /* of y, or 0: a line may pass below, and nothing measured does */
} finder;

static void add_change(finder *f, fr_trend_change change)
{
    fr_trend *t = f->trend;
    fr_trend_change *changes = fr_grow(t->changes, &f->cap, t->n_changes + 1, sizeof *changes);

    f->failed = f->failed || !changes;
    if (!changes)
        return;
    t->changes = changes;
    change.from = fmax(change.from, f->least);
    change.to = fmax(change.to, f->least);
    if (fabs(change.to) < ROUNDING * fabs(change.from))
        change.to = 0;
    change.pp = fr_trend_points_of(t, change.to - change.from);
    changes[t->n_changes] = change;
    if (fabs(change.pp) >= t->opt.min_change_pp)
        t->n_changes++;
}

/* Returns true if there is nothing at points from..to. */
static bool is_nothing(const double *y, uint32_t from, uint32_t to)
{
    for (uint32_t j = from; j < to; j++)
        if (y[j] > 0)
            return false;
    return from < to;
}

/* Returns true if the function is not there at points from..to: one whose own part begins is not new. */
static bool is_absent(const finder *f, uint32_t from, uint32_t to)
{
    return is_nothing(f->y, from, to) && (!f->total || is_nothing(f->total, from, to));
}

/* Returns true if what is there now keeps at least half of a change. */
static bool keeps_half(double from, double to, double now)
{
    return (now - from) * (to - from) >= (to - from) * (to - from) / 2;
}

/* Returns true if all later segments keep at least half of a step. */
static bool lasts(const fr_fit *fit, uint32_t step)
{
    for (uint32_t i = step + 2; i <= fit->n_steps; i++)
        if (!keeps_half(fit->level[step], fit->level[step + 1], fit->level[i]))
            return false;
    return true;
}

/* Returns where the line of a segment is at a step. A slope that begins or ends there did so at any time since the point
 * before: it is as near to the level on the other side as it came until the step. */
static double step_side(const fr_fit *fit, const double *x, uint32_t step, uint32_t segment)
{
    uint32_t at = fit->step[step], other = segment == step ? step + 1 : step;
    double slope = fit->flat[segment] ? 0 : fit->slope;
    double here = fit->level[segment] + slope * (x[at] - fit->x_mean);
    double before = here - slope * (x[at] - x[at - 1]);

    return fit->flat[other] ? fmax(fmin(here, before), fmin(fmax(here, before), fit->level[other]))
                            : here;
}

static void add_steps(finder *f, uint32_t series)
{
    const fr_trend *t = f->trend;
    const fr_fit *fit = &t->series[series].fit;

    for (uint32_t i = 0; i < fit->n_steps; i++) {
        uint32_t at = fit->step[i], start = i ? fit->step[i - 1] : 0;
        uint32_t end = i + 1 < fit->n_steps ? fit->step[i + 1] : t->n_points;
        fr_trend_change c = {
            .series = series, .kind = FR_CHANGE_STEP, .at = at, .lasting = lasts(fit, i)};
        c.from = step_side(fit, t->x, i, i);
        c.to = step_side(fit, t->x, i, i + 1);
        if (fit->flat[i] && !fit->flat[i + 1] && fit->sloped) /* the slope may take it back */
            c.lasting = keeps_half(c.from, c.to, fr_fit_at(fit, t->x, t->n_points - 1));
        if (is_absent(f, start, at))
            c.kind = FR_CHANGE_NEW;
        else if (is_absent(f, at, end)) {
            c.kind = FR_CHANGE_GONE;
            c.lasting = is_absent(f, at, t->n_points);
        }
        if (is_nothing(f->y, start, at)) {
            c.from = 0;
            c.to = fr_fit_at(fit, t->x, at);
        } else if (is_nothing(f->y, at, end))
            c.to = 0;
        add_change(f, c);
    }
}

/* The slope counts without the steps in it. It lasts while it goes on, and where the newest level keeps at least half of
 * what it added. */
static void add_slope(finder *f, uint32_t series)
{
    const fr_trend *t = f->trend;
    const fr_fit *fit = &t->series[series].fit;
    uint32_t end = fr_fit_slope_end(fit, t->n_points), last = t->n_points - 1;
    fr_trend_change c = {.series = series, .kind = FR_CHANGE_SLOPE, .lasting = true};

    c.from = fr_fit_at(fit, t->x, 0);
    if (fit->flat[0]) {
        c.at = fit->step[0];
        c.from =
            is_nothing(f->y, 0, c.at) ? fr_fit_at(fit, t->x, c.at) : step_side(fit, t->x, 0, 1);
    }
    c.to = fr_fit_at(fit, t->x, c.at) + fit->slope * (t->x[last] - t->x[c.at]);
    if (end <= last) {
        c.to = step_side(fit, t->x, fit->n_steps - 1, fit->n_steps - 1);
        c.lasting = keeps_half(c.from, c.to, fr_fit_at(fit, t->x, last));
    }
    add_change(f, c);
}

/* Omits changes from `first` on, all of one series, that do not matter beside the largest; a spike hides no step. */
static void omit_minor(fr_trend *t, size_t first)
{
    double most = 0, most_lasting = 0;
    size_t n = first;

    for (size_t i = first; i < t->n_changes; i++) {
        most = fmax(most, fabs(t->changes[i].pp));
        if (t->changes[i].kind != FR_CHANGE_SPIKE)
            most_lasting = fmax(most_lasting, fabs(t->changes[i].pp));
    }
    for (size_t i = first; i < t->n_changes; i++) {
        bool is_spike = t->changes[i].kind == FR_CHANGE_SPIKE;
        if (fabs(t->changes[i].pp) >= MINOR * (is_spike ? most : most_lasting))
            t->changes[n++] = t->changes[i];
    }
    t->n_changes = n;
}

static bool list_changes(finder *f)
{
    fr_trend *t = f->trend;

    f->y = malloc((3 * (size_t)t->n_points + 1) * sizeof *f->y);
    if (!f->y)
        return false;
    f->variance = f->y + t->n_points;
    for (uint32_t i = 0; i < t->n_series; i++) {
        size_t first = t->n_changes;
        if (!t->series[i].shown)
            continue;
        const fr_trend_series *s = &t->series[i], *next = s + 1;
        bool both = s->of == FR_TREND_OWN && i + 1 < t->n_series && next->of == FR_TREND_TOTAL &&
                    next->function == s->function;
        f->total = both ? f->variance + t->n_points : NULL;
        if (both)
            fr_trend_values(t, next, f->total, f->variance);
        fr_trend_values(t, s, f->y, f->variance);
        f->least = 0;
        for (uint32_t j = 0; j < t->n_points; j++)
            f->least = fmin(f->least, f->y[j]);
        add_steps(f, i);
        const fr_fit *fit = &t->series[i].fit;
        if (fit->sloped)
            add_slope(f, i);
        for (uint32_t k = 0; k < fit->n_spikes; k++) {
            uint32_t at = fit->spike[k];
            fr_trend_change c = {.series = i, .kind = FR_CHANGE_SPIKE, .at = at};
            c.from = fr_fit_at(fit, t->x, at);
            c.to = f->y[at];
            add_change(f, c);
        }
        omit_minor(t, first);
    }
    free(f->y);
    return !f->failed;
}

/* ---------------------------------------------------------------- who calls whom */

static int compare_edges(const void *a, const void *b)
{
    return fr_compare(*(const uint64_t *)a, *(const uint64_t *)b);
}

/* Each edge once, in order; returns how many are left. */
static size_t order(uint64_t *edges, size_t n)
{
    size_t kept = 0;

    qsort(edges, n, sizeof *edges, compare_edges);
    for (size_t i = 0; i < n; i++)
        if (!kept || edges[kept - 1] != edges[i])
            edges[kept++] = edges[i];
    return kept;
}

bool fr_edges_add(fr_trend *t, const fr_profile *p, const uint32_t *id)
{
    uint64_t *edges = fr_grow(t->edges, &t->cap_edges, t->n_edges + p->n_stacks + 1, sizeof *edges);
    size_t from = t->n_edges;

    if (!edges)
        return false;
    t->edges = edges;
    for (uint32_t i = 1; i < p->n_stacks; i++) {
        uint32_t parent = p->stacks[i].parent;
        uint64_t caller = parent ? id[p->frames[p->stacks[parent].frame].name] : 0;
        uint64_t callee = id[p->frames[p->stacks[i].frame].name];
        if (caller && callee && caller != callee)
            edges[t->n_edges++] = caller << 32 | callee;
    }
    t->n_edges = from + order(edges + from, t->n_edges - from);
    if (t->n_edges > 4 * from || t->n_edges > t->cap_edges / 2)
        t->n_edges = order(t->edges, t->n_edges);
    return true;
}

/* These are asked of callers and of their callees again and again. */
typedef struct passing {
    fr_trend *trend;
    size_t *first;  /* by function: its first edge; n + 1 of them */
    size_t *mark;   /* by function: 1 + the place in `shown` of the series that reached it last */
    uint32_t *room; /* ids of functions: those that were reached */
    /* of the series that are shown: */
    uint32_t *shown; /* which they are */
    double *off;     /* by point, how far the fit is from its mean */
    double *size;    /* the sum of the squares of that */
    double *y;       /* values of one, and their variances */
    size_t n_shown;
    size_t (
        *place)[FR_TREND_WHOLE +
                1]; /* by function and what of it: 1 + its place in `shown`; 0: it is not shown */
} passing;

static void index_edges(passing *p)
{
    const fr_trend *t = p->trend;
    size_t n = fr_names_count(t->names), at = 0;

    for (size_t caller = 0; caller <= n; caller++) {
        while (at < t->n_edges && t->edges[at] >> 32 < caller)
            at++;
        p->first[caller] = at;
    }
}

/* Lists in `room` the function of a series, and those that are called by it, by callees of it, and so on. Returns how
 * many these are. */
static size_t reach(passing *p, size_t at)
{
    size_t n = 0;

    p->room[n++] = p->trend->series[p->shown[at]].function;
    p->mark[p->room[0]] = at + 1;
    for (size_t next = 0; next < n; next++) {
        uint32_t caller = p->room[next];
        for (size_t i = p->first[caller]; i < p->first[caller + 1]; i++) {
            uint32_t callee = (uint32_t)p->trend->edges[i];
            if (p->mark[callee] == at + 1)
                continue;
            p->mark[callee] = at + 1;
            p->room[n++] = callee;
        }
    }
    return n;
}

/* ---------------------------------------------------------------- what is only passed on */

/* Sets how far the fits of all that is shown, and its spikes, are from their mean. */
static void center_fits(passing *p)
{
    const fr_trend *t = p->trend;

    for (uint32_t i = 0; i < t->n_series; i++) {
        const fr_fit *fit = &t->series[i].fit;
        double *off = p->off + p->n_shown * t->n_points, mean = 0;
        if (!t->series[i].shown)
            continue;
        fr_trend_values(t, &t->series[i], p->y, p->y + t->n_points);
        for (uint32_t j = 0; j < t->n_points; j++)
            off[j] = fr_fit_at(fit, t->x, j);
        for (uint32_t k = 0; k < fit->n_spikes; k++)
            off[fit->spike[k]] = p->y[fit->spike[k]];
        for (uint32_t j = 0; j < t->n_points; j++)
            mean += off[j] / t->n_points;
        for (uint32_t j = 0; j < t->n_points; j++) {
            off[j] -= mean;
            p->size[p->n_shown] += off[j] * off[j];
        }
        p->shown[p->n_shown++] = i;
        p->place[t->series[i].function][t->series[i].of] = p->n_shown;
    }
}

/* Returns how far two fits go along, as a part of how far the first goes: 1 where they do the same. A fit that goes much
 * less far than the first makes too little of it, whatever its direction. */
static double goes_along(const passing *p, size_t a, size_t b)
{
    uint32_t n = p->trend->n_points;
    const double *x = p->off + a * n, *y = p->off + b * n;
    double ab = 0;

    if (!(p->size[a] > 0) || p->size[b] < LEAST_SIZE * p->size[a])
        return 0;
    for (uint32_t j = 0; j < n; j++)
        ab += x[j] * y[j];
    return ab / p->size[a];
}

/* Takes a series as what another one passes on if it goes along more than those before; of equal ones the last. */
static void try_through(const passing *p, size_t at, size_t below, double *most)
{
    fr_trend_series *s = &p->trend->series[p->shown[at]];
    double part = goes_along(p, at, below);

    if (part < *most || (part == *most && s->through > p->shown[below]))
        return;
    /* One of the functions that call each other has the change: it does not pass it back. */
    for (uint32_t by = p->shown[below] + 1; by; by = p->trend->series[by - 1].through)
        if (by == p->shown[at] + 1)
            return;
    *most = part;
    s->through = p->shown[below] + 1;
}

static void find_through(passing *p, size_t at)
{
    const fr_trend_series *series = p->trend->series;
    bool is_total = series[p->shown[at]].of == FR_TREND_TOTAL;
    size_t n = is_total ? reach(p, at) : 0;
    double most = PASSED_ON;

    for (size_t i = 0; i < p->n_shown && !is_total; i++)
        if (series[p->shown[i]].of != FR_TREND_WHOLE)
            try_through(p, at, i, &most);
    for (size_t i = 1; i < n; i++)
        for (int of = FR_TREND_OWN; of <= FR_TREND_TOTAL; of++)
            if (p->place[p->room[i]][of])
                try_through(p, at, p->place[p->room[i]][of] - 1, &most);
}

static bool find_passed_on(fr_trend *t)
{
    size_t n = (size_t)fr_names_count(t->names) + 1, n_shown = 0;

    for (size_t i = 0; i < t->n_series; i++)
        n_shown += t->series[i].shown;
    passing p = {.trend = t,
                 .first = malloc((n + 1) * sizeof *p.first),
                 .mark = calloc(n, sizeof *p.mark),
                 .room = malloc(n * sizeof *p.room),
                 .shown = malloc((n_shown + 1) * sizeof *p.shown),
                 .off = malloc((n_shown + 1) * t->n_points * sizeof *p.off),
                 .size = calloc(n_shown + 1, sizeof *p.size),
                 .y = malloc((2 * (size_t)t->n_points + 1) * sizeof *p.y),
                 .place = calloc(n, sizeof *p.place)};
    bool good = p.first && p.mark && p.room && p.shown && p.off && p.size && p.y && p.place;

    t->n_edges = order(t->edges, t->n_edges);
    if (good) {
        index_edges(&p);
        center_fits(&p);
    }
    for (size_t i = 0; good && i < p.n_shown; i++)
        if (t->series[p.shown[i]].of != FR_TREND_OWN)
            find_through(&p, i);
    free(p.first);
    free(p.mark);
    free(p.place);
    free(p.room);
    free(p.shown);
    free(p.off);
    free(p.size);
    free(p.y);
    return good;
}

/* ---------------------------------------------------------------- in order */

typedef struct ranked {
    fr_trend_change change;
    bool passed_on, brief;
} ranked;

static int compare_changes(const void *a, const void *b)
{
    const ranked *x = a, *y = b;

    if (x->passed_on != y->passed_on)
        return x->passed_on - y->passed_on;
    if (x->brief != y->brief)
        return x->brief - y->brief;
    if (fabs(x->change.pp) != fabs(y->change.pp))
        return fabs(x->change.pp) > fabs(y->change.pp) ? -1 : 1;
    return x->change.series != y->change.series ? fr_compare(x->change.series, y->change.series)
                                                : fr_compare(x->change.at, y->change.at);
}

static bool order_changes(fr_trend *t)
{
    ranked *rows = malloc((t->n_changes + 1) * sizeof *rows);

    if (!rows)
        return false;
    for (size_t i = 0; i < t->n_changes; i++)
        rows[i] = (ranked){t->changes[i], t->series[t->changes[i].series].through > 0,
                           t->changes[i].kind == FR_CHANGE_SPIKE};
    qsort(rows, t->n_changes, sizeof *rows, compare_changes);
    for (size_t i = 0; i < t->n_changes; i++)
        t->changes[i] = rows[i].change;
    free(rows);
    return true;
}

bool fr_changes_find(fr_trend *t, fr_error *err)
{
    finder f = {.trend = t};

    return (list_changes(&f) && find_passed_on(t) && order_changes(t)) || fr_fail_memory(err);
}

/* ---- steps ---- */

bool fr_trend_is_listed(const fr_trend *t, const fr_trend_series *series, uint32_t point,
                        bool spikes)
{
    for (size_t i = 0; i < t->n_changes; i++) {
        const fr_trend_change *c = &t->changes[i];
        if (c->at == point && &t->series[c->series] == series && c->kind != FR_CHANGE_SLOPE &&
            (spikes || c->kind != FR_CHANGE_SPIKE))
            return true;
    }
    return false;
}

/* The largest step at a point; NULL: none. */
static const fr_trend_change *step_at(const fr_trend *t, uint32_t point)
{
    for (size_t i = 0; i < t->n_changes; i++)
        if (t->changes[i].at == point && t->changes[i].kind != FR_CHANGE_SLOPE &&
            t->changes[i].kind != FR_CHANGE_SPIKE)
            return &t->changes[i];
    return NULL;
}

void fr_trend_beside(const fr_trend *t, uint32_t point, uint32_t *from, uint32_t *to)
{
    const fr_trend_change *change = step_at(t, point);
    const fr_fit *fit = change ? &t->series[change->series].fit : NULL;
    uint32_t segment = fit ? fr_fit_segment(fit, point) : 0;
    uint32_t first = !fit ? point - 1 : segment > 1 ? fit->step[segment - 2] : 0;
    uint32_t end = !fit ? point + 1 : segment < fit->n_steps ? fit->step[segment] : t->n_points;
    uint32_t n_base = t->n_replicas[point - 1], n_new = t->n_replicas[point];

    for (*from = point - 1;
         *from > first && n_base + t->n_replicas[*from - 1] <= FR_TREND_MOST_RUNS;)
        n_base += t->n_replicas[--*from];
    for (*to = point + 1; *to < end && n_new + t->n_replicas[*to] <= FR_TREND_MOST_RUNS;)
        n_new += t->n_replicas[(*to)++];
}

bool fr_trend_step_sides(const fr_trend *trend, uint32_t point, uint32_t *from, uint32_t *to)
{
    if (point == 0 || point >= trend->n_points || !step_at(trend, point))
        return false;
    fr_trend_beside(trend, point, from, to);
    return true;
}

/* All points have shown that something changed there: what explains it may err twice as often. */
double fr_trend_step_fdr(double fdr)
{
    return fdr < 0.5 ? 2 * fdr : fdr;
}

fr_normalize fr_trend_normalized(const fr_trend *trend)
{
    return trend->used;
}

bool fr_trend_step(const fr_trend *trend, size_t index, uint32_t *point)
{
    for (size_t i = 0; i < trend->n_changes; i++) {
        const fr_trend_change *change = &trend->changes[i];
        if (step_at(trend, change->at) != change || index-- > 0)
            continue;
        *point = change->at;
        return true;
    }
    return false;
}

const char *fr_trend_point_name(const fr_trend *trend, uint32_t point)
{
    return point < trend->n_points ? trend->points[point].label : NULL;
}

static const fr_trend_run *run_of(const fr_trend *trend, uint32_t point, size_t index)
{
    for (size_t r = 0; r < trend->n_runs; r++)
        if (trend->runs[r].point == point && index-- == 0)
            return &trend->runs[r];
    return NULL;
}

const char *fr_trend_run_name(const fr_trend *trend, uint32_t point, size_t index)
{
    const fr_trend_run *run = run_of(trend, point, index);

    return run ? run->name : NULL;
}

double fr_trend_run_divisor(const fr_trend *trend, uint32_t point, size_t index)
{
    const fr_trend_run *run = run_of(trend, point, index);

    if (!run || (trend->used != FR_NORMALIZE_PER && trend->used != FR_NORMALIZE_TIME))
        return 0;
    return trend->used == FR_NORMALIZE_PER ? run->units : run->seconds;
}
