/*
 * diff_report.c - fr_report_diff(): functions by their change, under a first line that says what changed
 * most.
 *
 *     ▲ foo +2.1 pp ± 0.6 of total (1.9x), beyond sampling noise; ...
 *     main.folded: 10 000 samples · pr.folded: 15 000 samples · 3 functions grew, 1 shrank
 *
 *        change        ±    base     new   times  of self  verdict  function
 *      +2.10 pp  0.60 pp  2.30 %  4.40 %    1.9x  2.1 pp   grew     foo
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff/diff.h"
#include "diff/moves.h"
#include "model/measured.h"
#include "model/report/report.h"

/* ---- what it would take ---- */

/* This would show a change, where none is beyond noise: "a change of 1 pp in parse would be seen (4 times of 5) with
 * about 42 000 samples a side". */
typedef struct needed {
    const fr_diff_function *of; /* changed most, within noise; none that stands in every stack */
    double samples;             /* a side; 0: runs are what is needed */
    double runs;                /* a side, each of as many samples as these have */
} needed;

#define ONE_POINT   0.01
#define FEWEST_RUNS 3 /* that tell how far runs differ */

/* Finds the function that changed most, within noise: large enough to be tested, and no caller of everything. */
static const fr_diff_function *largest_within_noise(const fr_diff *d)
{
    const fr_diff_function *largest = NULL;

    for (size_t i = 0; i < d->n_functions; i++) {
        const fr_diff_function *f = &d->functions[i];
        if (f->n_samples < FR_JUDGED_SAMPLES || fr_why_is_nowhere(d, f))
            continue;
        if (!largest ||
            fabs(fr_diff_shown(d, f)->change_pp) > fabs(fr_diff_shown(d, largest)->change_pp))
            largest = f;
    }
    return largest;
}

/* Returns what both sides are worth together: variances of shares add up as 1 / base + 1 / new does. */
static double a_side(double base, double new_)
{
    return base > 0 && new_ > 0 ? 2 / (1 / base + 1 / new_) : 0;
}

/* False where something changed, where there is nothing to judge, or where it would be seen now. */
static bool find_needed(const fr_diff *d, needed *to)
{
    const fr_significance *s = &d->jury->significance;
    const fr_diff_value *v;
    double share, times;

    *to = (needed){0};
    if (!d->counted || d->base_whole == 0 || d->new_whole == 0 || fr_why_main(d, true))
        return false;
    to->of = largest_within_noise(d);
    if (!to->of)
        return false;
    v = fr_diff_shown(d, to->of);
    share = ((double)v->base + (double)v->new_) / ((double)d->base_whole + (double)d->new_whole);
    times = fr_times_needed(s, d->jury->rows, d->by_run.n, share, ONE_POINT);
    if (s->basis == FR_BASIS_SAMPLING)
        to->samples = ceil(times * a_side(s->whole_base / s->unit, s->whole_new / s->unit));
    else if (s->basis == FR_BASIS_USUAL)
        to->runs =
            fmax(ceil(times), FEWEST_RUNS); /* what runs differ by does not fall with samples */
    else
        to->runs = ceil(times * a_side(d->n_base, d->n_new));
    return times > 1;
}

#define NOISE_ROWS 5 /* where nothing changed, the largest of what is within noise */

typedef struct writer {
    const fr_diff *diff;
    const fr_diff_report_options *opt;
    fr_report *report;
    const fr_diff_function **rows; /* changes first, then the rest, each by size */
    size_t n_rows, n_changed, n_shown;
} writer;

/* ---- columns and rows ---- */

typedef enum cell {
    CHANGE,
    ERROR,
    BASE,
    NEW,
    BASE_SHARE,
    NEW_SHARE,
    SHARE_CHANGE,
    TIMES,
    SELF_CHANGE,
    SELF_ERROR,
    SELF_BASE,
    SELF_NEW,
    SELF_VERDICT,
    Z,
    P,
    Q,
    VERDICT,
    FUNCTION,
    BASE_FUNCTION
} cell;

