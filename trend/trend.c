/*
 * trend.c - a trend from its first run to its judgement. Runs are added: what each function has in each, and who calls
 * whom. Then their points get an order and a scale, and changes are found.
 *
 * A profile is counted and let go. What differs from run to run in a name (model/transform/names.h) is
 * taken out of it, so that names meet across all points.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/name_place.h"
#include "base/number.h"
#include "diff/diff.h"
#include "model/profile.h"
#include "model/report/amount.h"
#include "model/report/table.h"
#include "model/transform/names.h"
#include "model/tree/preorder.h"
#include "trend/trend.h"

#define LEAST_POINTS 3

/* ---------------------------------------------------------------- making and freeing */

static bool check_options(const fr_trend_options *opt, fr_error *err)
{
    double ceiling;

    if (!fr_judgement_check(opt->fdr, opt->min_change_pp, err))
        return false;
    if ((unsigned)opt->normalize > FR_NORMALIZE_NONE)
        return fr_fail(err, FR_E_USAGE, 0, 0, "no such normalisation");
    if (opt->ceiling && !fr_limit_parse(fr_bytes_of(opt->ceiling), NULL, &ceiling))
        return fr_fail(err, FR_E_USAGE, 0, 0, "'%.100s' is no amount, such as 4GiB", opt->ceiling);
    return !opt->time_from_name || fr_moment_check(opt->time_from_name, err);
}

fr_trend *fr_trend_new(const fr_trend_options *opt, fr_error *err)
{
    fr_trend_options defaults = FR_TREND_DEFAULTS;
    fr_trend *t;

    opt = opt ? opt : &defaults;
    if (!check_options(opt, err))
        return NULL;
    t = calloc(1, sizeof *t);
    if (t) {
        t->opt = *opt;
        t->counted = true;
        t->time_from_name = opt->time_from_name ? strdup(opt->time_from_name) : NULL;
        t->opt.time_from_name = t->time_from_name;
        t->ceiling = opt->ceiling ? strdup(opt->ceiling) : NULL;
        t->names = fr_names_new();
        t->rules = opt->exact_names ? NULL : fr_name_rules_new(err);
    }
    if (t && t->names && (t->rules || opt->exact_names) &&
        (t->time_from_name || !opt->time_from_name) && (t->ceiling || !opt->ceiling))
        return t;
    fr_trend_free(t);
    fr_fail_memory(err);
    return NULL;
}

void fr_trend_free(fr_trend *t)
{
    if (!t)
        return;
    for (size_t r = 0; r < t->n_runs; r++)
        free(t->runs[r].name);
    free(t->runs);
    free(t->time_from_name);
    free(t->ceiling);
    free(t->event);
    free(t->unit);
    fr_names_free(t->names);
    fr_name_rules_free(t->rules);
    free(t->cells);
    free(t->first_cell);
    free(t->edges);
    free(t->points);
    free(t->n_replicas);
    free(t->room);
    free(t->x);
    free(t->series);
    free(t->changes);
    free(t);
}

/* ---------------------------------------------------------------- what may meet */

static bool take_measure(fr_trend *t, const fr_column *column, fr_error *err)
{
    t->event = strdup(fr_column_event(column));
    t->unit = strdup(fr_column_unit(column));
    if (!t->event || !t->unit)
        return fr_fail_memory(err);
    t->measure = fr_measure_of(t->event, t->unit);
    return true;
}

static bool check_measure(const fr_trend *t, const fr_column *column, const char *name,
                          fr_error *err)
{
    const char *event = fr_column_event(column);

    if (strcmp(t->unit, fr_column_unit(column)) != 0)
        fr_fail(err, FR_E_FORMAT, 0, 0,
                "'%.100s' is in %.60s, the profiles before it in %.60s: different units cannot be "
                "compared",
                name, fr_column_unit(column), t->unit);
    else if (*event && *t->event && strcmp(event, t->event) != 0)
        fr_fail(err, FR_E_FORMAT, 0, 0,
                "'%.100s' measured '%.100s', the profiles before it '%.100s': different events "
                "cannot be compared",
                name, event, t->event);
    else
        return true;
    return fr_fail_hint(err, "choose the same event or sample type for all inputs");
}

/* ---------------------------------------------------------------- a run */

