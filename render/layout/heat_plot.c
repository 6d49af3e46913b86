/*
 * heat_plot.c - what stands round the cells of a heatmap: its sentences, axes, the sums along them, and marks where
 * something stands out.
 *
 *     48 s, 2:05, 1:02:05          seconds after the start of the recording: of under three minutes, of under an
 *                                  hour, of more
 *     14:32:05, 14:32              of a clock that counts from 1970, in UTC
 */
#include "render/layout/heat_plot.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/text.h"
#include "model/measured.h"
#include "render/measure.h"

#define SEPARATOR " \xc2\xb7 "
#define NS        INT64_C(1000000000)
#define DAY       86400

/* ---- sentences ---- */

/* "6 826 samples", "1 sample", "12.3 ms" */
static void put_amount(fr_output *out, const fr_scene *scene, int64_t value)
{
    char to[FR_NUMBER_MAX];

    if (fr_unit_has_multiples(scene->unit)) {
        fr_put_text(out, fr_format_human(to, value, scene->decimals, scene->unit));
        return;
    }
    fr_put_grouped(out, value, scene->decimals);
    fr_put_char(out, ' ');
    fr_put(out, fr_scene_unit(scene, value));
}

/* A number of a cell or of many: "628", "12.3 ms". */
static const char *short_text(fr_scene *scene, int64_t value)
{
    char to[FR_NUMBER_MAX];

    if (fr_unit_has_multiples(scene->unit))
        fr_format_human(to, value, scene->decimals, scene->unit);
    else
        fr_format_grouped(to, value, scene->decimals);
    return fr_scene_keep(scene, fr_bytes_of(to));
}

/* "20 ms", "15.6 ms", "1.2 s"; rows that are no whole ns: "1/7 s". */
static void put_cell_length(fr_output *out, const fr_grid *grid)
{
    int64_t column_ns = fr_grid_column_ns(grid);

    if (column_ns % grid->rows)
        fr_put_format(out, "%u/%u", (unsigned)grid->column_s, (unsigned)grid->rows);
    else if (column_ns / grid->rows < NS)
        fr_put_grouped(out, column_ns / grid->rows, 6);
    else
        fr_put_grouped(out, column_ns / grid->rows, 9);
    fr_put_text(out, column_ns % grid->rows == 0 && column_ns / grid->rows < NS
                         ? FR_NARROW_SPACE "ms"
                         : FR_NARROW_SPACE "s");
}

/* ---- times ---- */

/* "48 s", "2:05", "1:02:05" */
static void put_span(fr_output *out, int64_t second, int64_t last)
{
    int64_t s = second < 0 ? -second : second;

    if (last < 180) {
        fr_put_grouped(out, second, 0);
        fr_put_text(out, FR_NARROW_SPACE "s");
        return;
    }
    fr_put_text(out, second < 0 ? "-" : "");
    if (last >= 3600)
        fr_put_format(out, "%lld:%02d:%02d", (long long)(s / 3600), (int)(s / 60 % 60),
                      (int)(s % 60));
    else
        fr_put_format(out, "%d:%02d", (int)(s / 60), (int)(s % 60));
}

/* "2026-11-22" of a day counted from 1970: Howard Hinnant, chrono-compatible low-level date algorithms,
 * civil_from_days. */
static void put_date(fr_output *out, int64_t day)
{
    int64_t z = day + 719468, era = z / 146097, of_era = z % 146097;
    int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
    int64_t march = (5 * of_year + 2) / 153, month = march < 10 ? march + 3 : march - 9;

    fr_put_format(out, "%04lld-%02d-%02d", (long long)(year + era * 400 + (month <= 2)), (int)month,
                  (int)(of_year - (153 * march + 2) / 5 + 1));
}

/* "14:32:05"; "14:32" where columns are of minutes, the date where they are of days */
static void put_clock(fr_output *out, int64_t second, uint32_t column_s)
{
    int day_s = (int)(second % DAY);

    if (column_s >= DAY)
        put_date(out, second / DAY);
    else
        fr_put_format(out, "%02d:%02d", day_s / 3600, day_s / 60 % 60);
    if (column_s < 60)
        fr_put_format(out, ":%02d", day_s % 60);
}