static const struct {
    bool for_programs;
    fr_report_column column;
} cells[] = {
    [CHANGE] = {false, {"change", "change", "pp", FR_CELL_NUMBER, 6, 2, true}},
    [ERROR] = {false, {"error", "\xc2\xb1", "pp", FR_CELL_NUMBER, 6, 2, false}},
    [BASE] = {true, {"base", "base", NULL, FR_CELL_VALUE, 0, 0, false}},
    [NEW] = {true, {"new", "new", NULL, FR_CELL_VALUE, 0, 0, false}},
    [BASE_SHARE] = {false, {"base_share", "base", "", FR_CELL_SHARE, 0, 0, false}},
    [NEW_SHARE] = {false, {"new_share", "new", "", FR_CELL_SHARE, 0, 0, false}},
    [SHARE_CHANGE] = {true, {"share_change", "of share", "pp", FR_CELL_NUMBER, 6, 2, true}},
    [TIMES] = {false, {"times", "times", "x", FR_CELL_NUMBER, 6, 2, false}},
    [SELF_CHANGE] = {false, {"self_change", "self", "pp", FR_CELL_NUMBER, 6, 2, true}},
    [SELF_ERROR] = {true, {"self_error", "self \xc2\xb1", "pp", FR_CELL_NUMBER, 6, 2, false}},
    [SELF_BASE] = {true, {"self_base", "self base", NULL, FR_CELL_VALUE, 0, 0, false}},
    [SELF_NEW] = {true, {"self_new", "self new", NULL, FR_CELL_VALUE, 0, 0, false}},
    [SELF_VERDICT] = {true, {"self_verdict", "self is", "", FR_CELL_TEXT, 0, 0, false}},
    [Z] = {true, {"z", "z", "", FR_CELL_NUMBER, 4, 2, true}},
    [P] = {true, {"p", "p", "", FR_CELL_NUMBER, 9, 4, false}},
    [Q] = {true, {"q", "q", "", FR_CELL_NUMBER, 9, 4, false}},
    [VERDICT] = {false, {"verdict", "verdict", "", FR_CELL_TEXT, 0, 0, false}},
    [FUNCTION] = {false, {"function", "function", "", FR_CELL_TEXT, 0, 0, false}},
    [BASE_FUNCTION] = {true, {"base_function", "in base", "", FR_CELL_TEXT, 0, 0, false}},
};

#define N_COLUMNS (sizeof cells / sizeof *cells)

static void add_columns(const writer *w)
{
    for (size_t i = 0; i < N_COLUMNS; i++) {
        fr_report_column column = cells[i].column;
        if (cells[i].for_programs && !w->opt->for_programs)
            continue;
        if (column.kind == FR_CELL_VALUE) {
            column.unit = w->diff->unit;
            column.decimals = w->diff->decimals;
        }
        fr_report_add_column(w->report, &column);
    }
}

static double or_none(double number)
{
    return number > 0 ? number : NAN;
}

static void add_row(const writer *w, const fr_diff_function *f)
{
    const fr_diff *d = w->diff;
    const fr_diff_value *total = &f->total, *self = &f->self;
    const double numbers[] = {
        [CHANGE] = total->change_pp,       [ERROR] = or_none(total->error_pp),
        [SHARE_CHANGE] = total->share_pp,  [TIMES] = fr_diff_times(d, total),
        [SELF_CHANGE] = self->change_pp,   [SELF_ERROR] = or_none(self->error_pp),
        [Z] = d->counted ? total->z : NAN, [P] = d->counted ? f->p : NAN,
        [Q] = d->counted ? f->q : NAN,
    };
    const int64_t values[] = {
        [BASE] = total->base,      [NEW] = total->new_,      [BASE_SHARE] = total->base,
        [NEW_SHARE] = total->new_, [SELF_BASE] = self->base, [SELF_NEW] = self->new_,
    };
    const fr_bytes texts[] = {
        [SELF_VERDICT] = fr_bytes_of(fr_verdict_name(self->verdict)),
        [VERDICT] = fr_bytes_of(fr_verdict_name(fr_diff_shown(d, f)->verdict)),
        [FUNCTION] = fr_names_at(d->tree->names, f->name),
        [BASE_FUNCTION] = fr_names_at(d->tree->names, f->base_name),
    };

    for (cell i = 0; i < N_COLUMNS; i++) {
        fr_cell_kind kind = cells[i].column.kind;
        if (cells[i].for_programs && !w->opt->for_programs)
            continue;
        if (kind == FR_CELL_NUMBER)
            fr_report_add_number(w->report, numbers[i]);
        else if (kind == FR_CELL_VALUE)
            fr_report_add_value(w->report, values[i]);
        else if (kind == FR_CELL_SHARE)
            fr_report_add_share(w->report, values[i],
                                i == BASE_SHARE ? d->base_whole : d->new_whole);
        else
            fr_report_add_text(w->report, texts[i]);
    }
}

