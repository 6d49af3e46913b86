/* report_sections.c - tables beside the functions; docs/diff-report.schema.json has their JSON. */
#include "diff/report_sections.h"

#include <math.h>
#include <string.h>

#include "diff/moves.h"
#include "diff/needed.h"
#include "diff/why.h"
#include "diff/words.h"

static fr_report *new_section(const char *kind, const char *title, const fr_report_column *columns,
                              size_t n)
{
    fr_report *section = fr_report_new(kind);

    if (!section)
        return NULL;
    fr_report_set_title(section, fr_bytes_of(title));
    for (size_t i = 0; i < n; i++)
        fr_report_add_column(section, &columns[i]);
    return section;
}

#define NEW_SECTION(kind, title, columns)                                                          \
    new_section((kind), (title), (columns), sizeof(columns) / sizeof *(columns))

static double or_none(double number)
{
    return number > 0 ? number : NAN;
}

/* ---- why ---- */

static const fr_report_column why_columns[] = {
    {"change", "change", "pp", FR_CELL_NUMBER, 6, 2, true},
    {"error", "\xc2\xb1", "pp", FR_CELL_NUMBER, 6, 2, false},
    {"verdict", "verdict", "", FR_CELL_TEXT, 0, 0, false},
    {"caller", "called by", "", FR_CELL_TEXT, 0, 0, false},
    {"frame", "frame", "", FR_CELL_TEXT, 0, 0, false},
};

/* In a tree merged from the leaves callers stand upon what they call: the frame is the one at the foot,
 * whose own value it is. */
static void add_why_names(fr_report *why, const fr_diff *d, uint32_t node)
{
    uint32_t caller = d->tree->parent[node], frame = node;

    if (d->tree->callers)
        for (caller = 0; d->tree->parent[frame]; frame = d->tree->parent[frame])
            caller = frame;
    fr_report_add_text(why, fr_node_name(d->tree, caller));
    fr_report_add_text(why, fr_node_name(d->tree, frame));
}

static fr_report *make_why(const fr_diff *d)
{
    uint32_t nodes[2 * FR_WHY_MOST];
    size_t n = fr_why_list(d, nodes);
    fr_report *why =
        NEW_SECTION("why", "Why: frames that hold most of it, none within another", why_columns);

    for (size_t i = 0; why && i < n; i++) {
        fr_diff_value v = fr_diff_total(d, nodes[i]);
        fr_report_add_number(why, v.change_pp);
        fr_report_add_number(why, or_none(v.error_pp));
        fr_report_add_text(why, fr_bytes_of(fr_verdict_name(v.verdict)));
        add_why_names(why, d, nodes[i]);
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

/* What may have changed, the largest change first. */
static fr_report *make_maybe(const fr_diff *d, size_t n_rows)
{
    static const char *const because[] = {[FR_STEADY] = "runs differ",
                                          [FR_UNSTEADY_WAITS] = "it waits",
                                          [FR_UNSTEADY_COMPILED] = "JIT-compiled"};
    const char *title =
        "Maybe: more than sampling noise, not more than runs of one program usually differ by";
    fr_report *maybe = NEW_SECTION("maybe", title, maybe_columns);
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
    fr_report *pairs = NEW_SECTION(kind, title, pair_columns);

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
    size_t n = d->moves ? fr_moves_files(d->moves) : 0, most;
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

static const char *const way_names[] = {
    [FR_NORMALIZE_TYPICAL] = "typical", [FR_NORMALIZE_SHARE] = "share",
    [FR_NORMALIZE_TIME] = "time",       [FR_NORMALIZE_PER] = "per",
    [FR_NORMALIZE_NONE] = "none",
};

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
    runs = NEW_SECTION("runs", "Runs", columns);
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

static const char *basis_of(const fr_diff *d)
{
    return !d->counted    ? "nothing"
           : d->has_model ? "model"
           : d->usual     ? "usual"
           : d->one_run   ? "sampling"
                          : "runs";
}

static void add_needed(fr_report *j, const fr_diff *d)
{
    fr_needed needed;
    bool found = fr_needed_find(d, &needed);

    fr_report_add_text(j, found ? fr_names_at(d->tree->names, needed.of->name) : FR_LITERAL(""));
    fr_report_add_number(j, found ? or_none(needed.samples) : NAN);
    fr_report_add_number(j, found ? or_none(needed.runs) : NAN);
}

static fr_report *make_judgement(const fr_diff *d)
{
    fr_report *j = NEW_SECTION("judgement", "How it was judged", judgement_columns);

    if (!j)
        return NULL;
    fr_report_add_text(j, fr_bytes_of(d->event));
    fr_report_add_text(j, fr_bytes_of(way_names[d->factor.asked]));
    fr_report_add_text(j, fr_bytes_of(way_names[d->factor.used]));
    fr_report_add_number(j, d->factor.value);
    fr_report_add_number(j, d->factor.share);
    fr_report_add_number(j, or_none(d->factor.typical));
    fr_report_add_text(j, fr_bytes_of(basis_of(d)));
    fr_report_add_number(j, d->counted ? d->z_cut : NAN);
    fr_report_add_number(j, d->min_change_pp);
    for (size_t i = 0; i < 3; i++)
        fr_report_add_number(j, or_none(d->visible_pp[i]));
    add_needed(j, d);
    j->for_programs = true;
    return j;
}

void fr_diff_report_sections(fr_report *report, const fr_diff *d, size_t n_rows)
{
    fr_report_add_section(report, make_maybe(d, n_rows));
    fr_report_add_section(report, make_why(d));
    fr_report_add_section(report, make_pairs(d, "pairs", "Names that differ by run, taken as one",
                                             d->pairs, d->n_pairs, n_rows));
    fr_report_add_section(report, make_renamed(d, n_rows));
    fr_report_add_section(report, make_runs(d));
    fr_report_add_section(report, make_judgement(d));
}
