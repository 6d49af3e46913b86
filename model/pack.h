/*
 * pack.h - the one versioned container that pages and pictures carry: a profile, or both sides of a diff.
 * pack.c has its layout. Decoding refuses unknown versions and inconsistent numbers: a hostile container is an ordinary
 * error.
 */
#ifndef FR_MODEL_PACK_H
#define FR_MODEL_PACK_H

#include "model/build/builder.h"

#define FR_PACK_MAGIC   "FRPK"
#define FR_PACK_VERSION 1

/* The container of a profile, malloc'ed, in *bytes; the same profile always gives the same bytes before deflate.
 * `omitted`: with the labels of samples, and which keys these lack, "request, user"; NULL: without labels. */
bool fr_pack_encode(const fr_profile *profile, const char *omitted, fr_bytes *bytes, fr_error *err);
/* Adds the profile in a container to `b`; failures stick there. */
void fr_pack_read(fr_bytes bytes, const fr_limits *limits, fr_builder *b);
/* The profile in a container. */
fr_profile *fr_pack_decode(fr_bytes bytes, const fr_limits *limits, fr_error *err);

/* Returns what a page carries of the labels and threads of samples: the stacks and values of `profile` with those
 * labels, to be freed; NULL and no error where it has none to carry. `omitted` gets the keys that are not carried,
 * "request, user", cut to `room`. */
fr_profile *fr_carried_labels(const fr_profile *profile, char *omitted, size_t room, fr_error *err);

#endif
