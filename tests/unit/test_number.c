/*
 * test_number.c - decimals in, exact; groups, shares and human units out.
 */
#include "base/number.h"
#include "unit/unit.h"

#define NNBSP "\xe2\x80\xaf"

static void decimals_in(void **state)
{
    static const struct {
        const char *text;
        fr_parse result;
        int64_t mantissa;
        uint32_t decimals;
    } rows[] = {
        {"0", FR_PARSE_OK, 0, 0},
        {"34", FR_PARSE_OK, 34, 0},
        {"34.", FR_PARSE_OK, 34, 0},
        {".5", FR_PARSE_OK, 5, 1},
        {"+5", FR_PARSE_OK, 5, 0},
        {"+.5", FR_PARSE_OK, 5, 1},
        {"-5", FR_PARSE_OK, -5, 0},
        {"-0", FR_PARSE_OK, 0, 0},
        {"-103.7652", FR_PARSE_OK, -1037652, 4},
        {"0.156", FR_PARSE_OK, 156, 3},
        {"1.500", FR_PARSE_OK, 15, 1},
        {"1.000000000000", FR_PARSE_OK, 1, 0},
        {"000000000000000000000000000007", FR_PARSE_OK, 7, 0},
        {"0.000000001", FR_PARSE_OK, 1, 9},
        /* rounded to 9 decimals once, half away from zero */
        {"0.0000000001", FR_PARSE_ROUNDED, 0, 0},
        {"0.0000000005", FR_PARSE_ROUNDED, 1, 9},
        {"0.00000000049999", FR_PARSE_ROUNDED, 0, 0},
        {"-0.0000000005", FR_PARSE_ROUNDED, -1, 9},
        {"0.30000000000000004", FR_PARSE_ROUNDED, 3, 1},
        {"0.1234567894999", FR_PARSE_ROUNDED, 123456789, 9},
        {"0.1234567895", FR_PARSE_ROUNDED, 123456790 / 10, 8},
        {"0.9999999999", FR_PARSE_ROUNDED, 1, 0},
        {"9223372036.8547758074", FR_PARSE_ROUNDED, INT64_MAX, 9},
        {"9223372036.8547758075", FR_PARSE_TOO_LARGE, 0, 0},
        /* exponents move the point */
        {"1e3", FR_PARSE_OK, 1000, 0},
        {"2.5E3", FR_PARSE_OK, 2500, 0},
        {"2.5e+0", FR_PARSE_OK, 25, 1},
        {"1e-05", FR_PARSE_OK, 1, 5},
        {"-12.5e-1", FR_PARSE_OK, -125, 2},
        {"100e-2", FR_PARSE_OK, 1, 0},
        {"0e99999999999999999999", FR_PARSE_OK, 0, 0},
        {"1e18", FR_PARSE_OK, INT64_C(1000000000000000000), 0},
        {"1e19", FR_PARSE_TOO_LARGE, 0, 0},
        {"1e99999999999999999999", FR_PARSE_TOO_LARGE, 0, 0},
        {"1e-10", FR_PARSE_ROUNDED, 0, 0},
        {"5e-10", FR_PARSE_ROUNDED, 1, 9},
        {"1e-99999999999999999999", FR_PARSE_ROUNDED, 0, 0},
        {"1e", FR_PARSE_NOT_A_NUMBER, 0, 0},
        {"1e+", FR_PARSE_NOT_A_NUMBER, 0, 0},
        {"e5", FR_PARSE_NOT_A_NUMBER, 0, 0},
        {"1e5.0", FR_PARSE_NOT_A_NUMBER, 0, 0},
        {"1234567890123456789", FR_PARSE_OK, INT64_C(1234567890123456789), 0},
        {"9223372036854775807", FR_PARSE_OK, INT64_MAX, 0},
        {"-9223372036854775807", FR_PARSE_OK, -INT64_MAX, 0},
        {"9223372036854775808", FR_PARSE_TOO_LARGE, 0, 0},
        {"-9223372036854775808", FR_PARSE_TOO_LARGE, 0, 0},
        {"18446744073709551617", FR_PARSE_TOO_LARGE, 0, 0},
        {"922337203685477580.7", FR_PARSE_OK, INT64_MAX, 1},
        {"922337203685477580.8", FR_PARSE_TOO_LARGE, 0, 0},
        {"9223372036.854775807", FR_PARSE_OK, INT64_MAX, 9},
        {"", FR_PARSE_NOT_A_NUMBER, 0, 0},
        {".", FR_PARSE_NOT_A_NUMBER, 0, 0},
        {"+", FR_PARSE_NOT_A_NUMBER, 0, 0},
        {"-", FR_PARSE_NOT_A_NUMBER, 0, 0},
        {"-.", FR_PARSE_NOT_A_NUMBER, 0, 0},
        {"+-5", FR_PARSE_NOT_A_NUMBER, 0, 0},
        {"nan", FR_PARSE_NOT_A_NUMBER, 0, 0},
        {"inf", FR_PARSE_NOT_A_NUMBER, 0, 0},
        {"0x10", FR_PARSE_NOT_A_NUMBER, 0, 0},
        {"1 2", FR_PARSE_NOT_A_NUMBER, 0, 0},
        {"1,5", FR_PARSE_NOT_A_NUMBER, 0, 0},
        {"1.2.3", FR_PARSE_NOT_A_NUMBER, 0, 0},
        {"abc", FR_PARSE_NOT_A_NUMBER, 0, 0},
        {"5a", FR_PARSE_NOT_A_NUMBER, 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_decimal got = {0};
        fr_parse result = fr_decimal_parse_scientific(fr_bytes_of(rows[i].text), &got);
        if (result != rows[i].result)
            print_error("'%s'\n", rows[i].text);
        assert_int_equal(result, rows[i].result);
        if (result != FR_PARSE_OK && result != FR_PARSE_ROUNDED)
            continue;
        assert_int_equal(got.mantissa, rows[i].mantissa);
        assert_int_equal(got.decimals, rows[i].decimals);
    }
    assert_int_equal(fr_decimal_parse(FR_LITERAL("1e3"), &(fr_decimal){0}), FR_PARSE_NOT_A_NUMBER);
    assert_int_equal(fr_decimal_parse(FR_LITERAL("2.5E3"), &(fr_decimal){0}),
                     FR_PARSE_NOT_A_NUMBER);
    assert_int_equal(fr_decimal_parse(FR_LITERAL("2.5"), &(fr_decimal){0}), FR_PARSE_OK);
}

static void unsigned_in(void **state)
{
    static const struct {
        const char *text;
        bool good;
        uint64_t value;
    } rows[] = {
        {"0", true, 0},
        {"18446744073709551615", true, UINT64_MAX},
        {"18446744073709551616", false, 0},
        {"99999999999999999999", false, 0},
        {"", false, 0},
        {"-1", false, 0},
        {"+1", false, 0},
        {"1 ", false, 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint64_t value = 0;
        assert_int_equal(fr_parse_u64(fr_bytes_of(rows[i].text), &value), rows[i].good);
        assert_true(!rows[i].good || value == rows[i].value);
    }
}

static void scaling(void **state)
{
    static const struct {
        int64_t value;
        uint32_t up;
        bool good;
        int64_t scaled;
    } rows[] = {
        {5, 0, true, 5},
        {5, 9, true, INT64_C(5000000000)},
        {-5, 2, true, -500},
        {0, 9, true, 0},
        {INT64_MAX, 0, true, INT64_MAX},
        {INT64_MAX, 1, false, 0},
        {INT64_MAX / 10, 1, true, INT64_MAX / 10 * 10},
        {INT64_MAX / 10 + 1, 1, false, 0},
        {1, 10, false, 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        int64_t scaled = -1;
        assert_int_equal(fr_scale_up(rows[i].value, rows[i].up, &scaled), rows[i].good);
        assert_true(!rows[i].good || scaled == rows[i].scaled);
    }
}

static void grouped_out(void **state)
{
    static const struct {
        int64_t value;
        uint32_t decimals;
        const char *want;
    } rows[] = {
        {0, 0, "0"},
        {0, 9, "0"},
        {999, 0, "999"},
        {1000, 0, "1" NNBSP "000"},
        {1234567, 0, "1" NNBSP "234" NNBSP "567"},
        {123456725, 2, "1" NNBSP "234" NNBSP "567.25"},
        {123456720, 2, "1" NNBSP "234" NNBSP "567.2"},
        {123456700, 2, "1" NNBSP "234" NNBSP "567"},
        {-5, 3, "-0.005"},
        {1, 9, "0.000000001"},
        {INT64_MIN, 0,
         "-9" NNBSP "223" NNBSP "372" NNBSP "036" NNBSP "854" NNBSP "775" NNBSP "808"},
        {INT64_MIN, 9, "-9" NNBSP "223" NNBSP "372" NNBSP "036.854775808"},
    };
    char to[FR_NUMBER_MAX];

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_string_equal(fr_format_grouped(to, rows[i].value, rows[i].decimals), rows[i].want);
}

static void shares_out(void **state)
{
    static const struct {
        int64_t part, whole;
        uint32_t places;
        const char *want;
    } rows[] = {
        {1234, 10000, 2, "12.34" NNBSP "%"},
        {1, 1, 2, "100.00" NNBSP "%"},
        {1, 3, 2, "33.33" NNBSP "%"},
        {2, 3, 2, "66.67" NNBSP "%"},
        {1, 3, 1, "33.3" NNBSP "%"},
        {1, 3, 0, "33" NNBSP "%"},
        {1, 200, 0, "1" NNBSP "%"},
        {1, 1000, 0, "<1" NNBSP "%"},
        {12345, 1000000, 1, "1.2" NNBSP "%"},
        {5, 100000, 2, "0.01" NNBSP "%"},
        {49, 1000000, 2, "<0.01" NNBSP "%"},
        {999999, 1000000, 2, ">99.99" NNBSP "%"},
        {1000000, 1000000, 2, "100.00" NNBSP "%"},
        {999, 1000, 0, ">99" NNBSP "%"},
        {1, INT64_MAX, 2, "<0.01" NNBSP "%"},
        {INT64_MAX, INT64_MAX, 9, "100.000000000" NNBSP "%"},
        {INT64_MAX - 1, INT64_MAX, 2, ">99.99" NNBSP "%"},
        {0, 5, 2, "0" NNBSP "%"},
        {5, 0, 2, "0" NNBSP "%"},
    };
    char to[FR_NUMBER_MAX];

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_string_equal(fr_format_share(to, rows[i].part, rows[i].whole, rows[i].places),
                            rows[i].want);
}

static void human_out(void **state)
{
    static const struct {
        int64_t value;
        uint32_t decimals;
        const char *unit, *want;
    } rows[] = {
        {0, 0, "ns", "0" NNBSP "ns"},
        {999, 0, "ns", "999" NNBSP "ns"},
        {1000, 0, "ns", "1.00" NNBSP "\xc2\xb5s"},
        {12345678, 0, "ns", "12.3" NNBSP "ms"},
        {-12345678, 0, "ns", "-12.3" NNBSP "ms"},
        {123456789, 0, "ns", "123" NNBSP "ms"},
        {INT64_C(59999999999), 0, "ns", "60.0" NNBSP "s"},
        {INT64_C(90000000000), 0, "ns", "1.50" NNBSP "min"},
        {INT64_C(7200000000000), 0, "ns", "2.00" NNBSP "h"},
        {1234567, 3, "ns", "1.23" NNBSP "\xc2\xb5s"},
        {4194304, 0, "bytes", "4.00" NNBSP "MiB"},
        {1023, 0, "bytes", "1" NNBSP "023" NNBSP "bytes"},
        {9999, 0, "ns", "10.0" NNBSP "\xc2\xb5s"}, /* not 10.00 */
        {99960, 0, "ns", "100" NNBSP "\xc2\xb5s"}, /* not 100.0 */
        {99940, 0, "ns", "99.9" NNBSP "\xc2\xb5s"},
        {5, 0, "samples", "5" NNBSP "samples"},
        {1234567, 0, "", "1" NNBSP "234" NNBSP "567"},
    };
    char to[FR_NUMBER_MAX];

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_string_equal(fr_format_human(to, rows[i].value, rows[i].decimals, rows[i].unit),
                            rows[i].want);
}

/* A unit is the user's text: cut between code points, whatever stands before it. */
static void long_units(void **state)
{
    const char *unit = "\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad"
                       "x\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad";
    static const int64_t values[] = {1, 1000, INT64_MAX, INT64_MIN};
    char to[FR_NUMBER_MAX];

    (void)state;
    for (size_t i = 0; i < COUNT(values); i++)
        for (uint32_t decimals = 0; decimals <= 9; decimals += 3) {
            fr_format_human(to, values[i], decimals, unit);
            fr_bytes text = fr_bytes_of(to);
            for (size_t k = 0; k < text.len;) {
                unsigned char c = (unsigned char)text.at[k];
                size_t n = c < 0x80 ? 1 : c < 0xe0 ? 2 : 3;
                assert_true(k + n <= text.len);
                k += n;
            }
            assert_non_null(strstr(to, "\xe4\xb8\xad"));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decimals_in), cmocka_unit_test(unsigned_in), cmocka_unit_test(scaling),
        cmocka_unit_test(grouped_out), cmocka_unit_test(shares_out),  cmocka_unit_test(human_out),
        cmocka_unit_test(long_units),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
