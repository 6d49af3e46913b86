/*
 * fuzz_jfr.c - bytes as a recording by Java Flight Recorder: read whatever they are, sums that agree. The last
 * byte chooses the event.
 */
#include "fuzz.h"

static const char *const events[] = {NULL,    "cpu",  "wall",   "native",
                                     "alloc", "lock", "malloc", "profiler.LiveObject"};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    size_t len;

    if (!size)
        return 0;
    opt.limits = fuzz_limits();
    opt.input_format = "jfr";
    opt.keep_samples = size % 2;
    opt.perf.event = events[data[size - 1] % (sizeof events / sizeof *events)];
    fr_profile *profile = fuzz_read(&opt, data, size);
    if (!profile)
        return 0;
    fr_tree *tree = fr_tree_build(profile, NULL, NULL);
    if (tree)
        fuzz_check_sums(profile, tree);
    fr_tree_free(tree);
    free(fuzz_write_profile(profile, "json", &len));
    fr_profile_free(profile);
    return 0;
}
