/*
 * test_units.c - time and memory in multiples, whatever unit they came in.
 */

#include "base/number.h"
#include "unit/unit.h"

#define NNBSP "\xe2\x80\xaf"
#define MICRO NNBSP "\xc2\xb5s"

static void human_from_any_unit(void **state)
{
    static const struct {
        int64_t value;
        uint32_t decimals;
        const char *unit, *want;
    } rows[] = {
        {123456789, 0, "ns", "123" NNBSP "ms"},
        {123456, 0, "us", "123" NNBSP "ms"},
        {1234, 0, "us", "1.23" NNBSP "ms"},
        {123, 0, "us", "123" MICRO},
        {12, 0, "\xc2\xb5s", "12" MICRO},
        {12345, 0, "ms", "12.3" NNBSP "s"},
        {12, 0, "ms", "12" NNBSP "ms"},
        {12000000, 0, "ns", "12.0" NNBSP "ms"},
        {90, 0, "s", "1.50" NNBSP "min"},
        {7, 0, "seconds", "7" NNBSP "s"},
        {2, 0, "h", "2" NNBSP "h"},
        {7200, 0, "s", "2.00" NNBSP "h"},
        /* 0.156 s, 5.1234 s, 0.000000007 s, 0.5 ns */
        {156, 3, "s", "156" NNBSP "ms"},
        {51234, 4, "s", "5.12" NNBSP "s"},
        {7, 9, "s", "7" NNBSP "ns"},
        {5, 1, "ns", "0.5" NNBSP "ns"},
        {15, 1, "ns", "1.50" NNBSP "ns"},
        {0, 0, "ms", "0" NNBSP "ms"},
        {0, 0, "nanoseconds", "0" NNBSP "ns"},
        {-1500, 0, "us", "-1.50" NNBSP "ms"},
        {4096, 0, "B", "4.00" NNBSP "KiB"},
        {4096, 0, "KiB", "4.00" NNBSP "MiB"},
        {15, 1, "KiB", "1.50" NNBSP "KiB"},
        {1, 0, "bytes", "1" NNBSP "byte"},
        {512, 0, "B", "512" NNBSP "bytes"},
        {1, 0, "samples", "1" NNBSP "sample"},
        {10, 1, "samples", "1" NNBSP "sample"},
        {15, 1, "samples", "1.5" NNBSP "samples"},
        {INT64_MAX, 0, "h",
         "9" NNBSP "223" NNBSP "372" NNBSP "036" NNBSP "854" NNBSP "775" NNBSP "807" NNBSP "h"},
        {INT64_MAX, 9, "TiB", "9" NNBSP "223" NNBSP "372" NNBSP "037" NNBSP "TiB"},
    };
    char to[FR_NUMBER_MAX];

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_string_equal(fr_format_human(to, rows[i].value, rows[i].decimals, rows[i].unit),
                            rows[i].want);
}

static void rounded_or_exact(void **state)
{
    static const struct {
        int64_t value;
        uint32_t decimals;
        const char *unit;
        bool rounded;
    } rows[] = {
        {999, 0, "ns", false}, {1000, 0, "ns", true},    {12345678, 0, "ns", true},
        {12, 0, "ms", false},  {51234, 4, "s", true},    {0, 0, "s", false},
        {5, 1, "ns", false},   {1, 0, "samples", false}, {1234567, 0, "samples", false},
        {512, 0, "B", false},
    };
    char to[FR_NUMBER_MAX];

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_format_human(to, rows[i].value, rows[i].decimals, rows[i].unit);
        assert_int_equal(fr_is_rounded(to, rows[i].value, rows[i].decimals), rows[i].rounded);
    }
}

static void kinds_and_numbers(void **state)
{
    (void)state;
    assert_int_equal(fr_unit_kind_of("us"), FR_UNIT_TIME);
    assert_int_equal(fr_unit_kind_of("GiB"), FR_UNIT_MEMORY);
    assert_int_equal(fr_unit_kind_of("samples"), FR_UNIT_PLAIN);
    assert_int_equal(fr_unit_kind_of(""), FR_UNIT_PLAIN);
    assert_int_equal(fr_unit_for("ns", 1, 0).len, 2);
    assert_int_equal(fr_unit_for("loss", 1, 0).len, 4);
    assert_int_equal(fr_unit_for("samples", 1, 0).len, 6);
    assert_int_equal(fr_unit_for("samples", 1, 1).len, 7);
    assert_int_equal(fr_unit_for("samples", -1, 0).len, 7);
}

static void in_a_unit(void **state)
{
    static const struct {
        int64_t value;
        uint32_t decimals;
        const char *unit, *shown, *want;
    } rows[] = {
        {1234567, 0, "ns", "ms", "1.23" NNBSP "ms"},
        {1235000, 0, "ns", "ms", "1.24" NNBSP "ms"}, /* half up */
        {2000000, 0, "ns", "ms", "2" NNBSP "ms"},
        {1, 0, "ns", "s", "<0.01" NNBSP "s"},
        {-1234567, 0, "ns", "ms", "-1.23" NNBSP "ms"},
        {0, 0, "ns", "ms", "0" NNBSP "ms"},
        {1536, 0, "KiB", "MiB", "1.5" NNBSP "MiB"},
        {3, 0, "MiB", "bytes", "3" NNBSP "145" NNBSP "728" NNBSP "bytes"},
        {15, 1, "s", "ms", "1" NNBSP "500" NNBSP "ms"},
        {7200, 0, "s", "h", "2" NNBSP "h"},
        {12345, 0, "nanoseconds", "ns", "12" NNBSP "345" NNBSP "ns"},
        {123456789, 9, "s", "s", "0.123456789" NNBSP "s"},
    };
    char to[FR_NUMBER_MAX];

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_string_equal(
            fr_format_in(to, rows[i].value, rows[i].decimals, rows[i].unit, rows[i].shown),
            rows[i].want);
}

static void typed_and_suited(void **state)
{
    static const struct {
        const char *text, *name;
    } rows[] = {
        {"ms", "ms"},
        {"MS", "ms"},
        {"Seconds", "s"},
        {"s", "s"},
        {"us", "\xc2\xb5s"},
        {"\xc2\xb5s", "\xc2\xb5s"},
        {"MB", "MiB"},
        {"mib", "MiB"},
        {"kB", "KiB"},
        {"bytes", "bytes"},
        {"B", "bytes"},
        {"hrs", "h"},
        {"minutes", "min"},
        {"", NULL},
        {"m", NULL},
        {"samples", NULL},
        {"parsecs of an old and long kind", NULL},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *name = fr_unit_typed(rows[i].text);
        assert_true(name ? rows[i].name && strcmp(name, rows[i].name) == 0 : !rows[i].name);
    }
    assert_string_equal(fr_unit_suited(1500, 0, "ns"), "\xc2\xb5s");
    assert_string_equal(fr_unit_suited(0, 0, "s"), "ns");
    assert_string_equal(fr_unit_suited(2048, 0, "bytes"), "KiB");
    assert_string_equal(fr_unit_suited(5, 0, "samples"), "samples");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_a_unit),           cmocka_unit_test(typed_and_suited),
        cmocka_unit_test(human_from_any_unit), cmocka_unit_test(rounded_or_exact),
        cmocka_unit_test(kinds_and_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