static bool find_moment(const fr_trend *t, fr_trend_run *run, const fr_meta *meta, fr_error *err)
{
    if (t->opt.time_from_name)
        return fr_moment_of_name(&run->moment, t->opt.time_from_name, run->name, err);
    int64_t ns = fr_meta_began(meta);
    run->has_time = ns > 0;
    if (t->opt.by == FR_TREND_BY_TIME && !run->has_time) {
        fr_fail(err, FR_E_USAGE, 0, 0, "'%.200s' does not say when it was recorded", run->name);
        return fr_fail_hint(err, "--time-from-name PATTERN, or --by order");
    }
    run->moment = run->has_time && t->opt.by != FR_TREND_BY_ORDER
                      ? fr_moment_of_time((double)ns * 1e-9)
                      : fr_moment_of_order(run->name, (double)t->n_runs);
    return true;
}

/* ---------------------------------------------------------------- functions */

/* The names here of a profile's names, by name id; FR_NO_ID: not met yet. */
typedef struct naming {
    fr_trend *to;
    const fr_profile *from;
    uint32_t *id; /* by name of the profile */
    fr_arena arena;
} naming;

static uint32_t new_name(naming *n, fr_bytes name)
{
    fr_name_form form = {.text = name};
    fr_arena_mark mark = fr_arena_now(&n->arena);
    uint32_t id;

    if (n->to->rules && !fr_name_same_form(n->to->rules, name, false, &n->arena, &form))
        form.text = name;
    name = form.text;
    if (n->to->rules && fr_name_pair_form(n->to->rules, name, false, &n->arena, &form))
        name = form.text;
    id = fr_names_add(n->to->names, name);
    fr_arena_rewind(&n->arena, mark);
    return id;
}

/* Every name of a row; false: no memory. */
static bool name_rows(naming *n, const fr_table *table)
{
    for (size_t i = 0; i < table->n_rows; i++) {
        uint32_t id = new_name(n, table->rows[i].name);
        if (id == FR_NO_ID)
            return false;
        n->id[table->rows[i].key] = id;
    }
    return true;
}

/* Squares of the weights of each function's total, each stack once, by name; NULL: no memory. Only where
 * weights are not all 1. */
static double *weigh_names(const fr_profile *p, const fr_column *column)
{
    double *squares = calloc((size_t)fr_names_count(p->names) + 1, sizeof *squares);
    double *below = calloc(p->n_stacks, sizeof *below);
    bool *outermost = fr_outermost_new(p, NULL, 0);

    for (uint32_t s = p->n_stacks; squares && below && outermost && s-- > 1;) {
        below[s] += fr_column_squares(column, s);
        below[p->stacks[s].parent] += below[s];
        squares[p->frames[p->stacks[s].frame].name] += outermost[s] ? below[s] : 0;
    }
    if (!below || !outermost) {
        free(squares);
        squares = NULL;
    }
    free(below);
    free(outermost);
    return squares;
}

static bool add_cells(naming *n, const fr_table *table, const fr_column *column, double unit)
{
    fr_trend *t = n->to;
    double *squares = column->squares ? weigh_names(n->from, column) : NULL;
    size_t need = t->n_cells + table->n_rows + 1; /* options may have left nothing of a run */
    fr_trend_cell *cells = fr_grow(t->cells, &t->cap_cells, need, sizeof *cells);

    if (cells)
        t->cells = cells;
    if (!cells || (column->squares && !squares)) {
        free(squares);
        return false;
    }
    for (size_t i = 0; i < table->n_rows; i++) {
        const fr_table_row *row = &table->rows[i];
        double total = (double)row->total / unit;
        t->cells[t->n_cells++] =
            (fr_trend_cell){n->id[row->key], (uint32_t)t->n_runs, (double)row->self / unit, total,
                            squares ? squares[row->key] / (unit * unit) : total / unit};
    }
    free(squares);
    return true;
}

static bool count_functions(fr_trend *t, const fr_profile *p, uint32_t column, fr_error *err)
{
    naming n = {.to = t, .from = p};
    fr_table_keys keys;
    fr_table table = {0};
    double unit = pow(10, p->columns[column].decimals);
    bool good;

    if (!fr_table_keys_init(&keys, p, FR_TABLE_NAME, NULL, err))
        return false;
    n.id = calloc((size_t)keys.n + 1, sizeof *n.id);
    good = fr_table_init(&table, &keys, column, err) &&
           ((n.id && name_rows(&n, &table) && add_cells(&n, &table, &p->columns[column], unit) &&
             fr_edges_add(t, p, n.id)) ||
            fr_fail_memory(err));
    fr_arena_reset(&n.arena);
    free(n.id);
    fr_table_reset(&table);
    fr_table_keys_reset(&keys);
    return good;
}

/* ---------------------------------------------------------------- adding */

