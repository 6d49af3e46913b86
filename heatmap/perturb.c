/*
 * perturb.c - bands first, then, without them, bursts and gaps; then the same of single functions.
 *
 *     cells      ..##......##......##...@@@@...##......       bands are taken out of the row
 *     runs       ...........................@@@@.......       what comes once
 *
 * Last comes the sampler's own rhythm, where the cells of a picture show it.
 *
 * Of functions only bursts are taken, since one that pauses makes way for another, and only those that are a quarter
 * of the samples while they last.
 */
#include "heatmap/perturb.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "heatmap/time_row.h"
#include "model/measured.h"

/*
 * The innermost function that makes a burst of all samples.
 *
 *     usual    parse 40  send 40
 *     burst    parse 38  send 41  mark_roots 95      "2.2 times as many samples, most of it mark_roots"
 */

#define LEAST_LEAF 0.25 /* of the surplus */

typedef struct leaf_counts {
    double inside, outside, lone; /* lone: of single rows inside of a burst, beyond that */
} leaf_counts;

/* Cells, and what they hold; `lone` is what single rows count beyond that, which is no part of a band. */
typedef struct cell_sums {
    double n, at, lone;
} cell_sums;

/* Adds up the cells of a row whose middle lies in a perturbation. */
static cell_sums sum_cells(const fr_time_row *row, const fr_perturbation *p)
{
    cell_sums sums = {0};

    for (size_t i = 0; i < row->n; i++) {
        int64_t middle_ns = row->start_ns + (int64_t)i * row->cell_ns + row->cell_ns / 2;
        if (!fr_perturbation_holds(p, row->profile->meta.origin_ns, middle_ns))
            continue;
        sums.at += row->at[i];
        sums.lone += p->period_ns ? 0 : row->lone[i];
        sums.n++;
    }
    return sums;
}

/* By name, of the samples of the row. */
static void count_leaves(const fr_time_row *all, const fr_perturbation *p, leaf_counts *of)
{
    const fr_profile *profile = all->profile;
    const fr_samples *s = &profile->samples;
    int64_t end_ns = all->start_ns + (int64_t)all->n * all->cell_ns;

    memset(of, 0, fr_names_count(profile->names) * sizeof *of);
    for (size_t i = 0; i < s->n; i++) {
        int64_t at = s->time_ns[i];
        uint32_t stack = s->stack[i];
        if (at < all->start_ns || at >= end_ns || !stack)
            continue;
        leaf_counts *leaf = &of[profile->frames[profile->stacks[stack].frame].name];
        bool inside = fr_perturbation_holds(p, profile->meta.origin_ns, at);
        *(inside ? &leaf->inside : &leaf->outside) += fr_time_row_count(all, i);
        leaf->lone += inside && !p->period_ns ? fr_time_row_lone(all, i) : 0;
    }
}

static double surplus(const leaf_counts *of, double times)
{
    return of->inside - of->outside / times;
}

/* `times`: how often the time in the burst goes into the time outside of it. Single rows make no function the culprit, but
 * are a part of what the burst has more. */
static bool name_leaf(const fr_time_row *row, const leaf_counts *of, double times,
                      fr_perturbation *p)
{
    size_t n_names = fr_names_count(row->profile->names), best = 0;
    double all = 0, part;

    for (size_t name = 0; name < n_names; name++) {
        all += surplus(&of[name], times) + of[name].lone;
        if (surplus(&of[name], times) > surplus(&of[best], times))
            best = name;
    }
    fr_bytes name = fr_names_at(row->profile->names, (uint32_t)best);
    part = all > 0 ? (surplus(&of[best], times) + of[best].lone) / all : 0;
    if (!name.len || part < LEAST_LEAF)
        return true;
    p->leaf_share = part;
    p->leaf = strndup(name.at, name.len);
    return p->leaf;
}

/* Sets leaf and leaf_share of the bursts of all samples, where one function makes a quarter of what is more than usual.
 * Waits have none: they all end where a thread leaves its CPU. False: memory ran out. */
