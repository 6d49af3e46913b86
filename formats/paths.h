/*
 * paths.h - many inputs, read side by side and merged in their order.
 *
 *     inputs   0 | 1 .. 4 | 5 .. 8 | ...         chunks: each a builder of its own
 *              first, alone; it chooses the event and the columns for all
 *
 * Chunks depend on the number of inputs and not of threads, and are merged in order, so the result
 * doesn't depend on threads either. A chunk with an input that cannot be read is read again, input by input.
 */
#ifndef FR_FORMATS_PATHS_H
#define FR_FORMATS_PATHS_H

#include "formats/reader.h"

/* The functions that read a chunk and use it. */
typedef struct fr_paths {
    const char *const *paths;
    size_t n;
    size_t n_threads;
    void *arg;
    /* Paths [first, last) into a new builder, on any thread; NULL: they are to be read one by one. */
    fr_builder *(*read)(void *arg, size_t first, size_t last);
    /* Takes the builder, in order, on the caller's thread. False: enough. */
    bool (*settle)(void *arg, fr_builder *builder, size_t first, size_t last);
} fr_paths;

/* False where a thread could not be given what it needs before anything was done, or `settle` said
 * so. */
bool fr_paths_read(const fr_paths *paths, size_t first);

#endif
