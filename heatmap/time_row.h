/* time_row.h - the samples of a recording as a row of equal cells of time, and the statistics of that row. */
#ifndef FR_HEATMAP_TIME_ROW_H
#define FR_HEATMAP_TIME_ROW_H

#include "model/transform/idle.h"

typedef struct fr_time_row {
    const fr_profile *profile;
    const fr_idle *idle; /* samples of idle CPUs do not count; NULL: they do */
    /* Rows that stand for several samples: sum v^2 / sum v of these. Counts of rows over it differ by chance as a
     * Poisson count does (Kish's effective size, Survey Sampling, 1965, 11.7). 0: samples count one each */
    double lump;
    double most;  /* of what such a row stands for; few are larger, and the rest is lone */
    double *at;   /* samples, or how many last on average; [i]: from start_ns + i * cell_ns on */
    double *lone; /* of each cell, what rows count beyond `most`; nothing where samples last */
    /* The sum over the samples of each cell of their squared counts; where they last, of the part that lies in it times the
     * cells that the whole lasts, `longest` at most */
    double *squares;
    double longest; /* of samples that last, in cells, but of a few that are far longer */
    size_t n;
    int64_t start_ns, cell_ns;
    /* Between samples of a thread that runs, or of a few where threads take turns; 0: samples last */
    int64_t interval_ns;
    /* Between two times of the sampler: less than that where threads sleep or take turns; 0: not known */
    int64_t sampler_ns;
    double mean;
    /* One sampler more or less changes a cell by this: smaller differences mean nothing */
    double step;
    double few; /* where fewer samples that last are expected, each is one event of chance */
} fr_time_row;

/* The first and the last cell, which are cut, are omitted. n is 0 where there is too little to judge: under 100 samples
 * or 50 cells. `profile` and `idle` must outlive the row. False: memory ran out. */
FR_CHECKED bool fr_time_row_init(fr_time_row *row, const fr_profile *profile, const fr_idle *idle);
/* Returns how many events of chance a sample counts as: 0 where it has no time, or its CPU was idle; else 1, or what
 * its row stands for, `most` at most, over `lump`. */
static inline double fr_time_row_count(const fr_time_row *row, size_t sample)
{
    const fr_samples *s = &row->profile->samples;

    if (s->time_ns[sample] == FR_NO_TIME || (row->idle && fr_idle_holds(row->idle, s, sample)))
        return 0;
    if (!(row->lump > 0))
        return 1;
    double value = (double)s->value[sample];
    return (value < row->most ? value : row->most) / row->lump;
}

/* Returns what a sample counts beyond that: the part of a lone row that is more than `most`. */
static inline double fr_time_row_lone(const fr_time_row *row, size_t sample)
{
    double more = row->lump > 0 ? (double)row->profile->samples.value[sample] - row->most : 0;

    return more > 0 && fr_time_row_count(row, sample) > 0 ? more / row->lump : 0;
}

/* Marks by stack; the row has the samples whose stack has the one that is asked for. `of` NULL: all samples. */
typedef struct fr_marks {
    const uint16_t *of;
    uint16_t mark;
} fr_marks;

/* Fills `row` with the same cells as `all`, of the samples that are marked. */
FR_CHECKED bool fr_time_row_of(fr_time_row *row, const fr_time_row *all, fr_marks stacks);
/* Fills `row` with the samples of `all`, in `cells` a second from a whole second on. n is 0 where that is longer
 * than any row, or where there is no sampler. */
FR_CHECKED bool fr_time_row_of_seconds(fr_time_row *row, const fr_time_row *all, uint32_t cells);
void fr_time_row_reset(fr_time_row *row);

/* Returns how many standard errors `seen` is from `expected` events: the signed root of the deviance of a Poisson
 * count. */
double fr_poisson_z(double seen, double expected);
/* Returns what a difference must come to, in standard errors, so that the largest of `trials` is by chance beyond it
 * in one of 200 recordings at most. */
double fr_least_z(double trials);

/* A row of cells is laid over itself with a period: a band is the part of every period in which it differs. */
typedef struct fr_band {
    double period;          /* in cells */
    uint32_t n_phases;      /* parts of the period */
    uint32_t from, n;       /* parts of the band: from, from + 1 ... modulo n_phases */
    double inside, outside; /* mean of the cells */
    double z;               /* how sure the difference is, in standard errors; 0: it is not */
    uint32_t times, of;     /* periods in which it is nearer to `inside`, of all whole ones */
} fr_band;

/* The surest band of a row that is one of `n_rows` searched; z is 0 where none is sure. False: memory ran out. */
FR_CHECKED bool fr_find_band(const fr_time_row *row, double n_rows, fr_band *band);
/* The one cell of every `n_cells`, the period, that differs most from the two beside it, from both, in nearly every period.
 * False: memory ran out. */
FR_CHECKED bool fr_fold_cell(const fr_time_row *row, uint32_t n_cells, fr_band *band);
bool fr_band_holds(const fr_band *band, size_t cell); /* true if a cell lies in the band */
/* The number of the period that a cell is of. Periods begin where the recording does; where that is in the band, at its
 * end, so that none has halves of two of its times. Cells before the first of them are of period -1. */
long fr_band_period(const fr_band *band, size_t cell);

/* A run of cells that stands out once from those around it. */
typedef struct fr_run {
    size_t from, to; /* cells */
    double seen, expected;
    double usual; /* of a cell, in the runs around; 0: too few to tell */
    double z;     /* in standard errors, negative for a gap; 0: there is none */
} fr_run;

#define FR_MOST_RUNS  5
#define FR_LEAST_MEAN 0.3 /* of a run: fewer samples tell nothing of what is usual */

/* The strongest runs of a row, in the order of time; the row is one of `n_rows` that are searched. False: memory ran
 * out. */
FR_CHECKED bool fr_find_runs(const fr_time_row *row, double n_rows, fr_run runs[FR_MOST_RUNS]);

/* The functions whose share of the samples changes most in time. */

#define FR_MOST_UNEVEN 16

typedef struct fr_uneven {
    /* The most uneven first; of callers and callees that run at the same times, one */
    uint32_t name[FR_MOST_UNEVEN];
    bool at_once[FR_MOST_UNEVEN]; /* its samples, which last, surely are: not by chance */
    size_t n;
    size_t n_judged; /* functions among which these are */
} fr_uneven;

/* Looks at the functions in 20 samples and more, and at those of fewer that last, at once more often than by chance; at the
 * 2 048 heaviest of them. False: memory ran out. */
FR_CHECKED bool fr_uneven_find(const fr_time_row *all, fr_uneven *found);
/* Marks by stack: bit i where function i stands in it. The caller frees them; NULL: memory ran out. */
uint16_t *fr_uneven_marks(const fr_profile *profile, const fr_uneven *uneven);

#endif