static bool name_leaves(const fr_time_row *all, fr_perturbations *found)
{
    leaf_counts *of = calloc(fr_names_count(all->profile->names), sizeof *of);
    bool good = of, lasts = all->profile->meta.stacks & FR_SAMPLES_LAST;

    for (size_t i = 0; good && !lasts && i < found->n; i++) {
        fr_perturbation *p = &found->at[i];
        cell_sums in = sum_cells(all, p);
        if (p->function || fr_perturbation_is_gap(p) || in.n == 0 || in.n == (double)all->n)
            continue;
        count_leaves(all, p, of);
        good = name_leaf(all, of, ((double)all->n - in.n) / in.n, p);
    }
    free(of);
    return good;
}

#define SECONDS_MAX    24
#define MOST_BANDS     3
#define MOST_ROW       (MOST_BANDS + FR_MOST_RUNS)           /* found in one row */
#define MOST_FUNCTIONS (FR_MAX_PERTURBATIONS - MOST_ROW - 1) /* one is the sampler's */
#define LEAST_SHARE    0.25 /* of the samples while a function's burst lasts */

/* ---- bands ---- */

/* The roundest number of ns within `slack` of a period. */
static int64_t round_period(double ns, double slack)
{
    for (double unit = 1e9; unit >= 10; unit /= 10) {
        double round = nearbyint(ns / unit) * unit;
        if (round > 0 && fabs(round - ns) <= slack)
            return (int64_t)round;
    }
    return (int64_t)ns;
}

/* Returns how much later it comes each second: 7 ms of 1.007 s. 0 where the period is not near a whole number of
 * seconds, or a whole part of one. */
static int64_t drift_of(int64_t period_ns)
{
    double s = (double)period_ns / 1e9;
    double drift = s >= 0.95 ? s / nearbyint(s) - 1 : s * nearbyint(1 / s) - 1;

    return fabs(drift) <= 0.05 ? (int64_t)nearbyint(drift * 1e9) : 0;
}

static int64_t to_ms(double ns)
{
    return (int64_t)nearbyint(ns / 1e6) * 1000000;
}

static int64_t modulo(int64_t a, int64_t b)
{
    return (a % b + b) % b;
}

/* The period is rounded by so little that the band moves by a quarter of itself over the recording at most. Offsets are
 * those in the middle of the recording. */
static void place_band(const fr_time_row *s, const fr_band *b, fr_perturbation *p)
{
    double exact_ns = b->period * (double)s->cell_ns, n_periods = (double)s->n / b->period;
    double middle = floor(n_periods / 2) + (double)b->from / b->n_phases;
    double band_ns = exact_ns * b->n / b->n_phases, part_ns = exact_ns / b->n_phases;
    int64_t from, length = to_ms(band_ns);

    p->period_ns =
        round_period(exact_ns, (part_ns > band_ns / 4 ? part_ns : band_ns / 4) / n_periods);
    from = s->start_ns - s->profile->meta.origin_ns + to_ms(middle * exact_ns);
    p->from_ns = modulo(from, p->period_ns) / 1000000 * 1000000;
    p->to_ns = p->from_ns + length <= p->period_ns ? p->from_ns + length
                                                   : modulo(p->from_ns + length, p->period_ns);
    p->drift_ns = drift_of(p->period_ns);
}

/* "0.5", "12": ns from 0 on as seconds. */
static void put_seconds(char to[SECONDS_MAX], int64_t ns)
{
    size_t n = (size_t)snprintf(to, SECONDS_MAX, "%" PRId64 ".%09" PRId64, ns / 1000000000,
                                ns % 1000000000);

    while (to[n - 1] == '0')
        to[--n] = '\0';
    if (to[n - 1] == '.')
        to[n - 1] = '\0';
}

static void add_band(const fr_time_row *s, const fr_band *band, fr_perturbation *p)
{
    char from[SECONDS_MAX], to[SECONDS_MAX], period[SECONDS_MAX];
    double cells = 1e9 / (double)s->cell_ns;

    *p = (fr_perturbation){.usual = band->outside * cells,
                           .here = band->inside * cells,
                           .strength = band->z,
                           .times = band->times,
                           .of = band->of};
    place_band(s, band, p);
    put_seconds(from, p->from_ns);
    put_seconds(to, p->to_ns);
    put_seconds(period, p->period_ns);
    if (p->period_ns == 1000000000) /* of every second */
        snprintf(p->select, sizeof p->select, "--band %s-%s", from, to);
    else
        snprintf(p->select, sizeof p->select, "--band %s-%s/%s", from, to, period);
}

