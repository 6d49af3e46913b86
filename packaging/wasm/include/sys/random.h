/* random.h - getrandom() by getentropy(). */
#ifndef FR_WASI_SYS_RANDOM_H
#define FR_WASI_SYS_RANDOM_H

#include <sys/types.h>
#include <unistd.h>

#define GRND_NONBLOCK 1

static inline ssize_t getrandom(void *to, size_t size, unsigned flags)
{
    (void)flags;
    return getentropy(to, size) == 0 ? (ssize_t)size : -1;
}

#endif
