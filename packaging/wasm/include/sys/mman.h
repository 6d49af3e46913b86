/* mman.h - advice is not taken, and memory is no file. */
#ifndef FR_WASI_SYS_MMAN_H
#define FR_WASI_SYS_MMAN_H

#include_next <sys/mman.h>

#define madvise(at, size, advice) ((void)(at), (void)(size), 0)
#define memfd_create(name, flags) ((void)(name), -1)
#ifndef MFD_CLOEXEC
#define MFD_CLOEXEC 1U
#endif

#endif