/* ---- which functions ---- */

typedef enum rank { CHANGED, MAYBE, REST, N_RANKS } rank;

/* Functions that cannot be judged stand where changes do. */
static rank rank_of(const fr_diff *d, const fr_diff_function *f)
{
    fr_verdict verdict = fr_diff_shown(d, f)->verdict;

    return fr_verdict_is_change(verdict) || verdict == FR_VERDICT_UNJUDGED ? CHANGED
           : verdict == FR_VERDICT_MAYBE                                   ? MAYBE
                                                                           : REST;
}

/* diff->functions are ordered by size, which stays within each rank. What may have changed has a table of its
 * own for people. */
static void order_rows(writer *w)
{
    const fr_diff *d = w->diff;
    size_t n[N_RANKS] = {0};

    for (rank r = CHANGED; r < N_RANKS; r++)
        for (size_t i = 0; i < d->n_functions; i++)
            if (rank_of(d, &d->functions[i]) == r) {
                w->rows[w->n_rows++] = &d->functions[i];
                n[r]++;
            }
    w->n_changed = n[CHANGED];
    w->n_shown = w->n_rows;
    if (w->opt->n_rows) {
        size_t wanted = n[CHANGED] || n[MAYBE] ? n[CHANGED] : NOISE_ROWS;
        wanted = wanted < w->opt->n_rows ? wanted : w->opt->n_rows;
        w->n_shown = wanted < w->n_rows ? wanted : w->n_rows;
    }
}

/*
 * ---- notes below the table ----
 *
 *     20 of 34 functions changed: 30 grew, 4 shrank
 *     a change under about 0.3 points in a function of 1 %, 0.9 of 10 %, 1.5 of 50 % would not show
 */

/* "3 functions grew, 1 shrank, 2 are new" */
static void put_counts(fr_output *out, const fr_diff *d)
{
    static const struct {
        fr_verdict verdict;
        const char *one, *many;
    } kinds[] = {
        {FR_VERDICT_GREW, "grew", "grew"},
        {FR_VERDICT_SHRANK, "shrank", "shrank"},
        {FR_VERDICT_NEW, "is new", "are new"},
        {FR_VERDICT_GONE, "is gone", "are gone"},
    };
    const char *between = ": ";

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        size_t n = fr_diff_count(d, kinds[k].verdict);
        if (!n)
            continue;
        fr_say(out, "{}{}", between, fr_as_count(n, kinds[k].one, kinds[k].many));
        between = ", ";
    }
}

/* "20 of 34 functions that changed; 210 within noise" */
static void note_rest(const writer *w)
{
    const fr_diff *d = w->diff;
    size_t n_omitted = w->n_changed > w->n_shown ? w->n_changed - w->n_shown : 0;
    size_t n_maybe = fr_diff_count(d, FR_VERDICT_MAYBE);
    fr_output *out = fr_output_memory();

    if (w->n_changed == 0)
        fr_put_text(out, "none of ");
    else if (n_omitted)
        fr_say(out, "{} more of ", n_omitted);
    else
        fr_say(out, "{} of ", w->n_changed);
    fr_say(out, "{}{}", fr_as_count(d->n_functions, "function ", "functions "),
           d->counted ? "changed" : "compared, none of them judged");
    put_counts(out, d);
    if (n_maybe)
        fr_say(out, "; {}", fr_as_count(n_maybe, "may have", "may have"));
    fr_report_take_note(w->report, out);
}