static void add_run(const fr_time_row *s, const fr_run *r, fr_perturbation *p)
{
    double cells = 1e9 / (double)s->cell_ns, n = (double)(r->to - r->from);
    int64_t origin_ns = s->profile->meta.origin_ns;
    char from[SECONDS_MAX], to[SECONDS_MAX];

    *p = (fr_perturbation){
        .usual = r->usual * cells, .here = r->seen / n * cells, .strength = fabs(r->z)};
    p->from_ns = s->start_ns + (int64_t)r->from * s->cell_ns;
    p->to_ns = s->start_ns + (int64_t)r->to * s->cell_ns;
    put_seconds(from, p->from_ns - origin_ns);
    put_seconds(to, p->to_ns - origin_ns);
    snprintf(p->select, sizeof p->select, "--range %s-%s", from, to);
}

/* Returns true if single rows fill half of what a band has less, each its own period: it is no gap. */
static bool is_filled(const fr_time_row *s, const fr_band *band)
{
    double less = band->outside - band->inside, filled = 0, lone = 0, cells = 0, all = 0;
    long period = 0;

    for (size_t i = 0; i <= s->n; i++) {
        long of = i < s->n ? fr_band_period(band, i) : LONG_MAX;
        if (of != period) {
            filled += fmin(lone, cells * less);
            all += cells;
            lone = cells = 0;
            period = of;
        }
        if (i < s->n && fr_band_holds(band, i)) {
            lone += s->lone[i];
            cells += 1;
        }
    }
    return less > 0 && filled > 0.5 * less * all;
}

#define MOST_FILLED 1.5 /* of what is usual outside of a band: a single burst there fills no gap */
#define NEAR        4   /* periods on each side: what is usual */

/* A period of a band: means of the cells from..to inside and outside of it; NAN: there are none. */
typedef struct period_level {
    size_t from, to;
    double inside, outside;
} period_level;

static period_level measure_period(const fr_time_row *s, const fr_band *band, size_t from,
                                   size_t to)
{
    double in = 0, out = 0, n_in = 0, n_out = 0;

    for (size_t i = from; i < to; i++) {
        bool holds = fr_band_holds(band, i);
        *(holds ? &in : &out) += s->at[i];
        *(holds ? &n_in : &n_out) += 1;
    }
    return (period_level){from, to, n_in > 0 ? in / n_in : NAN, n_out > 0 ? out / n_out : NAN};
}

/* Returns the medians of a period and those around it: load may change, and a single burst is not usual. */
static period_level find_usual(const period_level *levels, size_t n, size_t at)
{
    double inside[2 * NEAR + 1], outside[2 * NEAR + 1];
    size_t k = 0;

    for (size_t i = at > NEAR ? at - NEAR : 0; i < n && i <= at + NEAR; i++)
        if (!isnan(levels[i].inside) && !isnan(levels[i].outside)) {
            inside[k] = levels[i].inside;
            outside[k++] = levels[i].outside;
        }
    qsort(inside, k, sizeof *inside, fr_compare_doubles);
    qsort(outside, k, sizeof *outside, fr_compare_doubles);
    return (period_level){.inside = k ? (inside[(k - 1) / 2] + inside[k / 2]) / 2 : 0,
                          .outside = k ? (outside[(k - 1) / 2] + outside[k / 2]) / 2 : 0};
}

/* Takes a band out of one of its periods: the rest of that period says what is left, as far as that is usual. Too much is
 * scaled, with its noise, but not by more than usual; what is missing is filled. A period in which the band did not come stays
 * as it is. */
static void level_period(fr_time_row *s, const fr_band *band, const period_level *p,
                         const period_level *usual)
{
    bool much = band->inside > band->outside;
    double out = isnan(p->outside) ? usual->outside : p->outside, part = 1, more = 0;

    out = fmin(out, MOST_FILLED * usual->outside);
    if (isnan(p->inside) || (much ? p->inside <= out : p->inside >= out))
        return;
    if (much) {
        part = usual->inside > 0 ? fmin(usual->outside / usual->inside, 1) : 0;
        part = fmax(out / p->inside, part);
    } else
        more = out - p->inside;
    for (size_t i = p->from; i < p->to; i++)
        if (fr_band_holds(band, i)) {
            s->at[i] = s->at[i] * part + more;
            s->squares[i] *= part * part;
        }
}

