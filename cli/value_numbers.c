/*
 * value_numbers.c - setters of options whose values are numbers: counts, sizes, shares, amounts.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "messages.h"
#include "value_parts.h"
#include "values.h"

#define SCALE_LEAST 25 /* percent */
#define SCALE_MOST  1600

/* Decimal digits from *at on; false where there are none or they don't fit. */
static bool take_digits(const char **at, uint64_t *value)
{
    const char *start = *at;
    for (*value = 0; **at >= '0' && **at <= '9'; ++*at) {
        uint64_t digit = (uint64_t)(**at - '0');
        if (*value > (UINT64_MAX - digit) / 10)
            return false;
        *value = *value * 10 + digit;
    }
    return *at > start;
}

static bool store_in_range(struct options *opt, const struct option_row *row, uint64_t value)
{
    uint32_t narrow = (uint32_t)value;
    if (value < row->least || value > row->most || (row->size == sizeof narrow && narrow != value))
        return false;
    option_store(opt, row, row->size == sizeof narrow ? (void *)&narrow : (void *)&value);
    return true;
}

bool set_number(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    const char *at = value;
    uint64_t number;
    if (take_digits(&at, &number) && *at == '\0' && store_in_range(opt, row, number))
        return true;
    char expected[80] = "";
    append_text(expected, sizeof expected, "a number from %" PRIu64 " to %" PRIu64, row->least,
                row->most);
    return option_reject(row, value, expected, err);
}

bool parse_size(const char *text, uint64_t *size)
{
    static const char letters[] = "KMGT";
    if (!take_digits(&text, size))
        return false;
    const char *letter = *text ? strchr(letters, *text & ~0x20) : NULL;
    if (letter) {
        unsigned shift = 10 * (unsigned)(letter - letters + 1);
        if (*size > UINT64_MAX >> shift)
            return false;
        *size <<= shift;
        text++;
    }
    return *text == '\0' || (letter && (strcmp(text, "B") == 0 || strcmp(text, "iB") == 0));
}

bool set_seconds(struct options *opt, const struct option_row *row, const char *value,
                 fr_error *err)
{
    if (strcmp(value, "auto") != 0)
        return set_number(opt, row, value, err);
    option_store(opt, row, &(uint32_t){0});
    return true;
}

bool set_size(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    uint64_t size;
    if (parse_size(value, &size) && store_in_range(opt, row, size))
        return true;
    bool narrow = row->size == sizeof(uint32_t);
    char expected[80] = "";
    append_text(expected, sizeof expected, "a size like 64K, 512M%s, at least %" PRIu64,
                narrow ? ", less than 4G" : " or 4G", row->least);
    return option_reject(row, value, expected, err);
}

/* ".25" and "25" are as good as "0.25". */
static bool take_millionths(const char **at, uint64_t *value)
{
    bool digits = take_digits(at, value);
    if (!digits && **at != '.')
        return false;
    if (*value > UINT64_C(1000000000))
        return false;
    *value *= 1000000;
    if (**at != '.')
        return true;
    ++*at;
    for (uint64_t place = 100000; **at >= '0' && **at <= '9'; ++*at, place /= 10) {
        uint64_t digit = (uint64_t)(**at - '0');
        if (place == 0 && digit)
            return false;
        *value += digit * place;
        digits = true;
    }
    return digits;
}

bool parse_minwidth(const char *text, int64_t *millionths, bool *percent)
{
    uint64_t value;
    if (!take_millionths(&text, &value))
        return false;
    *percent = strcmp(text, "%") == 0;
    *millionths = (int64_t)value;
    if (*percent)
        return value <= UINT64_C(100) * 1000000;
    return text[0] == '\0' || strcmp(text, "px") == 0;
}

