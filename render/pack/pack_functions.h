/*
 * pack_functions.h - the functions of a differential for the table of its page:
 *
 *     "FRFN" version(1) raw_length(varint) deflate( functions of the profile, n, functions )
 *
 *     function   length and bytes of its name; total, self: base, new, points and share points less points (zigzag), error,
 *                verdict + 16 where it is seen;  fill by self
 */
#ifndef FR_RENDER_PACK_FUNCTIONS_H
#define FR_RENDER_PACK_FUNCTIONS_H

#include "render/scene.h"

/* malloc'ed; at == NULL when memory ran out. */
fr_bytes fr_pack_functions(const fr_sides *sides);

#endif
