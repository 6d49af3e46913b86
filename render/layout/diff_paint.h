/*
 * diff_paint.h - how changes look: widths of both sides together, colours by a ramp of 16 a side. docs/layout.md states the rules.
 *
 *     fill   0 ......... 15   16          17 ......... 32
 *            shrank most      unchanged       grew most
 */
#ifndef FR_RENDER_LAYOUT_DIFF_PAINT_H
#define FR_RENDER_LAYOUT_DIFF_PAINT_H

#include "diff/diff.h"
#include "render/scene.h"

/* ---- widths of a differential: one integer per node, from the values of both sides ---- */

typedef struct fr_diff_width {
    fr_width_of of;
    int64_t per_base, per_new; /* what a unit of each side counts; 0: the side does not count */
    uint32_t halvings;
    int64_t whole; /* of width; of MAX and DELTA, one profile */
} fr_diff_width;

/* A side without value does not count: MEAN is then the other side alone. */
fr_diff_width fr_diff_width_for(fr_width_of of, int64_t base_whole, int64_t new_whole);
/* The width of a total under MEAN, NEW and BASE, of an own value under all. */
int64_t fr_diff_width_of(const fr_diff_width *w, int64_t base, int64_t new_);
/* The widths of all nodes: a total is self + totals of children. Under MEAN, NEW and BASE they are
 * computed where they are asked for, which is where something is drawn. */
typedef struct fr_diff_widths {
    fr_diff_width by;
    const fr_diff *diff;
    int64_t *self, *total; /* by node, under MAX and DELTA; else NULL */
} fr_diff_widths;

bool fr_diff_widths_init(fr_diff_widths *w, const fr_diff *diff, fr_width_of of, fr_error *err);
int64_t fr_diff_width_total(const fr_diff_widths *w, uint32_t node);
void fr_diff_widths_reset(fr_diff_widths *w);

/* ---- colours ---- */

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
