/*
 * frame_fills.h - the fill of every frame of the packed profile, so that a viewer needs neither the
 * rules of classes nor the hash of names.
 */
#ifndef FR_RENDER_FRAME_FILLS_H
#define FR_RENDER_FRAME_FILLS_H

#include "render/scene.h"

/* Fills scene->view.frame_fills: an index into the scene's fills (to which it adds) for each frame
 * in the order of the container (model/pack.h). */
bool fr_frame_fills_add(fr_scene *scene, const fr_profile *profile, fr_error *err);

#endif
