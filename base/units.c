/* units.c - tables of units, and amounts for people. */
#include "base/number.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/text.h"

#define MICRO "\xc2\xb5s"

#define NS_PER_S UINT64_C(1000000000)

/* A unit by its names, in the smallest one of its kind. */
typedef struct unit_row {
    const char *name;
    fr_unit_kind kind;
    uint64_t size;
    bool shown; /* amounts are shown in it */
} unit_row;

/* The largest first. */
static const unit_row units[] = {
    {"h", FR_UNIT_TIME, NS_PER_S * 3600, true},
    {"hours", FR_UNIT_TIME, NS_PER_S * 3600, false},
    {"min", FR_UNIT_TIME, NS_PER_S * 60, true},
    {"minutes", FR_UNIT_TIME, NS_PER_S * 60, false},
    {"s", FR_UNIT_TIME, NS_PER_S, true},
    {"seconds", FR_UNIT_TIME, NS_PER_S, false},
    {"ms", FR_UNIT_TIME, 1000000, true},
    {"milliseconds", FR_UNIT_TIME, 1000000, false},
    {"us", FR_UNIT_TIME, 1000, false},
    {MICRO, FR_UNIT_TIME, 1000, true},
    {"\xce\xbcs", FR_UNIT_TIME, 1000, false}, /* with the Greek letter */
    {"microseconds", FR_UNIT_TIME, 1000, false},
    {"ns", FR_UNIT_TIME, 1, true},
    {"nanoseconds", FR_UNIT_TIME, 1, false},
    {"TiB", FR_UNIT_MEMORY, UINT64_C(1) << 40, true},
    {"GiB", FR_UNIT_MEMORY, UINT64_C(1) << 30, true},
    {"MiB", FR_UNIT_MEMORY, UINT64_C(1) << 20, true},
    {"KiB", FR_UNIT_MEMORY, UINT64_C(1) << 10, true},
    {"bytes", FR_UNIT_MEMORY, 1, true},
    {"B", FR_UNIT_MEMORY, 1, false},
};

static const unit_row *find_unit(const char *name)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(units[i].name, name) == 0)
            return &units[i];
    return NULL;
}

fr_unit_kind fr_unit_kind_of(const char *unit)
{
    const unit_row *row = find_unit(unit);

    return row ? row->kind : FR_UNIT_PLAIN;
}

bool fr_unit_has_multiples(const char *unit)
{
    return fr_unit_kind_of(unit) != FR_UNIT_PLAIN;
}

/* Names in lower case without a plural s, after pprof's tables (internal/measurement). */
static const struct {
    const char *name;
    fr_unit_kind kind;
    uint64_t size;
} spellings[] = {
    {"ns", FR_UNIT_TIME, 1},
    {"nanosecond", FR_UNIT_TIME, 1},
    {"us", FR_UNIT_TIME, 1000},
    {MICRO, FR_UNIT_TIME, 1000},
    {"\xce\xbcs", FR_UNIT_TIME, 1000},
    {"microsecond", FR_UNIT_TIME, 1000},
    {"ms", FR_UNIT_TIME, 1000000},
    {"millisecond", FR_UNIT_TIME, 1000000},
    {"s", FR_UNIT_TIME, NS_PER_S},
    {"sec", FR_UNIT_TIME, NS_PER_S},
    {"second", FR_UNIT_TIME, NS_PER_S},
    {"min", FR_UNIT_TIME, NS_PER_S * 60},
    {"minute", FR_UNIT_TIME, NS_PER_S * 60},
    {"h", FR_UNIT_TIME, NS_PER_S * 3600},
    {"hr", FR_UNIT_TIME, NS_PER_S * 3600},
    {"hour", FR_UNIT_TIME, NS_PER_S * 3600},
    {"b", FR_UNIT_MEMORY, 1},
    {"byte", FR_UNIT_MEMORY, 1},
    {"kb", FR_UNIT_MEMORY, UINT64_C(1) << 10},
    {"kib", FR_UNIT_MEMORY, UINT64_C(1) << 10},
    {"kbyte", FR_UNIT_MEMORY, UINT64_C(1) << 10},
    {"kilobyte", FR_UNIT_MEMORY, UINT64_C(1) << 10},
    {"mb", FR_UNIT_MEMORY, UINT64_C(1) << 20},
    {"mib", FR_UNIT_MEMORY, UINT64_C(1) << 20},
    {"mbyte", FR_UNIT_MEMORY, UINT64_C(1) << 20},
    {"megabyte", FR_UNIT_MEMORY, UINT64_C(1) << 20},
    {"gb", FR_UNIT_MEMORY, UINT64_C(1) << 30},
    {"gib", FR_UNIT_MEMORY, UINT64_C(1) << 30},
    {"gbyte", FR_UNIT_MEMORY, UINT64_C(1) << 30},
    {"gigabyte", FR_UNIT_MEMORY, UINT64_C(1) << 30},
    {"tb", FR_UNIT_MEMORY, UINT64_C(1) << 40},
    {"tib", FR_UNIT_MEMORY, UINT64_C(1) << 40},
    {"tbyte", FR_UNIT_MEMORY, UINT64_C(1) << 40},
    {"terabyte", FR_UNIT_MEMORY, UINT64_C(1) << 40},
    {"pb", FR_UNIT_MEMORY, UINT64_C(1) << 50},
    {"pib", FR_UNIT_MEMORY, UINT64_C(1) << 50},
    {"pbyte", FR_UNIT_MEMORY, UINT64_C(1) << 50},
    {"petabyte", FR_UNIT_MEMORY, UINT64_C(1) << 50},
};

