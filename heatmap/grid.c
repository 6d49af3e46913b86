/*
 * grid.c - the arithmetic of a heatmap.
 *
 * With 50 rows a cell is 20 ms: 5086.200000000 falls into row 10 of second 5086, exactly; a double
 * would say row 9. Row r of a second holds the ns from ceil(r * 10^9 / rows) up to the start of row
 * r + 1.
 */
#include "heatmap/grid.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define NS         INT64_C(1000000000)
#define MAX_CELLS  ((size_t)64 << 20) /* 512 MiB */
#define SECOND_MIN (INT64_MIN / NS)
#define SECOND_END (INT64_MAX / NS)

/* A time as a column, rounded down, and the ns in it: of columns of a second, -1 is (-1, 999999999). */
typedef struct instant {
    int64_t column, ns;
} instant;

static instant instant_of(const fr_grid *grid, int64_t time_ns)
{
    int64_t second = time_ns / NS, ns = time_ns % NS;

    if (ns < 0) {
        second--;
        ns += NS;
    }
    second -= grid->phase_s;
    instant at = {second / grid->column_s, second % grid->column_s};
    if (at.ns < 0)
        at = (instant){at.column - 1, at.ns + grid->column_s};
    at.ns = at.ns * NS + ns;
    return at;
}

static uint32_t row_of(const fr_grid *grid, int64_t ns)
{
    return (uint32_t)(ns * grid->rows / fr_grid_column_ns(grid));
}

/* The first ns of a row; row == rows gives the end of the column. */
static int64_t row_start(const fr_grid *grid, uint32_t row)
{
    return (row * fr_grid_column_ns(grid) + grid->rows - 1) / grid->rows;
}

fr_grid *fr_grid_new(uint32_t rows, fr_error *err)
{
    if (rows == 0 || rows > FR_GRID_MAX_ROWS) {
        fr_fail(err, FR_E_USAGE, 0, 0, "a heatmap has 1 to %d rows, not %" PRIu32, FR_GRID_MAX_ROWS,
                rows);
        return NULL;
    }
    fr_grid *grid = calloc(1, sizeof *grid);
    if (!grid)
        fr_fail_memory(err);
    else
        *grid = (fr_grid){.rows = rows,
                          .column_s = 1,
                          .unit = "samples",
                          .first_ns = INT64_MAX,
                          .last_ns = INT64_MIN};
    return grid;
}

void fr_grid_free(fr_grid *grid)
{
    if (!grid)
        return;
    free(grid->store);
    free(grid->spans);
    free(grid->event);
    free(grid->unit_text);
    fr_perturb_reset(&grid->found);
    fr_meta_reset(&grid->meta);
    free(grid);
}

/* ---------------------------------------------------------------- growing */

/* Returns where the used columns stand in the store. */
static int64_t *used_cells(const fr_grid *grid)
{
    return grid->store + (size_t)(grid->first_column - grid->store_column) * grid->rows;
}

static int64_t max_columns(const fr_grid *grid)
{
    int64_t by_cells = (int64_t)(MAX_CELLS / grid->rows);
    return by_cells < FR_GRID_MAX_COLUMNS ? by_cells : FR_GRID_MAX_COLUMNS;
}

/* A new store for the columns first..last, twice as long as that on the side that grew. */
static bool move_store(fr_grid *grid, int64_t first, int64_t last)
{
    int64_t room = (last - first + 1) * 2;
    if (room > max_columns(grid))
        room = max_columns(grid);
    int64_t *store = calloc((size_t)room * grid->rows, sizeof *store);
    if (!store)
        return fr_fail_memory(&grid->failure);
    bool leftwards = grid->n_columns > 0 && first < grid->first_column;
    int64_t store_column = leftwards ? last + 1 - room : first;
    if (grid->n_columns > 0)
        memcpy(store + (size_t)(grid->first_column - store_column) * grid->rows, used_cells(grid),
               (size_t)grid->n_columns * grid->rows * sizeof *store);
    free(grid->store);
    grid->store = store;
    grid->store_column = store_column;
    grid->store_columns = (uint32_t)room;
    return true;
}

