/*
 * unwrap.h - bytes out of what they are wrapped in, layer by layer: a zip that holds a gzip that holds UTF-16.
 *
 *     source --take--> packed --unwrap--> packed --unwrap--> reader
 */
#ifndef FR_BASE_UNWRAP_H
#define FR_BASE_UNWRAP_H

#include "base/bytes.h"
#include "base/fail.h"

#define FR_UNWRAP_LAYERS 3 /* of all wrappings */
#define FR_UNWRAP_PACKED 2 /* of those that make bytes fewer: each can make a thousand of one */

typedef struct fr_unwrapper fr_unwrapper;

/* take(arg, to, room) writes up to `room` bytes of the source and returns how many; 0 ends it. `limit`: the most bytes
 * that all layers may give; 0: as many as the source is likely to hold (docs/limits.md). NULL when memory ran out. */
fr_unwrapper *fr_unwrapper_new(size_t (*take)(void *arg, char *to, size_t room), void *arg,
                               uint64_t limit);
void fr_unwrapper_free(fr_unwrapper *u); /* NULL is fine */
/* For another source, by the same take() and with the same memory. */
void fr_unwrapper_restart(fr_unwrapper *u);
/* Returns true if `head`, the first bytes so far unwrapped, begins a wrapping. Four bytes are enough to tell. */
bool fr_unwrap_knows(fr_bytes head);
/* Adds the layer that `head` begins. `head` has at most 256 KiB, and the layer consumes it. False: memory ran out, or
 * there are too many layers; `err` says which. */
bool fr_unwrapper_add(fr_unwrapper *u, fr_bytes head, fr_error *err);
/* Up to `room` bytes (not 0) of what is wrapped; 0 at the end, and after a failure, which fills err. */
size_t fr_unwrap(fr_unwrapper *u, char *to, size_t room, fr_error *err);
/* True if nothing is left. It may be false at the end, where only another take() would show it. */
bool fr_unwrapper_done(const fr_unwrapper *u);
/* `name` without the suffixes of wrappings that it ends in: "x.pb.gz" becomes "x.pb". */
fr_bytes fr_unwrap_name(fr_bytes name);

#endif
