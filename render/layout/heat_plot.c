/*
 * heat_plot.c - what stands round the cells of a heatmap: axes, the sums along them, marks where something stands out,
 * and the outline of a selection.
 */
#include "render/layout/heat_plot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/sentence.h"
#include "render/measure.h"

int32_t fr_heat_x(const fr_heat_plot *plot, uint32_t column)
{
    return plot->left +
           (int32_t)((int64_t)(plot->width / FR_PX) * column / plot->grid->n_columns) * FR_PX;
}

int32_t fr_heat_y(const fr_heat_plot *plot, uint32_t row)
{
    return plot->bottom - (int32_t)row * plot->row;
}

/* ---- axes ---- */

#define AXIS_SIZE 105
#define SPACE     (16 * FR_PX) /* between labels */

static int32_t width_of(const char *text)
{
    return fr_text_width(fr_bytes_of(text), AXIS_SIZE, false);
}

/* A number of a cell or of many: "628", "12.3 ms". */
static const char *amount_text(fr_scene *scene, int64_t value)
{
    return fr_scene_say(scene, "{}", fr_as_amount_alone(value, scene->decimals, scene->unit));
}

/*
 * Times on the axis:
 *
 *     48 s, 2:05, 1:02:05          seconds after the start of the recording: of under three minutes, of under an
 *                                  hour, of more
 *     14:32:05, 14:32              of a clock that counts from 1970, in UTC
 */

#define DAY 86400

/* Howard Hinnant, chrono-compatible low-level date algorithms, civil_from_days. */
void fr_heat_put_date(fr_output *out, int64_t day)
{
    int64_t z = day + 719468, era = z / 146097, of_era = z % 146097;
    int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
    int64_t march = (5 * of_year + 2) / 153, month = march < 10 ? march + 3 : march - 9;

    fr_put_format(out, "%04lld-%02d-%02d", (long long)(year + era * 400 + (month <= 2)), (int)month,
                  (int)(of_year - (153 * march + 2) / 5 + 1));
}

void fr_heat_put_clock(fr_output *out, int64_t second, uint32_t column_s)
{
    int day_s = (int)(second % DAY);

    if (column_s >= DAY)
        fr_heat_put_date(out, second / DAY);
    else
        fr_put_format(out, "%02d:%02d", day_s / 3600, day_s / 60 % 60);
    if (column_s < 60)
        fr_put_format(out, ":%02d", day_s % 60);
}