static bool describe_run(fr_trend *t, fr_trend_run *run, const fr_profile *p,
                         const fr_trend_run_info *info, fr_error *err)
{
    const fr_column *column = &p->columns[info->column];
    double unit = pow(10, column->decimals), kept = 0;

    if (fr_meta_is_beyond(&p->meta)) {
        fr_fail(err, FR_E_EMPTY, 0, 0, "nothing was recorded in the time that is selected");
        return fr_fail_hint(err, "--skip-bad leaves out recordings that do not have that time");
    }
    for (uint32_t i = 0; i < p->n_stacks; i++)
        kept += (double)fr_column_sum(column, i);
    run->whole = (p->meta.relative || !column->reference ? kept : (double)column->reference) / unit;
    run->squares = 0; /* not known: nothing is left */
    if (kept > 0)     /* what options took away is weighted as what they left */
        run->squares = (column->squares ? fr_column_all_squares(column, p->n_stacks) : kept) *
                       run->whole / (kept * unit);
    run->seconds = fr_meta_seconds(&p->meta);
    run->units = info->units;
    run->left_out = fr_profile_left_out(p, info->column);
    t->by_lines = t->by_lines || p->meta.granularity >= FR_GRANULARITY_LINES;
    t->decimals = column->decimals > t->decimals ? column->decimals : t->decimals;
    t->measured_decimals = t->decimals;
    t->counted = t->counted && column->counted && t->measure == FR_MEASURE_FLOW;
    if (t->opt.normalize == FR_NORMALIZE_PER && !(run->units > 0 && isfinite(run->units))) {
        fr_fail(err, FR_E_USAGE, 0, 0, "the units of work of '%.200s' are not known", run->name);
        return fr_fail_hint(err, "--units FILE has lines 'NAME NUMBER', one for each profile; "
                                 "--units-column names a value column");
    }
    return find_moment(t, run, &p->meta, err);
}

/* FR_E_USAGE once the points are in order. */
static bool is_open(const fr_trend *t, fr_error *err)
{
    return !t->points ||
           fr_fail(err, FR_E_USAGE, 0, 0, "the points of this trend are in order already");
}

bool fr_trend_add(fr_trend *t, const fr_profile *p, const fr_trend_run_info *info, fr_error *err)
{
    fr_trend_run *runs, *run;

    if (!is_open(t, err))
        return false;
    runs = fr_grow(t->runs, &t->cap_runs, t->n_runs + 1, sizeof *runs);
    if (!runs)
        return fr_fail_memory(err);
    t->runs = runs;
    if (info->column >= p->n_columns)
        return fr_fail(err, FR_E_USAGE, 0, 0, "'%.200s' has no such value column", info->name);
    if (!fr_profile_is_for(p, FR_FOR_ANYTHING, err) ||
        (t->unit ? !check_measure(t, &p->columns[info->column], info->name, err)
                 : !take_measure(t, &p->columns[info->column], err)))
        return false;
    run = &runs[t->n_runs];
    *run = (fr_trend_run){.name = strdup(info->name), .first_cell = t->n_cells};
    if (run->name && describe_run(t, run, p, info, err) &&
        count_functions(t, p, info->column, err)) {
        run->n_cells = t->n_cells - run->first_cell;
        t->n_runs++;
        return true;
    }
    if (!run->name)
        fr_fail_memory(err);
    free(run->name);
    return false;
}

/* ---------------------------------------------------------------- functions at other lines */

/* Functions of one name and file that stand at different lines in different runs, and never two in one run, are one
 * function whose line moved: "run (/app/a.js:10:5)" and "run (/app/a.js:12:5)". */
typedef struct move {
    uint32_t now;   /* the function of the newest run that has one; 0: they are not one function */
    uint32_t run1;  /* 1 + the run that was looked at last */
    uint32_t point; /* that of `now` */
    bool counted;   /* among those that moved */
} move;

/* Sets, by function, the id of its name without the line; 0: it has no line, or no name of its own. Returns the number
 * of ids, with 0; 0 when memory ran out. */
static uint32_t group_lines(const fr_trend *t, uint32_t *group)
{
    fr_names *names = fr_names_new();
    fr_arena arena = {0};
    uint32_t n = 0, id = 0;

    for (uint32_t f = 1; names && id != FR_NO_ID && f < fr_names_count(t->names); f++) {
        fr_name_place place;
        if (!fr_name_place_find(fr_names_at(t->names, f), &place) || !place.line ||
            fr_name_place_is_anonymous(&place) || *place.function.at == '<') /* "<listcomp>" */
            continue;
        place.line = place.column = 0;
        fr_bytes text = fr_name_place_spell(&place, &arena);
        group[f] = id = text.at ? fr_names_add(names, text) : FR_NO_ID;
        fr_arena_reset(&arena);
    }
    n = names && id != FR_NO_ID ? fr_names_count(names) + 1 : 0;
    fr_names_free(names);
    return n;
}

