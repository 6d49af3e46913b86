/*
 * time_row.c - cells of time.
 *
 * Cells are as short as the sampler allows: at least two of its intervals, else its own rhythm would be seen. The
 * interval is the median time between samples of a thread.
 */
#include "heatmap/time_row.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

#define MS          INT64_C(1000000)
#define MOST_CELLS  131072
#define MOST_PAIRS  65536 /* of which the interval is the median */
#define LEAST_CELLS 50
#define LEAST_COUNT 100
#define FEW_A_CELL  4 /* samples, where threads take turns on the CPUs */
#define LONE        6 /* rows that may be unlike all others */
#define ALPHA       0.005 /* share of recordings of chance in which one kind of search finds something */

static const int64_t cells_ms[] = {10,   20,   25,   40,    50,    100,   200,    250,    500,
                                   1000, 2000, 5000, 10000, 20000, 50000, 100000, 1000000};
#define N_CELLS (sizeof cells_ms / sizeof *cells_ms)

double fr_poisson_z(double seen, double expected)
{
    double deviance = expected - seen + (seen > 0 ? seen * log(seen / expected) : 0);
    double z = sqrt(2 * (deviance > 0 ? deviance : 0));

    return seen < expected ? -z : z;
}

/* A normal variable is beyond z with a chance of at most exp(-z^2 / 2) / 2 on each side. */
double fr_least_z(double trials)
{
    return sqrt(2 * log(trials / ALPHA));
}

/* ---- the sampler's interval ---- */

/* Fills in times between samples of a thread. Idle tasks of all CPUs have one number, 0: it is left out where `all` is not
 * asked for. Returns how many there are. last: of each thread, its last time. */
static size_t find_apart(const fr_samples *samples, bool all, int64_t *last, int64_t *apart)
{
    size_t n = 0, every = samples->n / MOST_PAIRS + 1;

    for (size_t t = 0; t < samples->n_threads; t++)
        last[t] = FR_NO_TIME;
    for (size_t i = 0; i < samples->n; i++) {
        int64_t *before = &last[samples->thread[i]], now = samples->time_ns[i];
        if (!all && samples->threads[samples->thread[i]].tid == 0)
            continue;
        if (i % every == 0 && *before != FR_NO_TIME && now > *before)
            apart[n++] = now - *before;
        *before = now;
    }
    return n;
}

#define LIKE 1.1 /* times as long: a sampler is so even */
#define MANY 3   /* a time is common that is a third as common as the most common one */

/* Returns how many times there are from `at` on that are like it. apart: in their order. */
static size_t count_alike(const int64_t *apart, size_t n, size_t at, size_t *to)
{
    while (*to < n && (double)apart[*to] <= LIKE * (double)apart[at])
        ++*to;
    return *to - at;
}

/* Returns the time between two times of the sampler: the least of the common times between samples of a thread. Where
 * threads sleep or take turns, it is less than the median; more than the few that other events make. apart: in their order. */
static int64_t sampler_of(const int64_t *apart, size_t n)
{
    size_t most = 0, alike = 0, found = 0, to = 0, at = 0;

    for (size_t i = 0; i < n; i++) {
        alike = count_alike(apart, n, i, &to);
        most = alike > most ? alike : most;
    }
    for (to = 0; at < n && count_alike(apart, n, at, &to) * MANY < most;)
        at++;
    most = 0;
    for (size_t i = at; i < n && (double)apart[i] <= LIKE * (double)apart[at]; i++) {
        alike = count_alike(apart, n, i, &to);
        if (alike > most) {
            most = alike;
            found = i;
        }
    }
    return n ? apart[found + most / 2] : 0;
}

/* Finds the median time between samples of a thread, what one in twenty of these are less than, and the time between two
 * times of the sampler; 0: there is no sampler, as of samples that last. False: memory ran out. */
static bool find_interval(const fr_profile *profile, int64_t *median_ns, int64_t *least_ns,
                          int64_t *sampler_ns)
{
    const fr_samples *samples = &profile->samples;
    int64_t *last, *apart;
    size_t n;

    *median_ns = *least_ns = *sampler_ns = 0;
    if (profile->meta.stacks & FR_SAMPLES_LAST)
        return true;
    last = malloc((samples->n_threads + 1) * sizeof *last);
    apart = malloc((MOST_PAIRS + 1) * sizeof *apart);
    if (last && apart) {
        n = find_apart(samples, false, last, apart);
        n = n ? n : find_apart(samples, true, last, apart);
        qsort(apart, n, sizeof *apart, fr_compare_times);
        *median_ns = n ? apart[n / 2] : 0;
        *least_ns = n ? apart[n / 20] : 0;
        *sampler_ns = sampler_of(apart, n);
    }
    bool good = last && apart;
    free(last);
    free(apart);
    return good;
}

