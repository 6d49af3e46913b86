/* number.c - decimal text to scaled integers and back, without floating point. */
#include "base/number.h"

#include <inttypes.h>
#include <stdio.h>

static const uint64_t powers[] = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000,
};

/* Appends a digit to a magnitude that must stay within int64_t. */
static bool push_digit(uint64_t *value, char c)
{
    if (*value > (INT64_MAX - (uint64_t)(c - '0')) / 10)
        return false;
    *value = *value * 10 + (uint64_t)(c - '0');
    return true;
}

/* "-103.7652e-3", taken apart. */
typedef struct literal {
    bool negative;
    fr_bytes whole, fraction;
    int64_t exponent;
} literal;

static fr_bytes take_digits(fr_bytes *text)
{
    fr_bytes digits = {text->at, 0};

    while (digits.len < text->len && fr_is_digit(text->at[digits.len]))
        digits.len++;
    *text = fr_bytes_from(*text, digits.len);
    return digits;
}

static bool take_one_of(fr_bytes *text, char a, char b)
{
    if (text->len == 0 || (text->at[0] != a && text->at[0] != b))
        return false;
    *text = fr_bytes_from(*text, 1);
    return true;
}

/* "e-05": beyond what any number of ours needs the exponent says no more. */
static bool take_exponent(fr_bytes *text, int64_t *exponent)
{
    bool negative;
    fr_bytes digits;

    *exponent = 0;
    if (!take_one_of(text, 'e', 'E'))
        return true;
    negative = text->len && text->at[0] == '-';
    take_one_of(text, '-', '+');
    digits = take_digits(text);
    for (size_t i = 0; i < digits.len; i++)
        *exponent = *exponent < 1000000000 ? *exponent * 10 + (digits.at[i] - '0') : *exponent;
    *exponent = negative ? -*exponent : *exponent;
    return digits.len > 0;
}

static bool split_literal(fr_bytes text, literal *l)
{
    l->negative = text.len && text.at[0] == '-';
    take_one_of(&text, '-', '+');
    l->whole = take_digits(&text);
    l->fraction = (fr_bytes){text.at, 0};
    if (take_one_of(&text, '.', '.'))
        l->fraction = take_digits(&text);
    return l->whole.len + l->fraction.len > 0 && take_exponent(&text, &l->exponent) &&
           text.len == 0;
}

static char digit_at(const literal *l, size_t i)
{
    return i < l->whole.len ? l->whole.at[i] : l->fraction.at[i - l->whole.len];
}

fr_parse fr_decimal_parse_scientific(fr_bytes text, fr_decimal *value)
{
    literal l;
    size_t n, cut = 0;
    int64_t decimals;
    uint64_t magnitude = 0;
    bool up = false;

    if (!split_literal(text, &l))
        return FR_PARSE_NOT_A_NUMBER;
    n = l.whole.len + l.fraction.len;
    decimals = (int64_t)l.fraction.len - l.exponent;
    for (; n > 0 && digit_at(&l, n - 1) == '0'; n--)
        decimals--;
    *value = (fr_decimal){0, 0};
    if (n == 0)
        return FR_PARSE_OK;
    if (decimals > FR_MAX_DECIMALS) {
        cut = (size_t)(decimals - FR_MAX_DECIMALS);
        up = cut <= n && digit_at(&l, n - cut) >= '5'; /* half goes away from zero */
        n = cut < n ? n - cut : 0;
        decimals = FR_MAX_DECIMALS;
    }
    for (int64_t i = 0; i < (int64_t)n - (decimals < 0 ? decimals : 0); i++)
        if (!push_digit(&magnitude, i < (int64_t)n ? digit_at(&l, (size_t)i) : '0'))
            return FR_PARSE_TOO_LARGE;
    if (magnitude > INT64_MAX - (uint64_t)up)
        return FR_PARSE_TOO_LARGE;
    magnitude += up;
    for (; decimals > 0 && magnitude % 10 == 0; decimals--)
        magnitude /= 10;
    value->mantissa = l.negative ? -(int64_t)magnitude : (int64_t)magnitude;
    value->decimals = decimals > 0 ? (uint32_t)decimals : 0;
    return cut ? FR_PARSE_ROUNDED : FR_PARSE_OK;
}

fr_parse fr_decimal_parse(fr_bytes text, fr_decimal *value)
{
    bool plain = fr_bytes_find(text, 'e') == text.len && fr_bytes_find(text, 'E') == text.len;

    return plain ? fr_decimal_parse_scientific(text, value) : FR_PARSE_NOT_A_NUMBER;
}

bool fr_parse_u64(fr_bytes text, uint64_t *value)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < text.len; i++) {
        unsigned digit = (unsigned char)(text.at[i] - '0');
        /* the first 19 digits fit, whatever they are */
        if (digit > 9 || (i >= 19 && sum > (UINT64_MAX - digit) / 10))
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

char *fr_format_grouped(char to[FR_NUMBER_MAX], int64_t value, uint32_t decimals)
{
    uint64_t magnitude = value < 0 ? UINT64_C(0) - (uint64_t)value : (uint64_t)value,
             part = magnitude % powers[decimals];
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%" PRIu64, magnitude / powers[decimals]);
    size_t at = 0;

    if (value < 0)
        to[at++] = '-';
    for (int i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0) {
            memcpy(to + at, FR_NARROW_SPACE, 3);
            at += 3;
        }
        to[at++] = digits[i];
    }
    to[at] = '\0';
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
        snprintf(to, FR_NUMBER_MAX, "0" FR_NARROW_SPACE "%%");
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
    snprintf(to + at, FR_NUMBER_MAX - at, FR_NARROW_SPACE "%%");
    return to;
}

int fr_compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}
