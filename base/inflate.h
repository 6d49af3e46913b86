/*
 * inflate.h - deflate streams that are whole in memory, and what they inflate to.
 *
 * Faster than what inflates piece by piece, since it never has to stop: for the many small files of a
 * fleet. It says yes or no: what is wrong with a stream, or does not fit, is zlib's to say (zip.h).
 */
#ifndef FR_BASE_INFLATE_H
#define FR_BASE_INFLATE_H

#include "base/bytes.h"

/* Inflates the raw deflate stream (RFC 1951) at the front of *in, which is moved past it, into at most
 * `room` bytes at `to`; *n is how many there are. False: `in` and `n` are as they were, and what is in `to`
 * is of no use. */
bool fr_inflate_whole(fr_bytes *in, char *to, size_t room, size_t *n);

#endif