/* A second on an axis that ends at `last`: "48 s", "2:05", "1:02:05"; "14:32:05". */
static const char *time_text(fr_scene *scene, const fr_grid *grid, int64_t second, int64_t last)
{
    if (!fr_meta_has_date(&grid->meta))
        return fr_scene_say(scene, "{}", fr_as_span(second, last));
    fr_output *out = fr_output_memory();
    fr_heat_put_clock(out, second, grid->column_s);
    return fr_scene_keep_output(scene, out);
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
    /* from 1970 where the clock counts so, else from the start of the recording */
    int64_t first =
        fr_meta_has_date(&grid->meta) ? grid->first_second : fr_grid_origin_second(grid);
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
    return fr_scene_say(scene, "{}",
                        grid->column_s > 1 ? fr_as_span(ms / 1000, grid->column_s)
                                           : fr_as_measure(ms, 0, "ms"));
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

/* Returns the sum of a column, or of the row of an offset. */
static int64_t sum_of(const fr_grid *grid, bool column, uint32_t i)
{
    size_t n = column ? grid->rows : grid->n_columns, step = column ? 1 : grid->rows;
    const int64_t *cells = grid->cells + i * (column ? (size_t)grid->rows : 1);
    int64_t sum = 0;

    for (size_t k = 0; k < n; k++)
        sum += cells[k * step];
    return sum;
}

static int64_t largest(const fr_grid *grid, bool column)
{
    int64_t most = 1;

    for (uint32_t i = 0; i < (column ? grid->n_columns : grid->rows); i++) {
        int64_t value = sum_of(grid, column, i);
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
    int64_t most = largest(grid, true);
    int32_t base = fr_heat_y(plot, grid->rows) - FR_HEAT_GAP;

    for (uint32_t column = 0; column < grid->n_columns; column++) {
        int32_t x = fr_heat_x(plot, column), w = fr_heat_x(plot, column + 1) - x;
        int32_t h = length_of(sum_of(grid, true, column), most, FR_HEAT_ABOVE);
        if (h)
            fr_scene_add_bar(scene, (fr_scene_bar){x, base - h, w - gap_of(w), h, fill});
    }
    fr_scene_add_text(scene, FR_TEXT_AXIS, FR_ANCHOR_END, plot->left - 8 * FR_PX,
                      base - FR_HEAT_ABOVE + 8 * FR_PX, amount_text(scene, most));
}

static void add_rows(fr_scene *scene, const fr_heat_plot *plot, uint32_t fill)
{
    const fr_grid *grid = plot->grid;
    int64_t most = largest(grid, false);
    int32_t x = plot->left + plot->width + FR_HEAT_ASIDE;

    for (uint32_t row = 0; row < grid->rows; row++) {
        int32_t w = length_of(sum_of(grid, false, row), most, plot->side);
        if (w)
            fr_scene_add_bar(scene, (fr_scene_bar){x, fr_heat_y(plot, row + 1), w,
                                                   plot->row - gap_of(plot->row), fill});
    }
    fr_scene_add_text(scene, FR_TEXT_AXIS, FR_ANCHOR_END, x + plot->side,
                      fr_heat_y(plot, grid->rows) - 5 * FR_PX, amount_text(scene, most));
}

int32_t fr_heat_left(fr_scene *scene, const fr_grid *grid)
{
    int64_t most = largest(grid, true);
    int32_t sum = width_of(amount_text(scene, most));
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

static void mark_columns(fr_scene *scene, const fr_heat_plot *plot, fr_span range, size_t number)
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
static void mark_rows(fr_scene *scene, const fr_heat_plot *plot, fr_span range, size_t number)
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
        mark_rows(scene, plot, (fr_span){from, from + length}, i ? 0 : number);
    }
}

static void add_marks(fr_scene *scene, const fr_heat_plot *plot)
{
    const fr_perturbations *found = &plot->grid->found;

    for (size_t i = 0; i < found->n; i++) {
        const fr_perturbation *p = &found->at[i];
        if (!p->period_ns)
            mark_columns(scene, plot, (fr_span){p->from_ns, p->to_ns}, i + 1);
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

/*
 * The outline of a selection: marks its cells, then draws a ring outside of them, along
 * the edges between marked cells and others.
 *
 *      . . . .          +---+
 *      . # # .          |   +-+        a range that begins in one second and ends in the next
 *      . # # .    ->    |     |
 *      . . # .          +-+   |
 *      . . # .            +---+
 */

#define OUT         25 /* from the edge of the cells to the middle of the ring: its halo touches them */
#define OUTLINE_GAP 6 /* between cells */

typedef struct outline {
    fr_scene *scene;
    const fr_heat_plot *plot;
    const fr_grid *grid;
    uint8_t *marked; /* by cell */
    size_t n_marked;
} outline;

static void mark(outline *o, fr_span span)
{
    fr_grid_cell first, last;

    if (span.from_ns >= span.to_ns || !fr_grid_cells_in(o->grid, span, &first, &last))
        return;
    size_t from = (size_t)first.column * o->grid->rows + first.row;
    size_t to = (size_t)last.column * o->grid->rows + last.row;
    memset(o->marked + from, 1, to - from + 1);
}

static void mark_cells(outline *o, const fr_selection *s)
{
    size_t n = (size_t)o->grid->n_columns * o->grid->rows;
    fr_span all = {INT64_MIN, INT64_MAX};

    for (size_t i = 0; i < s->n_spans || i == 0; i++)
        mark(o, s->n_spans ? s->spans[i] : all);
    /* Unmarks the cells that are not in the band. */
    for (size_t i = 0; i < n && s->banded; i++) {
        fr_grid_cell cell = {(uint32_t)(i / o->grid->rows), (uint32_t)(i % o->grid->rows)};
        fr_span range = fr_grid_cell_range(o->grid, cell);
        o->marked[i] = o->marked[i] && fr_selection_band_meets(s, range.from_ns, range.to_ns);
    }
    for (size_t i = 0; i < n; i++)
        o->n_marked += o->marked[i];
}

/* Beyond the grid nothing is marked. */
static bool is_marked(const outline *o, uint32_t column, uint32_t row)
{
    return column < o->grid->n_columns && row < o->grid->rows &&
           o->marked[(size_t)column * o->grid->rows + row];
}

/* Returns the side of an edge that has the marked cells: -1 left or below, 1 right or above, 0: it is no edge. The
 * upright edge (column, row) is at the left of that cell, the level one at its foot. */
static int side_of(const outline *o, bool upright, uint32_t column, uint32_t row)
{
    bool here = is_marked(o, column, row);
    bool before = upright ? is_marked(o, column - 1, row) : is_marked(o, column, row - 1);

    return here == before ? 0 : here ? 1 : -1;
}

/* Returns how far an edge goes on beyond its end, where it stands OUT from the cells: round a corner of the
 * selection, but less far in a corner between two of its parts. `column` and `row` of the cell behind the end, on
 * the side of the marked cells. */
static int32_t beyond(const outline *o, uint32_t column, uint32_t row)
{
    return is_marked(o, column, row) ? -OUT : OUT;
}

static void add_edge(outline *o, bool upright, uint32_t at, uint32_t from, uint32_t to, int side)
{
    uint32_t outer = side > 0 ? at - 1 : at;
    fr_scene_line line = {.over = true};

    if (upright) {
        line.x0 = line.x1 = fr_heat_x(o->plot, at) - side * OUT - OUTLINE_GAP / 2;
        line.y0 = fr_heat_y(o->plot, from) + beyond(o, outer, from - 1) - OUTLINE_GAP / 2;
        line.y1 = fr_heat_y(o->plot, to) - beyond(o, outer, to) - OUTLINE_GAP / 2;
    } else {
        line.y0 = line.y1 = fr_heat_y(o->plot, at) + side * OUT - OUTLINE_GAP / 2;
        line.x0 = fr_heat_x(o->plot, from) - beyond(o, from - 1, outer) - OUTLINE_GAP / 2;
        line.x1 = fr_heat_x(o->plot, to) + beyond(o, to, outer) - OUTLINE_GAP / 2;
    }
    fr_scene_add_line(o->scene, line);
}

/* Edges of one line of the grid, as long as they go on with the marked cells on the same side. */
static void add_edges(outline *o, bool upright, uint32_t at)
{
    uint32_t n = upright ? o->grid->rows : o->grid->n_columns, from = 0;
    int side = 0;

    for (uint32_t i = 0; i <= n; i++) {
        int next = i == n ? 0 : upright ? side_of(o, true, at, i) : side_of(o, false, i, at);
        if (next == side)
            continue;
        if (side)
            add_edge(o, upright, at, from, i, side);
        from = i;
        side = next;
    }
}

static bool draw_outline(outline *o, const fr_selection *selection, fr_error *err)
{
    mark_cells(o, selection);
    if (o->n_marked == 0) {
        fr_fail(err, FR_E_USAGE, 0, 0, "the outline lies outside of the recording");
        return fr_fail_hint(err, "the heatmap has the seconds %lld to %lld",
                            (long long)fr_grid_origin_second(o->grid),
                            (long long)fr_grid_origin_second(o->grid) +
                                (long long)o->grid->n_columns * o->grid->column_s);
    }
    for (uint32_t column = 0; column <= o->grid->n_columns; column++)
        add_edges(o, true, column);
    for (uint32_t row = 0; row <= o->grid->rows; row++)
        add_edges(o, false, row);
    return true;
}

bool fr_heat_outline(fr_scene *scene, const fr_heat_plot *plot, const fr_select_options *opt,
                     fr_error *err)
{
    const fr_grid *grid = plot->grid;
    outline o = {.scene = scene, .plot = plot, .grid = grid};
    fr_selection selection;

    if (!fr_selection_init(&selection, opt, grid->meta.origin_ns, err))
        return false;
    o.marked = calloc((size_t)grid->n_columns * grid->rows, 1);
    bool good = o.marked ? fr_selection_is_all(&selection) || draw_outline(&o, &selection, err)
                         : fr_fail_memory(err);
    free(o.marked);
    fr_selection_reset(&selection);
    return good;
}
