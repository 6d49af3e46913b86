/*
 * fuzz_json_formats.c - bytes as each format of JSON, and as async-profiler's page: the format whose name is the first
 * line.
 */
#include "fuzz.h"

#include <string.h>

static const char *const formats[] = {"cpuprofile",  "heapprofile",  "dhat",    "stackprof",
                                      "flamebearer", "chrome-trace", "firefox", "async-html",
                                      "safari",      "ghc-json",     "v8-log"};

/* The format whose name `data` begins with; *used: its bytes with the newline. */
static const char *choose_format(const uint8_t *data, size_t size, size_t *used)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        size_t len = strlen(formats[i]);
        if (size > len && memcmp(data, formats[i], len) == 0 && data[len] == '\n') {
            *used = len + 1;
            return formats[i];
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
    opt.keep_samples = size % 2;
    fuzz_read_and_write(&opt, data + used, size - used);
    return 0;
}
