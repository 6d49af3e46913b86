/*
 * fuzz_diff.c - two profiles, one after the other, and their differential.
 *
 *     main;a 9007199254740993
 *     =
 *     main;a 9007199254740995
 *
 * The report and the picture state the same whole numbers: those of the profiles.
 */
#include "fuzz.h"

#include <string.h>

/* The value of `key` in the CSV of a report of functions, all rows together. */
static int64_t sum_of_column(const char *csv, const char *key)
{
    const char *title = strstr(csv, key);
    int64_t sum = 0;
    size_t before = 0;

    PROMISE(title && title < strchr(csv, '\n'));
    for (const char *at = csv; at < title; at++)
        before += *at == ',';
    for (const char *row = strchr(csv, '\n') + 1; *row; row = strchr(row, '\n') + 1) {
        for (size_t i = 0; i < before; i++)
            row = strchr(row, ',') + 1; /* names, which may hold commas and newlines, are last */
        sum += strtoll(row, NULL, 10);
        PROMISE(sum >= 0);
    }
    return sum;
}

static int64_t kept(const fr_profile *profile)
{
    fr_column_info column;

    PROMISE(fr_profile_column(profile, 0, &column));
    return column.kept;
}

static char *write_report(const fr_diff *diff, const char *format)
{
    fr_diff_report_options opt = FR_DIFF_REPORT_DEFAULTS;
    fr_output *out = fr_output_memory();
    fr_error err = {0};
    fr_report *report;
    size_t len;
    char *copy;

    opt.n_rows = 0;
    opt.for_programs = true;
    report = fr_report_diff(diff, &opt, &err);
    PROMISE(out && report);
    fr_report_write(report, format, out);
    PROMISE(fr_output_bytes(out, &len));
    copy = strdup(fr_output_bytes(out, &len));
    PROMISE(copy);
    fr_report_free(report);
    fr_output_free(out);
    return copy;
}

/* Whole numbers, and no name that a CSV quotes over several lines. */
static bool is_plain(const fr_profile *profile, const uint8_t *data, size_t size)
{
    fr_column_info column;

    PROMISE(fr_profile_column(profile, 0, &column));
    return column.decimals == 0 && !memchr(data, '\r', size);
}

/* What pictures are drawn from. */
static void check_union(const fr_diff *diff, const fr_profile *base, const fr_profile *new_)
{
    fr_column_info column;

    PROMISE(fr_profile_column(fr_diff_profile(diff), 0, &column));
    PROMISE(column.kept == kept(base));
    PROMISE(fr_profile_column(fr_diff_profile(diff), 1, &column));
    PROMISE(column.kept == kept(new_));
}

static void compare(const fr_profile *base, const fr_profile *new_, bool plain)
{
    fr_side sides[2] = {{.profiles = &base, .n = 1, .label = "base"},
                        {.profiles = &new_, .n = 1, .label = "new"}};
    fr_diff_options opt = FR_DIFF_DEFAULTS;
    fr_error err = {0};
    fr_diff *diff;
    char *csv;

    opt.exact_names = true;
    diff = fr_diff_build(&sides[0], &sides[1], &opt, &err);
    if (!diff) {
        fuzz_check_error(&err);
        return;
    }
    csv = write_report(diff, "csv");
    if (plain) {
        check_union(diff, base, new_);
        PROMISE(sum_of_column(csv, "\"self_base (") == kept(base));
        PROMISE(sum_of_column(csv, "\"self_new (") == kept(new_));
    }
    free(csv);
    free(write_report(diff, "json"));
    fr_diff_free(diff);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char between[] = "\n=\n";
    const uint8_t *end = data + size, *cut = data;
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_profile *base, *new_;

    while (cut + 3 <= end && memcmp(cut, between, 3) != 0)
        cut++;
    if (cut + 3 > end)
        return 0;
    opt.limits = fuzz_limits();
    opt.input_format = "folded";
    base = fuzz_read(&opt, data, (size_t)(cut - data) + 1);
    new_ = fuzz_read(&opt, cut + 3, (size_t)(end - cut) - 3);
    if (base && new_)
        compare(base, new_, is_plain(base, data, size) && is_plain(new_, data, size));
    fr_profile_free(base);
    fr_profile_free(new_);
    return 0;
}
