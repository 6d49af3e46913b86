/*
 * pack_bytes.h - what the containers for the viewer are written with:
 *
 *     "FRBX" version(varint) raw_length(varint) deflate(...)
 */
#ifndef FR_RENDER_PACK_BYTES_H
#define FR_RENDER_PACK_BYTES_H

#include "base/intern.h"
#include "base/output.h"

void fr_pack_varint(fr_output *out, uint64_t value);
/* Small numbers of either sign are short. */
void fr_pack_zigzag(fr_output *out, int64_t value);
/* Writes how many, then length and bytes of each. */
void fr_pack_names(fr_output *out, const fr_names *names);
/* A container of what was written to `raw`, malloc'ed; at == NULL when memory ran out. */
fr_bytes fr_pack_container(const char *magic, fr_output *raw);

#endif