/* Takes a band out of all of its periods. False: memory ran out. */
static bool take_out(fr_time_row *s, const fr_band *band)
{
    period_level *levels = malloc((s->n + 1) * sizeof *levels), usual;
    size_t from = 0, n = 0;

    for (size_t i = 1; levels && i <= s->n; i++)
        if (i == s->n || fr_band_period(band, i) != fr_band_period(band, from)) {
            levels[n++] = measure_period(s, band, from, i);
            from = i;
        }
    for (size_t i = 0; i < n; i++) {
        usual = find_usual(levels, n, i);
        level_period(s, band, &levels[i], &usual);
    }
    free(levels);
    return levels != NULL;
}

/* Returns true of what a band leaves at its ends, which are exact to a part of the period, or a cell: beside it what it has,
 * and in it what the rest has. */
static bool is_end_of(const fr_band *band, const fr_run *r)
{
    bool is_in = fr_band_holds(band, r->from), same = (band->inside > band->outside) == (r->z > 0);
    bool before = r->from > 0 ? fr_band_holds(band, r->from - 1) : is_in;
    bool behind = fr_band_holds(band, r->to);

    return is_in != same && (before != is_in || behind != is_in) &&
           (double)(r->to - r->from) <= fmax(band->period / band->n_phases, 1);
}

static double total(const double *at, size_t from, size_t to)
{
    double sum = 0;

    for (size_t i = from; i < to; i++)
        sum += at[i];
    return sum;
}

#define LEAST_SHOWN 0.2 /* of a run of periods, as it was counted */

/* Returns true of a run of periods that a band leaves at its ends, which come to lie in other cells from one time on: as they
 * were counted, these periods are like as many at all places near them. */
static bool is_left_by(const fr_time_row *s, const double *counted, const fr_band *band,
                       const fr_run *r)
{
    double len = (double)(r->to - r->from);
    size_t by = (size_t)nearbyint(ceil(len / band->period) * band->period); /* the same phases */
    double here = total(counted, r->from, r->to), shown = -INFINITY;
    double told = total(s->at, r->from, r->to) - r->expected;

    for (size_t k = 1; k <= NEAR; k++) {
        if (r->from >= k * by)
            shown = fmax(shown, (here - total(counted, r->from - k * by, r->to - k * by)) / told);
        if (s->n - r->to >= k * by)
            shown = fmax(shown, (here - total(counted, r->from + k * by, r->to + k * by)) / told);
    }
    return len >= 2 * band->period && isfinite(shown) && shown < LEAST_SHOWN;
}

#define LEAST_CLEAR 0.5 /* of the cells: fewer may be unlike the others */

/* Returns how much a band's cells, or those outside of it, have where they lie in none of the n `others`: times what all of them
 * have. NAN: these are too few. */
static double clear_of(const fr_time_row *s, const fr_band *band, bool inside,
                       const fr_band *others, size_t n)
{
    double all = 0, n_all = 0, clear = 0, n_clear = 0;

    for (size_t i = 0; i < s->n; i++) {
        bool is_clear = true;
        if (fr_band_holds(band, i) != inside)
            continue;
        all += s->at[i];
        n_all += 1;
        for (size_t k = 0; k < n; k++)
            is_clear = is_clear && !fr_band_holds(&others[k], i);
        clear += is_clear ? s->at[i] : 0;
        n_clear += is_clear;
    }
    if (n_clear < LEAST_CLEAR * n_all)
        return NAN;
    return all > 0 ? (clear / n_clear) / (all / n_all) : 1;
}

/* Returns a band with the means that it has where the n that were found before it are not: what was filled in there is neither
 * in it nor outside of it. */
static fr_band as_told(const fr_time_row *s, const fr_band *band, const fr_band *before, size_t n)
{
    fr_band told = *band;

    told.inside *= clear_of(s, band, true, before, n);
    told.outside *= clear_of(s, band, false, before, n);
    return !isnan(told.inside + told.outside) &&
                   (told.inside > told.outside) == (band->inside > band->outside)
               ? told
               : *band;
}

static bool is_left(const fr_time_row *s, const double *counted, const fr_band *bands, size_t n,
                    const fr_run *r)
{
    for (size_t i = 0; i < n; i++)
        if (is_end_of(&bands[i], r) || is_left_by(s, counted, &bands[i], r))
            return true;
    return false;
}

