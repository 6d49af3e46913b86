/*
 * groups.h - what colours distinguish: each frame, or each stack, is of one group.
 *
 *     group  by module        by self               by label:handler   total
 *     0      /usr/bin/app     no code of its own    /tree              100      the widest: stacks that pass through it;
 *                                                                               of packages, those with most own value
 *     1      libc.so.6        under 0.1 %           /sort              41
 *     12     all others       -                     all others
 *     13     none             -                     samples without the label
 *
 * By module and by self a frame has one group, wherever it stands. Labels belong to samples, so by label each stack has
 * a group: the one that holds most of its value, with that of all that it calls.
 */
#ifndef FR_MODEL_GROUPS_H
#define FR_MODEL_GROUPS_H

#include "model/profile.h"

#define FR_MOST_GROUPS 12 /* modules or values of a label that have a group of their own */
enum { FR_GROUP_OTHERS = FR_MOST_GROUPS, FR_GROUP_NONE, FR_N_GROUPS };

typedef struct fr_groups {
    uint32_t n;        /* groups with names, the widest first; of equals, the first by bytes */
    uint32_t n_others; /* modules or values that are not among them */
    uint32_t name[FR_MOST_GROUPS];
    int64_t total[FR_MOST_GROUPS];
    int64_t own[FR_MOST_GROUPS]; /* own values of their frames; by label, the total */
    int64_t whole;               /* of all values of the column */
    fr_names *names;             /* the table of `name`; this struct is one of its owners */
    uint8_t *of_frame;           /* by frame of the profile; NULL: see of_stack */
    uint8_t *of_stack;           /* by stack */
} fr_groups;

/* Makes the groups that `color_by` of fr_flame_options needs, by the values of a column; no groups where it needs none.
 * FR_E_USAGE: no sample has the label. FR_E_LIMIT: memory ran out. */
bool fr_groups_init(fr_groups *g, const fr_profile *profile, uint32_t column, const char *color_by,
                    fr_error *err);
/* The name of a group; "" where it has none. */
fr_bytes fr_groups_name(const fr_groups *g, uint32_t group);
/* Frees of_frame and of_stack; names and totals stay. */
void fr_groups_drop_members(fr_groups *g);
void fr_groups_reset(fr_groups *g);

/* Own values of frames, by frame. Where stacks end before their leaves (FR_FOR_PICTURE), the first frame of a name has
 * all that frames of the name have. To be freed; NULL: memory ran out. */
int64_t *fr_own_of_frames(const fr_profile *profile, uint32_t column);

#endif