#define LONGEST_SPELLING 16

fr_unit_kind fr_unit_measure(fr_bytes unit, uint64_t *size)
{
    char lower[LONGEST_SPELLING];

    *size = 1;
    if (unit.len > 2 && (unit.at[unit.len - 1] | 0x20) == 's' &&
        !(unit.at[unit.len - 2] & 0x80)) /* not the s of MICRO */
        unit.len--;
    if (unit.len >= sizeof lower)
        return FR_UNIT_PLAIN;
    for (size_t i = 0; i < unit.len; i++)
        lower[i] = (char)(unit.at[i] >= 'A' && unit.at[i] <= 'Z' ? unit.at[i] | 0x20 : unit.at[i]);
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (fr_bytes_equal(fr_bytes_of(spellings[i].name), (fr_bytes){lower, unit.len})) {
            *size = spellings[i].size;
            return spellings[i].kind;
        }
    return FR_UNIT_PLAIN;
}

fr_bytes fr_unit_for(const char *unit, int64_t value, uint32_t decimals)
{
    fr_bytes name = fr_bytes_of(unit);
    int64_t one = 0;
    bool plural = name.len > 3 && fr_bytes_ends(name, FR_LITERAL("s")) &&
                  !fr_bytes_ends(name, FR_LITERAL("ss")); /* "samples", not "ns" or "loss" */

    if (plural && fr_scale_up(1, decimals, &one) && value == one)
        name.len--;
    return name;
}

const char *fr_unit_typed(const char *text)
{
    uint64_t size;
    fr_unit_kind kind = fr_unit_measure(fr_bytes_of(text), &size);

    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (units[i].shown && units[i].kind == kind && units[i].size == size)
            return units[i].name;
    return NULL;
}

/* ---- for people ---- */

/* An amount in the smallest unit of its kind: part / one. */
typedef struct amount {
    fr_u128 part, one;
} amount;

/* The largest unit of which there is one whole; NULL below one of the smallest. */
static const unit_row *rung_for(amount a, fr_unit_kind kind)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (units[i].shown && units[i].kind == kind && a.part >= a.one * units[i].size)
            return &units[i];
    return NULL;
}

/* Three significant digits of part / one: "1.23", "12.3", "123". */
static void put_three(char to[FR_NUMBER_MAX], fr_u128 part, fr_u128 one)
{
    unsigned places = 3;
    uint64_t power = 1000, shown;

    do { /* 9.996 rounds to 10.0, not to 10.00 */
        places--;
        power /= 10;
        shown = (uint64_t)((part * power * 2 + one) / (one * 2));
    } while (places > 0 && shown >= 1000);
    if (places == 0)
        fr_format_grouped(to, (int64_t)shown, 0);
    else
        snprintf(to, FR_NUMBER_MAX, "%" PRIu64 ".%0*" PRIu64, shown / power, (int)places,
                 shown % power);
}

