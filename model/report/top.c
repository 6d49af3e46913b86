/*
 * top.c - fr_report_top(): the table of functions, modules, files or teams, as a report.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/output.h"
#include "base/sentence.h"
#include "model/labels.h"
#include "model/measured.h"
#include "model/report/amount.h"
#include "model/report/report.h"
#include "model/report/table.h"

#define MEAN_DECIMALS 3

/* The words for rows. */
typedef struct words {
    const char *one, *many;
    const char *self, *total; /* titles */
} words;

#define WORDS(one, many)                                                                           \
    {                                                                                              \
        one, many, "Top " many " by self", "Top " many " by total"                                 \
    }

static const words of_names[] = {
    [FR_GRANULARITY_NAMES] = WORDS("function", "functions"),
    [FR_GRANULARITY_FUNCTIONS] = WORDS("function", "functions"),
    [FR_GRANULARITY_FILEFUNCTIONS] = WORDS("function", "functions"),
    [FR_GRANULARITY_FILES] = WORDS("file", "files"),
    [FR_GRANULARITY_LINES] = WORDS("line", "lines"),
    [FR_GRANULARITY_ADDRESSES] = WORDS("address", "addresses"),
};

/* The kinds of rows: a row each. */
typedef struct rows_by {
    const char *name;
    fr_table_by by;
    words words;
} rows_by;

static const rows_by kinds[] = {
    {"name", FR_TABLE_NAME, WORDS("function", "functions")},
    {"module", FR_TABLE_MODULE, WORDS("module", "modules")},
    {"file", FR_TABLE_FILE, WORDS("file", "files")},
};
static const rows_by teams = {"owner", FR_TABLE_OWNER, WORDS("team", "teams")};

/* The data that a report of `top` is made from. */
typedef struct top {
    const fr_profile *profile;
    const fr_column *column;
    const fr_top_options *opt;
    const rows_by *by;
    words words;
    fr_owners *owners; /* NULL: not asked for */
    fr_cost cost;
    fr_table_keys keys;
    fr_table table;
    uint32_t decimals;
    fr_top_unit unit;
    int64_t whole;  /* what shares refer to */
    size_t n_shown; /* rows */
    fr_report *report;
} top;

/* ---- columns and rows ---- */

static void add_share_column(const top *t, const char *key, const char *title)
{
    fr_report_add_column(t->report,
                         &(fr_report_column){.key = key, .title = title, .kind = FR_CELL_SHARE});
}

static void add_value_column(const top *t, const char *key)
{
    fr_report_add_column(t->report, &(fr_report_column){.key = key,
                                                        .title = key,
                                                        .kind = FR_CELL_VALUE,
                                                        .unit = t->column->unit,
                                                        .decimals = t->decimals});
}

static void add_columns(const top *t)
{
    bool shares = !t->opt->mean; /* a mean is no part of anything */

    add_value_column(t, "self");
    if (shares)
        add_share_column(t, "self_share", "self %");
    if (shares && t->opt->running)
        add_share_column(t, "sum_share", "sum %");
    add_value_column(t, "total");
    if (shares)
        add_share_column(t, "total_share", "total %");
    if (t->cost.whole)
        fr_cost_add_column(&t->cost, t->report);
    fr_report_add_column(t->report,
                         &(fr_report_column){.key = t->words.one, .title = t->words.one});
}

static void add_row(const top *t, const fr_table_row *row, int64_t sum)
{
    bool shares = !t->opt->mean;

    fr_report_add_value(t->report, row->self);
    if (shares)
        fr_report_add_share(t->report, row->self, t->whole);
    if (shares && t->opt->running)
        fr_report_add_share(t->report, sum, t->whole);
    fr_report_add_value(t->report, row->total);
    if (shares)
        fr_report_add_share(t->report, row->total, t->whole);
    if (t->cost.whole)
        fr_report_add_value(
            t->report,
            fr_cost_of(&t->cost, t->opt->order == FR_TOP_TOTAL ? row->total : row->self, t->whole));
    fr_report_add_text(t->report, row->name);
}

/* ---- sentences ---- */

static void set_subtitle(const top *t)
{
    fr_output *out = fr_output_memory();
    fr_summary summary = fr_summary_of(t->profile, t->column, t->table.kept, t->whole);

    summary.decimals = t->decimals;
    if (t->opt->mean)
        fr_say(out, "mean of {} by {}" FR_SEPARATOR, t->column->name, t->profile->columns[0].name);
    fr_summary_put(&summary, out);
    fr_report_take_subtitle(t->report, out);
}

