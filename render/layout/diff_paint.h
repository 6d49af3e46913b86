/*
 * diff_paint.h - the colours of changes, by a ramp of 16 a side; diff_width.h has their widths. docs/layout.md
 * states the rules.
 *
 *     fill   0 ......... 15   16          17 ......... 32
 *            shrank most      unchanged       grew most
 */
#ifndef FR_RENDER_LAYOUT_DIFF_PAINT_H
#define FR_RENDER_LAYOUT_DIFF_PAINT_H

#include "diff/diff.h"
#include "render/scene.h"

#define FR_DIFF_UNCHANGED 16
#define FR_DIFF_RAMP      FR_RAMP_COLOURS

typedef struct fr_diff_paint {
    const fr_diff *diff;
    const fr_theme *theme;
    fr_scene *scene;               /* with sides */
    uint8_t fill_of[FR_DIFF_RAMP]; /* fills of the scene, in the order of the ramp */
    int32_t most[2]; /* thousandths of a point that the last colour stands for: of total, of self */
    bool exceeded[2]; /* some changed more */
} fr_diff_paint;

/* The colour at a place of the ramp. */
fr_theme_fill fr_diff_ramp_fill(const fr_theme *theme, uint32_t at);
/* Chooses fills and the ends of the ramps, and lists the functions of the page's table. False when memory ran out.
 * `negate` exchanges the hues. */
bool fr_diff_paint_init(fr_diff_paint *p, bool negate);
/* Both sides, verdicts and fills of a node; gaps are 0. */
fr_box_change fr_diff_paint_node(const fr_diff_paint *p, uint32_t node);

#endif