/* Returns the words for seconds that are counted from 0. */
static const char *span_text(fr_scene *scene, int64_t second, int64_t last)
{
    fr_output *out = fr_output_memory();

    if (out)
        put_span(out, second, last);
    return fr_scene_keep_output(scene, out);
}

/* A second on an axis that ends at `last`: "48 s", "2:05", "1:02:05"; "14:32:05". */
static const char *time_text(fr_scene *scene, const fr_grid *grid, int64_t second, int64_t last)
{
    fr_output *out = fr_output_memory();

    if (out && fr_meta_has_date(&grid->meta))
        put_clock(out, second, grid->column_s);
    else if (out)
        put_span(out, second, last);
    return fr_scene_keep_output(scene, out);
}

/* The second at which column 0 starts, as the axis counts: from 1970 where the clock does, else from the start of
 * the recording. */
static int64_t axis_second(const fr_grid *grid)
{
    return fr_meta_has_date(&grid->meta) ? grid->first_second : fr_grid_origin_second(grid);
}

/* ---- cells ---- */

/* Seconds of the recording that are `ns` after the start of column 0; of uneven rows to the ms. */
static void put_second(fr_output *out, const fr_grid *grid, int64_t ns)
{
    if (fr_grid_column_ns(grid) % grid->rows)
        ns -= ns % (NS / 1000);
    fr_put_grouped(out, fr_grid_origin_second(grid) * NS + ns, 9);
}

const char *fr_heat_cell_name(fr_scene *scene, const fr_grid *grid, fr_grid_cell cell)
{
    fr_time_range range = fr_grid_cell_range(grid, cell);
    int64_t start = fr_grid_cell_range(grid, (fr_grid_cell){0, 0}).from_ns;
    fr_output *out = fr_output_memory();

    if (!out)
        return fr_scene_keep_output(scene, out);
    put_second(out, grid, range.from_ns - start);
    fr_put_char(out, '-');
    put_second(out, grid, range.to_ns - start);
    fr_put_text(out, FR_NARROW_SPACE "s");
    return fr_scene_keep_output(scene, out);
}

/* The fullest cell, the first of equals. */
static fr_grid_cell fullest(const fr_grid *grid)
{
    size_t i = 0;

    while (grid->cells[i] != grid->max)
        i++;
    return (fr_grid_cell){(uint32_t)(i / grid->rows), (uint32_t)(i % grid->rows)};
}

/* ---- subtitle ---- */

static const char *event_of(const fr_grid *grid)
{
    return grid->event ? grid->event : "";
}

/* " in 120.8 s of recording"; from three minutes on as the axis says it, " in 59:59 of recording" */
static void put_duration(fr_output *out, const fr_grid *grid)
{
    int64_t tenths = (grid->last_ns - grid->first_ns + NS / 20) / (NS / 10);

    if (tenths == 0)
        return;
    fr_put_text(out, " in ");
    if (tenths < 1800) {
        fr_put_grouped(out, tenths, 1);
        fr_put_text(out, FR_NARROW_SPACE "s");
    } else {
        put_span(out, tenths / 10, tenths / 10);
    }
    fr_put_text(out, " of recording");
}

/* " · from 2026-11-22 14:32:05 UTC" */
static void put_start(fr_output *out, const fr_grid *grid)
{
    int64_t second = grid->first_ns / NS;

    if (!fr_meta_has_date(&grid->meta))
        return;
    fr_put_text(out, SEPARATOR "from ");
    put_date(out, second / DAY);
    fr_put_char(out, ' ');
    put_clock(out, second, 1);
    fr_put_text(out, " UTC");
}

/* "15 s", "5 min", "6 h" */
static void put_column_length(fr_output *out, uint32_t seconds)
{
    uint32_t size = seconds % 3600 == 0 ? 3600 : seconds % 60 == 0 ? 60 : 1;

    fr_put_grouped(out, seconds / size, 0);
    fr_put_text(out, size == 3600 ? FR_NARROW_SPACE "h"
                     : size == 60 ? FR_NARROW_SPACE "min"
                                  : FR_NARROW_SPACE "s");
}

static void put_outline(fr_output *out, fr_scene *scene, const char *text)
{
    fr_bytes clean = fr_text_repair(&scene->text, fr_bytes_of(text), FR_TEXT_RAW);

    if (!clean.at)
        scene->failed = true;
    fr_put_char(out, ' ');
    fr_put(out, clean);
}

