/*
 * judge.c - hands the runs of a differential to the statistics, and turns what they say into
 * points of the whole and verdicts.
 *
 * Weights that are not all alike (bytes of allocations) have more noise where they are large. What
 * a sum of weights scatters by is its sum of squares, so each function has its own mean square
 * weight; a node has that of its function.
 */

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "diff/diff.h"
#include "model/tree/preorder.h"

#define Z_95 1.959963984540054
/* The part of all samples from which the rule for programs with a JIT compiler holds. */
#define USUAL_COMPILED 0.1

#define DUST       1e-13 /* what rounding leaves of no change at all */
#define DUST_ERROR 1e-8  /* ... and of no error: its root */

/* An amount, run by run, base runs first, of a function of that name or of one of its nodes. */
typedef struct run_amounts {
    const int64_t *sum; /* n_base + n_new */
    uint32_t name;      /* id in the tree's names */
    bool of_node, of_self;
} run_amounts;

/* ---- setting up ---- */

bool fr_judgement_check(double fdr, double min_change_pp, fr_error *err)
{
    if (!(fdr > 0 && fdr < 1))
        return fr_fail(err, FR_E_USAGE, 0, 0, "a false discovery rate lies between 0 and 1");
    if (!(min_change_pp >= 0 && min_change_pp <= 100))
        return fr_fail(err, FR_E_USAGE, 0, 0, "the smallest change lies between 0 and 100 points");
    return true;
}

static uint32_t n_runs(const fr_diff *d)
{
    return d->n_base + d->n_new;
}

/* Takes the squares of each run's whole: what options took away is weighted as what they left, of a run of which they
 * left nothing as of the others. */
static void take_squares(const fr_diff *d, fr_jury *jury)
{
    double squares = 0, whole = 0;

    for (uint32_t r = 0; r < n_runs(d); r++) {
        const fr_column *column = &d->profile->columns[r];
        double left = 0;
        for (uint32_t s = 0; s < d->profile->n_stacks; s++)
            left += (double)fr_column_sum(column, s);
        if (!(left > 0))
            continue;
        jury->squares[r] =
            fr_column_all_squares(column, d->profile->n_stacks) * jury->whole[r] / left;
        squares += jury->squares[r];
        whole += jury->whole[r];
    }
    for (uint32_t r = 0; r < n_runs(d); r++)
        if (jury->squares[r] == 0 && whole > 0)
            jury->squares[r] = squares / whole * jury->whole[r];
}

