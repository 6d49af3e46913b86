/* stdlib.h - realpath(), which WASI lacks. */
#ifndef FR_WASI_STDLIB_H
#define FR_WASI_STDLIB_H

#include_next <stdlib.h>

char *realpath(const char *path, char *resolved);

#endif
