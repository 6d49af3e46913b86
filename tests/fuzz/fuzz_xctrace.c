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
    fuzz_read_and_write(&opt, data, size);
    return 0;
}
