/*
 * fuzz_otlp.c - bytes as OpenTelemetry profiles: read whatever they are, sums that agree.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fr_read_options opt = FR_READ_DEFAULTS;

    opt.limits = fuzz_limits();
    opt.input_format = "otlp";
    opt.keep_samples = size % 2;
    fuzz_read_and_write(&opt, data, size);
    return 0;
}
