/*
 * writers.c - the table of formats that profiles are written in.
 */
#include "formats/writer.h"

static const fr_profile_format formats[] = {
    {{"folded", "folded stacks, one line for each", "folded collapsed txt", FR_FORMAT_ONE_COLUMN},
     fr_folded_write},
    {{"json", "the profile as JSON: frames, stacks, values (docs/formats.md)", "json",
      FR_FORMAT_LINES | FR_FORMAT_MODULES | FR_FORMAT_LABELS},
     fr_json_write},
    {{"pprof", "pprof (profile.proto), gzipped", "pb.gz pb pgo",
      FR_FORMAT_LINES | FR_FORMAT_MODULES | FR_FORMAT_LOCATIONS | FR_FORMAT_LABELS |
          FR_FORMAT_BINARY},
     fr_pprof_write},
    {{"rows", "samples as rows of a table for an engine: TSV with names (docs/fleet.md)", "tsv",
      FR_FORMAT_LABELS | FR_FORMAT_TIMED},
     fr_rows_write},
    {{"speedscope", "JSON for the viewer speedscope", "speedscope.json", FR_FORMAT_LINES},
     fr_speedscope_write},
    {{"chrome",
      "trace of spans for DevTools and Perfetto: times of threads; without times, sums of stacks",
      "trace.json", FR_FORMAT_LINES | FR_FORMAT_TIMED | FR_FORMAT_THREADS | FR_FORMAT_ONE_COLUMN},
     fr_chrome_write},
};

#define N_FORMATS (sizeof formats / sizeof *formats)

bool fr_profile_format_at(size_t index, fr_format_info *info)
{
    if (index >= N_FORMATS)
        return false;
    *info = formats[index].info;
    info->flags |= FR_FORMAT_PROFILE;
    return true;
}

void fr_profile_write(const fr_profile *profile, const char *format, fr_output *out)
{
    fr_error err = {0};

    if (!out)
        return;
    if (!fr_fail_null(&err, profile, "profile") ||
        !fr_profile_is_for(profile, FR_FOR_ANYTHING, &err)) {
        fr_output_fail(out, err.code, "%s", err.text);
        return;
    }
    for (size_t i = 0; i < N_FORMATS; i++)
        if (strcmp(formats[i].info.name, format) == 0) {
            formats[i].write(profile, out);
            return;
        }
    fr_output_fail(out, FR_E_USAGE, "profiles cannot be written as '%s'", format);
}
