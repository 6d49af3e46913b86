/*
 * runs.c - bursts and gaps that come once.
 *
 *     cells      ..............@@@@@@...........
 *     runs       runs of 1, 2, 4 ... cells against those around them
 *
 * A run is compared with the middle half of the 38 runs of its length around it; how much these differ among each
 * other is the measure, and at least the Poisson error. Differences that one sampler makes by its rhythm are none.
 * Where samples last, one of a function that is rare is one event of chance, however many cells it takes.
 */
#include "heatmap/time_row.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "model/measured.h"

#define AROUND        20 /* runs on each side, less the two that touch */
#define LEAST_RUNS    8
#define LEAST_STEPS   4    /* more or fewer than expected */
#define OWN_LUMPS     4    /* threads that may wait at once for the same */
#define LEAST_REST    1e-6 /* cells, of what is rare: less is rounding */
#define LEAST_TELL    16   /* pairs of runs tell what is usual of their length */
#define MOST_TELL     1024
#define MEDIAN_SQUARE 0.4549 /* of a normal variable */
#define PARTS         64     /* of a row: what most of them are like is usual */

typedef struct search {
    const fr_time_row *row;
    double *before;  /* [i]: sum of the cells before i */
    double *lone;    /* the same of what single rows count beyond that */
    double *squares; /* and of their squares */
    bool lasts;      /* samples do */
    bool of_all;     /* not of a function */
    double *parts;   /* PARTS at most: means of cells */
    size_t n_parts;
    double least_z;
    double usual; /* spread, of the last length that told it; 0: none did yet */
    fr_run *runs; /* FR_MOST_RUNS */
} search;

typedef struct cells {
    size_t from, to;
} cells;

/* Returns the cells from..to and as many as `by` on each side of them, as far as the row goes. */
static cells widen(const search *s, size_t from, size_t to, size_t by)
{
    return (cells){from > by ? from - by : 0, to + by < s->row->n ? to + by : s->row->n};
}

static double sum_of(const search *s, size_t from, size_t to)
{
    return s->before[to] - s->before[from];
}

static double lone_in(const search *s, size_t from, size_t to)
{
    return s->lone[to] - s->lone[from];
}

/* Returns what a run is judged by: single rows make no burst, but where one is, there is no gap. */
static double seen_in(const search *s, size_t from, size_t to, double expected)
{
    double sum = sum_of(s, from, to);

    return sum >= expected ? sum : fmin(sum + lone_in(s, from, to), expected);
}

static double squares_in(const search *s, size_t from, size_t to)
{
    return s->squares[to] - s->squares[from];
}

/* Returns by how much the rows of a run are larger than those of the recording: so many times fewer events of chance
 * made it. 1 where samples count one each, or last. */
static double own_lump(const search *s, size_t from, size_t to)
{
    double sum = sum_of(s, from, to), squares = squares_in(s, from, to);

    return squares > sum && sum > 0 && !s->lasts ? squares / sum : 1;
}

/* Returns how many cells count as one event of chance where samples last and few are expected in a run: as many as one of
 * those at other times lasts, OWN_LUMPS times as many as one of the run at most. The run may be a piece: what trim() may take
 * is no other time. */
static double lump_of_rare(const search *s, const fr_run *r)
{
    size_t len = r->to - r->from, n = s->row->n;
    cells near = widen(s, r->from, r->to, len);
    double sum = sum_of(s, 0, n) - sum_of(s, near.from, near.to), own = sum_of(s, r->from, r->to);
    double squares = squares_in(s, 0, n) - squares_in(s, near.from, near.to), lump;

    if (sum < LEAST_REST || r->expected * sum >= s->row->few * squares)
        return 1;
    lump = fmin(squares / sum, (double)len);
    if (own > LEAST_REST)
        lump = fmin(lump, OWN_LUMPS * squares_in(s, r->from, r->to) / own);
    return fmax(lump, 1);
}

/* Returns how many times that of a Poisson count the variance of a run is; `spread`: that of those around it. */
static double noise_of(const search *s, const fr_run *r, double spread)
{
    return s->lasts ? fmax(spread, lump_of_rare(s, r)) : spread * own_lump(s, r->from, r->to);
}

/* Returns true if a run is at all unlike the mean of those around it, which costs little to ask. One of few samples
 * is none where there are next to none around it, as in most rows of a function: is_plain_run would refuse it. */
