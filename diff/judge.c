/*
 * judge.c - hands the runs of a differential to the statistics, and turns what they say into
 * points of the whole and verdicts.
 *
 * Weights that are not all alike (bytes of allocations) have more noise where they are large. What
 * a sum of weights scatters by is its sum of squares, so each function has its own mean square
 * weight; a node has that of its function.
 */
#include "diff/judge.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "diff/functions.h"
#include "diff/normalise.h"
#include "diff/visible.h"

#define Z_95       1.959963984540054
#define DUST       1e-13 /* what rounding leaves of no change at all */
#define DUST_ERROR 1e-8  /* ... and of no error: its root */

/* ---- setting up ---- */

static uint32_t n_runs(const fr_diff *d)
{
    return d->n_base + d->n_new;
}

static double squares_of(const fr_column *column, uint32_t n_stacks)
{
    double sum = 0;

    for (uint32_t i = 0; i < n_stacks; i++)
        sum += fr_column_squares(column, i);
    return sum;
}

/* Whether some column has weights other than 1. */
static bool is_weighted(const fr_diff *d)
{
    for (uint32_t r = 0; r < n_runs(d); r++)
        if (d->profile->columns[r].squares)
            return true;
    return false;
}

static bool take_wholes(fr_diff *d, fr_jury *jury)
{
    jury->whole = calloc(n_runs(d) + 1, sizeof *jury->whole);
    jury->squares = is_weighted(d) ? calloc(n_runs(d) + 1, sizeof *jury->squares) : NULL;
    if (!jury->whole || (is_weighted(d) && !jury->squares))
        return false;
    for (uint32_t r = 0; r < n_runs(d); r++) {
        jury->whole[r] = (double)d->runs[r].whole;
        if (jury->squares)
            jury->squares[r] = squares_of(&d->profile->columns[r], d->profile->n_stacks);
    }
    return true;
}

static bool take_functions(const fr_diff *d, fr_jury *jury)
{
    const fr_functions *f = &d->by_run;
    size_t n_cells = (size_t)f->n * f->n_runs;

    jury->sums = malloc((n_cells + 1) * sizeof *jury->sums);
    jury->rows = calloc((size_t)f->n + 1, sizeof *jury->rows);
    jury->function = calloc((size_t)fr_names_count(d->tree->names) + 1, sizeof *jury->function);
    if (!jury->sums || !jury->rows || !jury->function)
        return false;
    for (size_t i = 0; i < n_cells; i++)
        jury->sums[i] = (double)f->total[i];
    for (uint32_t i = 0; i < f->n; i++) {
        jury->rows[i] = (fr_amounts){.sum = &jury->sums[(size_t)i * f->n_runs],
                                     .name = fr_names_at(d->tree->names, f->name[i])};
        jury->function[f->name[i]] = i + 1;
    }
    return true;
}

/* Row of the function of each frame of the profile, + 1; 0: none. malloc'ed. */
static uint32_t *rows_of_frames(const fr_diff *d, const fr_jury *jury)
{
    const fr_profile *p = d->profile;
    uint32_t *row = calloc((size_t)p->n_frames + 1, sizeof *row);

    for (uint32_t f = 0; row && f < p->n_frames; f++) {
        uint32_t name = fr_names_find(d->tree->names, fr_frame_name(p, f));
        row[f] = name < fr_names_count(d->tree->names) ? jury->function[name] : 0;
    }
    return row;
}

typedef struct weighing {
    const uint32_t *row; /* by frame */
    uint32_t *last;      /* by row: the stack that counted last, so that each counts once */
    double *sum, *squares;
} weighing;

static void weigh_stack(const fr_profile *p, const weighing *w, uint32_t stack, uint32_t runs)
{
    double sum = 0, squares = 0;

    for (uint32_t r = 0; r < runs; r++) {
        sum += (double)fr_column_sum(&p->columns[r], stack);
        squares += fr_column_squares(&p->columns[r], stack);
    }
    for (uint32_t at = sum > 0 ? stack : 0; at; at = p->stacks[at].parent) {
        uint32_t row = w->row[p->stacks[at].frame];
        if (!row || w->last[row] == stack)
            continue;
        w->last[row] = stack;
        w->sum[row] += sum;
        w->squares[row] += squares;
    }
}

