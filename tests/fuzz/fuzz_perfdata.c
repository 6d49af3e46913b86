/*
 * fuzz_perfdata.c - bytes as perf.data: read whatever they are, sums that agree, and no file of the machine is looked
 * for. The last byte chooses how.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    uint8_t how;

    if (!size)
        return 0;
    how = data[size - 1];
    opt.limits = fuzz_limits();
    opt.input_format = "perf-data";
    opt.keep_samples = size % 2;
    opt.perf.symfs = opt.perf.map_dir = opt.perf.kallsyms = "/nonexistent";
    opt.perf.off_cpu = how % 4 == 1 ? FR_OFF_CPU_ALL : FR_OFF_CPU_NONE;
    opt.perf.on_off = how % 8 == 2;
    opt.perf.compat = how % 8 == 3 ? FR_COMPAT_STACKCOLLAPSE : FR_COMPAT_NONE;
    opt.perf.addresses = how % 8 == 4;
    if (how % 8 == 5) {
        opt.perf.event = "kmem:kmalloc";
        opt.perf.weight = FR_WEIGHT_FIELD;
        opt.perf.weight_field = "bytes_req";
    }
    fuzz_read_and_write(&opt, data, size);
    return 0;
}
