/*
 * kept_files.h - what is read is never written: not an input, not a file that an option names, under
 * any name.
 *
 *     flamerender --theme dark.json --format scene-json -o dark.json    'dark.json' is both --theme and output
 */
#ifndef FLAMERENDER_CLI_KEPT_FILES_H
#define FLAMERENDER_CLI_KEPT_FILES_H

#include "options.h"

/* False with a usage error where the output is one of the inputs, or a file that an option of the kind
 * READS names. Files are compared by device and inode. */
FR_CHECKED bool kept_files_check(const struct options *opt, fr_error *err);
/* The same for inputs that a list named (--files-from). "-" is standard input. */
FR_CHECKED bool kept_files_check_paths(const struct options *opt, const char *const *paths,
                                       size_t n, fr_error *err);

#endif
