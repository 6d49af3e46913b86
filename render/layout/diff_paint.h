/*
 * diff_paint.h - how changes look: colours by a ramp of 16 a side, marks for what colour cannot say
 * alone. docs/layout.md states the rules.
 *
 *     fill   0 ......... 15   16          17 ......... 32
 *            shrank most      unchanged       grew most
 */
#ifndef FR_RENDER_DIFF_PAINT_H
#define FR_RENDER_DIFF_PAINT_H

#include "diff/diff_types.h"
#include "render/scene.h"
#include "themes/theme.h"

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
/* Chooses fills and the ends of the ramps; false when memory ran out. `negate` exchanges the hues. */
bool fr_diff_paint_init(fr_diff_paint *p, bool negate);
/* Both sides, verdicts and fills of a node; gaps are 0. */
fr_box_change fr_diff_paint_node(const fr_diff_paint *p, uint32_t node);
/* The marks of a box that shows `shown`, one of the other two. */
uint8_t fr_diff_paint_marks(const fr_change *shown, const fr_change *total, const fr_change *self);
/* The functions of the page's table, into the scene. */
void fr_diff_paint_functions(const fr_diff_paint *p);

#endif