bool set_minwidth(struct options *opt, const struct option_row *row, const char *value,
                  fr_error *err)
{
    int64_t millionths;
    bool percent;
    if (!parse_minwidth(value, &millionths, &percent))
        return option_reject(row, value, "a width like 0.1, 0.5px or 0.01%", err);
    opt->flame.minwidth_millionths = millionths;
    opt->flame.minwidth_percent = percent;
    return true;
}

bool parse_percent(const char *text, int64_t *ppm)
{
    uint64_t value;
    if (!take_millionths(&text, &value) || strcmp(text, "%") != 0 || value % 100)
        return false;
    *ppm = (int64_t)(value / 100);
    return value <= UINT64_C(100) * 1000000;
}

bool set_percent(struct options *opt, const struct option_row *row, const char *value,
                 fr_error *err)
{
    int64_t ppm;
    if (!parse_percent(value, &ppm))
        return option_reject(row, value, "a share from 0% to 100%, such as 20%", err);
    option_store(opt, row, &ppm);
    return true;
}

bool parse_scale(const char *text, uint32_t *percent)
{
    uint64_t value;
    if (!take_millionths(&text, &value) || *text || value % 10000)
        return false;
    value /= 10000;
    *percent = (uint32_t)value;
    return value >= SCALE_LEAST && value <= SCALE_MOST;
}

bool set_scale(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    uint32_t percent;
    if (!parse_scale(value, &percent))
        return option_reject(row, value, "a number from 0.25 to 16, such as 2 or 1.5", err);
    opt->write.scale_percent = percent;
    return true;
}

/* ---------------------------------------------------------------- differentials */

/* "0.1", "0.1pp"; no locale, no exponent. */
bool set_points(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    const char *at = value;
    uint64_t millionths;
    if (!take_millionths(&at, &millionths) ||
        (*at && strcmp(at, "pp") != 0 && strcmp(at, " pp") != 0))
        return option_reject(row, value, "points of the whole, such as 0.1pp", err);
    option_store(opt, row, &(double){(double)millionths / 1e6});
    return true;
}

bool set_fraction(struct options *opt, const struct option_row *row, const char *value,
                  fr_error *err)
{
    const char *at = value;
    uint64_t millionths;
    bool good = take_millionths(&at, &millionths);
    double part = (double)(good ? millionths : 0) / 1e6;
    if (good && strcmp(at, "%") == 0)
        part /= 100;
    else if (*at)
        good = false;
    if (!good || part <= 0 || part >= 1)
        return option_reject(row, value, "a share such as 5%", err);
    option_store(opt, row, &part);
    return true;
}

/* "per:1000,1200" */
static bool parse_per(const char *text, fr_diff_options *diff)
{
    uint64_t base, new_;
    if (strncmp(text, "per:", 4) != 0)
        return false;
    text += 4;
    if (!take_millionths(&text, &base) || *text++ != ',' || !take_millionths(&text, &new_) || *text)
        return false;
    diff->normalize = FR_NORMALIZE_PER;
    diff->per_base = (double)base / 1e6;
    diff->per_new = (double)new_ / 1e6;
    return base > 0 && new_ > 0;
}

bool set_normalize(struct options *opt, const struct option_row *row, const char *value,
                   fr_error *err)
{
    if (option_store_choice(opt, row, value) || parse_per(value, &opt->diff))
        return true;
    return option_reject(
        row, value, "typical, share, time, none, or per:BASE,NEW with two numbers above 0", err);
}

bool set_amount(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    char *end;
    double amount = strtod(value, &end);
    char expected[60] = "a number above 0";
    bool good = value[0] && !value[strspn(value, "0123456789.")] && !*end && amount > 0;
    if (row->most) {
        good = good && amount >= (double)row->least && amount <= (double)row->most;
        snprintf(expected, sizeof expected, "a number from %" PRIu64 " to %" PRIu64, row->least,
                 row->most);
    }
    if (!good)
        return option_reject(row, value, expected, err);
    option_store(opt, row, &amount);
    return true;
}
