/*
 * pack_rests.h - the boxes that stand for narrow frames, as they are packed behind the box that they stand on
 * (render/pack/pack_boxes.h, render/pack/pack_changes.h):
 *
 *     n, then for each, the lowest first: total, rows, frames
 *
 * The totals of a differential are base and new, and the width where the others have one.
 */
#ifndef FR_RENDER_PACK_RESTS_H
#define FR_RENDER_PACK_RESTS_H

#include "render/scene.h"

/* For each box the first of its rests, 0 where there is none. To be freed; NULL when memory ran out. */
uint32_t *fr_rests_find(const fr_scene *scene);
/* `put_total` writes the total of a box. */
void fr_pack_rests(fr_output *out, const fr_scene *scene, uint32_t first, const void *arg,
                   void (*put_total)(fr_output *out, const void *arg, size_t box));

#endif
