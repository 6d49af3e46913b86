/*
 * groups.h - what colours distinguish: each frame, or each stack, is of one group.
 *
 *     group  by module        by self               by label:handler   total
 *     0      /usr/bin/app     no code of its own    /tree              100      the widest: stacks that pass through it
 *     1      libc.so.6        under 0.1 %           /sort              41
 *     12     all others       -                     all others
 *     13     none             -                     samples without the label
 *
 * A frame's module and the own value of all frames of its name are the same wherever it stands; a label is of samples,
 * so that a stack is of the group that most of its value, and that of what it calls, is of.
 */
#ifndef FR_MODEL_GROUPS_H
#define FR_MODEL_GROUPS_H

#include "model/profile.h"

#define FR_MOST_GROUPS 12 /* modules or values of a label that have a group of their own */
enum { FR_GROUP_OTHERS = FR_MOST_GROUPS, FR_GROUP_NONE, FR_N_GROUPS };

/* Groups by self: the first that holds. */
enum { FR_SELF_NONE, FR_SELF_LEAST, FR_SELF_MOST = 5, FR_N_SELF };

typedef struct fr_groups {
    uint32_t n;        /* with names, the widest first; of equals, the first by bytes */
    uint32_t n_others; /* modules or values that are not among them */
    uint32_t name[FR_MOST_GROUPS];
    int64_t total[FR_MOST_GROUPS];
    fr_names *names;   /* of the above; one owner is this */
    uint8_t *of_frame; /* by frame of the profile; NULL: see of_stack */
    uint8_t *of_stack; /* by stack */
} fr_groups;

/* Groups by what `color_by` of fr_flame_options needs, of values of a column; none where it needs none. FR_E_USAGE: no
 * sample has the label. FR_E_LIMIT: memory ran out. */
bool fr_groups_init(fr_groups *g, const fr_profile *profile, uint32_t column, const char *color_by,
                    fr_error *err);
static inline bool fr_groups_any(const fr_groups *g)
{
    return g->of_frame || g->of_stack;
}
/* The name of a group; "" where it has none. */
fr_bytes fr_groups_name(const fr_groups *g, uint32_t group);
/* Frees members, by frame and by stack, and keeps the names and totals. */
void fr_groups_drop_members(fr_groups *g);
void fr_groups_reset(fr_groups *g);

/* ---- for the files that make groups ---- */

/* Names become groups by their totals: those that `names` says count. */
void fr_groups_rank(fr_groups *g, const int64_t *total, const bool *counts);
/* By name id: its group, FR_GROUP_OTHERS or FR_GROUP_NONE. */
uint8_t fr_groups_find(const fr_groups *g, uint32_t name, bool counts);
typedef bool fr_group_maker(fr_groups *g, const fr_profile *profile, uint32_t column,
                            const char *key, fr_error *err);
fr_group_maker fr_group_modules, fr_group_self, fr_group_labels;

#endif
