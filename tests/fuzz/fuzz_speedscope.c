/*
 * fuzz_speedscope.c - bytes as JSON of speedscope: read, write, read again: the same bytes.
 */
#include "fuzz.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    opt.limits = fuzz_limits();
    opt.input_format = "speedscope";
    opt.speedscope.profile = size % 5 == 0 ? "0" : NULL;
    opt.keep_samples = size % 2;
    fr_profile *profile = fuzz_read(&opt, data, size);
    if (!profile)
        return 0;
    fr_tree *tree = fr_tree_build(profile, NULL, NULL);
    if (tree)
        fuzz_check_sums(profile, tree);
    fr_tree_free(tree);
    size_t len, again_len;
    char *json = fuzz_write_profile(profile, "speedscope", &len);
    opt.speedscope.profile = NULL;
    opt.limits = (fr_limits)FR_LIMITS_DEFAULTS;
    fr_profile *again = len ? fuzz_read(&opt, (const uint8_t *)json, len) : NULL;
    PROMISE(again || len == 0);
    if (again) {
        char *json_again = fuzz_write_profile(again, "speedscope", &again_len);
        PROMISE(len == again_len && memcmp(json, json_again, len) == 0);
        free(json_again);
    }
    fr_profile_free(again);
    fr_profile_free(profile);
    free(json);
    return 0;
}
