/*
 * writers.c - the table of formats that profiles are written in.
 */
#include "formats/writer.h"

static const fr_profile_format formats[] = {
    {"folded", "folded stacks, one line for each", "folded collapsed txt", fr_folded_write},
    {"json", "the profile as JSON: frames, stacks, values (docs/formats.md)", "json",
     fr_json_write},
    {"pprof", "pprof (profile.proto), gzipped", "pb.gz pb pgo", fr_pprof_write},
};

#define N_FORMATS (sizeof formats / sizeof *formats)

bool fr_profile_format_at(size_t index, fr_format_info *info)
{
    if (index >= N_FORMATS)
        return false;
    *info = (fr_format_info){formats[index].name, formats[index].title, formats[index].suffixes};
    return true;
}

void fr_profile_write(const fr_profile *profile, const char *format, fr_output *out)
{
    fr_error err = {0};

    if (!fr_profile_has_whole_stacks(profile, &err)) {
        fr_output_fail(out, err.code, "%s", err.text);
        return;
    }
    for (size_t i = 0; i < N_FORMATS; i++)
        if (strcmp(formats[i].name, format) == 0) {
            formats[i].write(profile, out);
            return;
        }
    fr_output_fail(out, FR_E_USAGE, "profiles are not written as '%s'", format);
}
