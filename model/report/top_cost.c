/*
 * top_cost.c - reads a price and computes yearly costs, in integers; and the unit of a table.
 *
 *     "0.04 USD/core-hour", 12000 cores     ->  4 204 800 USD a year; a row of 5 % costs 210 240
 */
#include "model/report/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/output.h"
#include "base/sentence.h"
#include "base/text.h"

/*
 *     "auto"      what suits each: 2.00 s, 12.3 ms         "ms"     all in one, to hundredths
 *     "minimum"   one for all, as pprof chooses it         "exact"  all digits
 */
bool fr_top_unit_init(fr_top_unit *unit, const char *asked, const char *own, fr_error *err)
{
    static const char *const expected[] = {
        [FR_UNIT_PLAIN] = "auto or exact",
        [FR_UNIT_TIME] = "auto, exact, minimum, ns, us, ms, s, min or h",
        [FR_UNIT_MEMORY] = "auto, exact, minimum, bytes, KiB, MiB, GiB or TiB",
    };
    const char *found;

    *unit = (fr_top_unit){.minimum = asked && strcmp(asked, "minimum") == 0};
    if (!asked || strcmp(asked, "auto") == 0 || unit->minimum)
        return true;
    if (strcmp(asked, "exact") == 0 || strcmp(asked, own) == 0) {
        unit->shown = fr_unit_has_multiples(own) ? fr_unit_typed(own) : NULL;
        return true;
    }
    found = fr_unit_typed(asked);
    if (!found || !fr_unit_has_multiples(own) || fr_unit_kind_of(found) != fr_unit_kind_of(own))
        return fr_fail(err, FR_E_USAGE, 0, 0, "--unit '%s': values are in %s, so expected %s",
                       asked, own, expected[fr_unit_kind_of(own)]);
    unit->shown = found;
    return true;
}

const char *fr_top_unit_least(int64_t least, int64_t whole, uint32_t decimals, const char *own)
{
    const char *unit;

    if (!fr_unit_has_multiples(own))
        return NULL;
    unit = fr_unit_suited(least, decimals, own);
    if (least < whole / 100 && strcmp(unit, fr_unit_suited(whole, decimals, own)) != 0)
        unit = fr_unit_suited(least * 100, decimals, own);
    return unit;
}

/* The time spans that a price may be for, and how many of each a year has. */
static const struct {
    fr_bytes suffix;
    int64_t a_year;
} periods[] = {
    {{"/core-hour", 10}, 8760},
    {{"/core-day", 9}, 365},
    {{"/core-month", 11}, 12},
    {{"/core-year", 10}, 1},
};

static bool is_numeric(char c)
{
    return (c >= '0' && c <= '9') || c == '.';
}

/* "$0.04", "0.04 USD", "0.04": the number, and what stands on one side of it. */
static bool take_number(fr_cost *cost, fr_bytes price, fr_decimal *number)
{
    fr_bytes before = price, after;
    size_t from = 0, to;

    while (from < price.len && !is_numeric(price.at[from]))
        from++;
    for (to = from; to < price.len && is_numeric(price.at[to]);)
        to++;
    before = fr_bytes_trim((fr_bytes){price.at, from});
    after = fr_bytes_trim((fr_bytes){price.at + to, price.len - to});
    if ((before.len && after.len) || before.len + after.len >= sizeof cost->currency)
        return false;
    fr_text_copy(cost->currency, sizeof cost->currency, before.len ? before : after);
    return fr_decimal_parse((fr_bytes){price.at + from, to - from}, number) == FR_PARSE_OK &&
           number->mantissa > 0;
}

bool fr_cost_init(fr_cost *cost, const char *price, uint64_t cores, fr_error *err)
{
    fr_bytes text = fr_bytes_of(price ? price : "");
    fr_decimal number;
    int64_t a_year = 0;

    *cost = (fr_cost){0};
    if (!price && !cores)
        return true;
    if (!price || !cores) {
        fr_fail(err, FR_E_USAGE, 0, 0, price ? "--cost needs --cores" : "--cores needs --cost");
        return fr_fail_hint(err, "--cost 0.04/core-hour --cores 12000");
    }
    for (size_t i = 0; i < sizeof periods / sizeof *periods && !a_year; i++)
        if (fr_bytes_ends(text, periods[i].suffix)) {
            text.len -= periods[i].suffix.len;
            a_year = periods[i].a_year;
        }
    if (!a_year || !take_number(cost, text, &number)) {
        fr_fail(err, FR_E_USAGE, 0, 0, "--cost '%s': expected a price such as 0.04/core-hour",
                price);
        return fr_fail_hint(err, "--cost '0.04 USD/core-hour' --cores 12000; core-day, core-month "
                                 "and core-year are known too");
    }
    cost->decimals = number.decimals;
    if (cores <= INT64_MAX && !__builtin_mul_overflow(number.mantissa, a_year, &cost->whole) &&
        !__builtin_mul_overflow(cost->whole, (int64_t)cores, &cost->whole) &&
        cost->whole <= INT64_MAX / 100)
        return true;
    return fr_fail(err, FR_E_LIMIT, 0, 0, "--cost '%s' of %" PRIu64 " cores is more than %" PRId64,
                   price, cores, INT64_MAX);
}

/* part / whole <= 1 and the cost of the whole fits: so does this. */
int64_t fr_cost_of(const fr_cost *cost, int64_t part, int64_t whole)
{
    fr_u128 numerator, denominator;
    int64_t one = 1;

    if (part <= 0 || whole <= 0 || !fr_scale_up(1, cost->decimals, &one))
        return 0;
    numerator = (fr_u128)(uint64_t)part * (uint64_t)cost->whole;
    denominator = (fr_u128)(uint64_t)whole * (uint64_t)one;
    /* The cost in hundredths, without 100 times the numerator, which may not fit. */
    return (int64_t)((numerator / denominator) * 100 +
                     ((numerator % denominator) * 200 + denominator) / (denominator * 2));
}

void fr_cost_add_column(const fr_cost *cost, fr_report *report)
{
    char title[40];

    snprintf(title, sizeof title, "%s a year", cost->currency[0] ? cost->currency : "cost");
    fr_report_add_column(report, &(fr_report_column){.key = "cost",
                                                     .title = title,
                                                     .kind = FR_CELL_VALUE,
                                                     .unit = cost->currency,
                                                     .decimals = 2});
}

/* "12 000 cores at 0.04/core-hour cost 4 204 800 USD a year, shared by self" */
void fr_cost_add_note(const fr_cost *cost, fr_report *report, const fr_top_options *opt,
                      const char *shared_by)
{
    fr_output *out = fr_output_memory();

    fr_say(out, "{} cores at {} cost {}{}{} a year, shared by {}", opt->cores, opt->cost,
           fr_as_number(fr_cost_of(cost, 1, 1), 2), cost->currency[0] ? " " : "", cost->currency,
           shared_by);
    fr_report_take_note(report, out);
}