/* 41 234 as 42 000: an estimate, on the safe side. */
static int64_t two_digits_up(double number)
{
    double unit = 1;

    while (number / unit > 100 && unit < 1e15)
        unit *= 10;
    return (int64_t)(fmin(ceil(number / unit), 1000) * unit);
}

/* "12 names of base paired with 12 of new; 3 frames without their process id or JIT tier", after what moved. */
static void note_names(fr_report *report, const fr_diff *d)
{
    size_t n = d->moves ? d->moves->n_moved : 0;
    size_t files = d->moves ? d->moves->n_files : 0;

    if (n) {
        fr_output *moved =
            fr_sentence("{} compared with the same function at another line or in another file",
                        fr_as_count(n, "function is", "functions are"));
        if (files)
            fr_say(moved, "; {}",
                   fr_as_count(files, "file is taken as renamed", "files are taken as renamed"));
        fr_put_text(moved, " (--exact-names compares names as they stand)");
        fr_report_take_note(report, moved);
    }
    if (d->moves && !d->moves->are_all)
        fr_report_note(report, "too many files share functions to tell which of them moved: their "
                               "functions are compared as they stand (--rename pairs them)");
    if (!d->n_pairs && !d->n_same)
        return;
    fr_output *out = fr_output_memory();
    if (d->n_pairs)
        fr_say(out, "{} by run paired (--exact-names compares them as they are){}",
               fr_as_count(d->n_pairs, "name that differs", "names that differ"),
               d->n_same ? "; " : "");
    if (d->n_same)
        fr_say(out, "{} compared without process id or JIT tier",
               fr_as_count(d->n_same, "frame", "frames"));
    fr_report_take_note(report, out);
}

static void add_notes(const writer *w)
{
    const fr_diff *d = w->diff;
    size_t n_small = fr_diff_count(d, FR_VERDICT_SMALL);

    note_rest(w);
    if (d->usual && d->base_whole && d->new_whole &&
        (fr_diff_count_changed(d) || fr_diff_count(d, FR_VERDICT_MAYBE)))
        fr_report_note(
            w->report,
            "one run a side is judged by what runs of one program usually differ by; JIT-compiled "
            "code, and functions that wait, are never sure (--noise none judges by sampling noise "
            "alone)");
    if (d->of_both && (fr_diff_count_changed(d) || fr_diff_count(d, FR_VERDICT_MAYBE)))
        fr_report_note(w->report,
                       "with one run on a side an amount is sure to have changed only where "
                       "its share has, in the same direction: how far amounts of runs differ is "
                       "not known");
    if (d->left_model && d->counted && d->base_whole && d->new_whole)
        fr_report_note(w->report,
                       "the model of --noise is of shares, and is not used: several runs show how "
                       "far their amounts differ");
    if (n_small)
        fr_report_note(w->report, "{} beyond noise, but below {} (--min-change)",
                       fr_as_count(n_small, "change is", "changes are"),
                       fr_as_points_size(d->min_change_pp));
    note_names(w->report, d);
    fr_report_add_note(w->report, fr_bytes_of(d->factor.text));
    if (d->counted && d->visible_pp[0] > 0)
        fr_report_note(
            w->report,
            "a change under about {} points in a function of 1 %, {} of 10 %, {} of 50 % "
            "would not show (4 times of 5 a larger one does)",
            fr_as_decimal(d->visible_pp[0]), fr_as_decimal(d->visible_pp[1]),
            fr_as_decimal(d->visible_pp[2]));
    needed what;
    if (find_needed(d, &what))
        fr_report_note(
            w->report,
            "a change of 1 pp in {} would be seen (4 times of 5) with about {} {} a side",
            fr_as_function(fr_names_at(d->tree->names, what.of->name)),
            two_digits_up(what.runs > 0 ? what.runs : what.samples),
            what.runs > 0 ? "runs" : "samples");
}

