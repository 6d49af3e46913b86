/*
 * fuzz_pprof.c - bytes as a pprof: read whatever they are, sums that agree; written and read again
 * it is the same.
 */
#include "fuzz.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fr_read_options opt = FR_READ_DEFAULTS;
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
    size_t again_len;
    char *written = fuzz_write_profile(profile, "pprof", &len);
    fr_profile *again = fuzz_read(&opt, (const uint8_t *)written, len);
    PROMISE(again);
    char *again_written = fuzz_write_profile(again, "pprof", &again_len);
    PROMISE(len == again_len && memcmp(written, again_written, len) == 0);
    free(written);
    free(again_written);
    fr_profile_free(again);
    fr_tree_free(tree);
    fr_profile_free(profile);
    return 0;
}
