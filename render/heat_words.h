/*
 * heat_words.h - the sentences of a heatmap.
 *
 *     8 695 samples of cpu-clock in 121 s of recording · 8 889 samples of idle CPUs left out ·
 *     column 1 s, cell 20 ms
 *     fullest cell: 9 samples at 53.12 s
 *
 * Every sentence lives in the scene.
 */
#ifndef FR_RENDER_HEAT_WORDS_H
#define FR_RENDER_HEAT_WORDS_H

#include "heatmap/grid.h"
#include "render/scene.h"

/* "When the CPU was busy" (model/measured.h). */
const char *fr_heat_title(fr_scene *scene, const fr_grid *grid);
const char *fr_heat_subtitle(fr_scene *scene, const fr_grid *grid,
                             const fr_select_options *outline);
/* "12.34 s": when a cell begins, in seconds of the recording. */
const char *fr_heat_cell_name(fr_scene *scene, const fr_grid *grid, fr_cell cell);
/* "12 s" */
const char *fr_heat_column_name(fr_scene *scene, const fr_grid *grid, uint32_t column);
/* "4 or more samples in 20 ms": what the last colour of the legend means. */
const char *fr_heat_most(fr_scene *scene, const fr_grid *grid, int64_t most);
const char *fr_heat_statement(fr_scene *scene, const fr_grid *grid);
const char *fr_heat_description(fr_scene *scene, const fr_grid *grid);

#endif