/* Makes `column` one of the columns. */
static bool reach(fr_grid *grid, int64_t column)
{
    int64_t first = column, last = column;
    if (grid->n_columns > 0) {
        int64_t end = grid->first_column + grid->n_columns - 1;
        first = column < grid->first_column ? column : grid->first_column;
        last = column > end ? column : end;
    }
    if (last - first >= max_columns(grid)) {
        int64_t from = first * grid->column_s + grid->phase_s;
        fr_fail(&grid->failure, FR_E_LIMIT, 0, 0,
                "times span %" PRId64 " seconds, from %" PRId64 " s to %" PRId64
                " s; a heatmap of %" PRIu32 " rows has at most %" PRId64 " columns of %" PRIu32
                " s",
                (last - first + 1) * grid->column_s, from, last * grid->column_s + grid->phase_s,
                grid->rows, max_columns(grid), grid->column_s);
        return fr_fail_hint(
            &grid->failure,
            "select a part of the recording with --from and --to, or give --column");
    }
    bool inside = grid->n_columns > 0 && first >= grid->store_column &&
                  last < grid->store_column + grid->store_columns;
    if (!inside && !move_store(grid, first, last))
        return false;
    grid->first_column = first;
    grid->first_second = first * grid->column_s + grid->phase_s;
    grid->n_columns = (uint32_t)(last - first + 1);
    return true;
}

/* ---------------------------------------------------------------- adding */

static bool has_column(const fr_grid *grid, int64_t column)
{
    return column >= grid->first_column && column - grid->first_column < grid->n_columns;
}

/* All ns of the column are representable, with its end. */
static bool is_coverable(fr_grid *grid, int64_t time_ns)
{
    instant at = instant_of(grid, time_ns);
    int64_t second = at.column * grid->column_s + grid->phase_s;

    if (second < SECOND_MIN || second + grid->column_s > SECOND_END)
        return fr_fail(&grid->failure, FR_E_FORMAT, 0, 0,
                       "time out of range: second %" PRId64 " of the clock",
                       fr_floor_second(time_ns) / NS);
    return has_column(grid, at.column) || reach(grid, at.column);
}

void fr_grid_cover(fr_grid *grid, int64_t time_ns)
{
    if (grid->failure.code != FR_OK || !is_coverable(grid, time_ns))
        return;
    grid->first_ns = time_ns < grid->first_ns ? time_ns : grid->first_ns;
    grid->last_ns = time_ns > grid->last_ns ? time_ns : grid->last_ns;
}

static void add_to(fr_grid *grid, size_t cell, int64_t value)
{
    int64_t *to = used_cells(grid) + cell;

    if (__builtin_add_overflow(*to, value, to))
        fr_fail(&grid->failure, FR_E_LIMIT, 0, 0,
                "the values of second %" PRId64 " add up to more than 2^63",
                grid->first_second + (int64_t)(cell / grid->rows) * grid->column_s);
}

/* Returns the cell of a time in one of the columns. */
static size_t cell_of(const fr_grid *grid, int64_t time_ns)
{
    instant at = instant_of(grid, time_ns);

    return (size_t)(at.column - grid->first_column) * grid->rows + row_of(grid, at.ns);
}

void fr_grid_add(fr_grid *grid, int64_t time_ns, int64_t value)
{
    fr_grid_cover(grid, time_ns);
    if (value < 0)
        fr_fail(&grid->failure, FR_E_FORMAT, 0, 0, "negative value in a heatmap");
    if (grid->failure.code != FR_OK)
        return;
    add_to(grid, cell_of(grid, time_ns), value);
    grid->n_samples++;
}

static fr_span cell_range(const fr_grid *grid, size_t cell)
{
    return fr_grid_cell_range(
        grid, (fr_grid_cell){(uint32_t)(cell / grid->rows), (uint32_t)(cell % grid->rows)});
}

/* The cells between the first and the last are filled by fr_grid_finish(): a span costs the same
 * however long it is. */
void fr_grid_add_span(fr_grid *grid, fr_span range)
{
    size_t first, last;

    grid->n_samples++;
    if (grid->failure.code != FR_OK || range.from_ns >= range.to_ns)
        return;
    if (!grid->spans)
        grid->spans = calloc((size_t)grid->n_columns * grid->rows + 1, sizeof *grid->spans);
    if (!grid->spans) {
        fr_fail_memory(&grid->failure);
        return;
    }
    first = cell_of(grid, range.from_ns);
    last = cell_of(grid, range.to_ns - 1);
    if (first == last) {
        add_to(grid, first, range.to_ns - range.from_ns);
        return;
    }
    add_to(grid, first, cell_range(grid, first).to_ns - range.from_ns);
    add_to(grid, last, range.to_ns - cell_range(grid, last).from_ns);
    grid->spans[first + 1]++;
    grid->spans[last]--;
}

