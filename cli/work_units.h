/*
 * work_units.h - --units: how much work each profile is of.
 *
 *     # requests
 *     api-v2.38.pb.gz 1000
 *     profiles/api-v2.39.pb.gz 1012.5
 */
#ifndef FLAMERENDER_CLI_WORK_UNITS_H
#define FLAMERENDER_CLI_WORK_UNITS_H

#include "file_list.h"

struct work_units {
    struct file_list lines;
};

FR_CHECKED bool work_units_read(struct work_units *units, const char *path, fr_error *err);
/* Of a profile, by its path as it was given, or by what follows its last '/'; the last line that names it
 * counts. 0: none. */
double work_units_of(const struct work_units *units, const char *path);
void work_units_reset(struct work_units *units);

#endif
