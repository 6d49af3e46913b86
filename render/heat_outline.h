/*
 * heat_outline.h - where a grid's cells lie on the picture, and the outline of a selection.
 */
#ifndef FR_RENDER_HEAT_OUTLINE_H
#define FR_RENDER_HEAT_OUTLINE_H

#include "heatmap/grid.h"
#include "render/scene.h"

/* The plot of a heatmap, in tenths of a px. */
typedef struct fr_heat_plot {
    const fr_grid *grid;
    int32_t left, bottom; /* of the first cell of the first second */
    int32_t column, row;  /* width of a second, height of a cell */
} fr_heat_plot;

/* Left edge of a column, lower edge of a row; one past the last gives the far edge. */
static inline int32_t fr_heat_x(const fr_heat_plot *plot, uint32_t column)
{
    return plot->left + (int32_t)column * plot->column;
}

static inline int32_t fr_heat_y(const fr_heat_plot *plot, uint32_t row)
{
    return plot->bottom - (int32_t)row * plot->row;
}

/* Adds lines round the cells that share an instant with the selection. FR_E_USAGE where it is no
 * selection, or touches no cell. */
FR_CHECKED bool fr_heat_outline(fr_scene *scene, const fr_heat_plot *plot,
                                const fr_select_options *opt, fr_error *err);

#endif