/* " · outlined 24-24.62, 30-31 s" */
static void put_outlines(fr_output *out, fr_scene *scene, const fr_select_options *opt)
{
    fr_put_text(out, SEPARATOR "outlined");
    if (opt->from || opt->to) {
        put_outline(out, scene, opt->from ? opt->from : "");
        fr_put_text(out, " to");
        put_outline(out, scene, opt->to ? opt->to : "the end");
    }
    for (size_t i = 0; i < opt->n_ranges; i++) {
        fr_put_text(out, i || opt->from || opt->to ? "," : "");
        put_outline(out, scene, opt->ranges[i]);
    }
    fr_put_text(out, opt->from || opt->to || opt->n_ranges ? FR_NARROW_SPACE "s" : "");
    if (opt->band) {
        put_outline(out, scene, opt->band);
        fr_put_text(out, " of every second");
    }
}

const char *fr_heat_subtitle(fr_scene *scene, const fr_grid *grid, const fr_select_options *outline)
{
    fr_output *out = fr_output_memory();

    if (!out)
        return fr_scene_keep_output(scene, out);
    put_amount(out, scene, grid->total);
    fr_put_measured(out, event_of(grid), scene->unit);
    put_duration(out, grid);
    put_start(out, grid);
    if (grid->n_idle) { /* " · 8 875 samples of idle CPUs omitted" */
        fr_put_text(out, SEPARATOR);
        fr_put_counted(out, grid->n_idle, "sample of idle CPUs ", "samples of idle CPUs ");
        fr_put_text(out, grid->idle_out ? "omitted" : "included");
    }
    for (size_t i = 0; i < grid->meta.steps.n; i++) {
        fr_put_text(out, SEPARATOR);
        fr_put_text(out, grid->meta.steps.entries[i].first);
    }
    fr_put_text(out, SEPARATOR "column ");
    put_column_length(out, grid->column_s);
    fr_put_text(out, ", cell ");
    put_cell_length(out, grid);
    if (grid->column_s != 1) {
        fr_put_text(out, SEPARATOR "a level band is an offset in ");
        put_column_length(out, grid->column_s);
    }
    if (outline)
        put_outlines(out, scene, outline);
    return fr_scene_keep_output(scene, out);
}

/* ---- foot ---- */

const char *fr_heat_swatch(fr_scene *scene, int64_t least, bool more)
{
    fr_output *out = fr_output_memory();

    if (!out)
        return fr_scene_keep_output(scene, out);
    put_amount(out, scene, least);
    fr_put_text(out, more ? " or more" : "");
    return fr_scene_keep_output(scene, out);
}

const char *fr_heat_last_colour(fr_scene *scene, const fr_grid *grid, int64_t most)
{
    fr_output *out = fr_output_memory();
    bool more = grid->max > most, multiples = fr_unit_has_multiples(scene->unit);

    if (!out)
        return fr_scene_keep_output(scene, out);
    if (more && !multiples) {
        fr_put_grouped(out, most, scene->decimals);
        fr_put_text(out, " or more ");
        fr_put(out, fr_scene_unit(scene, most + 1));
    } else {
        put_amount(out, scene, most);
    }
    fr_put_text(out, more && multiples ? " or more in " : " in ");
    put_cell_length(out, grid);
    return fr_scene_keep_output(scene, out);
}

const char *fr_heat_statement(fr_scene *scene, const fr_grid *grid)
{
    fr_output *out = fr_output_memory();

    if (!out)
        return fr_scene_keep_output(scene, out);
    fr_put_text(out, "fullest cell: ");
    put_amount(out, scene, grid->max);
    fr_put_text(out, " at ");
    fr_put_text(out, fr_heat_cell_name(scene, grid, fullest(grid)));
    return fr_scene_keep_output(scene, out);
}

const char *fr_heat_description(fr_scene *scene, const fr_grid *grid)
{
    fr_output *out = fr_output_memory();

    if (!out)
        return fr_scene_keep_output(scene, out);
    fr_put_text(out, "Heatmap of ");
    put_amount(out, scene, grid->total);
    fr_put_measured(out, event_of(grid), scene->unit);
    fr_put_text(out, " over ");
    fr_put_grouped(out, (int64_t)grid->n_columns * grid->column_s, 0);
    fr_put_text(out, (int64_t)grid->n_columns * grid->column_s == 1 ? " second. The fullest "
                                                                    : " seconds. The fullest ");
    put_cell_length(out, grid);
    fr_put_text(out, " hold ");
    put_amount(out, scene, grid->max);
    fr_put_text(out, ", at ");
    fr_put_text(out, fr_heat_cell_name(scene, grid, fullest(grid)));
    fr_put_char(out, '.');
    return fr_scene_keep_output(scene, out);
}

