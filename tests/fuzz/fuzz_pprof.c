/*
 * fuzz_pprof.c - bytes as a pprof: read whatever they are, sums that agree; written and read again
 * it is the same, and what is read of it for less is a part of that.
 */
#include "fuzz.h"

#include <string.h>

/* No sample has more than all: every label and frame of a label is within the whole. */
static void check_labels(const fr_profile *profile)
{
    fr_top_options top = FR_TOP_DEFAULTS;
    fr_transform_options tags = {.tag_root = "handler", .tag_leaf = "bytes", .tag_ignore = "4kb:"};
    fr_select_options since = {.since = profile};
    fr_error err = {0};
    top.by = "label:*";
    fr_report_free(fr_report_top(profile, &top, &err));
    PROMISE(err.code == FR_OK || err.code == FR_E_EMPTY || err.code == FR_E_LIMIT);
    fr_error trial = {0};
    fr_profile *tagged = fr_profile_transform(profile, &tags, &trial);
    PROMISE(tagged || trial.code != FR_OK);
    fr_profile_free(tagged);
    /* Nothing grew since itself. */
    fr_error same = {0};
    PROMISE(!fr_profile_select(profile, &since, &same));
    PROMISE(same.code == FR_E_EMPTY || same.code == FR_E_LIMIT);
}

/* `top` as csv, copied; what it says where there is none. */
static char *write_top(const fr_profile *profile)
{
    fr_top_options top = FR_TOP_DEFAULTS;
    fr_error err = {0};
    fr_report *report = fr_report_top(profile, &top, &err);
    if (!report)
        return strdup(err.text);
    fr_output *out = fr_output_memory();
    PROMISE(out);
    fr_report_write(report, "csv", out);
    size_t len;
    const char *bytes = fr_output_bytes(out, &len);
    PROMISE(bytes);
    char *copy = strdup(bytes);
    fr_output_free(out);
    fr_report_free(report);
    return copy;
}

static void promise_same(char *text, char *other)
{
    PROMISE(text && other && strcmp(text, other) == 0);
    free(text);
    free(other);
}

/* Functions alone, on two threads, and names without lines come to what whole frames come to. */
static void check_less(const fr_profile *profile, fr_read_options opt, const uint8_t *data,
                       size_t size)
{
    size_t len;
    opt.functions_only = true;
    opt.threads = 2;
    fr_profile *functions = fuzz_read(&opt, data, size);
    PROMISE(functions);
    promise_same(write_top(functions), write_top(profile));
    fr_profile_free(functions);
    opt.functions_only = opt.keep_locations = false;
    opt.lines_until = 1;
    fr_profile *names = fuzz_read(&opt, data, size);
    PROMISE(names);
    promise_same(fuzz_write_profile(names, "folded", &len),
                 fuzz_write_profile(profile, "folded", &len));
    fr_profile_free(names);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    opt.limits = fuzz_limits();
    opt.input_format = "pprof";
    opt.addresses = size % 2;
    opt.keep_locations = size / 2 % 2;
    opt.drop_labels = size % 7 == 0;
    fr_profile *profile = fuzz_read(&opt, data, size);
    if (!profile)
        return 0;
    fr_error err = {0};
    fr_tree *tree = fr_tree_build(profile, NULL, &err);
    PROMISE(tree || err.code != FR_OK);
    if (tree)
        fuzz_check_sums(profile, tree);
    check_labels(profile);
    check_less(profile, opt, data, size);
    size_t len;
    free(fuzz_write_profile(profile, "folded", &len));
    size_t again_len;
    char *written = fuzz_write_profile(profile, "pprof", &len);
    fr_profile *again = fuzz_read(&opt, (const uint8_t *)written, len);
    PROMISE(again);
    char *again_written = fuzz_write_profile(again, "pprof", &again_len);
    PROMISE(len == again_len && memcmp(written, again_written, len) == 0);
    free(written);
    free(again_written);
    fr_profile_free(again);
    fr_tree_free(tree);
    fr_profile_free(profile);
    return 0;
}