static void add_notes(const top *t)
{
    size_t n_all = t->table.n_rows;
    char share[FR_NUMBER_MAX];
    fr_output *out = fr_output_memory();
    size_t n_unused = 0, n_rules = t->owners ? fr_owners_rules(t->owners, &n_unused) : 0;
    int64_t self = 0;

    /* "30 of 1 234 functions shown: 96.8 % of self", "all 12 functions shown" */
    for (size_t i = 0; i < t->n_shown; i++)
        self += t->table.rows[i].self;
    if (t->n_shown < n_all) {
        fr_say(out, "{} of {} {} shown", t->n_shown, n_all, t->words.many);
        if (!t->opt->mean)
            fr_put_format(out, ": %s of self", fr_format_share(share, self, t->whole, 1));
    } else if (n_all == 1) {
        fr_put_format(out, "the only %s", t->words.one);
    } else {
        fr_say(out, "all {} {} shown", n_all, t->words.many);
    }
    fr_report_take_note(t->report, out);
    if (t->table.recursive)
        fr_report_note(t->report, "total counts a {}{} once in a stack",
                       t->by->by == FR_TABLE_NAME ? "recursive " : "", t->words.one);
    if (t->cost.whole)
        fr_cost_add_note(&t->cost, t->report, t->opt,
                         t->opt->order == FR_TOP_TOTAL ? "total" : "self");
    if (n_unused) {
        out = fr_output_memory();
        fr_put_format(out, "%zu of %zu patterns of --owners %s the first to match any function",
                      n_unused, n_rules, n_unused == 1 ? "is not" : "are not");
        fr_report_take_note(t->report, out);
    }
}

/* "minimum": the least that is shown, of totals where self is 0. */
static int64_t least_shown(const top *t)
{
    int64_t least = t->whole;

    for (size_t i = 0; i < t->n_shown; i++) {
        const fr_table_row *row = &t->table.rows[i];
        int64_t value = row->self ? row->self : row->total;
        least = value && value < least ? value : least;
    }
    return least;
}

/* Means, such as bytes / objects, have decimals of their own: value * up / (by * down) is one. */
typedef struct mean_scale {
    int64_t up, down;
    int64_t one; /* what a value is divided by that has nothing: it is itself, as in pprof */
} mean_scale;

/* Half up. False where it does not fit. */
static bool mean_of(const mean_scale *s, int64_t value, int64_t by, int64_t *mean)
{
    fr_i128 whole = (fr_i128)(by > 0 ? by : s->one) * s->down;
    fr_i128 of = ((fr_i128)value * s->up + whole / 2) / whole;

    *mean = (int64_t)of;
    return of <= INT64_MAX;
}

static mean_scale scale_of(uint32_t decimals, uint32_t of_value, uint32_t of_by)
{
    uint32_t up = decimals + of_by;

    return (mean_scale){.up = fr_power_of_ten(up > of_value ? up - of_value : 0),
                        .down = fr_power_of_ten(of_value > up ? of_value - up : 0),
                        .one = fr_power_of_ten(of_by)};
}

/* Divides the rows of `table`, which has room for what they become in `means`, and its sum. Both tables must be in the
 * order of their keys. False where a mean does not fit. */
static bool divide_table(const fr_table *table, const fr_table *by, const mean_scale *s,
                         fr_table *means)
{
    size_t at = 0;
    bool good = mean_of(s, table->kept, by->kept, &means->kept);

    for (size_t i = 0; i < table->n_rows && good; i++) {
        const fr_table_row *row = &table->rows[i];
        while (at < by->n_rows && by->rows[at].key < row->key)
            at++;
        bool found = at < by->n_rows && by->rows[at].key == row->key;
        means->rows[i] = *row;
        good = mean_of(s, row->self, found ? by->rows[at].self : 0, &means->rows[i].self) &&
               mean_of(s, row->total, found ? by->rows[at].total : 0, &means->rows[i].total);
    }
    return good;
}

/* Divides to thousandths, or to fewer places where these do not fit. */
static bool take_means(top *t, fr_error *err)
{
    const fr_column *first = &t->profile->columns[0];
    uint32_t own = t->decimals, places = own + MEAN_DECIMALS;
    fr_table by = {0}, means = t->table;
    bool fits = false;

    if (!fr_table_init(&by, &t->keys, 0, err))
        return false;
    means.rows = malloc((t->table.n_rows + 1) * sizeof *means.rows);
    int64_t whole_by = t->profile->meta.relative ? by.kept : first->reference, whole = 0;
    places = places <= FR_MAX_DECIMALS ? places : own;
    for (uint32_t n = places + 1; means.rows && n > 0 && !fits; n--) {
        mean_scale scale = scale_of(n - 1, own, first->decimals);
        t->decimals = n - 1;
        fits = divide_table(&t->table, &by, &scale, &means) &&
               mean_of(&scale, t->whole, whole_by, &whole);
    }
    fr_table_reset(&by);
    if (!fits) {
        bool lacked = !means.rows;
        free(means.rows);
        return lacked ? fr_fail_memory(err)
                      : fr_fail(err, FR_E_LIMIT, 0, 0, "a mean is larger than %" PRId64, INT64_MAX);
    }
    free(t->table.rows);
    t->table = means;
    t->whole = whole;
    return true;
}