/* ---- cells ---- */

static void find_span(const fr_profile *profile, int64_t *first, int64_t *last)
{
    *first = INT64_MAX;
    *last = INT64_MIN;
    for (size_t i = 0; i < profile->samples.n; i++) {
        int64_t from = profile->samples.time_ns[i], to = fr_sample_end(profile, i);
        if (from == FR_NO_TIME)
            continue;
        *first = from < *first ? from : *first;
        *last = to > *last ? to : *last;
    }
}

static bool is_marked(const fr_time_row *s, fr_marks stacks, size_t i)
{
    return !stacks.of || stacks.of[s->profile->samples.stack[i]] & stacks.mark;
}

#define KINDS      64 /* of lengths, by their powers of two */
#define FAR_LONGER 8
#define FEW_PART   20 /* of the samples are a few, and LONE at least */

typedef struct kind {
    size_t n;
    int64_t shortest, longest;
} kind;

static void add_length(kind *of, int64_t lasts)
{
    kind *k = &of[lasts > 0 ? KINDS - 1 - __builtin_clzll((unsigned long long)lasts) : 0];

    k->shortest = k->n && k->shortest < lasts ? k->shortest : lasts;
    k->longest = k->longest > lasts ? k->longest : lasts;
    k->n++;
}

/* Finds the longest of the samples but a few that are far longer. */
static void find_longest(fr_time_row *s, fr_marks stacks)
{
    kind of[KINDS] = {{0}};
    size_t n = 0, longer = 0, few;
    int64_t shortest = 0; /* of those */

    s->longest = INFINITY;
    for (size_t i = 0; i < s->profile->samples.n; i++)
        if (is_marked(s, stacks, i) && fr_time_row_count(s, i) > 0) {
            add_length(of, fr_sample_end(s->profile, i) - s->profile->samples.time_ns[i]);
            n++;
        }
    few = n / FEW_PART > LONE ? n / FEW_PART : LONE;
    for (size_t i = KINDS; i-- > 0 && longer <= few && longer < n / 2;) {
        const kind *k = &of[i];
        if (!k->n)
            continue;
        if (longer && k->longest <= shortest / FAR_LONGER)
            s->longest = (double)k->longest / (double)s->cell_ns;
        shortest = k->shortest;
        longer += k->n;
    }
}

/* Adds the part of a wait that lies in a cell. */
static void add_part(fr_time_row *s, size_t cell, double part, double whole)
{
    s->at[cell] += part;
    s->squares[cell] += part * whole;
}

/* Adds what of a wait lies in each of its cells. The cells between its ends are filled by differences: of what they hold,
 * and of the cells that it lasts. */
static void add_wait(fr_time_row *s, double *more, double *longer, int64_t from, int64_t to)
{
    double end = (double)s->n, a = (double)(from - s->start_ns) / (double)s->cell_ns;
    double b = (double)(to - s->start_ns) / (double)s->cell_ns, whole;

    a = a < 0 ? 0 : a;
    b = b > end ? end : b;
    if (a >= b)
        return;
    whole = fmin(b - a, s->longest);
    size_t first = (size_t)a, last = (size_t)b;
    if (first == last) {
        add_part(s, first, b - a, whole);
        return;
    }
    add_part(s, first, (double)(first + 1) - a, whole);
    if (last < s->n)
        add_part(s, last, b - (double)last, whole);
    more[first + 1] += 1;
    more[last] -= 1;
    longer[first + 1] += whole;
    longer[last] -= whole;
}

static void add_samples(fr_time_row *s, fr_marks stacks, double *more, double *longer)
{
    const fr_samples *samples = &s->profile->samples;
    double open = 0, lasts = 0;

    for (size_t i = 0; i < samples->n; i++) {
        int64_t from = samples->time_ns[i];
        double count = is_marked(s, stacks, i) ? fr_time_row_count(s, i) : 0;
        if (count == 0)
            continue;
        if (s->profile->meta.stacks & FR_SAMPLES_LAST)
            add_wait(s, more, longer, from, fr_sample_end(s->profile, i));
        else if (from >= s->start_ns && (size_t)((from - s->start_ns) / s->cell_ns) < s->n) {
            size_t cell = (size_t)((from - s->start_ns) / s->cell_ns);
            s->at[cell] += count;
            s->lone[cell] += fr_time_row_lone(s, i);
            s->squares[cell] += count * count;
        }
    }
    for (size_t i = 0; i < s->n; i++) {
        open += more[i];
        lasts += longer[i];
        s->at[i] += open;
        s->squares[i] += lasts;
        s->mean += s->at[i] / (double)s->n;
    }
}

