/*
 * whole_file.h - small files that are read whole: noise models, palettes.
 */
#ifndef FLAMERENDER_CLI_WHOLE_FILE_H
#define FLAMERENDER_CLI_WHOLE_FILE_H

#include "flamerender.h"

/* Its bytes, NUL-terminated, which the caller frees; at most `most`. NULL: `err` says that `what` ("the noise model")
 * cannot be read. */
FR_CHECKED char *read_whole_file(const char *path, size_t most, const char *what, fr_error *err);

#endif
