/*
 * diff.c - builds a differential: from the runs of two sides to one tree, a table of functions, a factor and verdicts.
 * fill() has the steps in their order; diff.h says which file does each.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/fail.h"
#include "base/number.h"
#include "diff/diff.h"
#include "diff/moves.h"
#include "model/measured.h"

void fr_diff_free(fr_diff *diff)
{
    if (!diff)
        return;
    for (uint32_t r = 0; diff->runs && r < diff->n_base + diff->n_new; r++)
        free(diff->runs[r].label);
    if (diff->owns_pools) {
        free(diff->base_self);
        free(diff->base_total);
        free(diff->new_self);
        free(diff->new_total);
    }
    fr_judge_free(diff);
    fr_moves_free(diff->moves);
    fr_profile_free(diff->profile);
    fr_tree_free(diff->tree);
    fr_functions_reset(&diff->by_run);
    free(diff->runs);
    free(diff->base_label);
    free(diff->new_label);
    free(diff->event);
    free(diff->functions);
    free(diff->function_at);
    free(diff->pairs);
    free(diff->renamed);
    free(diff);
}

const fr_profile *fr_diff_profile(const fr_diff *diff)
{
    return diff->profile;
}

/* ---- runs and sides ---- */

static bool check_sides(const fr_side *base, const fr_side *new_, fr_error *err)
{
    const fr_side *const sides[] = {base, new_};
    bool good = true;

    if (base->n == 0 || new_->n == 0)
        return fr_fail(err, FR_E_USAGE, 0, 0, "a differential has a run on each side");
    if (base->n + new_->n > FR_MAX_COLUMNS)
        return fr_fail(err, FR_E_LIMIT, 0, 0, "%zu runs; at most %d can be compared",
                       base->n + new_->n, FR_MAX_COLUMNS);
    for (size_t s = 0; s < 2; s++)
        for (size_t i = 0; i < sides[s]->n && good; i++)
            good = fr_profile_is_for(sides[s]->profiles[i], FR_FOR_ANYTHING, err);
    return good;
}

static fr_run *list_runs(const fr_side *base, const fr_side *new_)
{
    fr_run *runs = calloc(base->n + new_->n + 1, sizeof *runs);

    for (size_t i = 0; runs && i < base->n + new_->n; i++) {
        const fr_side *side = i < base->n ? base : new_;
        size_t j = i < base->n ? i : i - base->n;
        runs[i] = (fr_run){
            .profile = side->profiles[j],
            .column = side->columns ? side->columns[j] : 0,
            .label = side->labels && side->labels[j] ? side->labels[j]
                     : i < base->n                   ? "base"
                                                     : "new",
        };
    }
    return runs;
}

/* Returns what all runs measured: "cycles"; "" where none tells. Lives as long as the profiles. */
static const char *measured_event(const fr_run *runs, size_t n)
{
    const char *event = "";
    for (size_t i = 0; i < n && !*event; i++)
        if (runs[i].column < runs[i].profile->n_columns)
            event = fr_column_event(&runs[i].profile->columns[runs[i].column]);
    return event;
}

/* Returns the part of a side that choices of a name or a label left. */
static double side_kept(const fr_side *side)
{
    double left_out = 0, whole = 0;

    for (size_t i = 0; i < side->n; i++) {
        uint32_t at = side->columns ? side->columns[i] : 0;
        const fr_column *column = &side->profiles[i]->columns[at];
        left_out += fr_profile_left_out(side->profiles[i], at) * (double)column->reference;
        whole += (double)column->reference;
    }
    return whole > 0 ? 1 - left_out / whole : 1;
}

static double side_seconds(const fr_side *side)
{
    double seconds = 0;

    for (size_t i = 0; i < side->n; i++) {
        double own = fr_meta_seconds(&side->profiles[i]->meta);
        if (!(own > 0))
            return 0;
        seconds += own;
    }
    return seconds;
}