bool fr_grid_finish(fr_grid *grid, fr_error *err)
{
    size_t n = (size_t)grid->n_columns * grid->rows;
    int64_t open = 0, value;

    if (grid->failure.code == FR_OK && grid->n_samples == 0)
        fr_fail(&grid->failure, FR_E_EMPTY, 0, 0, "no samples with a time");
    for (size_t i = 0; i < n && grid->spans && grid->failure.code == FR_OK; i++) {
        fr_span range = cell_range(grid, i);
        open += grid->spans[i];
        if (__builtin_mul_overflow(open, range.to_ns - range.from_ns, &value))
            fr_fail(&grid->failure, FR_E_LIMIT, 0, 0, "the values add up to more than 2^63");
        else
            add_to(grid, i, value);
    }
    if (grid->failure.code != FR_OK)
        return fr_fail_copy(err, &grid->failure);
    grid->cells = used_cells(grid);
    for (size_t i = 0; i < n; i++) {
        grid->max = grid->cells[i] > grid->max ? grid->cells[i] : grid->max;
        if (__builtin_add_overflow(grid->total, grid->cells[i], &grid->total))
            return fr_fail(err, FR_E_LIMIT, 0, 0, "the values add up to more than 2^63");
    }
    return true;
}

/* ---------------------------------------------------------------- cells and times */

int64_t fr_grid_origin_second(const fr_grid *grid)
{
    return grid->first_second - fr_floor_second(grid->meta.origin_ns) / INT64_C(1000000000);
}

bool fr_grid_locate(const fr_grid *grid, int64_t time_ns, fr_grid_cell *cell)
{
    instant at = instant_of(grid, time_ns);
    if (!has_column(grid, at.column))
        return false;
    *cell = (fr_grid_cell){(uint32_t)(at.column - grid->first_column), row_of(grid, at.ns)};
    return true;
}

int64_t fr_grid_column_ns(const fr_grid *grid)
{
    return grid->column_s * INT64_C(1000000000);
}

fr_span fr_grid_cell_range(const fr_grid *grid, fr_grid_cell cell)
{
    int64_t start = (grid->first_second + (int64_t)cell.column * grid->column_s) * NS;
    return (fr_span){start + row_start(grid, cell.row), start + row_start(grid, cell.row + 1)};
}

bool fr_grid_cells_in(const fr_grid *grid, fr_span range, fr_grid_cell *first, fr_grid_cell *last)
{
    if (grid->n_columns == 0)
        return false;
    fr_grid_cell end = {grid->n_columns - 1, grid->rows - 1};
    int64_t grid_from = fr_grid_cell_range(grid, (fr_grid_cell){0, 0}).from_ns;
    int64_t grid_to = fr_grid_cell_range(grid, end).to_ns;
    int64_t from = range.from_ns > grid_from ? range.from_ns : grid_from;
    int64_t to = range.to_ns < grid_to ? range.to_ns : grid_to;
    return from < to && fr_grid_locate(grid, from, first) && fr_grid_locate(grid, to - 1, last);
}

/* ---- building ---- */

/* Says why a profile has no heatmap: each case has its own way out. */
static bool check_times(const fr_profile *profile, fr_error *err)
{
    const fr_meta *meta = &profile->meta;

    if (meta->timed && profile->samples.n)
        return true;
    if (meta->timed) { /* a picture of ours, or a profile read without its samples */
        fr_fail(err, FR_E_EMPTY, 0, 0,
                "a heatmap needs the time of every sample, and this profile has only its sums");
        return fr_fail_hint(err, "give the recording itself; a program reads it with keep_samples");
    }
    if (profile->samples.n == 0) {
        fr_fail(err, FR_E_EMPTY, 0, 0,
                "a heatmap needs the time of every sample; '%s' input has sums without times",
                meta->format ? meta->format : "this");
        return fr_fail_hint(err, "perf script text has times: perf script > perf.txt");
    }
    fr_fail(err, FR_E_EMPTY, 0, 0, "a heatmap needs times, and these samples have none");
    return fr_fail_hint(err, "perf script prints them by default, or with -F +time");
}

/* A sample with a time: the range of its value where it lasts so long, else an instant. */
static fr_span sample_range(const fr_profile *profile, size_t i)
{
    const fr_samples *samples = &profile->samples;
    int64_t from_ns = samples->time_ns[i], to_ns = from_ns + (from_ns < INT64_MAX);

    if (profile->meta.stacks & FR_SAMPLES_LAST &&
        __builtin_add_overflow(from_ns, samples->value ? samples->value[i] : 1, &to_ns))
        to_ns = INT64_MAX;
    return (fr_span){from_ns, to_ns};
}