/* ---- axes ---- */

#define AXIS_SIZE 105
#define SPACE     (16 * FR_PX) /* between labels */

static int32_t width_of(const char *text)
{
    return fr_text_width(fr_bytes_of(text), AXIS_SIZE, false);
}

/* ---- steps ---- */

/* Seconds between labels. */
static const int64_t steps[] = {1,       2,       5,       10,       15,       30,      60,
                                120,     300,     600,     900,      1800,     3600,    7200,
                                14400,   21600,   43200,   86400,    172800,   604800,  1209600,
                                2419200, 4838400, 9676800, 19353600, 38707200, 77414400};
#define N_STEPS (sizeof steps / sizeof *steps)

/* The least step of whole columns whose labels keep their distance. */
static int64_t second_step(fr_scene *scene, const fr_heat_plot *plot, int64_t last)
{
    const fr_grid *grid = plot->grid;
    int64_t room = width_of(time_text(scene, grid, last, last)) + SPACE;
    size_t i = 0;

    while (i + 1 < N_STEPS &&
           (steps[i] % grid->column_s ||
            steps[i] * plot->width < room * grid->n_columns * (int64_t)grid->column_s))
        i++;
    return steps[i];
}

/* ---- times ---- */

static void add_time(fr_scene *scene, const fr_heat_plot *plot, uint32_t column, const char *text)
{
    int32_t x = fr_heat_x(plot, column), y = plot->bottom + 2 * FR_PX;

    fr_scene_add_line(
        scene, (fr_scene_line){x + FR_PX / 2, y, x + FR_PX / 2, y + 5 * FR_PX, .muted = true});
    fr_scene_add_text(scene, FR_TEXT_AXIS, FR_ANCHOR_MIDDLE, x, y + 16 * FR_PX, text);
}

/* Returns half the width of a label, with half of the distance to the next. */
static int32_t half_width(const char *text)
{
    return width_of(text) / 2 + SPACE / 2;
}

/* The first column has a label; after it come those of round times that keep their distance. */
static void add_times(fr_scene *scene, const fr_heat_plot *plot)
{
    const fr_grid *grid = plot->grid;
    int64_t first = axis_second(grid);
    int64_t last = first + (int64_t)grid->n_columns * grid->column_s;
    int64_t step = second_step(scene, plot, last), second = first - first % step;
    const char *text = time_text(scene, grid, first, last);
    int32_t free_from = fr_heat_x(plot, 0) + half_width(text);

    add_time(scene, plot, 0, text);
    for (second += second <= first ? step : 0; second <= last; second += step) {
        uint32_t column = (uint32_t)((second - first) / grid->column_s);
        text = time_text(scene, grid, second, last);
        if (fr_heat_x(plot, column) - half_width(text) < free_from)
            continue;
        add_time(scene, plot, column, text);
        free_from = fr_heat_x(plot, column) + half_width(text);
    }
}

/* ---- offsets ---- */

/* "600 ms", "45 s", "2:30": an offset in a column. */
static const char *offset_text(fr_scene *scene, const fr_grid *grid, int64_t ms)
{
    return grid->column_s > 1 ? span_text(scene, ms / 1000, grid->column_s)
                              : fr_scene_number(scene, ms, 0, FR_NARROW_SPACE "ms");
}

/* Between labels of offsets: the least step that leaves them 40 px. */
static int64_t offset_step(const fr_heat_plot *plot)
{
    int64_t height = plot->row * (int64_t)plot->grid->rows, column_ms = plot->grid->column_s * 1000;
    int64_t step = 200;

    for (size_t i = 0; i < N_STEPS && column_ms > 1000; i++)
        if ((step = steps[i] * 1000) * height >= 40 * FR_PX * column_ms)
            return step;
    return column_ms > 1000        ? step
           : height >= 120 * FR_PX ? 200
           : height >= 48 * FR_PX  ? 500
                                   : 1000;
}