/* ---- tables beside the functions; docs/diff-report.schema.json has their JSON: why ---- */

static const fr_report_column why_columns[] = {
    {"change", "change", "pp", FR_CELL_NUMBER, 6, 2, true},
    {"error", "\xc2\xb1", "pp", FR_CELL_NUMBER, 6, 2, false},
    {"verdict", "verdict", "", FR_CELL_TEXT, 0, 0, false},
    {"caller", "called by", "", FR_CELL_TEXT, 0, 0, false},
    {"frame", "frame", "", FR_CELL_TEXT, 0, 0, false},
};

static fr_report *make_why(const fr_diff *d)
{
    uint32_t nodes[2 * FR_WHY_MOST];
    size_t n = fr_why_list(d, nodes);
    fr_report *why = FR_REPORT_SECTION(
        "why", "Why: frames that hold most of it, none within another", why_columns);

    for (size_t i = 0; why && i < n; i++) {
        fr_diff_value v = fr_diff_total(d, nodes[i]);
        fr_report_add_number(why, v.change_pp);
        fr_report_add_number(why, or_none(v.error_pp));
        fr_report_add_text(why, fr_bytes_of(fr_verdict_name(v.verdict)));
        /* In a tree merged from the leaves callers stand upon what they call: the frame is the one at the
         * foot, whose own value it is. */
        uint32_t caller = d->tree->parent[nodes[i]], frame = nodes[i];
        if (d->tree->callers)
            for (caller = 0; d->tree->parent[frame]; frame = d->tree->parent[frame])
                caller = frame;
        fr_report_add_text(why, fr_node_name(d->tree, caller));
        fr_report_add_text(why, fr_node_name(d->tree, frame));
    }
    return why;
}

/* ---- what may have changed ---- */

static const fr_report_column maybe_columns[] = {
    {"change", "change", "pp", FR_CELL_NUMBER, 6, 2, true},
    {"base_share", "base", "", FR_CELL_SHARE, 0, 0, false},
    {"new_share", "new", "", FR_CELL_SHARE, 0, 0, false},
    {"times", "times", "x", FR_CELL_NUMBER, 6, 2, false},
    {"because", "not sure, as", "", FR_CELL_TEXT, 0, 0, false},
    {"function", "function", "", FR_CELL_TEXT, 0, 0, false},
};

/* Lists what may have changed, the largest change first. */
static fr_report *make_maybe(const fr_diff *d, size_t n_rows)
{
    static const char *const because[] = {[FR_STEADY] = "runs differ",
                                          [FR_UNSTEADY_WAITS] = "it waits",
                                          [FR_UNSTEADY_COMPILED] = "JIT-compiled"};
    const char *title =
        d->usual
            ? "Maybe: more than sampling noise, not more than runs of one program usually differ by"
            : "Maybe: amounts differ by more than the noise of earlier identical runs, their "
              "shares "
              "do not, or in the other direction";
    fr_report *maybe = FR_REPORT_SECTION("maybe", title, maybe_columns);
    size_t most = n_rows ? n_rows : SIZE_MAX, n = 0;

    for (size_t i = 0; maybe && i < d->n_functions; i++) {
        const fr_diff_function *f = &d->functions[i];
        const fr_diff_value *v = fr_diff_shown(d, f);
        if (v->verdict != FR_VERDICT_MAYBE || n++ >= most)
            continue;
        fr_report_add_number(maybe, v->change_pp);
        fr_report_add_share(maybe, v->base, d->base_whole);
        fr_report_add_share(maybe, v->new_, d->new_whole);
        fr_report_add_number(maybe, fr_diff_times(d, v));
        fr_report_add_text(maybe, fr_bytes_of(because[f->unsteady]));
        fr_report_add_text(maybe, fr_names_at(d->tree->names, f->name));
    }
    if (maybe)
        maybe->n_all = n;
    return maybe;
}

/* ---- names ---- */

static const fr_report_column pair_columns[] = {
    {"rule", "why", "", FR_CELL_TEXT, 0, 0, false},
    {"base", "base", "", FR_CELL_TEXT, 0, 0, false},
    {"new", "new", "", FR_CELL_TEXT, 0, 0, false},
};