static bool take_wholes(fr_diff *d, fr_jury *jury)
{
    bool weighted = false; /* some column has weights other than 1 */

    for (uint32_t r = 0; r < n_runs(d); r++)
        weighted = weighted || d->profile->columns[r].squares;
    jury->whole = calloc(n_runs(d) + 1, sizeof *jury->whole);
    jury->squares = weighted ? calloc(n_runs(d) + 1, sizeof *jury->squares) : NULL;
    if (!jury->whole || (weighted && !jury->squares))
        return false;
    for (uint32_t r = 0; r < n_runs(d); r++)
        jury->whole[r] = (double)d->runs[r].whole;
    if (jury->squares)
        take_squares(d, jury);
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

static bool take_frames(const fr_diff *d, fr_jury *jury)
{
    const fr_profile *p = d->profile;
    uint32_t *row = jury->row_of_frame = calloc((size_t)p->n_frames + 1, sizeof *row);

    for (uint32_t f = 0; row && f < p->n_frames; f++) {
        uint32_t name = fr_names_find(d->tree->names, fr_frame_name(p, f));
        row[f] = name < fr_names_count(d->tree->names) ? jury->function[name] : 0;
    }
    return row != NULL;
}

typedef struct weighing {
    const uint32_t *row; /* by frame */
    bool *outermost;     /* by stack, so that each counts once in a function */
    double *sum_below, *squares_below;
    double *sum, *squares; /* by row */
} weighing;

static void weigh_stacks(const fr_profile *p, const weighing *w, uint32_t runs)
{
    for (uint32_t s = p->n_stacks; s-- > 1;) {
        uint32_t parent = p->stacks[s].parent, row = w->row[p->stacks[s].frame];
        for (uint32_t r = 0; r < runs; r++) {
            w->sum_below[s] += (double)fr_column_sum(&p->columns[r], s);
            w->squares_below[s] += fr_column_squares(&p->columns[r], s);
        }
        w->sum_below[parent] += w->sum_below[s];
        w->squares_below[parent] += w->squares_below[s];
        w->sum[row] += w->outermost[s] ? w->sum_below[s] : 0;
        w->squares[row] += w->outermost[s] ? w->squares_below[s] : 0;
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
    size_t n = (size_t)d->by_run.n + 1, n_stacks = d->profile->n_stacks;
    weighing w = {.row = jury->row_of_frame,
                  .outermost = fr_outermost_new(d->profile, jury->row_of_frame, d->by_run.n + 1),
                  .sum_below = calloc(2 * (n_stacks + n), sizeof *w.sum_below)};
    bool good;

    jury->weight = malloc(n * sizeof *jury->weight);
    jury->row_squares = malloc(n * n_runs(d) * sizeof *jury->row_squares);
    good = w.outermost && w.sum_below && jury->weight && jury->row_squares;
    if (good) {
        w.squares_below = w.sum_below + n_stacks;
        w.sum = w.squares_below + n_stacks;
        w.squares = w.sum + n;
        weigh_stacks(d->profile, &w, n_runs(d));
        set_weights(d, jury, &w);
    }
    free(w.outermost);
    free(w.sum_below);
    return good;
}

/* Finds what each function is between runs that nobody changed: of one with frames of several kinds, the least steady. */
static void find_unsteady(fr_diff *d, const fr_jury *jury)
{
    const fr_profile *p = d->profile;

    for (uint32_t f = 0; f < p->n_frames; f++) {
        const fr_frame *frame = &p->frames[f];
        uint32_t row = jury->row_of_frame[f];
        fr_unsteady is = fr_unsteady_of(fr_frame_name(p, f), fr_names_at(p->names, frame->file),
                                        fr_frame_kind(frame));
        if (row && is > d->functions[row - 1].unsteady)
            d->functions[row - 1].unsteady = is;
    }
    for (uint32_t i = 0; i < d->by_run.n; i++)
        jury->rows[i].unsteady = d->functions[i].unsteady != FR_STEADY;
}

/* Sets *compiled if a JIT compiler made code in a tenth of the stacks that options left or more, as these are weighted.
 * Of stacks that a name chose, and most of which have such code, no function is steadier than that. */
static bool find_compiled(fr_diff *d, const fr_jury *jury, bool *compiled)
{
    const fr_profile *p = d->profile;
    bool *within = calloc((size_t)p->n_stacks + 1, sizeof *within);
    double sum = 0, all = (double)d->base_total[0] + (double)d->new_total[0];

    for (uint32_t i = 1; within && i < p->n_stacks; i++) {
        uint32_t function = jury->row_of_frame[p->stacks[i].frame];
        within[i] = within[p->stacks[i].parent] ||
                    (function && d->functions[function - 1].unsteady == FR_UNSTEADY_COMPILED);
        for (uint32_t r = 0; within[i] && r < n_runs(d); r++)
            sum += (double)fr_column_sum(&p->columns[r], i);
    }
    *compiled = sum >= USUAL_COMPILED * all;
    for (uint32_t i = 0; d->of_part && 2 * sum >= all && i < d->by_run.n; i++)
        if (d->functions[i].unsteady == FR_STEADY) {
            d->functions[i].unsteady = FR_UNSTEADY_COMPILED;
            jury->rows[i].unsteady = true;
        }
    bool good = within != NULL;
    free(within);
    return good;
}

/* Returns what values of a run are divided by where rates or amounts are compared. */
static double scale_of(const fr_diff_run *run, fr_normalize by)
{
    if (by == FR_NORMALIZE_TIME)
        return run->seconds;
    return by == FR_NORMALIZE_PER && run->units > 0 ? run->units : 1;
}

static bool by_amounts(const fr_diff_options *opt)
{
    return opt->normalize != FR_NORMALIZE_TYPICAL && opt->normalize != FR_NORMALIZE_SHARE;
}

/* Returns true if runs are too few to show how far amounts differ. A model tells more than two runs against one. */
static bool has_few_runs(const fr_diff *d, const fr_diff_options *opt)
{
    return n_runs(d) < (opt->noise ? 4 : 3);
}

/* Several runs a side, which are compared by their rates or amounts, scatter in these. */
static bool take_scales(const fr_diff *d, const fr_diff_options *opt, fr_jury *jury)
{
    if (!by_amounts(opt) || has_few_runs(d, opt))
        return true;
    jury->scale = calloc(n_runs(d), sizeof *jury->scale);
    for (uint32_t r = 0; jury->scale && r < n_runs(d); r++)
        jury->scale[r] = scale_of(&d->runs[r], opt->normalize);
    return jury->scale != NULL;
}

bool fr_judge_init(fr_diff *d, const fr_diff_options *opt, fr_error *err)
{
    fr_jury *jury = d->jury = calloc(1, sizeof *jury);
    fr_significance_options how = {.fdr = d->fdr, .sampling_only = opt->sampling_only};

    if (!jury || !take_wholes(d, jury) || !take_scales(d, opt, jury) || !take_functions(d, jury) ||
        !take_frames(d, jury) || (jury->squares && !weigh_functions(d, jury)))
        return fr_fail_memory(err);
    if (opt->noise) {
        jury->noise = fr_noise_read(opt->noise, strlen(opt->noise), err);
        if (!jury->noise)
            return false;
    }
    how.noise = jury->scale ? NULL : jury->noise;
    d->has_model = how.noise != NULL;
    d->left_model = jury->noise && !d->has_model;
    fr_comparison runs = {d->n_base, d->n_new, jury->whole, jury->squares, jury->scale};
    d->one_run = !fr_comparison_has_runs(&runs) && !d->has_model;
    d->usual = d->one_run && !opt->sampling_only;
    if (d->usual)
        find_unsteady(d, jury);
    if (d->usual && !find_compiled(d, jury, &how.compiled))
        return fr_fail_memory(err);
    bool good = fr_significance_init(&jury->significance, &runs, jury->rows,
                                     d->counted ? d->by_run.n : 0, &how, err);
    if (by_amounts(opt) && opt->noise && has_few_runs(d, opt)) /* as one run a side */
        jury->significance.basis = FR_BASIS_MODEL;
    return good;
}

void fr_judge_free(fr_diff *d)
{
    fr_jury *jury = d->jury;

    if (!jury)
        return;
    fr_noise_free(jury->noise);
    free(jury->whole);
    free(jury->squares);
    free(jury->scale);
    free(jury->sums);
    free(jury->rows);
    free(jury->function);
    free(jury->row_of_frame);
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

static fr_verdict verdict_of(const fr_diff *d, const fr_diff_value *v, const fr_row_change *c)
{
    bool maybe = (d->usual || d->of_both) && fabs(c->sampling_z) >= d->jury->significance.maybe_cut;

    if (v->base == 0 && v->new_ == 0)
        return FR_VERDICT_NOISE;
    if (d->base_whole == 0 || d->new_whole == 0)
        return changed(v);
    if (!d->counted)
        return FR_VERDICT_UNJUDGED;
    if (c->samples < FR_JUDGED_SAMPLES || v->change_pp == 0)
        return FR_VERDICT_NOISE;
    if (fabs(v->z) >= d->z_cut)
        return fabs(v->change_pp) < d->min_change_pp ? FR_VERDICT_SMALL : changed(v);
    return maybe && fabs(v->change_pp) >= d->min_change_pp ? FR_VERDICT_MAYBE : FR_VERDICT_NOISE;
}

/* A model, and what is usual, know how far functions scatter, not the ways to them: a JIT compiler
 * that optimises a caller sooner or later moves all below it to other nodes, in runs that nobody
 * changed. So a box that is judged by one of them is no surer than its function. */
static fr_row_change no_surer(fr_row_change c, fr_row_change whole)
{
    if (fabs(whole.z) < fabs(c.z)) {
        c.z = copysign(whole.z, c.z);
        c.p = whole.p;
    }
    if (fabs(whole.sampling_z) < fabs(c.sampling_z))
        c.sampling_z = copysign(whole.sampling_z, c.sampling_z);
    return c;
}

static fr_row_change judge_row(const fr_diff *d, const run_amounts *amounts)
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
    row.unsteady = function && jury->rows[function - 1].unsteady;
    return fr_significance_row(&jury->significance, &row);
}

static fr_row_change judge_amount(const fr_diff *d, const run_amounts *amounts)
{
    const fr_significance *s = &d->jury->significance;
    const fr_functions *f = &d->by_run;
    uint32_t function = d->jury->function[amounts->name];
    fr_row_change c = judge_row(d, amounts);
    const int64_t *sum = amounts->of_self ? f->self : f->total;

    if (!amounts->of_node || !function ||
        !(fabs(c.z) >= s->z_cut || fabs(c.sampling_z) >= s->maybe_cut) ||
        (s->basis != FR_BASIS_MODEL && s->basis != FR_BASIS_USUAL))
        return c;
    sum += (size_t)(function - 1) * f->n_runs;
    return no_surer(c, judge_row(d, &(run_amounts){.sum = sum, .name = amounts->name}));
}

static fr_diff_value judge(const fr_diff *d, const run_amounts *amounts)
{
    fr_diff_value v = {0};
    fr_row_change c;
    double base_share, new_share;

    for (uint32_t r = 0; r < n_runs(d); r++)
        *(r < d->n_base ? &v.base : &v.new_) += amounts->sum[r];
    base_share = d->base_whole > 0 ? (double)v.base / (double)d->base_whole : 0;
    new_share = d->new_whole > 0 ? (double)v.new_ / (double)d->new_whole : 0;
    v.share_pp = 100 * (new_share - base_share);
    c = judge_amount(d, amounts);
    v.change_pp = fabs(c.change) > DUST ? 100 * c.change : 0;
    if (d->counted) {
        v.error_pp = c.error > DUST_ERROR ? 100 * fr_t_from_normal(Z_95, c.df) * c.error : 0;
        v.z = v.change_pp == 0 ? 0 : c.z;
    }
    v.verdict = verdict_of(d, &v, &c);
    return v;
}

const fr_diff_value *fr_diff_shown(const fr_diff *diff, const fr_diff_function *f)
{
    return diff->by == FR_DIFF_BY_SELF ? &f->self : &f->total;
}

/* ---- amounts of nodes and functions ---- */

/* The words of verdicts in data outputs and the viewer, as in flamerender_options.h. */
/* clang-format off */
#define FR_VERDICT_WORDS(ROW) \
    ROW(FR_VERDICT_NOISE, "noise") ROW(FR_VERDICT_SMALL, "small") ROW(FR_VERDICT_GREW, "grew") \
    ROW(FR_VERDICT_SHRANK, "shrank") ROW(FR_VERDICT_NEW, "new") ROW(FR_VERDICT_GONE, "gone") \
    ROW(FR_VERDICT_UNJUDGED, "unjudged") ROW(FR_VERDICT_MAYBE, "maybe")
/* clang-format on */

static const char *const verdict_names[FR_N_VERDICTS] = {FR_VERDICT_WORDS(FR_WORD_AT)};

bool fr_verdict_is_change(fr_verdict verdict)
{
    return verdict == FR_VERDICT_GREW || verdict == FR_VERDICT_SHRANK ||
           verdict == FR_VERDICT_NEW || verdict == FR_VERDICT_GONE;
}

const char *fr_verdict_name(fr_verdict verdict)
{
    return (unsigned)verdict < FR_N_VERDICTS ? verdict_names[verdict] : "";
}

static fr_diff_value judge_values(const fr_diff *d, const int64_t *const *columns, size_t at,
                                  run_amounts of)
{
    int64_t sum[FR_MAX_COLUMNS];
    uint32_t n = d->n_base + d->n_new;

    for (uint32_t r = 0; r < n; r++)
        sum[r] = columns[r][at];
    of.sum = sum;
    return judge(d, &of);
}

double fr_diff_change_pp(const fr_diff *diff, uint32_t node)
{
    double change =
        (double)diff->new_total[node] - diff->factor.value * (double)diff->base_total[node];

    return diff->scale > 0 ? 100 * change / diff->scale : 0;
}

fr_diff_value fr_diff_total(const fr_diff *diff, uint32_t node)
{
    return judge_values(diff, (const int64_t *const *)diff->tree->total, node,
                        (run_amounts){.name = diff->tree->name[node], .of_node = true});
}

fr_diff_value fr_diff_self(const fr_diff *diff, uint32_t node)
{
    return judge_values(
        diff, (const int64_t *const *)diff->tree->self, node,
        (run_amounts){.name = diff->tree->name[node], .of_node = true, .of_self = true});
}

/* The change of a function; its verdict needs diff->z_cut. */
static fr_diff_value function_value(const fr_diff *diff, const fr_diff_function *function,
                                    bool total)
{
    const fr_functions *by_run = &diff->by_run;
    const int64_t *values = total ? by_run->total : by_run->self;

    return judge(diff, &(run_amounts){.sum = values + (size_t)function->row * by_run->n_runs,
                                      .name = function->name});
}

double fr_diff_times(const fr_diff *d, const fr_diff_value *value)
{
    double expected = d->factor.value * (double)value->base;

    return expected > 0 ? (double)value->new_ / expected : NAN;
}

const fr_diff_function *fr_diff_function_of(const fr_diff *diff, uint32_t name)
{
    uint32_t at = name < fr_names_count(diff->tree->names) ? diff->function_at[name] : 0;

    return at ? &diff->functions[at - 1] : NULL;
}

/* ---- the family ---- */

static void take_changes(fr_diff *d, const fr_row_change *changes)
{
    for (size_t i = 0; i < d->n_functions; i++) {
        fr_diff_function *f = &d->functions[i];
        f->p = f->q = 1;
        if (d->counted) {
            f->n_samples = changes[f->row].samples;
            f->p = changes[f->row].p;
            f->q = changes[f->row].q;
        }
        f->total = function_value(d, f, true);
        f->self = function_value(d, f, false);
    }
}

bool fr_judge_family(fr_diff *d, fr_error *err)
{
    fr_jury *jury = d->jury;
    fr_row_change *changes = malloc(((size_t)d->by_run.n + 1) * sizeof *changes);
    bool good;

    if (!changes)
        return fr_fail_memory(err);
    /* Shares may stand in for a typical factor that agrees with them. A change then has to be one by
     * both: the share of a large frame falls when all others grow by little.
     * With one run a side nothing tells how far the wholes of runs scatter, nor does a model, which is learned of shares.
     * What is compared by amounts, or rates, then has to be a change of shares, too. */
    bool shares = d->factor.used == FR_NORMALIZE_SHARE;
    d->of_both =
        !shares && d->factor.used != FR_NORMALIZE_TYPICAL && d->base_whole && d->new_whole &&
        !jury->significance.opt.sampling_only && /* times of one recording are not two runs */
        (jury->significance.basis == FR_BASIS_USUAL || jury->significance.basis == FR_BASIS_MODEL);
    double by_share = d->base_whole > 0 ? (double)d->new_whole / (double)d->base_whole : 0;
    jury->significance.factor = d->factor.value;
    jury->significance.factor_error = d->factor.used == FR_NORMALIZE_TYPICAL ? d->factor.error : 0;
    jury->significance.rates = !shares;
    jury->significance.second_factor = shares ? d->factor.typical : d->of_both ? by_share : 0;
    jury->significance.second_error = shares ? d->factor.error : 0;
    good = fr_significance_family(&jury->significance, jury->rows, d->counted ? d->by_run.n : 0,
                                  changes, err);
    d->z_cut = jury->significance.z_cut;
    if (good)
        take_changes(d, changes);
    if (good && d->counted) {
        static const double of[] = {0.01, 0.10, 0.50};
        for (size_t i = 0; i < 3; i++)
            d->visible_pp[i] =
                100 * fr_visible_change(&d->jury->significance, d->jury->rows, d->by_run.n, of[i]);
    }
    free(changes);
    return good;
}

size_t fr_diff_count(const fr_diff *d, fr_verdict verdict)
{
    size_t n = 0;

    for (size_t i = 0; i < d->n_functions; i++)
        n += fr_diff_shown(d, &d->functions[i])->verdict == verdict;
    return n;
}

size_t fr_diff_count_changed(const fr_diff *d)
{
    return fr_diff_count(d, FR_VERDICT_GREW) + fr_diff_count(d, FR_VERDICT_SHRANK) +
           fr_diff_count(d, FR_VERDICT_NEW) + fr_diff_count(d, FR_VERDICT_GONE);
}
