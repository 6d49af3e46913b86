/*
 * heat_outline.h - the outline of a selection.
 */
#ifndef FR_RENDER_HEAT_OUTLINE_H
#define FR_RENDER_HEAT_OUTLINE_H

#include "render/layout/heat_plot.h"

/* Adds lines round the cells that share an instant with the selection. FR_E_USAGE where it is no
 * selection, or touches no cell. */
FR_CHECKED bool fr_heat_outline(fr_scene *scene, const fr_heat_plot *plot,
                                const fr_select_options *opt, fr_error *err);

#endif