static fr_report *build(top *t, fr_error *err)
{
    size_t wanted = t->opt->n_rows;

    t->report = fr_report_new("top");
    if (t->report) {
        fr_table_sort(&t->table, t->opt->order, wanted);
        t->n_shown = wanted && wanted < t->table.n_rows ? wanted : t->table.n_rows;
        if (t->unit.minimum)
            t->unit.shown =
                fr_top_unit_least(least_shown(t), t->whole, t->decimals, t->column->unit);
        t->report->n_all = t->table.n_rows;
        fr_report_set_title(
            t->report, fr_bytes_of(t->opt->order == FR_TOP_TOTAL ? t->words.total : t->words.self));
        set_subtitle(t);
        fr_report_set_shown(t->report, t->unit.shown);
        add_columns(t);
        int64_t sum = 0; /* of self: all of it fits */
        for (size_t i = 0; i < t->n_shown; i++) {
            sum += t->table.rows[i].self;
            add_row(t, &t->table.rows[i], sum);
        }
        add_notes(t);
    }
    return fr_report_finish(t->report, err);
}

static bool count(top *t, fr_error *err)
{
    if (!fr_table_keys_init(&t->keys, t->profile, t->by->by, t->owners, err) ||
        !fr_table_init(&t->table, &t->keys, t->opt->column, err))
        return false;
    t->whole = t->profile->meta.relative ? t->table.kept : t->column->reference;
    return !t->opt->mean || take_means(t, err);
}

static bool choose_rows(top *t, fr_error *err)
{
    const char *by = t->opt->by ? t->opt->by : "name";

    t->by = t->opt->owners ? &teams : NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !t->by; i++)
        if (strcmp(kinds[i].name, by) == 0)
            t->by = &kinds[i];
    if (!t->by)
        return fr_fail(err, FR_E_USAGE, 0, 0, "--by '%s': expected name, module, file or label:KEY",
                       by);
    return true;
}

/* Sets up what rows cost, which needs shares. */
static bool choose_cost(top *t, fr_error *err)
{
    return fr_cost_init(&t->cost, t->opt->cost, t->opt->cores, err) &&
           (!t->cost.whole || !t->opt->mean ||
            fr_fail(err, FR_E_USAGE, 0, 0, "--cost needs shares, and a mean has none"));
}

static bool choose_column(top *t, fr_error *err)
{
    const fr_profile *p = t->profile;

    if (t->opt->column >= p->n_columns)
        return fr_fail(err, FR_E_USAGE, 0, 0, "no value column %u: there are %u", t->opt->column,
                       p->n_columns);
    t->column = &p->columns[t->opt->column];
    t->decimals = t->column->decimals;
    if (t->opt->mean && t->opt->column == 0)
        return fr_fail(err, FR_E_USAGE, 0, 0,
                       "--mean divides by the first column, '%s': choose another one",
                       t->column->name);
    return true;
}

static bool prepare(top *t, fr_error *err)
{
    if (!choose_column(t, err) || !choose_rows(t, err) ||
        !fr_top_unit_init(&t->unit, t->opt->unit, t->column->unit, err) || !choose_cost(t, err))
        return false;
    t->words = t->by->by == FR_TABLE_NAME ? of_names[t->profile->meta.granularity] : t->by->words;
    if (t->opt->owners)
        t->owners = fr_owners_new(t->opt->owners, err);
    return !t->opt->owners || t->owners;
}

static bool check_owners(const top *t, fr_error *err)
{
    return !t->opt->owners || !t->opt->by ||
           fr_fail(err, FR_E_USAGE, 0, 0,
                   "--owners lists teams, so --by '%s' cannot be used with it", t->opt->by);
}

static bool lists_labels(const fr_top_options *opt)
{
    return opt->by && strncmp(opt->by, "label:", 6) == 0;
}

bool fr_top_check(const fr_top_options *opt, fr_error *err)
{
    fr_top_options defaults = FR_TOP_DEFAULTS;
    top t = {.opt = opt ? opt : &defaults};

    return check_owners(&t, err) &&
           (lists_labels(t.opt) ? fr_labels_check(t.opt, err) : choose_rows(&t, err)) &&
           choose_cost(&t, err);
}

fr_report *fr_report_top(const fr_profile *profile, const fr_top_options *opt, fr_error *err)
{
    fr_top_options defaults = FR_TOP_DEFAULTS;
    top t = {.profile = profile, .opt = opt ? opt : &defaults};
    fr_report *report = NULL;

    if (!check_owners(&t, err) ||
        !fr_profile_is_for(profile,
                           (!t.opt->owners && (!t.opt->by || strcmp(t.opt->by, "name") == 0))
                               ? FR_FOR_TOP
                               : FR_FOR_ANYTHING,
                           err))
        return NULL;
    if (lists_labels(t.opt))
        return choose_column(&t, err) ? fr_report_labels(profile, t.opt, err) : NULL;
    if (prepare(&t, err) && count(&t, err))
        report = build(&t, err);
    fr_table_reset(&t.table);
    fr_table_keys_reset(&t.keys);
    fr_owners_free(t.owners);
    return report;
}
