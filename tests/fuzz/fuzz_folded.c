/*
 * fuzz_folded.c - bytes as folded stacks: read, write folded, read again: the same bytes.
 */
#include "fuzz.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    opt.limits = fuzz_limits();
    opt.input_format = "folded";
    opt.folded.columns = size % 3 == 0 ? 1 : 0;
    opt.folded.negative = size % 2 ? FR_NEGATIVE_DROP : FR_NEGATIVE_ABS;
    fr_profile *profile = fuzz_read(&opt, data, size);
    if (!profile)
        return 0;
    fr_profile_info info;
    fr_profile_describe(profile, &info);
    size_t len, again_len;
    char *folded = fuzz_write_profile(profile, "folded", &len);
    opt.folded.columns = info.n_columns;
    opt.folded.negative = FR_NEGATIVE_ERROR;
    fr_profile *again = len ? fuzz_read(&opt, (const uint8_t *)folded, len) : NULL;
    if (again) {
        char *folded_again = fuzz_write_profile(again, "folded", &again_len);
        PROMISE(len == again_len && memcmp(folded, folded_again, len) == 0);
        free(folded_again);
    }
    PROMISE(again || len == 0);
    fr_profile_free(again);
    fr_profile_free(profile);
    free(folded);
    return 0;
}