/* Mean square weight per weight of each function, and squares of its runs in proportion. */
static void set_weights(const fr_diff *d, fr_jury *jury, const weighing *w)
{
    uint32_t runs = n_runs(d);

    for (uint32_t i = 0; i < d->by_run.n; i++) {
        double *squares = &jury->row_squares[(size_t)i * runs];
        bool known = w->sum[i + 1] > 0 && w->squares[i + 1] > 0;
        jury->weight[i] = known ? w->squares[i + 1] / w->sum[i + 1] : 1;
        for (uint32_t r = 0; r < runs; r++)
            squares[r] = jury->rows[i].sum[r] * jury->weight[i];
        jury->rows[i].squares = squares;
    }
}

static bool weigh_functions(const fr_diff *d, fr_jury *jury)
{
    size_t n = (size_t)d->by_run.n + 1;
    uint32_t *row = rows_of_frames(d, jury);
    weighing w = {.row = row,
                  .last = calloc(n, sizeof *w.last),
                  .sum = calloc(n, sizeof *w.sum),
                  .squares = calloc(n, sizeof *w.squares)};
    bool good;

    jury->weight = malloc(n * sizeof *jury->weight);
    jury->row_squares = malloc(n * n_runs(d) * sizeof *jury->row_squares);
    good = row && w.last && w.sum && w.squares && jury->weight && jury->row_squares;
    for (uint32_t i = 1; good && i < d->profile->n_stacks; i++)
        weigh_stack(d->profile, &w, i, n_runs(d));
    if (good)
        set_weights(d, jury, &w);
    free(row);
    free(w.last);
    free(w.sum);
    free(w.squares);
    return good;
}

double fr_judge_weight(const fr_diff *d, uint32_t row)
{
    return d->jury->weight ? d->jury->weight[row] : 1;
}

bool fr_judge_init(fr_diff *d, const fr_diff_options *opt, fr_error *err)
{
    fr_jury *jury = d->jury = calloc(1, sizeof *jury);
    fr_significance_options how = {.fdr = d->fdr};

    if (!jury || !take_wholes(d, jury) || !take_functions(d, jury) ||
        (jury->squares && !weigh_functions(d, jury)))
        return fr_fail_memory(err);
    if (opt->noise) {
        jury->noise = fr_noise_read(opt->noise, strlen(opt->noise), err);
        if (!jury->noise)
            return false;
    }
    how.noise = jury->noise;
    d->has_model = jury->noise != NULL;
    d->one_run = d->n_base == 1 && d->n_new == 1 && !d->has_model;
    return fr_significance_init(&jury->significance,
                                &(fr_comparison){d->n_base, d->n_new, jury->whole, jury->squares},
                                jury->rows, d->counted ? d->by_run.n : 0, &how, err);
}

void fr_judge_free(fr_diff *d)
{
    fr_jury *jury = d->jury;

    if (!jury)
        return;
    fr_noise_free(jury->noise);
    free(jury->whole);
    free(jury->squares);
    free(jury->sums);
    free(jury->rows);
    free(jury->function);
    free(jury->weight);
    free(jury->row_squares);
    free(jury);
    d->jury = NULL;
}

/* ---- one amount ---- */

static fr_verdict changed(const fr_diff_value *v)
{
    if (v->base == 0)
        return FR_VERDICT_NEW;
    if (v->new_ == 0)
        return FR_VERDICT_GONE;
    return v->change_pp > 0 ? FR_VERDICT_GREW : FR_VERDICT_SHRANK;
}

static fr_verdict verdict_of(const fr_diff *d, const fr_diff_value *v, double n_samples)
{
    if (v->base == 0 && v->new_ == 0)
        return FR_VERDICT_NOISE;
    if (d->base_whole == 0 || d->new_whole == 0)
        return changed(v);
    if (!d->counted)
        return FR_VERDICT_UNJUDGED;
    if (n_samples < FR_JUDGED_SAMPLES || fabs(v->z) < d->z_cut || v->change_pp == 0)
        return FR_VERDICT_NOISE;
    return fabs(v->change_pp) < d->min_change_pp ? FR_VERDICT_SMALL : changed(v);
}

/* A model knows how far functions scatter, not the ways to them: a JIT compiler that optimises a
 * caller sooner or later moves all below it to other nodes, in runs that nobody changed. So a box
 * judged by a model is no surer than its function. */