/* Finds the bands of a row, one of `n_rows` that are searched, and takes them out. False: memory ran out. */
static bool search_bands(fr_time_row *s, double n_rows, fr_band bands[MOST_BANDS], size_t *n_bands,
                         fr_perturbation *found)
{
    for (*n_bands = 0; *n_bands < MOST_BANDS; ++*n_bands) {
        fr_band *band = &bands[*n_bands], told;
        if (!fr_find_band(s, n_rows, band))
            return false;
        if (band->z <= 0 || is_filled(s, band)) /* what is not filled are gaps that come once */
            return true;
        told = as_told(s, band, bands, *n_bands);
        add_band(s, &told, &found[*n_bands]);
        if (!take_out(s, band))
            return false;
    }
    return true;
}

/* Finds what stands out in a row, one of `n_rows` that are searched, which is levelled; periodic ones first. False: memory ran
 * out. */
static bool search_row(fr_time_row *s, double n_rows, fr_perturbation found[MOST_ROW], size_t *n)
{
    fr_run runs[FR_MOST_RUNS];
    fr_band bands[MOST_BANDS];
    size_t n_bands = 0;
    double *counted = malloc((s->n + 1) * sizeof *counted);
    bool good = counted != NULL;

    if (good)
        memcpy(counted, s->at, s->n * sizeof *counted);
    good = good && search_bands(s, n_rows, bands, &n_bands, found) && fr_find_runs(s, n_rows, runs);
    *n = good ? n_bands : 0;
    for (size_t i = 0; good && i < FR_MOST_RUNS; i++)
        if (runs[i].z != 0 && !is_left(s, counted, bands, n_bands, &runs[i]))
            add_run(s, &runs[i], &found[(*n)++]);
    free(counted);
    return good;
}

/* ---- functions ---- */

/* Returns how many samples a second there are of all, while it lasts. */
static double all_while(const fr_time_row *all, const fr_perturbation *p)
{
    cell_sums in = sum_cells(all, p);

    return in.n > 0 ? (in.at + in.lone) / in.n * 1e9 / (double)all->cell_ns : 0;
}

/* Returns true if `once` is one time of the band, or what the band leaves at its edge. A burst of 15 s that happens to
 * have its middle there is none. */
static bool is_a_time_of(const fr_perturbation *band, const fr_perturbation *once,
                         int64_t origin_ns)
{
    int64_t length = once->to_ns - once->from_ns, edge = fr_perturbation_length(band) / 4;

    return length <= 2 * fr_perturbation_length(band) &&
           (fr_perturbation_holds(band, origin_ns, once->from_ns + length / 2) ||
            fr_perturbation_holds(band, origin_ns, once->from_ns - edge) ||
            fr_perturbation_holds(band, origin_ns, once->to_ns + edge));
}

static bool same_time(const fr_perturbation *a, const fr_perturbation *b, int64_t origin_ns)
{
    if (a->period_ns && b->period_ns)
        return llabs(a->period_ns - b->period_ns) < a->period_ns / 50;
    if (a->period_ns)
        return is_a_time_of(a, b, origin_ns);
    if (b->period_ns)
        return is_a_time_of(b, a, origin_ns);
    return a->from_ns < b->to_ns && b->from_ns < a->to_ns;
}

typedef struct by_function {
    const fr_time_row *all; /* as they were counted */
    struct {
        fr_perturbation found;
        uint32_t name;
    } best[MOST_FUNCTIONS]; /* strength 0: none */
} by_function;

/* A band before what happens once, which is surer by far where it lasts long; then the surer one. */
static bool is_better(const fr_perturbation *a, const fr_perturbation *b)
{
    bool a_recurs = a->period_ns && a->strength > 0, b_recurs = b->period_ns && b->strength > 0;

    return a_recurs != b_recurs ? a_recurs : a->strength > b->strength;
}

/* Keeps the best; of those at the same time, one. */
static void keep_best(by_function *f, const fr_perturbation *p, uint32_t name)
{
    size_t weakest = 0;

    for (size_t i = 0; i < MOST_FUNCTIONS; i++) {
        fr_perturbation *kept = &f->best[i].found;
        if (kept->strength > 0 && same_time(kept, p, f->all->profile->meta.origin_ns)) {
            if (!is_better(p, kept))
                return;
            kept->strength = 0;
        }
        if (is_better(&f->best[weakest].found, kept))
            weakest = i;
    }
    if (is_better(p, &f->best[weakest].found)) {
        f->best[weakest].found = *p;
        f->best[weakest].name = name;
    }
}

