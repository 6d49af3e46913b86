/*
 * source.c - descriptors by pread() or read(), memory by copying.
 */
#include "base/source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Files are read by position; "< file" may stand anywhere in it. */
static void find_position(fr_source *source, const struct stat *status)
{
    off_t base = S_ISREG(status->st_mode) ? lseek(source->fd, 0, SEEK_CUR) : -1;

    if (base < 0)
        return;
    source->seekable = true;
    source->base = (uint64_t)base;
    source->size = status->st_size > base ? (uint64_t)(status->st_size - base) : 0;
}

bool fr_source_open(fr_source *source, const char *path, fr_error *err)
{
    struct stat status;

    *source = (fr_source){.owns_fd = strcmp(path, "-") != 0};
    source->fd = source->owns_fd ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    if (source->fd < 0 || fstat(source->fd, &status) != 0)
        return fr_fail(err, FR_E_IO, 0, 0, "cannot be read: %s", strerror(errno));
    if (S_ISDIR(status.st_mode))
        return fr_fail(err, FR_E_IO, 0, 0, "is a directory; a file was expected");
    find_position(source, &status);
    return true;
}

fr_source fr_source_memory(fr_bytes memory)
{
    return (fr_source){.fd = -1, .memory = memory, .size = memory.len};
}

void fr_source_close(fr_source *source)
{
    if (source->owns_fd && source->fd >= 0)
        close(source->fd);
    source->owns_fd = false;
}

static size_t copy_memory(fr_bytes memory, uint64_t position, char *to, size_t room)
{
    size_t left = position < memory.len ? memory.len - (size_t)position : 0;
    size_t len = left < room ? left : room;

    if (len)
        memcpy(to, memory.at + position, len);
    return len;
}

ssize_t fr_source_read(const fr_source *source, uint64_t position, char *to, size_t room)
{
    ssize_t n;

    if (source->fd < 0)
        return (ssize_t)copy_memory(source->memory, position, to, room);
    do
        n = source->seekable ? pread(source->fd, to, room, (off_t)(source->base + position))
                             : read(source->fd, to, room);
    while (n < 0 && errno == EINTR);
    return n;
}
