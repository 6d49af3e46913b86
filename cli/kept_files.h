/*
 * kept_files.h - a file that is read is never written: neither an input nor a file that an option names,
 * under any name.
 *
 *     flamerender --theme dark.json --format scene-json -o dark.json    'dark.json' is both --theme and output
 */
#ifndef FLAMERENDER_CLI_KEPT_FILES_H
#define FLAMERENDER_CLI_KEPT_FILES_H

#include "options.h"

/* False with a usage error where a file that is written is an input, or a file that an option reads, or is
 * written by another option too. Files are compared by device and inode. */
FR_CHECKED bool kept_files_check(const struct options *opt, fr_error *err);
/* The same for inputs that a list named (--files-from). "-" is standard input. */
FR_CHECKED bool kept_files_check_paths(const struct options *opt, const char *const *paths,
                                       size_t n, fr_error *err);

#endif