static void add_axes(fr_scene *scene, const fr_heat_plot *plot)
{
    int64_t column_ms = plot->grid->column_s * 1000, step = offset_step(plot);
    int64_t height = plot->row * (int64_t)plot->grid->rows;

    for (int64_t ms = 0; ms < column_ms; ms += step) {
        int32_t y = plot->bottom - (int32_t)(height * ms / column_ms);
        fr_scene_add_text(scene, FR_TEXT_AXIS, FR_ANCHOR_END, plot->left - 8 * FR_PX, y + 4 * FR_PX,
                          offset_text(scene, plot->grid, ms));
    }
    add_times(scene, plot);
}

/* ---- sums ---- */

static int64_t sum_of_column(const fr_grid *grid, uint32_t column)
{
    int64_t sum = 0;

    for (uint32_t row = 0; row < grid->rows; row++)
        sum += grid->cells[(size_t)column * grid->rows + row];
    return sum;
}

static int64_t sum_of_row(const fr_grid *grid, uint32_t row)
{
    int64_t sum = 0;

    for (uint32_t column = 0; column < grid->n_columns; column++)
        sum += grid->cells[(size_t)column * grid->rows + row];
    return sum;
}

static int64_t largest(const fr_grid *grid, int64_t (*sum)(const fr_grid *, uint32_t), uint32_t n)
{
    int64_t most = 1;

    for (uint32_t i = 0; i < n; i++) {
        int64_t value = sum(grid, i);
        most = value > most ? value : most;
    }
    return most;
}

/* Whole px, so that bars of equal sums are equal; what is not 0 is seen. */
static int32_t length_of(int64_t value, int64_t most, int32_t room)
{
    int32_t px = (int32_t)((fr_i128)value * (room / FR_PX) / most);

    return (px == 0 && value ? 1 : px) * FR_PX;
}

/* Bars touch where they are narrow. */
static int32_t gap_of(int32_t size)
{
    return size > 3 * FR_PX ? FR_PX : 0;
}

static void add_columns(fr_scene *scene, const fr_heat_plot *plot, uint32_t fill)
{
    const fr_grid *grid = plot->grid;
    int64_t most = largest(grid, sum_of_column, grid->n_columns);
    int32_t base = fr_heat_y(plot, grid->rows) - FR_HEAT_GAP;

    for (uint32_t column = 0; column < grid->n_columns; column++) {
        int32_t x = fr_heat_x(plot, column), w = fr_heat_x(plot, column + 1) - x;
        int32_t h = length_of(sum_of_column(grid, column), most, FR_HEAT_ABOVE);
        if (h)
            fr_scene_add_bar(scene, (fr_scene_bar){x, base - h, w - gap_of(w), h, fill});
    }
    fr_scene_add_text(scene, FR_TEXT_AXIS, FR_ANCHOR_END, plot->left - 8 * FR_PX,
                      base - FR_HEAT_ABOVE + 8 * FR_PX, short_text(scene, most));
}

static void add_rows(fr_scene *scene, const fr_heat_plot *plot, uint32_t fill)
{
    const fr_grid *grid = plot->grid;
    int64_t most = largest(grid, sum_of_row, grid->rows);
    int32_t x = plot->left + plot->width + FR_HEAT_ASIDE;

    for (uint32_t row = 0; row < grid->rows; row++) {
        int32_t w = length_of(sum_of_row(grid, row), most, plot->side);
        if (w)
            fr_scene_add_bar(scene, (fr_scene_bar){x, fr_heat_y(plot, row + 1), w,
                                                   plot->row - gap_of(plot->row), fill});
    }
    fr_scene_add_text(scene, FR_TEXT_AXIS, FR_ANCHOR_END, x + plot->side,
                      fr_heat_y(plot, grid->rows) - 5 * FR_PX, short_text(scene, most));
}

int32_t fr_heat_left(fr_scene *scene, const fr_grid *grid)
{
    int64_t most = largest(grid, sum_of_column, grid->n_columns);
    int32_t sum = width_of(short_text(scene, most));
    int32_t offset = width_of(offset_text(scene, grid, grid->column_s * INT64_C(1000) - 200));
    int32_t widest = sum > offset ? sum : offset;

    return (2 * FR_HEAT_GAP + 12 * FR_PX + widest + FR_PX - 1) / FR_PX * FR_PX;
}

