/*
 * scene_top.h - the functions of the profile that a flame graph shows: the table beside the picture. All that the
 * profile has is counted, drawn or not, as in `flamerender top`.
 */
#ifndef FR_RENDER_SCENE_TOP_H
#define FR_RENDER_SCENE_TOP_H

#include "render/scene.h"

/* Fills scene->top. A scene without functions (what is not "flame", "icicle" or "callers") gets no row. */
bool fr_scene_top_add(fr_scene *scene, const fr_profile *profile, fr_error *err);

#endif
