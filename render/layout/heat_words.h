/*
 * heat_words.h - the sentences of a heatmap, and its times. All live in the scene; where memory runs out, it fails.
 *
 *     8 695 samples of cpu-clock in 121 s of recording · 8 889 samples of idle CPUs omitted · column 1 s, cell 20 ms
 *     fullest cell: 9 samples at 53.12 s
 */
#ifndef FR_RENDER_HEAT_WORDS_H
#define FR_RENDER_HEAT_WORDS_H

#include "heatmap/grid.h"
#include "render/scene.h"

const char *fr_heat_subtitle(fr_scene *scene, const fr_grid *grid,
                             const fr_select_options *outline);
/* "12.34-12.36 s": in seconds of the recording, as --range takes them. */
const char *fr_heat_cell_name(fr_scene *scene, const fr_grid *grid, fr_grid_cell cell);
/* "4 or more samples in 20 ms": what the last colour of the legend means. */
const char *fr_heat_last_colour(fr_scene *scene, const fr_grid *grid, int64_t most);
const char *fr_heat_statement(fr_scene *scene, const fr_grid *grid);
const char *fr_heat_description(fr_scene *scene, const fr_grid *grid);
/* A number of a cell or of many: "628", "12.3 ms". */
const char *fr_heat_amount(fr_scene *scene, int64_t value);

/* A second on an axis that ends at `last`: "48 s", "2:05", "1:02:05"; "14:32:05". */
const char *fr_heat_time(fr_scene *scene, const fr_grid *grid, int64_t second, int64_t last);

/* "1  from 3.4 s for 200 ms: rebuild_index, which hardly runs around it": what stands out (heatmap/perturb.h), by its
 * number from 0. */
const char *fr_heat_found_words(fr_scene *scene, const fr_grid *grid, size_t i);
/* The fragment by which a page selects it: "#range=3.4-3.6", of a band "#range=0.501-0.602/1.007". The command has no
 * period where that is a second. */
const char *fr_heat_found_address(fr_scene *scene, const fr_perturbation *p);

#endif