/*
 * Marks where in the picture the things are that stand out, by their numbers in the foot.
 *
 *          1
 *      [sums of columns]        1 happens once: a line below the sums of its columns
 *            -
 *     |  cells       | |2       2 is in every column: a line at the right of its offsets. A drifting one: of those
 *     |              | |        that it has at the end
 */

/* Two lines of 1 px, side by side. */
static void add_line(fr_scene *scene, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    int32_t dx = x0 == x1 ? FR_PX : 0, dy = FR_PX - dx;

    fr_scene_add_line(scene, (fr_scene_line){x0, y0, x1, y1, .muted = true});
    fr_scene_add_line(scene, (fr_scene_line){x0 + dx, y0 + dy, x1 + dx, y1 + dy, .muted = true});
}

static void add_number(fr_scene *scene, int32_t x, int32_t y, size_t number)
{
    char text[24];

    snprintf(text, sizeof text, "%zu", number);
    fr_scene_add_text(scene, FR_TEXT_AXIS, FR_ANCHOR_MIDDLE, x, y, text);
}

static void mark_columns(fr_scene *scene, const fr_heat_plot *plot, fr_time_range range,
                         size_t number)
{
    int32_t top = fr_heat_y(plot, plot->grid->rows);
    fr_grid_cell first, last;

    if (!fr_grid_cells_in(plot->grid, range, &first, &last))
        return;
    int32_t x0 = fr_heat_x(plot, first.column), x1 = fr_heat_x(plot, last.column + 1);
    add_line(scene, x0, top - FR_HEAT_GAP + 35, x1, top - FR_HEAT_GAP + 35);
    add_number(scene, (x0 + x1) / 2, top - FR_HEAT_GAP - FR_HEAT_ABOVE - 3 * FR_PX, number);
}

/* At the right of the rows of a range; of one that goes on in the next column, the rows of the first. */
static void mark_rows(fr_scene *scene, const fr_heat_plot *plot, fr_time_range range, size_t number)
{
    int32_t x = plot->left + plot->width + 35;
    fr_grid_cell first, last;

    if (!fr_grid_cells_in(plot->grid, range, &first, &last))
        return;
    last.row = last.column > first.column ? plot->grid->rows - 1 : last.row;
    int32_t y0 = fr_heat_y(plot, last.row + 1), y1 = fr_heat_y(plot, first.row);
    add_line(scene, x, y0, x, y1);
    if (number)
        add_number(scene, x + 7 * FR_PX, (y0 + y1) / 2 + 4 * FR_PX, number);
}

/* Its last time in the recording, and where columns hold whole periods, all of its times in the last column. */
static void mark_band(fr_scene *scene, const fr_heat_plot *plot, const fr_perturbation *p,
                      size_t number)
{
    const fr_grid *grid = plot->grid;
    int64_t column_ns = fr_grid_column_ns(grid), length = fr_perturbation_length(p);
    int64_t last = grid->last_ns - grid->meta.origin_ns - p->from_ns - length;

    if (last < 0)
        return;
    last = grid->meta.origin_ns + p->from_ns + last / p->period_ns * p->period_ns;
    int64_t count = column_ns % p->period_ns ? 1 : column_ns / p->period_ns;
    for (int64_t i = 0; i < count && i < grid->rows; i++) {
        int64_t from = last - i * p->period_ns;
        mark_rows(scene, plot, (fr_time_range){from, from + length}, i ? 0 : number);
    }
}

static void add_marks(fr_scene *scene, const fr_heat_plot *plot)
{
    const fr_perturbations *found = &plot->grid->found;

    for (size_t i = 0; i < found->n; i++) {
        const fr_perturbation *p = &found->at[i];
        if (!p->period_ns)
            mark_columns(scene, plot, (fr_time_range){p->from_ns, p->to_ns}, i + 1);
        else if (plot->side)
            mark_band(scene, plot, p, i + 1);
    }
}

void fr_heat_furnish(fr_scene *scene, const fr_heat_plot *plot, uint32_t fill)
{
    add_axes(scene, plot);
    add_columns(scene, plot, fill);
    if (plot->side)
        add_rows(scene, plot, fill);
    add_marks(scene, plot);
}
