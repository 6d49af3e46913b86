/*
 * fuzz_pprof.c - bytes as a pprof: read whatever they are, sums that agree, and folded stacks of it
 * that read back.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fr_read_options opt;
    fr_read_options_init(&opt);
    opt.limits = fuzz_limits();
    opt.input_format = "pprof";
    opt.addresses = size % 2;
    fr_profile *profile = fuzz_read(&opt, data, size);
    if (!profile)
        return 0;
    fr_error err = {0};
    fr_tree *tree = fr_tree_build(profile, NULL, &err);
    PROMISE(tree || err.code != FR_OK);
    if (tree)
        fuzz_check_sums(profile, tree);
    size_t len;
    free(fuzz_write_profile(profile, "folded", &len));
    free(fuzz_write_profile(profile, "json", &len));
    fr_tree_free(tree);
    fr_profile_free(profile);
    return 0;
}
