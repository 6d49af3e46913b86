/*
 * tree_scene.h - the scene of a tree before it has boxes: options that make no picture, colours, fonts and sizes, and
 * what a viewer needs to lay the tree out again. Flame graphs and differentials share it.
 *
 *     good = fr_tree_scene_check(opt, err);
 *     fr_tree_scene_describe(scene, tree, theme, opt);      then what is the layout's own: `what`, `whole`, colouring
 *     fr_tree_scene_add_fills(scene, theme);
 */
#ifndef FR_RENDER_TREE_SCENE_H
#define FR_RENDER_TREE_SCENE_H

#include "model/tree/tree.h"
#include "render/scene.h"

#define FR_MAX_ROWS UINT32_C(65535)

/* FR_E_USAGE where an option makes no picture. */
bool fr_tree_scene_check(const fr_flame_options *opt, fr_error *err);
/* Colours, fonts, sizes, and what a viewer needs, into the scene; memory that runs out sticks there. */
void fr_tree_scene_describe(fr_scene *scene, const fr_tree *tree, const fr_theme *theme,
                            const fr_flame_options *opt);
/* The colours of what stands for narrow frames, and of what a search finds. The scene has its colouring. */
void fr_tree_scene_add_fills(fr_scene *scene, const fr_theme *theme);

#endif
