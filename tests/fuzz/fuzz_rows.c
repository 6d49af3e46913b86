/*
 * fuzz_rows.c - bytes as rows of an engine: read, write rows, read these: the same types with the same totals. From then
 * on the order of types, which is that of their first rows, is settled, so rows read and written again are the same bytes.
 */
#include "fuzz.h"

#include <string.h>

/* The same columns, in any order; one that sums to 0 has no row. */
static bool is_same(const fr_profile *a, const fr_profile *b)
{
    fr_column_info in_a, in_b;
    bool found = true;

    for (uint32_t i = 0; found && fr_profile_column(a, i, &in_a); i++) {
        found = in_a.total == 0;
        for (uint32_t k = 0; !found && fr_profile_column(b, k, &in_b); k++)
            found = strcmp(in_a.name, in_b.name) == 0 && strcmp(in_a.unit, in_b.unit) == 0 &&
                    in_a.total == in_b.total;
    }
    return found;
}

/* The rows of `rows` read and written again; frees `rows`. */
static char *again(const fr_read_options *opt, const fr_profile *first, char *rows, size_t *len)
{
    fr_profile *profile = fuzz_read(opt, (const uint8_t *)rows, *len);
    fr_profile_info info;

    fr_profile_describe(first, &info);
    PROMISE(profile || info.n_stacks == 0);
    PROMISE(!profile || is_same(first, profile));
    free(rows);
    *len = 0;
    rows = profile ? fuzz_write_profile(profile, "rows", len) : NULL;
    fr_profile_free(profile);
    return rows;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    size_t len, third_len;

    opt.limits = fuzz_limits();
    opt.input_format = "rows";
    fr_profile *profile = fuzz_read(&opt, data, size);
    if (!profile)
        return 0;
    char *second = again(&opt, profile, fuzz_write_profile(profile, "rows", &len), &len);
    if (second) {
        char *copy = malloc(len);
        PROMISE(copy);
        memcpy(copy, second, third_len = len);
        char *third = again(&opt, profile, copy, &third_len);
        PROMISE(third && third_len == len && memcmp(second, third, len) == 0);
        free(third);
    }
    free(second);
    fr_profile_free(profile);
    return 0;
}
