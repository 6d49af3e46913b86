/*
 * fuzz_xctrace.c - bytes as XML of xctrace: read, and sums agree.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    opt.limits = fuzz_limits();
    opt.keep_samples = size % 2;
    opt.input_format = "xctrace";
    fr_profile *profile = fuzz_read(&opt, data, size);
    if (!profile)
        return 0;
    fr_tree *tree = fr_tree_build(profile, NULL, NULL);
    if (tree)
        fuzz_check_sums(profile, tree);
    fr_tree_free(tree);
    size_t len;
    free(fuzz_write_profile(profile, "folded", &len));
    fr_profile_free(profile);
    return 0;
}
