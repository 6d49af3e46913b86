/*
 * colour_choice.c - what colour means where nobody says: packages where kinds would make one slab of the picture.
 *
 *     own value   by kind              by package
 *     Go          native 100 %         runtime 41 %, main 22 %, syscall 9 %, ...     packages
 *     C           native 100 %         none                                          kinds
 *     Node.js     managed 60 %, C++ 40 %                                             kinds
 *
 * Own values count as they are in the profile, whatever is drawn of it: so every picture has the same colours.
 */
#include "base/number.h"
#include "model/module.h"
#include "model/tree/groups.h"
#include "render/scene.h"

#include <stdlib.h>
#include <string.h>

#define MOST_OF_A_KIND 80 /* percent of own values: more are one slab */
#define LEAST_PACKAGED 50 /* percent of own values with a package */

static bool is_more(int64_t part, int64_t whole, int percent)
{
    return (fr_i128)part * 100 > (fr_i128)whole * percent;
}

/* An inlined function is of the same code as that around it: its name says which. */
static fr_class class_of(const fr_profile *p, uint32_t frame)
{
    fr_kind kind = fr_frame_kind(&p->frames[frame]);

    return fr_class_of(fr_frame_name(p, frame), kind == FR_KIND_INLINED ? FR_KIND_USER : kind,
                       false);
}

/* Returns true if one kind has nearly all. `own`: by frame. */
static bool is_one_kind(const fr_profile *p, const int64_t *own, int64_t whole)
{
    int64_t by_class[FR_N_CLASSES] = {0}, most = 0;

    for (uint32_t f = 1; f < p->n_frames; f++)
        if (own[f] > 0)
            by_class[class_of(p, f)] += own[f];
    for (size_t c = 0; c < FR_N_CLASSES; c++)
        most = by_class[c] > most ? by_class[c] : most;
    return is_more(most, whole, MOST_OF_A_KIND);
}

/* Returns true if packages tell at least half of it apart. `of`: by frame, 0: none. */
static bool are_packages(const fr_profile *p, const int64_t *own, int64_t whole, const uint32_t *of)
{
    int64_t packaged = 0;
    uint32_t first = 0;
    bool several = false;

    for (uint32_t f = 1; f < p->n_frames; f++) {
        if (own[f] <= 0 || !of[f])
            continue;
        packaged += own[f];
        first = first ? first : of[f];
        several |= of[f] != first;
    }
    return several && !is_more(whole - packaged, whole, 100 - LEAST_PACKAGED);
}

static int64_t sum_of(const fr_profile *p, uint32_t column)
{
    int64_t whole = 0;

    for (uint32_t s = 0; s < p->n_stacks; s++)
        whole += fr_column_sum(&p->columns[column], s);
    return whole;
}

bool fr_are_packages_better(const fr_profile *profile, bool *are, fr_error *err)
{
    uint32_t column = fr_profile_shown_column(profile);

    *are = false;
    if (fr_profile_has_sides(profile) || profile->n_columns == 0)
        return true;
    int64_t *own = fr_own_of_frames(profile, column), whole = sum_of(profile, column);
    fr_names *names = NULL;
    uint32_t *of = NULL;
    bool good = own != NULL;
    if (good && is_one_kind(profile, own, whole)) {
        names = fr_names_new();
        of = fr_packages_of_frames(profile, names, true);
        good = of != NULL;
        *are = good && are_packages(profile, own, whole, of);
    }
    free(own);
    free(of);
    fr_names_free(names);
    return good || fr_fail_memory(err);
}

/* Keeps which packages have a colour, so that each has the same in every part of the profile. */
static bool keep_packages(fr_profile *profile, fr_error *err)
{
    fr_groups groups;
    fr_names *names = fr_names_new();
    bool good = names != NULL;

    if (!fr_groups_init(&groups, profile, fr_profile_shown_column(profile), "package", err)) {
        fr_names_free(names);
        return false;
    }
    for (uint32_t i = 0; good && i < groups.n; i++)
        good = fr_names_add(names, fr_groups_name(&groups, i)) != FR_NO_ID;
    fr_groups_reset(&groups);
    fr_names_free(good ? profile->meta.packages : names);
    if (good)
        profile->meta.packages = names;
    return good || fr_fail_memory(err);
}

bool fr_profile_choose_colouring(fr_profile *profile, const char *color_by, fr_error *err)
{
    if (!fr_fail_null(err, profile, "profile") ||
        (!color_by && !fr_are_packages_better(profile, &profile->meta.by_package, err)))
        return false;
    bool packaged = color_by ? strcmp(color_by, "package") == 0 : profile->meta.by_package;
    return !packaged || profile->n_columns == 0 || fr_profile_has_sides(profile) ||
           keep_packages(profile, err);
}

const char *fr_profile_colouring(const fr_profile *profile)
{
    return profile && profile->meta.by_package ? "package" : NULL;
}
