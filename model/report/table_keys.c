/* table_keys.c - frames to rows. */
#include "model/report/table_keys.h"

#include <stdlib.h>

/* What stands for stacks and frames without a name. */
enum { NO_STACK, UNKNOWN, PROCESS, N_STANDINS };

static const fr_bytes standins[N_STANDINS] = {
    [NO_STACK] = {"[no stack]", 10},
    [UNKNOWN] = {"[unknown]", 9},
    [PROCESS] = {"[process]", 9}, /* frames that name one are in no module and no file */
};

/* The key of a title: a stand-in shares the row of what is really called so. */
static uint32_t key_of_title(fr_table_keys *k, fr_bytes title)
{
    uint32_t found = fr_names_find(k->profile->names, title);

    if (found != FR_NO_ID)
        return found;
    for (uint32_t i = k->n_names; i < k->n; i++)
        if (fr_bytes_equal(k->titles[i - k->n_names], title))
            return i;
    k->titles[k->n - k->n_names] = title;
    return k->n++;
}

static void key_names(fr_table_keys *k)
{
    for (uint32_t f = 1; f < k->profile->n_frames; f++)
        k->of_frame[f] = k->profile->frames[f].name;
}

/* By the name id in `field` of a frame. */
static void key_places(fr_table_keys *k, uint32_t (*field)(const fr_frame *frame))
{
    uint32_t unknown = key_of_title(k, standins[UNKNOWN]);
    uint32_t process = key_of_title(k, standins[PROCESS]);

    for (uint32_t f = 1; f < k->profile->n_frames; f++) {
        const fr_frame *frame = &k->profile->frames[f];
        uint32_t name = field(frame);
        k->of_frame[f] = name ? name : fr_frame_kind(frame) == FR_KIND_PROCESS ? process : unknown;
    }
}

static uint32_t module_of(const fr_frame *frame)
{
    return frame->module;
}

static uint32_t file_of(const fr_frame *frame)
{
    return frame->file;
}

/* Teams are rows of their own, whatever the profile's names are; nobody comes first. */
static bool key_owners(fr_table_keys *k, fr_owners *owners, fr_error *err)
{
    for (uint32_t team = 0; team < fr_owners_count(owners); team++)
        k->titles[team] = fr_owners_team(owners, team);
    k->n = k->n_names + fr_owners_count(owners);
    for (uint32_t f = 0; f < k->profile->n_frames; f++) {
        uint32_t team = 0;
        if (f && !fr_owners_find(owners, k->profile, f, &team, err))
            return false;
        k->of_frame[f] = k->n_names + team;
    }
    return true;
}

static bool key_frames(fr_table_keys *k, fr_table_by by, fr_owners *owners, fr_error *err)
{
    if (by == FR_TABLE_OWNER)
        return key_owners(k, owners, err);
    k->of_frame[0] = key_of_title(k, standins[NO_STACK]);
    if (by == FR_TABLE_NAME)
        key_names(k);
    else
        key_places(k, by == FR_TABLE_FILE ? file_of : module_of);
    return true;
}

bool fr_table_keys_init(fr_table_keys *k, const fr_profile *profile, fr_table_by by,
                        fr_owners *owners, fr_error *err)
{
    size_t n_titles = by == FR_TABLE_OWNER ? fr_owners_count(owners) : N_STANDINS;

    *k = (fr_table_keys){.profile = profile, .n_names = fr_names_count(profile->names)};
    k->n = k->n_names;
    k->of_frame = malloc(profile->n_frames * sizeof *k->of_frame);
    k->titles = malloc(n_titles * sizeof *k->titles);
    if (!k->of_frame || !k->titles)
        return fr_fail_memory(err);
    return key_frames(k, by, owners, err);
}

void fr_table_keys_reset(fr_table_keys *k)
{
    free(k->of_frame);
    free(k->titles);
    *k = (fr_table_keys){0};
}
