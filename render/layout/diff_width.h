/*
 * diff_width.h - widths of a differential: one integer per node, from the values of both sides. docs/layout.md states
 * the rules.
 */
#ifndef FR_RENDER_LAYOUT_DIFF_WIDTH_H
#define FR_RENDER_LAYOUT_DIFF_WIDTH_H

#include "diff/diff.h"

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

#endif