static bool is_unlike(const search *s, const fr_run *r)
{
    size_t len = r->to - r->from, most = AROUND * len;
    cells near = widen(s, r->from, r->to, most);
    double around = sum_of(s, near.from, near.to) - sum_of(s, r->from, r->to);
    double mean = around * (double)len / (double)(near.to - near.from - len + 1);
    double seen = seen_in(s, r->from, r->to, mean), step = s->row->step;

    if (seen < LEAST_STEPS * step && mean < step / 2)
        return false;
    return fabs(fr_poisson_z(seen, mean > FR_LEAST_MEAN ? mean : FR_LEAST_MEAN)) >= s->least_z / 2;
}

/* The runs of a length around a run that do not touch it: the mean of the middle half, and how much these differ. */
typedef struct runs_around {
    double middle, spread; /* spread: times the variance of a Poisson count, at least 1 */
} runs_around;

/* False: there are too few. */
static bool look_around(const search *s, size_t from, size_t len, runs_around *a)
{
    double sums[2 * AROUND];
    size_t n = 0, low, high;

    for (size_t d = 2; d <= AROUND; d++) {
        if (from >= d * len)
            sums[n++] = sum_of(s, from - d * len, from - (d - 1) * len);
        if (from + (d + 1) * len <= s->row->n)
            sums[n++] = sum_of(s, from + d * len, from + (d + 1) * len);
    }
    if (n < LEAST_RUNS)
        return false;
    low = n / 4, high = n - n / 4;
    qsort(sums, n, sizeof *sums, fr_compare_doubles);
    a->middle = 0;
    for (size_t i = low; i < high; i++)
        a->middle += sums[i] / (double)(high - low);
    a->spread = (sums[high - 1] - sums[low]) / 1.349; /* of a normal variable: one sigma */
    a->spread = fmax(1, a->spread * a->spread / fmax(a->middle, FR_LEAST_MEAN));
    return true;
}

/* Returns the spread that is usual of runs of a length, by what those differ by that have one between them; 0: too few tell.
 * Levels that change say little of it, as most runs are like those near to them. */
static double usual_spread(const search *s, size_t len)
{
    double apart[MOST_TELL];
    size_t n = 0, step = 4 * len > s->row->n / MOST_TELL ? 4 * len : s->row->n / MOST_TELL + 1;

    for (size_t from = 0; from + 3 * len <= s->row->n; from += step) {
        double a = sum_of(s, from, from + len), b = sum_of(s, from + 2 * len, from + 3 * len);
        apart[n++] = a + b > 0 ? (a - b) * (a - b) / (a + b) : 0;
    }
    qsort(apart, n, sizeof *apart, fr_compare_doubles);
    return n >= LEAST_TELL ? apart[n / 2] / MEDIAN_SQUARE : 0;
}

/* Judges a run by those around it: fills in expected and z; false where there are too few. */
static bool judge_run(const search *s, fr_run *r, double *spread)
{
    size_t len = r->to - r->from;
    runs_around a;

    if (!look_around(s, r->from, len, &a))
        return false;
    r->usual = a.middle > FR_LEAST_MEAN ? a.middle / (double)len : 0;
    r->expected = fmax(a.middle, FR_LEAST_MEAN);
    /* those around tell the spread to a fifth: of all places some have little by chance */
    *spread = s->lasts ? fmax(a.spread, (3 * a.spread + s->usual) / 4) : a.spread;
    r->seen = seen_in(s, r->from, r->to, r->expected);
    r->z = fr_poisson_z(r->seen, r->expected) / sqrt(noise_of(s, r, *spread));
    return true;
}

/* Returns true if a burst is at least 1.5 times what is beside it, or a gap half of that at most. */
static bool stands_out(double seen, double beside, bool is_burst)
{
    return is_burst ? seen >= 1.5 * beside : seen <= 0.5 * beside;
}

static bool is_plain_run(const search *s, const fr_run *r)
{
    double more = fabs(r->seen - r->expected);
    double step = s->row->step * own_lump(s, r->from, r->to);

    if (fabs(r->z) < s->least_z || more < LEAST_STEPS * step)
        return false;
    return stands_out(r->seen, r->expected, r->seen > r->expected);
}

static void find_parts(search *s)
{
    s->n_parts = s->row->n < PARTS ? s->row->n : PARTS;
    for (size_t i = 0; i < s->n_parts; i++) {
        size_t from = s->row->n * i / s->n_parts, to = s->row->n * (i + 1) / s->n_parts;
        s->parts[i] = sum_of(s, from, to) / (double)(to - from);
    }
}

/* Returns the mean of the parts of a row that are nearer to a run than to what is around it, in the scale in which counts
 * scatter equally (Anscombe 1948); -1 if these are not most. */
static double usual_like(const search *s, double seen, double around)
{
    double middle = (sqrt(seen) + sqrt(around)) / 2, sum = 0;
    size_t n = 0;

    for (size_t i = 0; i < s->n_parts; i++)
        if ((sqrt(s->parts[i]) > middle) == (seen > around)) {
            sum += s->parts[i];
            n++;
        }
    return 2 * n > s->n_parts ? sum / (double)n : -1;
}

