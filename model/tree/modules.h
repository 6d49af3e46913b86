/*
 * modules.h - the widest modules of a profile, for pictures that colour by module.
 *
 *     group  module           total
 *     0      /usr/bin/app     100      stacks that pass through it, once each
 *     1      libc.so.6        41
 *     12     all others
 *     13     none: the reader knows no module of the frame, or it is "[unknown]"
 */
#ifndef FR_MODEL_MODULES_H
#define FR_MODEL_MODULES_H

#include "model/profile.h"

#define FR_MOST_MODULES 12 /* that have a group of their own */
enum { FR_GROUP_OTHERS = FR_MOST_MODULES, FR_GROUP_NONE, FR_N_GROUPS };

typedef struct fr_modules {
    uint32_t n;        /* of them, the widest first; of equals, the first by bytes */
    uint32_t n_others; /* modules with a value that are not among them */
    uint32_t name[FR_MOST_MODULES];
    int64_t total[FR_MOST_MODULES];
    uint8_t *group; /* by frame of the profile */
} fr_modules;

/* Modules by their totals in a column. False and FR_E_LIMIT: memory ran out. */
bool fr_modules_init(fr_modules *m, const fr_profile *profile, uint32_t column, fr_error *err);
void fr_modules_reset(fr_modules *m);

#endif
