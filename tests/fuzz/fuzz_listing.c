/*
 * fuzz_listing.c - bytes as each text that lists stacks, indents a tree or has rows: the format whose name is the first line.
 */
#include "fuzz.h"

#include <string.h>

static const char *const formats[] = {
    "dtrace",     "bpftrace",      "bcc",         "systemtap",     "goroutines",     "java-threads",
    "backtraces", "macos-sample",  "instruments", "pmcstat",       "python-threads", "ghc-prof",
    "vtune",      "visual-studio", "callgrind",   "bpftrace-json", "austin",         "rows"};

/* The format whose name is the first line of `data`; *used: its bytes with the newline. Else one of `formats`. */
static const char *choose_format(const uint8_t *data, size_t size, size_t *used)
{
    static fr_format_info info; /* the name that is returned is of this */

    for (size_t i = 0; fr_input_format_at(i, &info); i++) {
        size_t len = strlen(info.name);
        if (size > len && memcmp(data, info.name, len) == 0 && data[len] == '\n') {
            *used = len + 1;
            return info.name;
        }
    }
    *used = 0;
    return size ? formats[data[0] % (sizeof formats / sizeof *formats)] : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    size_t used;

    opt.limits = fuzz_limits();
    opt.input_format = choose_format(data, size, &used);
    if (!opt.input_format)
        return 0;
    opt.perf.annotate_kernel = size % 2;
    fuzz_read_and_write(&opt, data + used, size - used);
    return 0;
}
