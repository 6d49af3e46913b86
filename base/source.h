/*
 * source.h - where bytes come from: memory, a file, or a pipe. Files and memory are read by position.
 */
#ifndef FR_BASE_SOURCE_H
#define FR_BASE_SOURCE_H

#include <sys/types.h>

#include "base/bytes.h"
#include "base/fail.h"

typedef struct fr_source {
    int fd; /* -1: memory */
    bool owns_fd;
    bool seekable; /* a file: read by position, from `base` on */
    uint64_t base; /* where the file stood when it was opened */
    uint64_t size; /* 0: not known */
    fr_bytes memory;
} fr_source;

/* "-" is standard input. A directory, a missing or an unreadable file is FR_E_IO; even then
 * fr_source_close() is to be called. */
FR_CHECKED bool fr_source_open(fr_source *source, const char *path, fr_error *err);
fr_source fr_source_memory(fr_bytes memory);
void fr_source_close(fr_source *source);
/* Up to `room` bytes from a position; of a pipe, the next bytes. 0 at the end; negative after a
 * failure (errno). */
ssize_t fr_source_read(const fr_source *source, uint64_t position, char *to, size_t room);
/* True where it is no pipe: any position can be read, and again. */
static inline bool fr_source_has_positions(const fr_source *source)
{
    return source->seekable || source->fd < 0;
}

#endif