/* Fills the cells of a row that has its place in time. */
static bool fill(fr_time_row *s, fr_marks stacks)
{
    double *more = calloc(2 * (s->n + 2), sizeof *more);

    if (s->profile->meta.stacks & FR_SAMPLES_LAST)
        find_longest(s, stacks);
    s->mean = 0;
    s->at = calloc(3 * (s->n + 1), sizeof *s->at);
    s->lone = s->at ? s->at + s->n + 1 : NULL;
    s->squares = s->at ? s->lone + s->n + 1 : NULL;
    if (s->at && more)
        add_samples(s, stacks, more, more + s->n + 2);
    s->step =
        s->mean * (double)(s->sampler_ns ? s->sampler_ns : s->interval_ns) / (double)s->cell_ns;
    s->step = s->step > 1 ? s->step : 1;
    free(more);
    return s->at && more;
}

/* Fills in what the rows of a recording are like, where these stand for several samples. One that stands for much must not
 * hide all that others show: the LONE largest count as the next one. */
static void measure_rows(fr_time_row *s)
{
    const fr_samples *samples = &s->profile->samples;
    double largest[LONE + 1] = {0}, sum = 0, squares = 0;

    for (size_t i = 0; i < samples->n; i++) {
        double v = fr_time_row_count(s, i) > 0 ? (double)samples->value[i] : 0;
        for (size_t k = 0; k <= LONE && v > largest[LONE]; k++) {
            double less = fmin(v, largest[k]);
            largest[k] = fmax(v, largest[k]);
            v = less;
        }
    }
    for (size_t i = 0; i < samples->n; i++) {
        double v = fr_time_row_count(s, i) > 0 ? fmin((double)samples->value[i], largest[LONE]) : 0;
        sum += v;
        squares += v * v;
    }
    s->most = largest[LONE];
    s->lump = sum > 0 ? squares / sum : 0;
}

bool fr_time_row_init(fr_time_row *s, const fr_profile *profile, const fr_idle *idle)
{
    int64_t first, last, often, least, origin = profile->meta.origin_ns;
    size_t i = 0;

    *s = (fr_time_row){.profile = profile, .idle = idle};
    if (profile->meta.stacks & FR_SAMPLES_LAST)
        s->few = 1;
    if (fr_profile_has_rows(profile))
        measure_rows(s);
    find_span(profile, &first, &last);
    if (profile->samples.n < LEAST_COUNT || !profile->meta.timed || first > last ||
        __builtin_sub_overflow(last, origin, &(int64_t){0}))
        return true;
    if (!find_interval(profile, &s->interval_ns, &least, &s->sampler_ns))
        return false;
    often = FEW_A_CELL * ((last - first) / (int64_t)profile->samples.n);
    often = often > least ? often : least;
    if (often < s->interval_ns / 2)
        s->interval_ns = often;
    /* The common times of one of many threads may be several of the sampler's */
    if ((double)s->sampler_ns > LIKE * (double)s->interval_ns)
        s->sampler_ns = 0;
    while (i + 1 < N_CELLS && (cells_ms[i] * MS / 2 < s->interval_ns ||
                               (last - first) / (cells_ms[i] * MS) > MOST_CELLS))
        i++;
    s->cell_ns = cells_ms[i] * MS;
    while ((last - first) / s->cell_ns > MOST_CELLS) /* years: two clocks, as it were */
        s->cell_ns *= 10;
    if ((last - first) / s->cell_ns <= LEAST_CELLS)
        return true;
    s->start_ns = origin + ((first - origin) / s->cell_ns + 1) * s->cell_ns;
    s->n = (size_t)((last - s->start_ns) / s->cell_ns);
    return fill(s, (fr_marks){0});
}

bool fr_time_row_of(fr_time_row *s, const fr_time_row *all, fr_marks stacks)
{
    *s = *all;
    return fill(s, stacks);
}

bool fr_time_row_of_seconds(fr_time_row *s, const fr_time_row *all, uint32_t cells)
{
    int64_t origin = all->profile->meta.origin_ns, second = 1000 * MS;
    int64_t first = (all->start_ns - origin + second - 1) / second;
    int64_t end = (all->start_ns + (int64_t)all->n * all->cell_ns - origin) / second;

    *s = (fr_time_row){.profile = all->profile,
                       .idle = all->idle,
                       .lump = all->lump,
                       .most = all->most,
                       .start_ns = origin + first * second,
                       .interval_ns = all->interval_ns,
                       .sampler_ns = all->sampler_ns};
    if (!cells || second % cells || !all->interval_ns || (end - first) * cells > MOST_CELLS ||
        end <= first)
        return true;
    s->cell_ns = second / cells;
    s->n = (size_t)(end - first) * cells;
    return fill(s, (fr_marks){0});
}

void fr_time_row_reset(fr_time_row *series)
{
    free(series->at);
    *series = (fr_time_row){0};
}
