/* totals.c - texts of totals against the columns of a profile. */
#include "totals.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "messages.h"

/* "cpu=123" and "123": the type, of `len` bytes, and the digits. */
static const char *digits_of(const char *total, size_t *len)
{
    const char *last = strrchr(total, '=');
    *len = last ? (size_t)(last - total) : 0;
    return last ? last + 1 : total;
}

static bool is_of(const fr_column_info *column, const char *type, size_t len)
{
    return strlen(column->name) == len && memcmp(column->name, type, len) == 0;
}

/* The column of a total. */
static bool find_column(const fr_profile *profile, const char *total, size_t len,
                        fr_column_info *column, fr_error *err)
{
    fr_column_info other;
    uint32_t k = 0;
    while (fr_profile_column(profile, k, column) && len && !is_of(column, total, len))
        k++;
    if (!fr_profile_column(profile, k, column))
        return fail_with(err, FR_E_FORMAT, "--expect-total '%s': there are no values of '%.*s'",
                         total, (int)len, total);
    if (len || !fr_profile_column(profile, 1, &other))
        return true;
    fail_with(err, FR_E_USAGE, "--expect-total '%s': there are values of several types", total);
    return hint_with(err, "name one: --expect-total %s=%s", column->name, total);
}

static bool check(const char *total, const fr_profile *profile, fr_error *err)
{
    fr_column_info column = {.name = ""};
    size_t len;
    const char *digits = digits_of(total, &len);
    char sum[24];
    if (!*digits || digits[strspn(digits, "0123456789")])
        return fail_with(err, FR_E_USAGE, "'--expect-total' expects [TYPE=]N, not '%s'", total);
    if (!find_column(profile, total, len, &column, err))
        return false;
    while (digits[0] == '0' && digits[1])
        digits++;
    snprintf(sum, sizeof sum, "%" PRId64, column.total);
    if (column.decimals == 0 && strcmp(sum, digits) == 0)
        return true;
    fail_with(err, FR_E_FORMAT, "values of '%s' sum up to %s, but %s was expected", column.name,
              sum, digits);
    return hint_with(err, "some of the input is missing or counted twice: ask for it again");
}

bool totals_check(const char *const *totals, size_t n, const fr_profile *profile, fr_error *err)
{
    for (size_t i = 0; i < n; i++)
        if (!check(totals[i], profile, err))
            return false;
    return true;
}
