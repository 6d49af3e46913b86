/* fuzz_pprof_legacy.c - bytes as a legacy profile of pprof, binary or text. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fr_read_options opt = FR_READ_DEFAULTS;

    opt.limits = fuzz_limits();
    opt.input_format = "pprof-legacy";
    opt.perf.addresses = size % 2;
    fuzz_read_and_write(&opt, data, size);
    return 0;
}