static bool fail_sum(fr_error *err)
{
    return fr_fail(err, FR_E_LIMIT, 0, 0, "the runs of a side add up to more than fits") ||
           fr_fail_hint(err, "compare fewer runs, or divide their values by the same number");
}

/* Takes what runs are of: their time, and the units of work that they did. */
static bool take_sizes(fr_diff *d, const fr_side *base, const fr_side *new_, fr_error *err)
{
    for (uint32_t r = 0; r < d->n_base + d->n_new; r++) {
        const fr_side *side = r < d->n_base ? base : new_;
        uint32_t i = r < d->n_base ? r : r - d->n_base;
        d->runs[r].seconds = fr_meta_seconds(&side->profiles[i]->meta);
        d->runs[r].units = side->units ? side->units[i] : 0;
        if (side->units && !(side->units[i] > 0 && side->units[i] < HUGE_VAL))
            return fr_fail(err, FR_E_USAGE, 0, 0, "units of work are numbers above 0");
    }
    return true;
}

static bool describe_runs(fr_diff *d, const fr_side *base, const fr_side *new_, fr_error *err)
{
    uint32_t n = d->n_base + d->n_new;

    d->runs = calloc((size_t)n + 1, sizeof *d->runs);
    if (!d->runs)
        return fr_fail_memory(err);
    d->unit = d->tree->unit[0];
    d->shown_unit = fr_measured_unit(d->event, d->unit);
    d->decimals = d->tree->decimals[0];
    d->counted = true;
    for (uint32_t r = 0; r < n; r++) {
        d->runs[r].label = strdup(d->tree->column_name[r]);
        d->runs[r].whole = d->tree->reference[r];
        d->counted = d->counted && d->tree->counted[r];
        int64_t *whole = r < d->n_base ? &d->base_whole : &d->new_whole;
        if (!d->runs[r].label)
            return fr_fail_memory(err);
        if (__builtin_add_overflow(*whole, d->runs[r].whole, whole))
            return fail_sum(err);
    }
    d->base_whole_squares = (double)d->base_whole;
    d->new_whole_squares = (double)d->new_whole;
    return take_sizes(d, base, new_, err);
}

/* The sum of columns from..to of the tree. */
static bool pool_columns(int64_t *const *columns, uint32_t from, uint32_t to, uint32_t n,
                         int64_t **pool, fr_error *err)
{
    *pool = fr_take_array(n, sizeof **pool, true);
    if (!*pool)
        return fr_fail_memory(err);
    for (uint32_t r = from; r < to; r++)
        for (uint32_t i = 0; i < n; i++)
            if (__builtin_add_overflow((*pool)[i], columns[r][i], &(*pool)[i]))
                return fail_sum(err);
    return true;
}

static bool pool_runs(fr_diff *d, fr_error *err)
{
    fr_tree *t = d->tree;
    uint32_t n_runs = d->n_base + d->n_new;

    if (n_runs == 2) {
        d->base_self = t->self[0], d->base_total = t->total[0];
        d->new_self = t->self[1], d->new_total = t->total[1];
        return true;
    }
    d->owns_pools = true;
    return pool_columns(t->self, 0, d->n_base, t->n, &d->base_self, err) &&
           pool_columns(t->total, 0, d->n_base, t->n, &d->base_total, err) &&
           pool_columns(t->self, d->n_base, n_runs, t->n, &d->new_self, err) &&
           pool_columns(t->total, d->n_base, n_runs, t->n, &d->new_total, err);
}

/* ---- functions ---- */

static double sum_of(const int64_t *values, uint32_t from, uint32_t to)
{
    double sum = 0;

    for (uint32_t r = from; r < to; r++)
        sum += (double)values[r];
    return sum;
}

