/*
 * heat_plot.h - where the cells of a grid lie on the picture, and what stands round them.
 *
 *     628  [sums of columns]                    all in tenths of a px, y down
 *     800 ms |  cells  |  [sums of offsets]
 *       0 ms |         |
 *            0 s    5 s
 */
#ifndef FR_RENDER_HEAT_PLOT_H
#define FR_RENDER_HEAT_PLOT_H

#include "heatmap/grid.h"
#include "render/scene.h"

typedef struct fr_heat_plot {
    const fr_grid *grid;
    int32_t left, bottom; /* of the first cell of the first column */
    int32_t width;        /* of all columns */
    int32_t row;          /* height of a cell */
    int32_t side;         /* width of the sums at the right; 0: none */
} fr_heat_plot;

#define FR_HEAT_ABOVE (34 * FR_PX) /* height of the sums of columns */
#define FR_HEAT_GAP   (8 * FR_PX)  /* between them and the cells */
#define FR_HEAT_ASIDE (16 * FR_PX) /* between cells and the sums of offsets */

/* Left edge of a column, in whole px: columns differ by 1 px at most. Lower edge of a row. One past the
 * last gives the far edge. */
int32_t fr_heat_x(const fr_heat_plot *plot, uint32_t column);
int32_t fr_heat_y(const fr_heat_plot *plot, uint32_t row);
/* Room at the left for the labels of offsets and the largest sum of a column. */
int32_t fr_heat_left(fr_scene *scene, const fr_grid *grid);
/* Ticks and times below the plot, offsets at its left; bars of `fill` for the sum of each column above it, of each
 * offset at its right; and the numbers of what stands out, with a line above its columns or beside its offsets. */
void fr_heat_furnish(fr_scene *scene, const fr_heat_plot *plot, uint32_t fill);
/* Adds lines round the cells that share an instant with the selection. FR_E_USAGE where it is no selection, or touches
 * no cell. */
bool fr_heat_outline(fr_scene *scene, const fr_heat_plot *plot, const fr_select_options *opt,
                     fr_error *err);

/* "2026-11-22" of a day counted from 1970. */
void fr_heat_put_date(fr_output *out, int64_t day);
/* "14:32:05" of a second counted from 1970; "14:32" where columns are of minutes, the date where they are of days. */
void fr_heat_put_clock(fr_output *out, int64_t second, uint32_t column_s);

#endif