static fr_change within_function(const fr_jury *jury, fr_change c, const fr_amounts *function)
{
    fr_change whole;

    if (jury->significance.basis != FR_BASIS_MODEL || fabs(c.z) < jury->significance.z_cut)
        return c;
    whole = fr_significance_row(&jury->significance, function);
    if (fabs(whole.z) < fabs(c.z)) {
        c.z = copysign(whole.z, c.z);
        c.p = whole.p;
    }
    return c;
}

static fr_change judge_row(const fr_diff *d, const fr_run_amounts *amounts)
{
    const fr_jury *jury = d->jury;
    double sum[FR_MAX_COLUMNS], squares[FR_MAX_COLUMNS];
    fr_amounts row = {.sum = sum, .name = fr_names_at(d->tree->names, amounts->name)};
    uint32_t function = jury->function[amounts->name];
    bool weighted = jury->weight && function;

    for (uint32_t r = 0; r < n_runs(d); r++) {
        sum[r] = (double)amounts->sum[r];
        squares[r] = weighted ? sum[r] * jury->weight[function - 1] : 0;
    }
    if (weighted)
        row.squares = squares;
    fr_change c = fr_significance_row(&jury->significance, &row);
    return amounts->of_node && function ? within_function(jury, c, &jury->rows[function - 1]) : c;
}

fr_diff_value fr_judge(const fr_diff *d, const fr_run_amounts *amounts)
{
    fr_diff_value v = {0};
    fr_change c;
    double base_share, new_share;

    for (uint32_t r = 0; r < n_runs(d); r++)
        *(r < d->n_base ? &v.base : &v.new_) += amounts->sum[r];
    base_share = d->base_whole > 0 ? (double)v.base / (double)d->base_whole : 0;
    new_share = d->new_whole > 0 ? (double)v.new_ / (double)d->new_whole : 0;
    v.share_pp = 100 * (new_share - base_share);
    c = judge_row(d, amounts);
    v.change_pp = fabs(c.change) > DUST ? 100 * c.change : 0;
    if (d->counted) {
        v.error_pp = c.error > DUST_ERROR ? 100 * fr_t_from_normal(Z_95, c.df) * c.error : 0;
        v.z = v.change_pp == 0 ? 0 : c.z;
    }
    v.verdict = verdict_of(d, &v, c.samples);
    return v;
}

/* ---- the family ---- */

static void find_visible(fr_diff *d)
{
    static const double shares[] = {0.01, 0.10, 0.50};

    for (size_t i = 0; i < 3; i++)
        d->visible_pp[i] =
            100 * fr_visible_change(&d->jury->significance, d->jury->rows, d->by_run.n, shares[i]);
}

static void take_changes(fr_diff *d, const fr_change *changes)
{
    for (size_t i = 0; i < d->n_functions; i++) {
        fr_diff_function *f = &d->functions[i];
        f->p = f->q = 1;
        if (d->counted) {
            f->n_samples = changes[f->row].samples;
            f->p = changes[f->row].p;
            f->q = changes[f->row].q;
        }
        f->total = fr_diff_value_of_function(d, f, true);
        f->self = fr_diff_value_of_function(d, f, false);
    }
}

/* Where shares stand in for a typical factor that agrees with them, a change has to be one by
 * both: the share of a large frame falls when all others grow by little. */
static void choose_yardstick(fr_significance *s, const fr_diff_factor *factor)
{
    bool shares = factor->used == FR_NORMALIZE_SHARE;

    s->factor = factor->value;
    s->factor_error = factor->used == FR_NORMALIZE_TYPICAL ? factor->error : 0;
    s->rates = !shares;
    s->second_factor = shares ? factor->typical : 0;
    s->second_error = factor->error;
}

bool fr_judge_family(fr_diff *d, fr_error *err)
{
    fr_jury *jury = d->jury;
    fr_change *changes = malloc(((size_t)d->by_run.n + 1) * sizeof *changes);
    bool good;

    if (!changes)
        return fr_fail_memory(err);
    choose_yardstick(&jury->significance, &d->factor);
    good = fr_significance_family(&jury->significance, jury->rows, d->counted ? d->by_run.n : 0,
                                  changes, err);
    d->z_cut = jury->significance.z_cut;
    if (good)
        take_changes(d, changes);
    if (good && d->counted)
        find_visible(d);
    free(changes);
    return good;
}
