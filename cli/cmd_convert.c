/*
 * cmd_convert.c - flamerender convert: profiles to one profile in another format.
 */
#include "command.h"
#include "destination.h"
#include "intake.h"
#include "messages.h"
#include "options.h"

static bool write_profile(const fr_profile *profile, const struct destination *to, fr_error *err)
{
    fr_output *out = destination_open(to, err);
    if (!out)
        return false;
    fr_profile_write(profile, to->format.name, out);
    return fr_output_close(out, err);
}

/* Where the note need not say how many stacks had labels. */
static bool needs_names_alone(const struct options *opt, const struct destination *to)
{
    return !(to->format.flags & FR_FORMAT_LINES) && (opt->quiet || opt->read.drop_labels);
}

static bool convert(const struct options *opt, size_t *n_bad, fr_error *err)
{
    struct destination to;
    struct options own = *opt;
    if (!destination_find(&to, &product_profile, opt, err) || !intake_check(opt, err))
        return false;
    own.transform.keep_names = to.format.flags & FR_FORMAT_LINES;
    own.read.lines_until = needs_names_alone(opt, &to) ? 1 : 0;
    own.read.keep_locations = to.format.flags & FR_FORMAT_LOCATIONS;
    fr_profile *profile = intake_profile(&own, n_bad, err);
    if (profile && !(to.format.flags & FR_FORMAT_LABELS))
        destination_note_labels(&to, opt, profile);
    if (profile)
        destination_note_details(&to, opt, profile);
    bool ok = profile && write_profile(profile, &to, err);
    fr_profile_free(profile);
    return ok;
}

int run_convert(const struct options *opt)
{
    fr_error err = {0};
    size_t n_bad = 0;
    if (!convert(opt, &n_bad, &err))
        return message_error(&err);
    return n_bad ? FR_E_FORMAT : FR_OK;
}
