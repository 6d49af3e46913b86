/* cmd_convert.c - flamerender convert: profiles to one profile in another format. */
#include <inttypes.h>

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

/* Says of how many frames the modules or kinds are not in what is written, where files and lines are. */
static void note_details(const struct destination *to, const struct options *opt,
                         const fr_profile *profile)
{
    uint32_t kept = to->format.flags & (FR_FORMAT_LINES | FR_FORMAT_MODULES);
    fr_profile_info info;
    fr_profile_describe(profile, &info);
    if (info.n_detailed && kept == FR_FORMAT_LINES)
        note_with(opt,
                  "modules and kinds of %" PRIu32
                  " frame%s are omitted: %s holds only names, files and lines",
                  info.n_detailed, info.n_detailed == 1 ? "" : "s", to->format.name);
}

static bool run_convert(const struct options *opt, size_t *n_bad, fr_error *err)
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
        note_details(&to, opt, profile);
    bool ok =
        profile && choose_columns(opt, &to, profile, err) && destination_profile(&to, profile, err);
    fr_profile_free(profile);
    return ok;
}

const struct command command_convert = {
    .name = "convert",
    .bit = COMMAND_CONVERT,
    .arguments = "[FILE]...",
    .summary = "Merges profiles and writes them as another format.",
    .examples = "perf script | flamerender convert > perf.folded\n"
                "flamerender convert a.folded b.folded -o merged.folded\n"
                "flamerender convert --ignore '^swapper$' perf.txt -o busy.folded\n",
    .max_inputs = SIZE_MAX,
    .run = run_convert,
};
