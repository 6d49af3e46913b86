/* fcntl.h - names of flags that are not in WASI; a file without a name is only asked for where there is /proc. */
#ifndef FR_WASI_FCNTL_H
#define FR_WASI_FCNTL_H

#include_next <fcntl.h>

#ifndef O_TMPFILE
#define O_TMPFILE O_DIRECTORY
#endif

#endif
