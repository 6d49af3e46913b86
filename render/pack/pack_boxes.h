/*
 * pack_boxes.h - what is drawn of a flame graph, packed for a viewer where the profile itself is not in the picture.
 *
 *     "FRBX" version(1) raw_length(varint) deflate( names boxes )
 *
 *     names  n, then: length and bytes
 *     boxes  n, then: row, name (from 0; the root has none), total, self, fill, hidden children,
 *            rests
 *     rests  the boxes that stand for narrow frames on a box: n, then for each, the lowest first: total, rows, frames;
 *            the totals of a differential are base and new, and the width where the others have one
 *
 * All numbers are LEB128 varints; boxes stand in pre-order, each at the right edge of its sibling before, the
 * first at its parent's left edge.
 */
#ifndef FR_RENDER_PACK_PACK_BOXES_H
#define FR_RENDER_PACK_PACK_BOXES_H

#include "render/scene.h"

fr_bytes fr_pack_boxes(const fr_scene *scene); /* malloc'ed; at == NULL when memory ran out */

/*
 * The functions of a differential for the table of its page:
 *
 *     "FRFN" version(1) raw_length(varint) deflate( functions of the profile, n, functions )
 *
 *     function   length and bytes of its name; total, self: base, new, points and share points less points (zigzag), error,
 *                verdict + 16 where it is seen;  fill by self
 */

fr_bytes fr_pack_functions(const fr_sides *sides); /* malloc'ed; at == NULL when memory ran out */

/*
 * Both sides of a differential for the viewer, all nodes or the drawn boxes:
 *
 *     "FRCH" version(1) raw_length(varint) deflate( names, widths(0|1), n, nodes )
 *
 *     node    row, name, class (themes/theme.h), undrawn children,
 *             base: total, self;  new: the same
 *             fill by total, fill by self
 *             of total, of self: points and share points less points (zigzag), error,
 *             verdict + 16 where it is seen
 *             widths: total
 *             rests, as above
 *
 * Widths are there where a viewer cannot compute them: of the drawn boxes under MAX and DELTA.
 */

/* malloc'ed; at == NULL when memory ran out. `all` asks for all nodes, which the scene must have. */
fr_bytes fr_pack_changes(const fr_scene *scene, bool all);

/* ---- what these containers, and those of samples, are written with ---- */

void fr_pack_varint(fr_output *out, uint64_t value);
void fr_pack_zigzag(fr_output *out, int64_t value); /* small numbers of either sign are short */
/* A container of what was written to `raw`, malloc'ed; at == NULL when memory ran out. */
fr_bytes fr_pack_container(const char *magic, fr_output *raw);

#endif