/* Returns true if the cells from..to are unlike the usual, and a run stands out beside them. Nothing does beside the end of
 * a recording. */
static bool is_unusual_side(const search *s, const fr_run *r, double usual, size_t from, size_t to)
{
    double len = (double)(r->to - r->from), n = (double)(to - from), each = sum_of(s, from, to) / n;
    bool is_burst = r->z > 0;

    return n >= len / 2 && stands_out(r->seen / len, each, is_burst) &&
           (is_burst ? stands_out(usual, each, true) : stands_out(each, usual, true));
}

/* Returns true if a run is more, or less, than the usual, and not by chance. */
static bool is_unusual(const search *s, const fr_run *r, double usual)
{
    double expected = usual * (double)(r->to - r->from);

    return stands_out(r->seen, expected, r->z > 0) &&
           fabs(fr_poisson_z(r->seen, fmax(expected, FR_LEAST_MEAN))) >= s->least_z / 2;
}

/* Returns a run with what is beside it and nearer to it than to what is around: the search may see a piece of a run. It grows
 * by its own length on each side at most. */
static fr_run whole_of(const search *s, const fr_run *r)
{
    size_t len = r->to - r->from, step = len / 8 > 1 ? len / 8 : 1;
    double middle = (sqrt(r->seen / (double)len) + sqrt(r->expected / (double)len)) / 2;
    double like = middle * middle * (double)step;
    fr_run whole = *r;

    while (whole.from >= step && r->from - whole.from + step <= len &&
           (sum_of(s, whole.from - step, whole.from) > like) == (r->z > 0))
        whole.from -= step;
    while (whole.to + step <= s->row->n && whole.to - r->to + step <= len &&
           (sum_of(s, whole.to, whole.to + step) > like) == (r->z > 0))
        whole.to += step;
    return whole;
}

/* Returns true of the usual time between a long pause and the end of a recording, or of a piece of it: most of the recording
 * is like the run, what is around it is not, and the run goes on beyond one of its ends. */
static bool is_usual(const search *s, const fr_run *r)
{
    size_t len = r->to - r->from;
    fr_run whole = whole_of(s, r);
    cells near = widen(s, whole.from, whole.to, len);
    double around = r->expected / (double)len;
    double usual = usual_like(s, r->seen / (double)len, around);

    return usual >= 0 && stands_out(fmax(usual, around), fmin(usual, around), true) &&
           !is_unusual(s, r, usual) &&
           !(is_unusual_side(s, r, usual, near.from, whole.from) &&
             is_unusual_side(s, r, usual, whole.to, near.to));
}

/* Returns true if the cells from..to, between a gap and an end of a recording, are nearer to the gap than to the usual. */
static bool is_low_too(const search *s, const fr_run *r, size_t from, size_t to)
{
    double len = (double)(r->to - r->from);

    return sum_of(s, from, to) * len <= (r->seen + r->expected) / 2 * (double)(to - from);
}

/* Returns true of fewer waits at an end of a recording, which has none of those that began before it or end later: the
 * nearer to the end, the fewer. */
static bool is_cut_off(const search *s, const fr_run *r)
{
    const fr_profile *p = s->row->profile;
    size_t len = r->to - r->from, n = s->row->n;
    bool waits = p->meta.stacks & FR_SAMPLES_LAST && fr_measures_waits(p->columns[0].name);

    return waits && r->z < 0 &&
           ((r->from < len && is_low_too(s, r, 0, r->from)) ||
            (n - r->to < len && is_low_too(s, r, r->to, n)));
}

static fr_run with_ends(const search *s, size_t from, size_t to, double each, double spread)
{
    double expected = each * (double)(to - from);
    fr_run r = {.from = from, .to = to, .expected = expected};

    r.seen = seen_in(s, from, to, expected);
    r.z = fr_poisson_z(r.seen, r.expected) / sqrt(spread);
    return r;
}

/* Moves one end by a cell where that makes the run stand out more. */
static bool nudge(const search *s, fr_run *best, double each, double spread)
{
    static const int moves[4][2] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};

    for (size_t i = 0; i < 4; i++) {
        size_t from = best->from + (size_t)moves[i][0], to = best->to + (size_t)moves[i][1];
        if (from >= to || to > s->row->n)
            continue;
        fr_run try = with_ends(s, from, to, each, spread);
        if (fabs(try.z) > fabs(best->z) && (try.z > 0) == (best->z > 0)) {
            *best = try;
            return true;
        }
    }
    return false;
}

