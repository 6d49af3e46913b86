/* number.c - decimal text to scaled integers and back, without floating point. */
#include "base/number.h"

#include <inttypes.h>
#include <stdio.h>

#define NARROW_SPACE "\xe2\x80\xaf" /* U+202F */

static const uint64_t powers[] = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000,
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Appends a digit to a magnitude that must stay within int64_t. */
static bool push_digit(uint64_t *value, char c)
{
    if (*value > (INT64_MAX - (uint64_t)(c - '0')) / 10)
        return false;
    *value = *value * 10 + (uint64_t)(c - '0');
    return true;
}

static fr_bytes without_last_zeros(fr_bytes digits)
{
    while (digits.len && digits.at[digits.len - 1] == '0')
        digits.len--;
    return digits;
}

fr_parse fr_decimal_parse(fr_bytes text, fr_decimal *value)
{
    bool negative = text.len && text.at[0] == '-';
    size_t i = negative || (text.len && text.at[0] == '+');
    size_t point, first = i;
    uint64_t magnitude = 0;
    fr_bytes fraction = {NULL, 0};
    fr_parse result = FR_PARSE_OK;

    while (i < text.len && is_digit(text.at[i]))
        i++;
    point = i;
    if (i < text.len && text.at[i] == '.') {
        fraction.at = text.at + ++i;
        while (i < text.len && is_digit(text.at[i]))
            i++;
        fraction.len = (size_t)(text.at + i - fraction.at);
    }
    if (i < text.len || (point == first && fraction.len == 0))
        return FR_PARSE_NOT_A_NUMBER;
    fraction = without_last_zeros(fraction);
    if (fraction.len > FR_MAX_DECIMALS)
        return FR_PARSE_TOO_FINE;
    for (size_t k = first; k < point && result == FR_PARSE_OK; k++)
        result = push_digit(&magnitude, text.at[k]) ? FR_PARSE_OK : FR_PARSE_TOO_LARGE;
    for (size_t k = 0; k < fraction.len && result == FR_PARSE_OK; k++)
        result = push_digit(&magnitude, fraction.at[k]) ? FR_PARSE_OK : FR_PARSE_TOO_LARGE;
    value->mantissa = negative ? -(int64_t)magnitude : (int64_t)magnitude;
    value->decimals = (uint32_t)fraction.len;
    return result;
}

bool fr_parse_u64(fr_bytes text, uint64_t *value)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < text.len; i++) {
        uint64_t digit = (uint64_t)(text.at[i] - '0');
        if (!is_digit(text.at[i]) || sum > (UINT64_MAX - digit) / 10)
            return false;
        sum = sum * 10 + digit;
    }
    *value = sum;
    return text.len > 0;
}

bool fr_scale_up(int64_t value, uint32_t up, int64_t *scaled)
{
    *scaled = value;
    return value == 0 ||
           (up <= FR_MAX_DECIMALS && !__builtin_mul_overflow(value, (int64_t)powers[up], scaled));
}

static uint64_t magnitude_of(int64_t value)
{
    return value < 0 ? UINT64_C(0) - (uint64_t)value : (uint64_t)value;
}

/* Digits in groups of three. */
static size_t put_groups(char *to, uint64_t value)
{
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%" PRIu64, value);
    size_t at = 0;

    for (int i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0) {
            memcpy(to + at, NARROW_SPACE, 3);
            at += 3;
        }
        to[at++] = digits[i];
    }
    to[at] = '\0';
    return at;
}

char *fr_format_grouped(char to[FR_NUMBER_MAX], int64_t value, uint32_t decimals)
{
    uint64_t magnitude = magnitude_of(value), part = magnitude % powers[decimals];
    size_t at = 0;

    if (value < 0)
        to[at++] = '-';
    at += put_groups(to + at, magnitude / powers[decimals]);
    if (part == 0)
        return to;
    for (; part % 10 == 0; part /= 10)
        decimals--;
    snprintf(to + at, FR_NUMBER_MAX - at, ".%0*" PRIu64, (int)decimals, part);
    return to;
}

char *fr_format_share(char to[FR_NUMBER_MAX], int64_t part, int64_t whole, uint32_t places)
{
    uint64_t all = 100 * powers[places], shown;
    const char *sign = "";
    fr_u128 scaled;
    size_t at;

    if (part <= 0 || whole <= 0) {
        snprintf(to, FR_NUMBER_MAX, "0" NARROW_SPACE "%%");
        return to;
    }
    scaled = (fr_u128)(uint64_t)part * all * 2 + (uint64_t)whole;
    shown = (uint64_t)(scaled / ((fr_u128)(uint64_t)whole * 2));
    if (shown == 0) {
        sign = "<";
        shown = 1;
    } else if (shown == all && part < whole) {
        sign = ">";
        shown = all - 1;
    }
    at = (size_t)snprintf(to, FR_NUMBER_MAX, "%s%" PRIu64, sign, shown / powers[places]);
    if (places)
        at += (size_t)snprintf(to + at, FR_NUMBER_MAX - at, ".%0*" PRIu64, (int)places,
                               shown % powers[places]);
    snprintf(to + at, FR_NUMBER_MAX - at, NARROW_SPACE "%%");
    return to;
}