/* Makes all that was recorded columns. Idle samples show that somebody looked, too. */
static void cover_samples(fr_grid *grid, const fr_profile *profile)
{
    for (size_t i = 0; i < profile->samples.n; i++) {
        fr_span range = sample_range(profile, i);
        if (range.from_ns == FR_NO_TIME)
            continue;
        fr_grid_cover(grid, range.from_ns);
        if (range.to_ns > range.from_ns)
            fr_grid_cover(grid, range.to_ns - 1);
    }
}

static void add_samples(fr_grid *grid, const fr_profile *profile, const fr_idle *idle,
                        fr_heat_value value)
{
    const fr_samples *samples = &profile->samples;
    bool has_rows = value != FR_HEAT_SAMPLES && fr_profile_has_rows(profile);

    for (size_t i = 0; i < samples->n; i++) {
        if (samples->time_ns[i] == FR_NO_TIME)
            continue;
        bool is_idle = fr_idle_holds(idle, samples, i);
        if (is_idle)
            grid->n_idle += has_rows ? (uint64_t)samples->value[i] : 1;
        if (is_idle && grid->idle_out)
            continue;
        if (value == FR_HEAT_SAMPLES)
            fr_grid_add(grid, samples->time_ns[i], 1);
        else if (profile->meta.stacks & FR_SAMPLES_LAST)
            fr_grid_add_span(grid, sample_range(profile, i));
        else
            fr_grid_add(grid, samples->time_ns[i], samples->value ? samples->value[i] : 1);
    }
}

/* ---- columns ---- */

/* Returns how many columns of 3 px a picture of this width (0: 1200 px) has room for; 1 at least. Its plot leaves
 * 180 px to labels and sums, at most. */
static int64_t columns_of(uint32_t width_px)
{
    int64_t room = ((int64_t)(width_px ? width_px : 1200) - 180) / 3;

    return room > 1 ? room : 1;
}

/* The seconds among which --column=auto takes the first with which the columns find room. */
static const uint32_t column_steps[] = {1,   5,    15,    60,    300,
                                        900, 3600, 21600, 86400, FR_GRID_MAX_SECONDS};

/* The span of the times, in whole seconds, of which a part counts as one. */
static int64_t seconds_of(const fr_profile *profile)
{
    const fr_samples *samples = &profile->samples;
    int64_t first = INT64_MAX, last = INT64_MIN, span;

    for (size_t i = 0; i < samples->n; i++) {
        fr_span range = sample_range(profile, i);
        if (range.from_ns == FR_NO_TIME)
            continue;
        first = range.from_ns < first ? range.from_ns : first;
        last = range.to_ns > last ? range.to_ns : last;
    }
    return first > last || __builtin_sub_overflow(last, fr_floor_second(first), &span)
               ? INT64_MAX / NS
               : span / NS + 1;
}

/* Columns start at round times: after the start of the recording, or of a clock that people read. */
static bool set_columns(fr_grid *grid, const fr_profile *profile, const fr_heat_options *opt,
                        fr_error *err)
{
    int64_t seconds = opt->column_s ? 0 : seconds_of(profile), room = columns_of(opt->width_px);
    int64_t origin = fr_floor_second(profile->meta.origin_ns) / NS, column_s;
    size_t i = 0, n = sizeof column_steps / sizeof *column_steps;

    if (opt->column_s > FR_GRID_MAX_SECONDS)
        return fr_fail(err, FR_E_USAGE, 0, 0, "a column has 1 to %d seconds, not %u",
                       FR_GRID_MAX_SECONDS, (unsigned)opt->column_s);
    while (i + 1 < n && (seconds + column_steps[i] - 1) / column_steps[i] > room)
        i++;
    column_s = opt->column_s ? opt->column_s : column_steps[i];
    grid->column_s = (uint32_t)column_s;
    grid->phase_s = fr_meta_has_date(&profile->meta)
                        ? 0
                        : (uint32_t)((origin % column_s + column_s) % column_s);
    return true;
}

/* ---- the whole ---- */

static fr_heat_value value_of(const fr_profile *profile, const fr_heat_options *opt)
{
    if (opt->value != FR_HEAT_AUTO)
        return opt->value;
    return profile->meta.stacks & FR_SAMPLES_LAST || fr_profile_has_rows(profile) ? FR_HEAT_WEIGHT
                                                                                  : FR_HEAT_SAMPLES;
}