/* Moves the ends to where the run stands out most: in steps first, then cell by cell. All have the noise of the first:
 * else a run without its largest row would stand out more, and be half of a burst. Where samples last, what is found is judged
 * by its own noise, whatever comes of it: a piece of a wait looks surer than the whole. */
static void trim(const search *s, fr_run *r, double spread)
{
    size_t len = r->to - r->from, step = len / 16 > 1 ? len / 16 : 1;
    cells near = widen(s, r->from, r->to, len);
    double each = r->expected / (double)len, noise = noise_of(s, r, spread), z;
    fr_run best = *r;

    for (size_t from = near.from; from < r->to; from += step)
        for (size_t to = from + step; to <= near.to; to += step) {
            fr_run try = with_ends(s, from, to, each, noise);
            if (fabs(try.z) > fabs(best.z) && (try.z > 0) == (r->z > 0))
                best = try;
        }
    while (nudge(s, &best, each, noise))
        ;
    z = best.z * sqrt(noise / noise_of(s, &best, spread));
    if (fabs(z) >= s->least_z || s->lasts) {
        best.z = z;
        best.usual = r->usual;
        *r = best;
    }
}

static bool overlap(const fr_run *a, const fr_run *b)
{
    return a->z != 0 && a->from < b->to && b->from < a->to;
}

/* Keeps the strongest runs; of those that overlap, one. */
static void keep_run(search *s, fr_run new)
{
    size_t weakest = 0;

    for (size_t i = 0; i < FR_MOST_RUNS; i++)
        if (overlap(&s->runs[i], &new) && fabs(s->runs[i].z) >= fabs(new.z))
            return;
    for (size_t i = 0; i < FR_MOST_RUNS; i++) {
        if (overlap(&s->runs[i], &new))
            s->runs[i] = (fr_run){0};
        if (fabs(s->runs[i].z) < fabs(s->runs[weakest].z))
            weakest = i;
    }
    if (fabs(new.z) > fabs(s->runs[weakest].z))
        s->runs[weakest] = new;
}

static int order_runs(const void *a, const void *b)
{
    const fr_run *x = a, *y = b;

    return (x->from > y->from) - (x->from < y->from);
}

/* Searches runs of a length, each half of it behind the one before. */
static void search_length(search *s, size_t len)
{
    double usual = usual_spread(s, len);

    s->usual = usual > 0 || !s->of_all ? usual : s->usual; /* longer ones differ more */
    for (size_t from = 0; from + len <= s->row->n; from += len > 1 ? len / 2 : 1) {
        fr_run r = {.from = from, .to = from + len};
        double spread;
        if (!is_unlike(s, &r) || !judge_run(s, &r, &spread) || !is_plain_run(s, &r))
            continue;
        trim(s, &r, spread);
        if (fabs(r.z) >= s->least_z && !is_usual(s, &r) && !is_cut_off(s, &r))
            keep_run(s, r);
    }
}

bool fr_find_runs(const fr_time_row *row, double n_rows, fr_run runs[FR_MOST_RUNS])
{
    double parts[PARTS];
    search s = {.row = row,
                .runs = runs,
                .parts = parts,
                .lasts = row->profile->meta.stacks & FR_SAMPLES_LAST,
                .of_all = n_rows <= 1,
                .least_z = fr_least_z(8.0 * (double)row->n * n_rows)};
    size_t longest = (size_t)(INT64_C(20000000000) / row->cell_ns);

    memset(runs, 0, FR_MOST_RUNS * sizeof *runs);
    s.before = calloc(3 * (row->n + 1), sizeof *s.before);
    if (!s.before)
        return false;
    s.lone = s.before + row->n + 1;
    s.squares = s.lone + row->n + 1;
    for (size_t i = 0; i < row->n; i++) {
        s.before[i + 1] = s.before[i] + row->at[i];
        s.lone[i + 1] = s.lone[i] + row->lone[i];
        s.squares[i + 1] = s.squares[i] + row->squares[i];
    }
    find_parts(&s);
    for (size_t len = 1; len <= row->n / 10 && len <= longest; len *= 2) {
        search_length(&s, len);
        /* Few events last long: they have to fill a run to be seen. Of functions more lengths find more chance. */
        if (s.lasts && s.of_all && len > 1 && 2 * len <= row->n / 10)
            search_length(&s, len + len / 2);
    }
    for (size_t i = 0; i < FR_MOST_RUNS; i++)
        runs[i].seen = sum_of(&s, runs[i].from, runs[i].to) + lone_in(&s, runs[i].from, runs[i].to);
    free(s.before);
    qsort(runs, FR_MOST_RUNS, sizeof *runs, order_runs);
    return true;
}
