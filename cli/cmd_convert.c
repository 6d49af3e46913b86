/* cmd_convert.c - flamerender convert: profiles to one profile in another format. */
#include "intake.h"

/* The sums of --sample-index alone; without it all that the format holds, and a note of what it does not. */
static bool choose_columns(const struct options *opt, const struct destination *to,
                           fr_profile *profile, fr_error *err)
{
    fr_profile_info info;
    uint32_t column;
    fr_profile_describe(profile, &info);
    if (opt->sample_index)
        return choose_column(opt, profile, "written", &column, err) &&
               fr_profile_keep_column(profile, column, err);
    bool timed = to->format.flags & FR_FORMAT_TIMED && info.n_samples;
    return !(to->format.flags & FR_FORMAT_ONE_COLUMN) || info.has_sides || timed ||
           choose_column(opt, profile, "written", &column, err);
}

bool run_convert(const struct options *opt, size_t *n_bad, fr_error *err)
{
    struct destination to;
    struct options own = *opt;
    if (!destination_find(&to, &product_profile, opt, err) || !intake_check(opt, err))
        return false;
    if (to.format.flags & FR_FORMAT_TIMED) {
        own.read.keep_samples = true;
        own.clock = 1;
    }
    own.transform.keep_names = to.format.flags & FR_FORMAT_LINES;
    fr_profile *profile = intake_profile(&own, &to, n_bad, err);
    if (profile && !(to.format.flags & FR_FORMAT_LABELS))
        destination_note_labels(&to, opt, profile);
    if (profile)
        destination_note_details(&to, opt, profile);
    bool ok =
        profile && choose_columns(opt, &to, profile, err) && destination_profile(&to, profile, err);
    fr_profile_free(profile);
    return ok;
}
