/*
 * number.h - numbers in and out, exact: decimals as scaled integers, thousands, shares, human units.
 */
#ifndef FR_BASE_NUMBER_H
#define FR_BASE_NUMBER_H

#include "base/bytes.h"

/* U+202F, the narrow blank that does not break: between groups of digits and before units. */
#define FR_NARROW_SPACE "\xe2\x80\xaf"

#define FR_MAX_DECIMALS 9

/* A decimal literal "-103.7652" as digits and scale: mantissa -1037652, decimals 4. */
typedef struct fr_decimal {
    int64_t mantissa;
    uint32_t decimals; /* 0 to 9 */
} fr_decimal;

/* Products of two 64-bit values. */
__extension__ typedef unsigned __int128 fr_u128;
__extension__ typedef __int128 fr_i128;

typedef enum fr_parse {
    FR_PARSE_OK,
    FR_PARSE_NOT_A_NUMBER, /* "", "abc", "nan", "0x10", "+", "1e" */
    FR_PARSE_TOO_LARGE,    /* does not fit an int64_t */
    FR_PARSE_ROUNDED /* had more than 9 decimals; the value is rounded to 9, half away from zero */
} fr_parse;

/* The whole of `text`; an optional sign, digits, an optional point: "34", "+5", "34.", ".5",
 * "0.156". *value is set where the result is OK or ROUNDED. */
fr_parse fr_decimal_parse(fr_bytes text, fr_decimal *value);
/* Parses a decimal with an optional exponent, as programs print numbers: "1e-05", "2.5E3". */
fr_parse fr_decimal_parse_scientific(fr_bytes text, fr_decimal *value);
bool fr_parse_u64(fr_bytes text, uint64_t *value); /* Digits only, all of `text`. */
/* value * 10^up, false on overflow. */
bool fr_scale_up(int64_t value, uint32_t up, int64_t *scaled);

/* Returns what qsort() wants of two ids or counts: -1, 0 or 1. */
static inline int fr_compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* Compares two doubles, as qsort() wants it. */
int fr_compare_doubles(const void *a, const void *b);

#define FR_NUMBER_MAX 64
/* All of these write NUL-terminated ASCII (or UTF-8 where said) into `to` and return it. */
/* "1 234 567.25": groups of three with U+202F NARROW NO-BREAK SPACE, value / 10^decimals, zeros cut. */
char *fr_format_grouped(char to[FR_NUMBER_MAX], int64_t value, uint32_t decimals);
/* part / whole as a percentage with `places` decimals, rounded half up, computed in integers:
 * "12.34 %" with U+202F before the sign. whole == 0 gives "0 %". A part that is neither 0
 * nor all never reads as if it were: "<0.01 %", ">99.99 %". */
char *fr_format_share(char to[FR_NUMBER_MAX], int64_t part, int64_t whole, uint32_t places);
/* For people: three digits of time and memory in the unit that suits them, whatever the unit given:
 * "12.3 ms", "4.00 MiB", "750 ns"; else grouped and the unit (cut where it is long); U+202F before
 * the unit. base/units.c has the tables. */
char *fr_format_human(char to[FR_NUMBER_MAX], int64_t value, uint32_t decimals, const char *unit);
/* An amount in a unit of the same kind, to hundredths, "0.01 ms", or, where it is its own, exact: "12 345 ns". */
char *fr_format_in(char to[FR_NUMBER_MAX], int64_t value, uint32_t decimals, const char *unit,
                   const char *shown);
/* True where `human`, made of this value, says less than the value itself: "12.3 ms" of 12345678. */
bool fr_is_rounded(const char *human, int64_t value, uint32_t decimals);

/* Units that people read in multiples: time and memory. The text of every other unit stays. */
typedef enum fr_unit_kind {
    FR_UNIT_PLAIN,
    FR_UNIT_TIME,  /* ns, us, ms, s, min, h, and their long names */
    FR_UNIT_MEMORY /* bytes, KiB, MiB, GiB, TiB */
} fr_unit_kind;

fr_unit_kind fr_unit_kind_of(const char *unit);
/* True where fr_format_human() may show another unit than this one. */
bool fr_unit_has_multiples(const char *unit);
/* The size of a unit in the smallest of its kind, by any name that people or pprof give it: upper and
 * lower case are one, a plural s is none, kB is 1024 bytes. FR_UNIT_PLAIN where it is none of these. */
fr_unit_kind fr_unit_measure(fr_bytes unit, uint64_t *size);
/* A unit as people type it (fr_unit_measure), "MB", "Seconds", by the name that it is shown with,
 * "MiB", "s"; NULL where there is none. */
const char *fr_unit_typed(const char *text);
/* The unit in which fr_format_human() shows an amount: `unit` itself where it has no multiples. */
const char *fr_unit_suited(int64_t value, uint32_t decimals, const char *unit);
/* Returns the word for `value` of 10^-decimals units: "samples", but "sample" for 1; "ns", "loss". */
fr_bytes fr_unit_for(const char *unit, int64_t value, uint32_t decimals);

#endif
