/*
 * heat_marks.c - where in the picture the things are that stand out, by their numbers in the foot.
 *
 *          1
 *      [sums of columns]        1 happens once: a line below the sums of its columns
 *            -
 *     |  cells       | |2       2 is in every column: a line at the right of its offsets. A drifting one: of those
 *     |              | |        that it has at the end
 */
#include <stdio.h>

#include "render/layout/heat_plot.h"

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
    int32_t top = fr_heat_y(plot, plot->grid->rows), x0, x1;
    fr_grid_cell first, last;

    if (!fr_grid_cells_in(plot->grid, range, &first, &last))
        return;
    x0 = fr_heat_x(plot, first.column);
    x1 = fr_heat_x(plot, last.column + 1);
    add_line(scene, x0, top - FR_HEAT_GAP + 35, x1, top - FR_HEAT_GAP + 35);
    add_number(scene, (x0 + x1) / 2, top - FR_HEAT_GAP - FR_HEAT_ABOVE - 3 * FR_PX, number);
}

/* At the right of the rows of a range; of one that goes on in the next column, the rows of the first. */
static void mark_rows(fr_scene *scene, const fr_heat_plot *plot, fr_time_range range, size_t number)
{
    int32_t x = plot->left + plot->width + 35, y0, y1;
    fr_grid_cell first, last;

    if (!fr_grid_cells_in(plot->grid, range, &first, &last))
        return;
    last.row = last.column > first.column ? plot->grid->rows - 1 : last.row;
    y0 = fr_heat_y(plot, last.row + 1);
    y1 = fr_heat_y(plot, first.row);
    add_line(scene, x, y0, x, y1);
    if (number)
        add_number(scene, x + 7 * FR_PX, (y0 + y1) / 2 + 4 * FR_PX, number);
}

/* Its last time in the recording, and where columns hold whole periods, all of its times in the last column. */
static void mark_band(fr_scene *scene, const fr_heat_plot *plot, const fr_perturbation *p,
                      size_t number)
{
    const fr_grid *grid = plot->grid;
    int64_t column_ns = fr_grid_column_ns(grid), length = fr_perturbation_length(p), last, count;

    last = grid->last_ns - grid->meta.origin_ns - p->from_ns - length;
    if (last < 0)
        return;
    last = grid->meta.origin_ns + p->from_ns + last / p->period_ns * p->period_ns;
    count = column_ns % p->period_ns ? 1 : column_ns / p->period_ns;
    for (int64_t i = 0; i < count && i < grid->rows; i++) {
        int64_t from = last - i * p->period_ns;
        mark_rows(scene, plot, (fr_time_range){from, from + length}, i ? 0 : number);
    }
}

void fr_heat_marks(fr_scene *scene, const fr_heat_plot *plot)
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
