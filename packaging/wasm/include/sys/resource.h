/* resource.h - the limit on memory, which sbrk() keeps (base/platform_wasi.c). */
#ifndef FR_WASI_SYS_RESOURCE_H
#define FR_WASI_SYS_RESOURCE_H

#include <stdint.h>

typedef uint64_t rlim_t;

struct rlimit {
    rlim_t rlim_cur, rlim_max;
};

#define RLIMIT_DATA   2
#define RLIM_INFINITY UINT64_MAX

int getrlimit(int which, struct rlimit *limit);
int setrlimit(int which, const struct rlimit *limit);

#endif
