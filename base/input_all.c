/*
 * input_all.c - a whole input as one window, for formats that cannot be read piece by piece: JSON, XML,
 * a message whose names come last.
 *
 * Three limits hold: what the format allows, --limit-inflated in its place where that is set, and
 * --limit-memory. The smallest one is checked, and the error names the option that raises it.
 */
#include <inttypes.h>

#include "base/input.h"

typedef struct whole_limit {
    uint64_t bytes;
    const char *option;
} whole_limit;

static whole_limit find_limit(const fr_limits *limits, uint64_t most)
{
    whole_limit limit = {limits->inflated ? limits->inflated : most, "--limit-inflated"};

    if (limits->memory < limit.bytes)
        limit = (whole_limit){limits->memory, "--limit-memory"};
    return limit;
}

static void report_progress(const fr_input *in, const fr_read_options *opt)
{
    uint64_t done, size;

    if (!opt->progress)
        return;
    fr_input_progress(in, &done, &size);
    opt->progress(opt->progress_arg, done, size);
}

fr_bytes fr_input_all(fr_input *in, const fr_read_options *opt, uint64_t most)
{
    whole_limit limit = find_limit(&opt->limits, most);
    fr_bytes all = fr_input_fill(in, 1);
    fr_error err = {0};

    while (all.len <= limit.bytes && fr_input_extend(in)) {
        all = fr_input_fill(in, 1);
        report_progress(in, opt);
    }
    if (all.len > limit.bytes) {
        fr_fail(&err, FR_E_LIMIT, 0, 0,
                "is larger than %" PRIu64 " bytes; this format is read into memory as a whole",
                limit.bytes);
        fr_fail_hint(&err, "%s raises the limit", limit.option);
        fr_input_fail(in, &err);
    }
    return fr_input_fill(in, 1); /* empty after a failure */
}