/* Searches the row of a function for bursts that are enough of the samples while they last. *kept: it found one. */
static bool keep_bursts(by_function *f, uint32_t name, fr_time_row *row, double n_rows, bool *kept)
{
    fr_perturbation found[MOST_ROW];
    size_t n = 0;
    bool good = search_row(row, n_rows, found, &n);

    *kept = false;
    for (size_t i = 0; good && i < n; i++)
        if (!fr_perturbation_is_gap(&found[i]) &&
            found[i].here >= LEAST_SHARE * all_while(f->all, &found[i])) {
            keep_best(f, &found[i], name);
            *kept = true;
        }
    return good;
}

/* Samples that last, of a function. A thread is busy or not for long, but in which function it is changes by chance: where
 * fewer than these are expected, each is one event. */
#define FEW_OF_ONE 16

/* Searches the row of the function i of those that are uneven. Where its samples are surely at once, and none of these times
 * stands out from the others, each does from the rest of the recording. */
static bool search_function(by_function *f, const fr_uneven *uneven, size_t i, fr_marks stacks)
{
    uint32_t name = uneven->name[i];
    double n_rows = (double)uneven->n_judged;
    fr_time_row row;
    bool kept, good;

    good = fr_time_row_of(&row, f->all, stacks);
    if (row.few > 0)
        row.few = FEW_OF_ONE;
    good = good && keep_bursts(f, name, &row, n_rows, &kept);
    if (good && !kept && uneven->at_once[i]) {
        row.few = 0;
        good = keep_bursts(f, name, &row, n_rows, &kept);
    }
    fr_time_row_reset(&row);
    return good;
}

/* Finds what the total shows of it; NULL: nothing. */
static fr_perturbation *find_known(fr_perturbations *found, const fr_perturbation *p,
                                   int64_t origin_ns)
{
    for (size_t i = 0; i < found->n; i++)
        if (!(p->period_ns && !found->at[i].period_ns) && same_time(&found->at[i], p, origin_ns))
            return &found->at[i];
    return NULL;
}

/* A band of a function says more than the bursts of the total that lie in it. */
static void drop_shown(fr_perturbations *found, const fr_perturbation *band, int64_t origin_ns)
{
    size_t n = 0;

    for (size_t i = 0; i < found->n; i++)
        if (found->at[i].period_ns || fr_perturbation_is_gap(&found->at[i]) ||
            !same_time(band, &found->at[i], origin_ns))
            found->at[n++] = found->at[i];
        else
            free(found->at[i].leaf);
    found->n = n;
}

static bool add_functions(by_function *f, fr_perturbations *found)
{
    int64_t origin_ns = f->all->profile->meta.origin_ns;

    for (size_t i = 0; i < MOST_FUNCTIONS; i++) {
        fr_perturbation *best = &f->best[i].found;
        fr_bytes name = fr_names_at(f->all->profile->names, f->best[i].name);
        fr_perturbation *known = find_known(found, best, origin_ns);
        /* A surer band of a function says more than that of the total, where no leaf makes that. */
        bool says_more =
            !known || (best->period_ns && !known->function && !known->leaf &&
                       !fr_perturbation_is_gap(known) && best->strength > known->strength);
        if (best->strength <= 0 || !says_more)
            continue;
        best->function = strndup(name.at, name.len);
        if (!best->function)
            return false;
        if (known) {
            *known = *best;
            continue;
        }
        if (best->period_ns)
            drop_shown(found, best, origin_ns);
        found->at[found->n++] = *best;
    }
    return true;
}

static bool find_in_functions(const fr_time_row *all, fr_perturbations *found)
{
    by_function f = {.all = all};
    fr_uneven uneven;
    bool good = fr_uneven_find(all, &uneven);
    uint16_t *marks = good ? fr_uneven_marks(all->profile, &uneven) : NULL;

    for (size_t i = 0; marks && good && i < uneven.n; i++)
        good = search_function(&f, &uneven, i, (fr_marks){marks, (uint16_t)(1u << i)});
    good = marks && good && add_functions(&f, found);
    free(marks);
    return good;
}

/*
 * 99 samples a second do not go evenly into 50 cells: 49 hold two of them, and one holds one, in every second the same.
 *
 *     samples   | . . | . . | . | . . | . . |      a pale row in the picture, which nothing in the program makes
 */

