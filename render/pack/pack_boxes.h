/*
 * pack_boxes.h - what is drawn of a flame graph, packed for a viewer where the profile itself is not
 * in the picture.
 *
 *     "FRBX" version(1) raw_length(varint) deflate( names boxes )
 *
 *     names  n, then: length and bytes
 *     boxes  n, then: row, name (from 0; the root has none), total, self, fill, hidden children,
 *            rests (render/pack/pack_rests.h)
 *
 * All numbers are LEB128 varints; boxes stand in pre-order, each at the right edge of its sibling before, the
 * first at its parent's left edge.
 */
#ifndef FR_RENDER_PACK_BOXES_H
#define FR_RENDER_PACK_BOXES_H

#include "render/scene.h"

/* malloc'ed; at == NULL when memory ran out. */
fr_bytes fr_pack_boxes(const fr_scene *scene);

#endif
