/*
 * fuzz_nflxprofile.c - bytes as an nflxprofile: read whatever they are, sums that agree.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    size_t len;

    opt.limits = fuzz_limits();
    opt.input_format = "nflxprofile";
    opt.keep_samples = size % 2;
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
