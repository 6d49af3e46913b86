/*
 * tree_boxes.h - the scene of a tree, and its boxes, one width per node: what flame graphs and differentials
 * share. docs/layout.md states the rules.
 *
 *     good = fr_tree_scene_check(opt, err);
 *     fr_tree_scene_describe(scene, tree, theme, opt);      then what is the layout's own: `what`, `whole`, colouring
 *     fr_tree_scene_add_fills(scene, theme);
 *     fr_tree_boxes t = {.tree = tree, .opt = opt, .scene = scene, .widths = tree,
 *                        .self_of = self_of, .total_of = total_of, .paint = paint, .arg = arg};
 *     good = fr_tree_boxes_place(&t, err);      boxes without y, in t.scene
 *     fr_tree_boxes_stack(&t, top);             y, once the header is known
 *     fr_tree_boxes_reset(&t);
 */
#ifndef FR_RENDER_TREE_BOXES_H
#define FR_RENDER_TREE_BOXES_H

#include "model/tree/tree.h"
#include "render/layout/flame_words.h"
#include "render/layout/furniture.h"
#include "render/measure.h"

#define FR_MAX_ROWS UINT32_C(65535)

/* Narrow frames of a row, together. */
typedef struct fr_narrow {
    int64_t total;
    int64_t sides[2]; /* of a differential: base, new */
    uint32_t n;       /* nodes */
} fr_narrow;

typedef struct fr_tree_boxes {
    const fr_tree *tree;
    const fr_flame_options *opt;
    fr_scene *scene; /* its width and whole are set */
    /* The width of a node, and what of it is its own: total = self + totals of children. */
    int64_t (*total_of)(const void *widths, uint32_t node);
    int64_t (*self_of)(const void *widths, uint32_t node);
    const void *widths;
    /* Sets fill, label and marks of a box that is placed; it is the next that the scene gets. */
    void (*paint)(void *arg, uint32_t node, fr_box *box);
    /* Adds to the scene what belongs to a box that stands for narrow frames; NULL: nothing. */
    void (*paint_rest)(void *arg, const fr_narrow *frames, fr_box *box);
    void *arg;
    const int64_t *sides[2]; /* values of nodes, for fr_narrow; NULL: none */
    /* what was found */
    int32_t plot;     /* width for the root */
    uint32_t deepest; /* row drawn */
    fr_undrawn narrow, deep;
    int64_t rests; /* widths of what stands for narrow frames, together */
    /* while it is placed */
    int64_t whole;            /* width of the root */
    int64_t min_total;        /* nodes with less are not drawn */
    struct fr_open_box *open; /* by depth: drawn nodes whose children are being placed */
    uint32_t top;             /* the last of them */
    uint32_t lane;            /* of a chart: rows that the lane at hand stands higher */
    fr_narrow *levels;        /* of the narrow children of a box, by row from theirs on */
    uint32_t n_levels;
    fr_labels labels;
    const char **names; /* copies in the scene, by name id; NULL: not copied yet */
} fr_tree_boxes;

/* The root has a width. A failure of memory also sticks in the scene. */
bool fr_tree_boxes_place(fr_tree_boxes *t, fr_error *err);
/* Gives the boxes their y: rows from `top` on. Returns the y below them. */
int32_t fr_tree_boxes_stack(fr_tree_boxes *t, int32_t top);
/* Lays out what stands round the boxes by `furnish`, which sets the scene's height. A still
 * loses rows before. */
bool fr_tree_boxes_furnish(fr_tree_boxes *t, void (*furnish)(void *arg), void *arg, fr_error *err);
/* Returns what of `text` fits behind `used` tenths of a px in a box, or NULL. */
const char *fr_tree_boxes_label(fr_tree_boxes *t, const fr_box *box, const char *text,
                                int32_t used);
/* The legend's entry for what stands for narrow frames, where it can be seen. Returns the number of entries. */
size_t fr_tree_boxes_add_legend(const fr_tree_boxes *t, fr_legend_entry *legend, size_t n);
/* The name of a node, in the scene. */
const char *fr_tree_boxes_name(fr_tree_boxes *t, uint32_t node);
void fr_tree_boxes_reset(fr_tree_boxes *t);

/* ---- the scene before it has boxes (tree_scene.c) ---- */

/* FR_E_USAGE where an option makes no picture. */
bool fr_tree_scene_check(const fr_flame_options *opt, fr_error *err);
/* Colours, fonts, sizes, and what a viewer needs, into the scene; memory that runs out sticks there. */
void fr_tree_scene_describe(fr_scene *scene, const fr_tree *tree, const fr_theme *theme,
                            const fr_flame_options *opt);
/* The colours of what stands for narrow frames, and of what a search finds. The scene has its colouring. */
void fr_tree_scene_add_fills(fr_scene *scene, const fr_theme *theme);

/* ---- stills, which nobody can scroll or zoom (tree_still.c): a terminal, a picture of a given height ---- */

/* Returns true if options ask for one: fr_flame_options.cells, fold_chains, max_height_px, or rows_past_change of a
 * differential. */
bool fr_tree_is_still(const fr_tree_boxes *t);
/* As fr_tree_boxes_furnish(), of a tree that is no chart: takes rows away until the picture has its height. FR_E_USAGE
 * where not even one row has room. */
bool fr_tree_still_furnish(fr_tree_boxes *t, void (*furnish)(void *arg), void *arg, fr_error *err);

#endif
