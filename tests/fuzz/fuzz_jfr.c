/*
 * fuzz_jfr.c - bytes as a recording by Java Flight Recorder: read whatever they are, sums that agree. The last
 * byte chooses the event.
 */
#include "fuzz.h"

static const char *const events[] = {NULL,    "cpu",  "wall",   "native",
                                     "alloc", "lock", "malloc", "profiler.LiveObject"};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fr_read_options opt = FR_READ_DEFAULTS;

    if (!size)
        return 0;
    opt.limits = fuzz_limits();
    opt.input_format = "jfr";
    opt.keep_samples = size % 2;
    opt.perf.event = events[data[size - 1] % (sizeof events / sizeof *events)];
    fuzz_read_and_write(&opt, data, size);
    return 0;
}
