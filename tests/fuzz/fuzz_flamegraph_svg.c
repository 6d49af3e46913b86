/*
 * fuzz_flamegraph_svg.c - bytes as a picture of flamegraph.pl or inferno: read, and sums agree.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    opt.limits = fuzz_limits();
    opt.input_format = "flamegraph-svg";
    fuzz_read_and_write(&opt, data, size);
    return 0;
}