#define MOST_STEPS 1.25 /* a sampler makes a difference of one sample in each period */

/* Returns true if a sampler of `hz` makes the cell what it is: by one sample, fewer where most cells have one more. A cell
 * that has not even the others, or more than all of them, is of the program. */
static bool is_rhythm(const fr_time_row *s, const fr_band *band, uint32_t hz)
{
    uint32_t n_cells = band->n_phases, more = n_cells ? hz % n_cells : 0;
    double sampler = s->mean * (double)s->sampler_ns / (double)s->cell_ns; /* samples at a time */
    bool is_gap = more > n_cells / 2;
    double here = (n_cells ? hz / n_cells + !is_gap : 0) * sampler;

    return more && (band->inside < band->outside) == is_gap &&
           fabs(band->inside - band->outside) <= MOST_STEPS * sampler &&
           (is_gap ? here - band->inside : band->inside - here) <= sampler / 2 &&
           band->z >= fr_least_z(n_cells);
}

static bool add_rhythm(const fr_time_row *all, uint32_t cells, fr_perturbations *found)
{
    fr_time_row s;
    fr_band band;
    bool good = fr_time_row_of_seconds(&s, all, cells);

    if (good && s.n && s.sampler_ns) {
        uint32_t hz = (uint32_t)nearbyint(1e9 / (double)s.sampler_ns);
        good = fr_fold_cell(&s, cells, &band);
        if (good && is_rhythm(&s, &band, hz)) {
            fr_perturbation *p = &found->at[found->n++];
            add_band(&s, &band, p);
            p->sampler_hz = hz;
            p->cells = cells;
        }
    }
    fr_time_row_reset(&s);
    return good;
}

/* Periodic ones first, then in the order of time, then the sampler's. */
static int in_order(const void *a, const void *b)
{
    const fr_perturbation *x = a, *y = b;

    if (!x->sampler_hz != !y->sampler_hz)
        return x->sampler_hz ? 1 : -1;
    if (!x->period_ns != !y->period_ns)
        return x->period_ns ? -1 : 1;
    if (!x->function != !y->function && x->period_ns)
        return x->function ? 1 : -1;
    return x->period_ns ? (x->strength < y->strength) - (x->strength > y->strength)
                        : (x->from_ns > y->from_ns) - (x->from_ns < y->from_ns);
}

bool fr_perturb_find(const fr_profile *profile, const fr_idle *idle, uint32_t cells,
                     fr_perturbations *found, fr_error *err)
{
    fr_time_row all, row;

    *found = (fr_perturbations){0};
    if (fr_meta_has_holes(&profile->meta))
        return true;
    bool good = fr_time_row_init(&all, profile, idle);
    if (good && all.n) {
        good = fr_time_row_of(&row, &all, (fr_marks){0}) &&
               search_row(&row, 1, found->at, &found->n) && name_leaves(&all, found) &&
               find_in_functions(&all, found) && add_rhythm(&all, cells, found);
        fr_time_row_reset(&row);
    }
    for (size_t i = 0; good && i < found->n; i++) {
        found->at[i].lasts = profile->meta.stacks & FR_SAMPLES_LAST;
        found->at[i].waits = found->at[i].lasts && fr_measures_waits(profile->columns[0].name);
    }
    qsort(found->at, found->n, sizeof *found->at, in_order);
    fr_time_row_reset(&all);
    if (!good)
        fr_perturb_reset(found);
    return good || fr_fail_memory(err);
}

void fr_perturb_reset(fr_perturbations *found)
{
    for (size_t i = 0; i < found->n; i++) {
        free(found->at[i].function);
        free(found->at[i].leaf);
    }
    *found = (fr_perturbations){0};
}

bool fr_perturbation_is_gap(const fr_perturbation *p)
{
    return p->here < p->usual;
}

int64_t fr_perturbation_length(const fr_perturbation *p)
{
    int64_t length = p->to_ns - p->from_ns;

    return length < 0 ? length + p->period_ns : length;
}

bool fr_perturbation_holds(const fr_perturbation *p, int64_t origin_ns, int64_t time_ns)
{
    int64_t period = p->period_ns, at = time_ns;

    if (period)
        at = ((time_ns - origin_ns) % period + period) % period;
    return p->from_ns <= p->to_ns ? at >= p->from_ns && at < p->to_ns
                                  : at >= p->from_ns || at < p->to_ns;
}
