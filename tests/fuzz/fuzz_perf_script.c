/*
 * fuzz_perf_script.c - bytes as perf script text: every sample read is in the sums, the root and
 * the address options change names but never values, and detection keeps its word.
 */
#include "fuzz.h"

#include <string.h>

#include "formats/reader.h"

static fr_read_options pick_options(size_t size)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    opt.limits = fuzz_limits();
    opt.input_format = "perf-script";
    opt.perf.root = (fr_root)(size % 4);
    opt.perf.addresses = size & 4;
    opt.perf.strip_thread_numbers = size & 2;
    opt.perf.compat = size & 8 ? FR_COMPAT_STACKCOLLAPSE : FR_COMPAT_NONE;
    opt.perf.annotate_kernel = size & 16;
    opt.perf.annotate_jit = size & 32;
    opt.perf.annotate_all = size & 64;
    opt.perf.srcline = size & 128;
    opt.perf.provenance = size & 256;
    opt.perf.event = size % 7 == 0 ? "cycles" : NULL;
    return opt;
}

/* The sum of the values; counted: each sample is 1, so the sum is their number. */
static int64_t check_profile(const fr_profile *profile, bool counted)
{
    fr_error err = {0};
    fr_tree *tree = fr_tree_build(profile, NULL, &err);
    fr_profile_info info;
    fr_column_info column;

    PROMISE(tree);
    fuzz_check_sums(profile, tree);
    fr_tree_free(tree);
    fr_profile_describe(profile, &info);
    PROMISE(info.n_columns == 1 && fr_profile_column(profile, 0, &column));
    PROMISE(info.n_frameless < info.n_records);
    PROMISE(column.n_samples == info.n_records);
    PROMISE(!counted || (uint64_t)column.total == info.n_records);
    return column.total;
}

/* The whole of a reading in time, or in a tracepoint's field; 0 where it cannot be read so. */
static int64_t read_sum(const fr_read_options *opt, const uint8_t *data, size_t size)
{
    fr_profile *profile = fuzz_read(opt, data, size);
    fr_column_info column = {.total = 0};
    fr_error err = {0};
    fr_tree *tree;

    if (!profile)
        return 0;
    tree = fr_tree_build(profile, NULL, &err);
    PROMISE(tree);
    fuzz_check_sums(profile, tree);
    PROMISE(fr_profile_column(profile, 0, &column));
    fr_tree_free(tree);
    fr_profile_free(profile);
    return column.total;
}

/* Blocked time is a part of all time off CPU. */
static void check_times(const uint8_t *data, size_t size)
{
    fr_read_options opt = pick_options(size);
    int64_t blocked;

    opt.perf.event = NULL;
    opt.perf.off_cpu = FR_OFF_CPU_BLOCKED;
    blocked = read_sum(&opt, data, size);
    opt.perf.off_cpu = FR_OFF_CPU_ALL;
    PROMISE(blocked <= read_sum(&opt, data, size));
    opt.perf.on_off = true;
    read_sum(&opt, data, size);
    opt = pick_options(size);
    opt.perf.weight = FR_WEIGHT_FIELD;
    opt.perf.weight_field = "bytes_req";
    read_sum(&opt, data, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fr_read_options opt = pick_options(size);
    fr_profile *profile = fuzz_read(&opt, data, size);
    fr_profile *counts, *rootless;
    int64_t total;

    check_times(data, size);
    if (!profile)
        return 0;
    total = check_profile(profile, false);
    opt.perf.weight = FR_WEIGHT_SAMPLES;
    counts = fuzz_read(&opt, data, size);
    PROMISE(counts);
    check_profile(counts, true);
    opt = pick_options(size);
    opt.perf.root = FR_ROOT_NONE;
    opt.perf.addresses = !opt.perf.addresses;
    rootless = fuzz_read(&opt, data, size);
    PROMISE(rootless);
    PROMISE(check_profile(rootless, false) == total);
    fr_profile_free(rootless);
    fr_profile_free(counts);
    fr_profile_free(profile);
    return 0;
}