static fr_report *make_pairs(const fr_diff *d, const char *kind, const char *title,
                             const fr_diff_pair *listed, size_t n, size_t n_rows)
{
    size_t most = n_rows && n_rows < n ? n_rows : n;
    fr_report *pairs = FR_REPORT_SECTION(kind, title, pair_columns);

    for (size_t i = 0; pairs && i < most; i++) {
        fr_report_add_text(pairs, fr_bytes_of(listed[i].rule));
        fr_report_add_text(pairs, fr_names_at(d->tree->names, listed[i].base_name));
        fr_report_add_text(pairs, fr_names_at(d->tree->names, listed[i].new_name));
    }
    if (pairs)
        pairs->n_all = n;
    return pairs;
}

/* Files that were taken as one stand behind functions, with the option that says the same. */
static fr_report *make_renamed(const fr_diff *d, size_t n_rows)
{
    size_t n = d->moves ? d->moves->n_files : 0, most;
    const char *title = n ? "Renamed? Gone and new, of the same caller and the same shape; files "
                            "with the same functions"
                          : "Renamed? Gone and new, of the same caller and the same shape";
    fr_report *renamed = make_pairs(d, "renamed", title, d->renamed, d->n_renamed, n_rows);

    most = n_rows ? n_rows : SIZE_MAX;
    for (size_t i = 0; renamed && i < n && d->n_renamed + i < most; i++) {
        fr_bytes from, to, option;
        fr_moves_file(d->moves, i, &from, &to, &option);
        fr_report_add_text(renamed, option);
        fr_report_add_text(renamed, from);
        fr_report_add_text(renamed, to);
    }
    if (renamed)
        renamed->n_all = d->n_renamed + n;
    return renamed;
}

/* ---- what was compared ---- */

static const char *const way_names[] = {[FR_NORMALIZE_PER] = "per", FR_NORMALIZE_WORDS(FR_WORD_AT)};

#define RUN_WHOLE 2
static const fr_report_column run_columns[] = {
    {"side", "side", "", FR_CELL_TEXT, 0, 0, false},
    {"label", "label", "", FR_CELL_TEXT, 0, 0, false},
    {"whole", "whole", "", FR_CELL_NUMBER, 0, 0, false}, /* decimals: those of the values */
    {"unit", "unit", "", FR_CELL_TEXT, 0, 0, false},
};

static fr_report *make_runs(const fr_diff *d)
{
    fr_report_column columns[sizeof run_columns / sizeof *run_columns];
    fr_report *runs;

    memcpy(columns, run_columns, sizeof columns);
    columns[RUN_WHOLE].decimals = d->decimals;
    runs = FR_REPORT_SECTION("runs", "Runs", columns);
    for (uint32_t r = 0; runs && r < d->n_base + d->n_new; r++) {
        fr_report_add_text(runs, r < d->n_base ? FR_LITERAL("base") : FR_LITERAL("new"));
        fr_report_add_text(runs, fr_bytes_of(d->runs[r].label));
        fr_report_add_scaled(runs, d->runs[r].whole);
        fr_report_add_text(runs, fr_bytes_of(d->unit));
    }
    if (runs)
        runs->for_programs = true;
    return runs;
}

static const fr_report_column judgement_columns[] = {
    {"event", "event", "", FR_CELL_TEXT, 0, 0, false},
    {"normalize", "normalize", "", FR_CELL_TEXT, 0, 0, false},
    {"used", "used", "", FR_CELL_TEXT, 0, 0, false},
    {"factor", "factor", "x", FR_CELL_NUMBER, 9, 3, false},
    {"factor_of_wholes", "of wholes", "x", FR_CELL_NUMBER, 9, 3, false},
    {"factor_typical", "typical", "x", FR_CELL_NUMBER, 9, 3, false},
    {"basis", "judged by", "", FR_CELL_TEXT, 0, 0, false},
    {"z_cut", "z from", "", FR_CELL_NUMBER, 4, 2, false},
    {"min_change", "floor", "pp", FR_CELL_NUMBER, 6, 2, false},
    {"visible_1", "visible of 1 %", "pp", FR_CELL_NUMBER, 6, 2, false},
    {"visible_10", "visible of 10 %", "pp", FR_CELL_NUMBER, 6, 2, false},
    {"visible_50", "visible of 50 %", "pp", FR_CELL_NUMBER, 6, 2, false},
    {"needed_of", "1 pp of", "", FR_CELL_TEXT, 0, 0, false},
    {"needed_samples", "needs samples", "", FR_CELL_NUMBER, 0, 0, false},
    {"needed_runs", "or runs", "", FR_CELL_NUMBER, 0, 0, false},
};