static void find_moves(const fr_trend *t, const uint32_t *group, move *moves)
{
    for (size_t r = 0; r < t->n_runs; r++)
        for (size_t i = 0; i < t->runs[r].n_cells; i++) {
            uint32_t f = t->cells[t->runs[r].first_cell + i].function;
            move *m = &moves[group[f]];
            if (m->run1 == r + 1)
                m->now = 0;
            else if (m->run1 == 0 || (m->now && t->runs[r].point >= m->point))
                *m = (move){.now = f, .point = t->runs[r].point};
            m->run1 = (uint32_t)r + 1;
        }
    moves[0].now = 0;
}

static bool follow_moves(fr_trend *t)
{
    uint32_t n_functions = fr_names_count(t->names);
    uint32_t *as = calloc((size_t)n_functions + 1,
                          sizeof *as); /* the group of a function, then the function it is */
    uint32_t n = as ? group_lines(t, as) : 0;
    move *moves = calloc((size_t)n + 1, sizeof *moves);

    if (n && moves)
        find_moves(t, as, moves);
    for (uint32_t f = 1; n && moves && f < n_functions; f++) {
        move *m = &moves[as[f]];
        as[f] = m->now ? m->now : f;
        t->n_moved += as[f] != f && !m->counted;
        m->counted |= as[f] != f;
    }
    for (size_t i = 0; n && moves && i < t->n_cells; i++)
        t->cells[i].function = as[t->cells[i].function];
    for (size_t i = 0; n && moves && i < t->n_edges; i++)
        t->edges[i] = (uint64_t)as[t->edges[i] >> 32] << 32 | as[(uint32_t)t->edges[i]];
    bool good = n && moves;
    free(as);
    free(moves);
    return good;
}

/* ---------------------------------------------------------------- in order, and judged */

/* Cells by function, each function's by run: a counting sort, which keeps their order. */
static bool sort_cells(fr_trend *t)
{
    uint32_t n = fr_names_count(t->names);
    fr_trend_cell *in_order = malloc((t->n_cells + 1) * sizeof *in_order);
    size_t *next = calloc((size_t)n + 2, sizeof *next);

    t->first_cell = calloc((size_t)n + 2, sizeof *t->first_cell);
    if (!in_order || !next || !t->first_cell) {
        free(in_order);
        free(next);
        return false;
    }
    for (size_t i = 0; i < t->n_cells; i++)
        t->first_cell[t->cells[i].function + 1]++;
    for (uint32_t f = 0; f <= n; f++)
        next[f + 1] = t->first_cell[f + 1] += t->first_cell[f];
    next[0] = 0;
    for (size_t i = 0; i < t->n_cells; i++)
        in_order[next[t->cells[i].function]++] = t->cells[i];
    free(next);
    free(t->cells);
    t->cells = in_order;
    return true;
}

bool fr_trend_order(fr_trend *t, fr_error *err)
{
    if (!is_open(t, err))
        return false;
    if (t->n_runs == 0)
        return fr_fail(err, FR_E_USAGE, 0, 0, "there are no runs to order");
    return fr_points_order(t, err);
}

static bool check_points(const fr_trend *t, fr_error *err)
{
    if (t->n_points >= LEAST_POINTS)
        return true;
    fr_fail(err, FR_E_USAGE, 0, 0, "a trend has %d points or more, not %u", LEAST_POINTS,
            (unsigned)t->n_points);
    return fr_fail_hint(err, "'flamerender diff' compares two; profiles of one time are runs of "
                             "one point: --by order tells them apart");
}

/* Runs of which nothing is left are weighted as the others. */
static void fill_squares(fr_trend *t)
{
    double squares = 0, whole = 0;

    for (size_t r = 0; r < t->n_runs; r++) {
        squares += t->runs[r].squares;
        whole += t->runs[r].squares > 0 ? t->runs[r].whole : 0;
    }
    for (size_t r = 0; r < t->n_runs; r++)
        if (t->runs[r].squares == 0 && whole > 0)
            t->runs[r].squares = t->runs[r].whole * squares / whole;
}

bool fr_trend_judge(fr_trend *t, fr_error *err)
{
    if (t->judged)
        return fr_fail(err, FR_E_USAGE, 0, 0, "this trend is judged already");
    t->judged = true;
    fill_squares(t);
    return (t->points || t->n_runs == 0 || fr_trend_order(t, err)) && check_points(t, err) &&
           (!t->rules || t->by_lines || follow_moves(t) || fr_fail_memory(err)) &&
           fr_points_scale(t, err) && (sort_cells(t) || fr_fail_memory(err)) &&
           fr_series_judge(t, err) && fr_changes_find(t, err);
}
