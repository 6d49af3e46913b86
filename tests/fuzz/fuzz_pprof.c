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

static fr_profile *read_for(fr_purpose purpose, fr_read_options opt, const uint8_t *data,
                            size_t size)
{
    opt.purpose = purpose;
    opt.threads = 2;
    opt.picture.data = FR_DATA_NONE;
    fr_profile *profile = fuzz_read(&opt, data, size);
    PROMISE(profile);
    return profile;
}

/* The same boxes, whatever the frames under their names are. */
static void check_trees(const fr_profile *profile, const fr_profile *other)
{
    fr_error err = {0};
    fr_tree *a = fr_tree_build(profile, NULL, &err), *b = fr_tree_build(other, NULL, &err);
    PROMISE(!a == !b);
    fr_tree_columns x = a ? fr_tree_view(a) : (fr_tree_columns){.n = 0};
    fr_tree_columns y = b ? fr_tree_view(b) : (fr_tree_columns){.n = 0};
    PROMISE(x.n == y.n && x.n_columns == y.n_columns);
    for (uint32_t i = 0; i < x.n; i++) {
        PROMISE(x.end[i] == y.end[i] && strcmp(fr_tree_name(a, i), fr_tree_name(b, i)) == 0);
        for (uint32_t k = 0; k < x.n_columns; k++)
            PROMISE(x.self[k][i] == y.self[k][i]);
    }
    fr_tree_free(a);
    fr_tree_free(b);
}

static char *write_functions(const fr_profile *profile)
{
    fr_transform_options opt = FR_TRANSFORM_DEFAULTS;
    fr_error err = {0};
    size_t len;
    opt.granularity = FR_GRANULARITY_FUNCTIONS;
    fr_profile *made = fr_profile_transform(profile, &opt, &err);
    PROMISE(made || err.code != FR_E_USAGE);
    char *text = made ? fuzz_write_profile(made, "folded", &len) : strdup(err.text);
    fr_profile_free(made);
    return text;
}

/* What is read for one purpose serves it as what is read for anything. */
static void check_purposes(const fr_profile *profile, const fr_read_options *opt,
                           const uint8_t *data, size_t size)
{
    fr_profile *top = read_for(FR_FOR_TOP, *opt, data, size);
    promise_same(write_top(top), write_top(profile));
    fr_profile_free(top);
    fr_profile *picture = read_for(FR_FOR_PICTURE, *opt, data, size);
    check_trees(picture, profile);
    fr_profile_free(picture);
    fr_profile *functions = read_for(FR_FOR_FUNCTIONS, *opt, data, size);
    promise_same(write_functions(functions), write_functions(profile));
    fr_profile_free(functions);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    opt.limits = fuzz_limits();
    opt.input_format = "pprof";
    opt.perf.addresses = size % 2;
    opt.purpose = size / 2 % 2 ? FR_FOR_ADDRESSES : FR_FOR_ANYTHING;
    opt.pprof.drop_labels = size % 7 == 0;
    fr_profile *profile = fuzz_read(&opt, data, size);
    if (!profile)
        return 0;
    fr_error err = {0};
    fr_tree *tree = fr_tree_build(profile, NULL, &err);
    PROMISE(tree || err.code != FR_OK);
    if (tree)
        fuzz_check_sums(profile, tree);
    check_labels(profile);
    check_purposes(profile, &opt, data, size);
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
