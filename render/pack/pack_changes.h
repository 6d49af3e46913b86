/*
 * pack_changes.h - both sides of a differential for the viewer, all nodes or the drawn boxes:
 *
 *     "FRCH" version(1) raw_length(varint) deflate( names, widths(0|1), n, nodes )
 *
 *     node    row, name, class (themes/theme.h), undrawn children,
 *             base: total, self;  new: the same
 *             fill by total, fill by self
 *             of total, of self: points and share points less points (zigzag), error,
 *             verdict + 16 where it is seen
 *             widths: total
 *             rests (render/pack/pack_rests.h)
 *
 * Widths are there where a viewer cannot compute them: of the drawn boxes under MAX and DELTA.
 */
#ifndef FR_RENDER_PACK_CHANGES_H
#define FR_RENDER_PACK_CHANGES_H

#include "render/scene.h"

/* Points, share points less points, error, and the verdict with whether it is seen. */
void fr_pack_judged(fr_output *out, const fr_change *change);
/* malloc'ed; at == NULL when memory ran out. `all` asks for all nodes, which the scene must have. */
fr_bytes fr_pack_changes(const fr_scene *scene, bool all);

#endif
