/*
 * pack.h - the one versioned container that pages and pictures carry: a profile, or both sides of a
 * diff.
 *
 * Layout (docs/formats.md has the bytes): "FRPK", version, deflated sections of varints. It
 * holds each name once, each frame once, the stack table as (distance to the parent, frame), and the values of each
 * column. Decoding refuses unknown versions and inconsistent numbers: a hostile container is an ordinary error.
 */
#ifndef FR_MODEL_PACK_H
#define FR_MODEL_PACK_H

#include "model/build/builder.h"

#define FR_PACK_MAGIC   "FRPK"
#define FR_PACK_VERSION 1

/* The container of a profile, malloc'ed, in *bytes; the same profile always gives the same bytes
 * before deflate. */
bool fr_pack_encode(const fr_profile *profile, fr_bytes *bytes, fr_error *err);
/* Encodes the profile with its labels; `omitted` says which keys of samples these lack: "request, user". */
bool fr_pack_encode_labelled(const fr_profile *profile, const char *omitted, fr_bytes *bytes,
                             fr_error *err);
/* Adds the profile in a container to `b`; failures stick there. */
void fr_pack_read(fr_bytes bytes, const fr_limits *limits, fr_builder *b);
/* The profile in a container. */
fr_profile *fr_pack_decode(fr_bytes bytes, const fr_limits *limits, fr_error *err);

#endif