/* Totals of functions are those of a tree from the root, whatever is drawn. */
static bool list_functions(fr_diff *d, const fr_diff_options *opt, fr_error *err)
{
    const fr_tree_options by_name = {.sort = FR_SORT_NAME, .threads = opt->threads};
    const fr_functions *by_run = &d->by_run;
    fr_tree *plain = d->tree->callers ? fr_tree_build(d->profile, &by_name, err) : NULL;
    const fr_tree *tree = d->tree->callers ? plain : d->tree;
    bool good = tree && fr_functions_init(&d->by_run, tree, opt->threads, err);

    fr_tree_free(plain);
    if (!good)
        return false;
    d->functions = calloc((size_t)by_run->n + 1, sizeof *d->functions);
    if (!d->functions)
        return fr_fail_memory(err);
    for (uint32_t f = 0; f < by_run->n; f++)
        d->functions[d->n_functions++] = (fr_diff_function){
            .name = by_run->name[f],
            .base_name = by_run->name[f],
            .kind = by_run->kind[f],
            .row = f,
            .n_samples = sum_of(&by_run->total[(size_t)f * by_run->n_runs], 0, by_run->n_runs),
        };
    return true;
}

/* A pair stands under the name of new. */
static bool tell_base_names(fr_diff *d)
{
    uint32_t *base = calloc((size_t)fr_names_count(d->tree->names) + 1, sizeof *base);

    if (!base)
        return false;
    for (size_t i = 0; i < d->n_pairs; i++)
        base[d->pairs[i].new_name] = d->pairs[i].base_name;
    for (size_t i = 0; i < d->n_functions; i++)
        if (base[d->functions[i].name])
            d->functions[i].base_name = base[d->functions[i].name];
    free(base);
    return true;
}

static bool find_factor(fr_diff *d, const fr_diff_options *opt, fr_error *err)
{
    const fr_functions *f = &d->by_run;
    fr_common *common = malloc(((size_t)f->n + 1) * sizeof *common);
    fr_normal from = {.opt = opt,
                      .base_whole = d->base_whole,
                      .new_whole = d->new_whole,
                      .base_seconds = d->base_seconds,
                      .new_seconds = d->new_seconds,
                      .n_base = d->n_base,
                      .n_new = d->n_new,
                      .common = common,
                      .n_common = d->counted ? f->n : 0,
                      .kept = d->kept};
    bool good;

    if (!common)
        return fr_fail_memory(err);
    for (uint32_t r = 0; r < d->n_base + d->n_new; r++)
        from.equal_work |= d->runs[r].units == 0 && (r < d->n_base ? d->n_base : d->n_new) > 1;
    for (uint32_t i = 0; i < f->n; i++) {
        const int64_t *self = &f->self[(size_t)i * f->n_runs];
        /* The mean value of a sample: values divided by that are a number of samples. */
        double weight = d->jury->weight ? d->jury->weight[i] : 1;
        common[i] = (fr_common){sum_of(self, 0, d->n_base) / weight,
                                sum_of(self, d->n_base, f->n_runs) / weight};
    }
    good = fr_normalise(&d->factor, &from, err);
    free(common);
    d->scale = fmax(d->factor.value * (double)d->base_whole, (double)d->new_whole);
    return good;
}