/* The unit after the number that stands in `to`, cut on a character where it is long. */
static void append_unit(char to[FR_NUMBER_MAX], fr_bytes unit)
{
    size_t at = strlen(to);

    if (!unit.len || at + sizeof FR_NARROW_SPACE >= FR_NUMBER_MAX)
        return;
    memcpy(to + at, FR_NARROW_SPACE, 3);
    fr_text_copy(to + at + 3, FR_NUMBER_MAX - at - 3, unit);
}

/* value / 10^decimals `row`s as an amount. */
static amount amount_of(int64_t value, int64_t one, const unit_row *row)
{
    uint64_t magnitude = value < 0 ? UINT64_C(0) - (uint64_t)value : (uint64_t)value;

    return (amount){(fr_u128)magnitude * row->size, (uint64_t)one};
}

const char *fr_unit_suited(int64_t value, uint32_t decimals, const char *unit)
{
    const unit_row *row = find_unit(unit), *rung;
    int64_t one = 1;

    if (!row || !fr_scale_up(1, decimals, &one))
        return unit;
    rung = rung_for(amount_of(value, one, row), row->kind);
    return rung ? rung->name : row->kind == FR_UNIT_TIME ? "ns" : "bytes";
}

char *fr_format_in(char to[FR_NUMBER_MAX], int64_t value, uint32_t decimals, const char *unit,
                   const char *shown)
{
    const unit_row *row = find_unit(unit), *as = find_unit(shown);
    char digits[FR_NUMBER_MAX];
    int64_t one = 1;
    fr_u128 hundredths;
    amount a;

    if (!row || !as || row->kind != as->kind || row->size == as->size ||
        !fr_scale_up(1, decimals, &one)) {
        fr_format_grouped(to, value, decimals);
        append_unit(to, fr_unit_for(shown, value, decimals));
        return to;
    }
    a = amount_of(value, one, row);
    a.one *= as->size;
    hundredths = (a.part * 200 + a.one) / (a.one * 2); /* half up; what is not 0 never reads so */
    if (hundredths == 0 && a.part)
        snprintf(digits, sizeof digits, "<0.01");
    else
        fr_format_grouped(digits, hundredths > INT64_MAX ? INT64_MAX : (int64_t)hundredths, 2);
    snprintf(to, FR_NUMBER_MAX, "%s%.60s", value < 0 ? "-" : "", digits);
    append_unit(to, fr_bytes_of(shown));
    return to;
}

/* "ns" of "nanoseconds": the first name of its size. */
static const char *short_name_of(const unit_row *row)
{
    const unit_row *first = units;

    while (first->kind != row->kind || first->size != row->size)
        first++;
    return first->name;
}

char *fr_format_human(char to[FR_NUMBER_MAX], int64_t value, uint32_t decimals, const char *unit)
{
    const unit_row *row = find_unit(unit), *rung = NULL;
    char digits[FR_NUMBER_MAX];
    int64_t one = 1;
    amount a = {value < 0 ? UINT64_C(0) - (uint64_t)value : (uint64_t)value, 1};

    if (row && fr_scale_up(1, decimals, &one)) {
        a = (amount){a.part * row->size, (uint64_t)one};
        rung = rung_for(a, row->kind);
    }
    if (!rung) {
        fr_format_grouped(to, value, decimals);
        append_unit(to,
                    fr_unit_for(row && value == 0 ? short_name_of(row) : unit, value, decimals));
        return to;
    }
    a.one *= rung->size;
    /* "512 bytes", "12 ms": whole numbers of the smallest unit, or of the one that was given */
    if (a.part % a.one == 0 && (rung->size == 1 || rung->size == row->size))
        fr_format_grouped(digits, (int64_t)(a.part / a.one), 0);
    else
        put_three(digits, a.part, a.one);
    snprintf(to, FR_NUMBER_MAX, "%s%.60s", value < 0 ? "-" : "", digits);
    append_unit(to, fr_unit_for(rung->name, a.part == a.one, 0));
    return to;
}

bool fr_is_rounded(const char *human, int64_t value, uint32_t decimals)
{
    char exact[FR_NUMBER_MAX];
    size_t n = strlen(fr_format_grouped(exact, value, decimals));

    return strncmp(human, exact, n) != 0 || strncmp(human + n, FR_NARROW_SPACE, 3) != 0;
}