static bool describe_grid(fr_grid *grid, const fr_profile *profile, fr_heat_value value,
                          fr_error *err)
{
    const fr_column *column = profile->n_columns ? &profile->columns[0] : NULL;

    grid->event = strdup(column ? column->name : "");
    if (value == FR_HEAT_WEIGHT && column) {
        grid->unit_text = strdup(column->unit);
        grid->unit = grid->unit_text;
        grid->decimals = column->decimals;
    }
    return (grid->event && grid->unit && fr_meta_copy(&grid->meta, &profile->meta)) ||
           fr_fail_memory(err);
}

fr_grid *fr_grid_build(const fr_profile *profile, const fr_heat_options *opt, fr_error *err)
{
    fr_heat_options defaults = FR_HEAT_DEFAULTS;
    fr_idle idle = {0};
    fr_grid *grid;
    bool good;
    opt = opt ? opt : &defaults;
    grid = fr_profile_is_for(profile, FR_FOR_ANYTHING, err) && check_times(profile, err)
               ? fr_grid_new(opt->rows, err)
               : NULL;
    if (!grid)
        return NULL;
    grid->idle_out = opt->exclude_idle;
    good = set_columns(grid, profile, opt, err) &&
           describe_grid(grid, profile, value_of(profile, opt), err) &&
           fr_idle_init(&idle, profile, err);
    if (good) {
        cover_samples(grid, profile);
        add_samples(grid, profile, &idle, value_of(profile, opt));
        if (grid->failure.code == FR_OK && !grid->n_samples && grid->n_idle) {
            fr_fail(&grid->failure, FR_E_EMPTY, 0, 0, "all %llu samples are of idle CPUs",
                    (unsigned long long)grid->n_idle);
            fr_fail_hint(&grid->failure, "--idle=include shows them");
        }
    }
    good = good && fr_grid_finish(grid, err) &&
           fr_perturb_find(profile, grid->idle_out ? &idle : NULL,
                           grid->column_s == 1 ? grid->rows : 0, &grid->found, err);
    fr_idle_reset(&idle);
    if (good)
        return grid;
    fr_grid_free(grid);
    return NULL;
}

/* ---- writing ---- */

static void put_int(fr_output *out, const char *before, int64_t value)
{
    fr_put_text(out, before);
    fr_put_int(out, value);
}

static void put_head(const fr_grid *grid, fr_output *out)
{
    fr_put_text(out, "{\n\"flamerender\": \"heatmap\", \"version\": 2,\n\"event\": ");
    fr_put_json(out, fr_bytes_of(grid->event ? grid->event : ""));
    fr_put_text(out, ", \"unit\": ");
    fr_put_json(out, fr_bytes_of(grid->unit));
    if (grid->decimals)
        put_int(out, ", \"decimals\": ", grid->decimals);
    put_int(out, ",\n\"rows\": ", grid->rows);
    put_int(out, ", \"column_s\": ", grid->column_s);
    put_int(out, ", \"first_second\": ", grid->first_second);
    put_int(out, ", \"n_columns\": ", grid->n_columns);
    put_int(out, ",\n\"origin_second\": ", grid->first_second - fr_grid_origin_second(grid));
    put_int(out, ",\n\"first_ns\": ", grid->first_ns);
    put_int(out, ", \"last_ns\": ", grid->last_ns);
    put_int(out, ",\n\"total\": ", grid->total);
    put_int(out, ", \"max\": ", grid->max);
    fr_put_format(out, ", \"idle\": \"%s\"", grid->idle_out ? "exclude" : "include");
    put_int(out, ", \"n_idle\": ", (int64_t)grid->n_idle);
}

/* The cells of a column that have samples; false where none has. */
static bool put_column(const fr_grid *grid, uint32_t column, const char *before, fr_output *out)
{
    const int64_t *cells = grid->cells + (size_t)column * grid->rows;
    bool any = false;

    for (uint32_t row = 0; row < grid->rows; row++) {
        if (!cells[row])
            continue;
        put_int(out, any ? ", [" : before, column);
        put_int(out, ", ", row);
        put_int(out, ", ", cells[row]);
        fr_put_char(out, ']');
        any = true;
    }
    return any;
}

void fr_grid_write(const fr_grid *grid, const char *format, fr_output *out)
{
    bool any = false;

    if (strcmp(format, "json") != 0) {
        fr_output_fail(out, FR_E_USAGE, "unknown format of a grid '%.64s'; there is 'json'",
                       format);
        return;
    }
    put_head(grid, out);
    fr_put_text(out, ",\n\"cells\": [");
    for (uint32_t column = 0; column < grid->n_columns; column++)
        any |= put_column(grid, column, any ? ",\n [" : "\n [", out);
    fr_put_text(out, "\n]\n}\n");
}