static fr_report *make_judgement(const fr_diff *d)
{
    fr_report *j = FR_REPORT_SECTION("judgement", "How it was judged", judgement_columns);

    if (!j)
        return NULL;
    fr_report_add_text(j, fr_bytes_of(d->event));
    fr_report_add_text(j, fr_bytes_of(way_names[d->factor.asked]));
    fr_report_add_text(j, fr_bytes_of(way_names[d->factor.used]));
    fr_report_add_number(j, d->factor.value);
    fr_report_add_number(j, d->factor.share);
    fr_report_add_number(j, or_none(d->factor.typical));
    fr_report_add_text(j, fr_bytes_of(!d->counted    ? "nothing"
                                      : d->has_model ? "model"
                                      : d->usual     ? "usual"
                                      : d->one_run   ? "sampling"
                                                     : "runs"));
    fr_report_add_number(j, d->counted ? d->z_cut : NAN);
    fr_report_add_number(j, d->min_change_pp);
    for (size_t i = 0; i < 3; i++)
        fr_report_add_number(j, or_none(d->visible_pp[i]));
    needed what;
    bool found = find_needed(d, &what);

    fr_report_add_text(j, found ? fr_names_at(d->tree->names, what.of->name) : FR_LITERAL(""));
    fr_report_add_number(j, found ? or_none(what.samples) : NAN);
    fr_report_add_number(j, found ? or_none(what.runs) : NAN);
    j->for_programs = true;
    return j;
}

/* ---- the report ---- */

fr_report *fr_report_diff(const fr_diff *diff, const fr_diff_report_options *opt, fr_error *err)
{
    fr_diff_report_options defaults = FR_DIFF_REPORT_DEFAULTS;
    writer w = {.diff = diff, .opt = opt ? opt : &defaults, .report = fr_report_new("diff")};

    w.rows = malloc((diff->n_functions + 1) * sizeof(const fr_diff_function *));
    if (w.report && w.rows) {
        order_rows(&w);
        w.report->n_all = w.n_rows;
        fr_output *title = fr_output_memory(), *subtitle = fr_output_memory();
        fr_put_headline(title, diff);
        fr_report_take_title(w.report, title);
        fr_put_sides(subtitle, diff);
        fr_say(subtitle, "{}{}", *diff->event ? FR_SEPARATOR : "", diff->event);
        fr_report_take_subtitle(w.report, subtitle);
        add_columns(&w);
        for (size_t i = 0; i < w.n_shown; i++)
            add_row(&w, w.rows[i]);
        /* n_rows: names listed; 0: all. Failures stick in the report. */
        fr_report_add_section(w.report, make_maybe(diff, w.opt->n_rows));
        fr_report_add_section(w.report, make_why(diff));
        fr_report_add_section(w.report,
                              make_pairs(diff, "pairs", "Names that differ by run, taken as one",
                                         diff->pairs, diff->n_pairs, w.opt->n_rows));
        fr_report_add_section(w.report, make_renamed(diff, w.opt->n_rows));
        fr_report_add_section(w.report, make_runs(diff));
        fr_report_add_section(w.report, make_judgement(diff));
        fr_diff_gates_add(w.report, diff, w.opt->gates);
        add_notes(&w);
    } else if (w.report) {
        fr_fail_memory(&w.report->err);
    }
    free(w.rows);
    return fr_report_finish(w.report, err);
}