/* The larger change first, then the order of the tree. */
static int compare_functions(const void *a, const void *b)
{
    const fr_diff_function *x = a, *y = b;
    double i = fabs(x->total.change_pp), j = fabs(y->total.change_pp);

    if (i != j)
        return i > j ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static bool sort_functions(fr_diff *d)
{
    d->function_at = calloc((size_t)fr_names_count(d->tree->names) + 1, sizeof *d->function_at);
    if (!d->function_at)
        return false;
    qsort(d->functions, d->n_functions, sizeof *d->functions, compare_functions);
    for (uint32_t i = 0; i < d->n_functions; i++)
        d->function_at[d->functions[i].name] = i + 1;
    return true;
}

/* ---- the base in the size of new ---- */

#define BEYOND 9.2e18 /* no double from here on is sure to fit an int64_t */

/* Multiplies the base column of the pooled profile by the factor and cuts each value to a whole number, as
 * difffolded.pl -n writes it: 5 times 40 / 15 is 13. Trees, functions and verdicts keep what was measured. The ratio
 * of the wholes is taken in integers; other factors are doubles. */
static bool rescale_base(fr_diff *d, fr_error *err)
{
    fr_column *base = &d->profile->columns[0];
    bool by_wholes = d->factor.used == FR_NORMALIZE_SHARE && d->base_whole > 0;
    int64_t unit = 1;

    if (!fr_scale_up(1, base->decimals, &unit))
        unit = 1;
    for (uint32_t i = 0; i < d->profile->n_stacks; i++) {
        double product = (double)base->sum[i] * d->factor.value;
        if (!by_wholes && !(product < BEYOND))
            return fr_fail(err, FR_E_LIMIT, 0, 0, "a scaled value of the base side does not fit");
        base->sum[i] = by_wholes ? (int64_t)((fr_i128)base->sum[i] * d->new_whole / d->base_whole)
                                 : (int64_t)product;
        base->sum[i] -= base->sum[i] % unit;
    }
    return true;
}

/* ---- building ---- */

static bool build_tree(fr_diff *d, const fr_diff_options *opt, fr_error *err)
{
    fr_tree_options tree = FR_TREE_DEFAULTS;

    tree.sort = opt->sort;
    tree.callers = opt->callers;
    tree.min_share = opt->min_share;
    tree.threads = opt->threads;
    d->tree = fr_tree_build(d->profile, &tree, err);
    return d->tree != NULL;
}

/* Finds what functions are called that stand at other places on both sides. */
static bool find_moves(fr_diff *d, fr_run *runs, const fr_diff_options *opt, fr_error *err)
{
    size_t n = d->n_base + d->n_new;
    fr_renames *renames = opt->n_renames ? fr_renames_new(opt->renames, opt->n_renames, err) : NULL;

    if (!opt->n_renames || renames)
        d->moves = fr_moves_find(runs, d->n_base, n, renames, err);
    fr_renames_free(renames);
    for (size_t i = 0; i < n; i++) {
        runs[i].moves = d->moves;
        runs[i].is_new = i >= d->n_base;
    }
    return d->moves != NULL;
}

static bool fill(fr_diff *d, const fr_side *base, const fr_side *new_, const fr_diff_options *opt,
                 fr_error *err)
{
    fr_run *runs = list_runs(base, new_);

    if (!runs)
        return fr_fail_memory(err);
    d->n_base = (uint32_t)base->n;
    d->n_new = (uint32_t)new_->n;
    d->by = opt->by;
    d->fdr = opt->fdr;
    d->min_change_pp = opt->min_change_pp;
    d->base_seconds = side_seconds(base);
    d->new_seconds = side_seconds(new_);
    d->base_label = strdup(base->label ? base->label : "base");
    d->new_label = strdup(new_->label ? new_->label : "new");
    d->event = strdup(measured_event(runs, base->n + new_->n));
    for (size_t i = 0; i < base->n + new_->n; i++)
        d->of_part |= runs[i].profile->meta.of_part;
    d->kept = (fr_common){side_kept(base), side_kept(new_)};
    if (opt->exact_names || find_moves(d, runs, opt, err))
        d->profile = fr_union_profile(runs, base->n + new_->n, err);
    free(runs);
    if (!d->profile || !fr_pairing_apply(d, opt, err) || !build_tree(d, opt, err))
        return false;
    if (!d->base_label || !d->new_label || !d->event)
        return fr_fail_memory(err);
    return describe_runs(d, base, new_, err) && pool_runs(d, err) && list_functions(d, opt, err) &&
           (tell_base_names(d) || fr_fail_memory(err)) && fr_judge_init(d, opt, err) &&
           find_factor(d, opt, err) && fr_judge_family(d, err) && fr_why_functions(d, err) &&
           (sort_functions(d) || fr_fail_memory(err)) && fr_renamed_find(d, err) &&
           fr_union_pool(d->profile, d->n_base, err) &&
           (!opt->scale_base || opt->normalize == FR_NORMALIZE_NONE || rescale_base(d, err));
}

/* The runs of a side that tell something, in room of its own. */
typedef struct telling {
    fr_side side;
    const fr_profile *profiles[FR_MAX_COLUMNS];
    const char *labels[FR_MAX_COLUMNS];
    uint32_t columns[FR_MAX_COLUMNS];
    double units[FR_MAX_COLUMNS], all_units;
} telling;

/* Takes the runs of a side, but for those that ended before the range, or began after it: they tell nothing of it. All
 * are taken where no other is. */
static void take_telling(telling *to, const fr_side *from)
{
    bool some = false;
    size_t n = 0;

    for (size_t i = 0; i < from->n; i++)
        some = some || !fr_meta_is_beyond(&from->profiles[i]->meta);
    for (size_t i = 0; i < from->n; i++) {
        if (some && fr_meta_is_beyond(&from->profiles[i]->meta))
            continue;
        to->profiles[n] = from->profiles[i];
        to->labels[n] = from->labels ? from->labels[i] : NULL;
        to->columns[n] = from->columns ? from->columns[i] : 0;
        to->units[n] = from->units ? from->units[i] : 0;
        to->all_units += to->units[n++];
    }
    to->side = (fr_side){.profiles = to->profiles,
                         .columns = to->columns,
                         .labels = to->labels,
                         .units = from->units ? to->units : NULL,
                         .n = n,
                         .label = from->label};
}

/* Returns the units of work of the runs that were taken, of `told` ones of the side: each did as many as the others, or
 * its own. */
static double units_of(const telling *taken, const fr_side *from, double told)
{
    return from->units ? taken->all_units : told * (double)taken->side.n / (double)from->n;
}

static bool fill_telling(fr_diff *d, const fr_side *base, const fr_side *new_,
                         const fr_diff_options *opt, fr_error *err)
{
    fr_diff_options own = *opt;
    telling *sides = calloc(2, sizeof *sides);
    bool good = false;

    if (sides) {
        take_telling(&sides[0], base);
        take_telling(&sides[1], new_);
        own.per_base = units_of(&sides[0], base, opt->per_base);
        own.per_new = units_of(&sides[1], new_, opt->per_new);
        good = fill(d, &sides[0].side, &sides[1].side, &own, err);
    } else {
        fr_fail_memory(err);
    }
    free(sides);
    return good;
}

fr_diff *fr_diff_build(const fr_side *base, const fr_side *new_, const fr_diff_options *opt,
                       fr_error *err)
{
    fr_diff_options defaults = FR_DIFF_DEFAULTS;
    fr_diff *d;

    opt = opt ? opt : &defaults;
    if (!fr_judgement_check(opt->fdr, opt->min_change_pp, err) || !check_sides(base, new_, err))
        return NULL;
    d = calloc(1, sizeof *d);
    if (!d)
        fr_fail_memory(err);
    else if (!fill_telling(d, base, new_, opt, err)) {
        fr_diff_free(d);
        d = NULL;
    }
    return d;
}

/* ---- learning the noise of identical runs ---- */

bool fr_diff_calibrate(const fr_side *runs, const fr_diff_options *opt, fr_output *out,
                       fr_error *err)
{
    fr_side first = *runs;
    fr_diff *d;
    fr_noise *noise = NULL;
    bool learned;

    first.n = runs->n ? 1 : 0;
    d = fr_diff_build(runs, &first, opt, err);
    if (d && !d->counted)
        fr_fail(err, FR_E_USAGE, 0, 0, "the number of samples behind the values is not known");
    else if (d) {
        fr_comparison identical = d->jury->significance.runs;
        identical.n_new = 0;
        identical.scale = NULL;
        noise = fr_noise_learn(&identical, d->jury->rows, d->by_run.n, err);
    }
    learned = noise != NULL;
    if (learned)
        fr_noise_write(noise, out);
    fr_noise_free(noise);
    fr_diff_free(d);
    return learned;
}
