/* purpose.c - from a purpose to what readers need, once. */
#include "formats/purpose.h"

fr_needs fr_needs_of(const fr_read_options *opt)
{
    bool drawn = opt->purpose == FR_FOR_PICTURE && opt->picture.data != FR_DATA_FULL;

    return (fr_needs){
        .functions_only = opt->purpose == FR_FOR_TOP,
        .drop_lines = opt->purpose == FR_FOR_FUNCTIONS,
        .keep_locations = opt->purpose == FR_FOR_ADDRESSES,
        .lines_until = drawn ? FR_DATA_AUTO_STACKS : 0,
        .min_share = drawn ? opt->picture.min_share : 0,
    };
}

bool fr_purpose_is_lone(fr_purpose purpose)
{
    return purpose == FR_FOR_TOP || purpose == FR_FOR_PICTURE;
}

/* Frames that the profile asks to drop are dropped from whole stacks; two sides are compared; a small
 * profile may be put into its picture. */
static bool has_more_uses(const fr_profile *p, const fr_read_options *opt)
{
    if (p->meta.recording.drop_frames || opt->purpose != FR_FOR_PICTURE)
        return p->meta.recording.drop_frames != NULL;
    if (fr_profile_has_sides(p) || opt->picture.data == FR_DATA_FULL)
        return true;
    return opt->picture.data == FR_DATA_AUTO && p->n_stacks - 1 <= FR_DATA_AUTO_STACKS;
}

fr_purpose fr_purpose_of(const fr_profile *p, const fr_read_options *opt)
{
    bool whole = !p->tally && !p->meta.lacks_lines;

    return fr_purpose_is_lone(opt->purpose) && whole && has_more_uses(p, opt) ? FR_FOR_ANYTHING
                                                                              : opt->purpose;
}
