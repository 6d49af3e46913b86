/*
 * test_top_cost.c - prices, what they come to in a year, and how shares divide it.
 */
#include "model/report/table.h"

#include "unit/unit.h"

static void prices(void **state)
{
    static const struct {
        const char *price;
        uint64_t cores;
        int64_t hundredths; /* a year of all of it */
        const char *currency;
    } rows[] = {
        {"0.04/core-hour", 12000, 420480000, ""},
        {"0.04 USD/core-hour", 1, 35040, "USD"},
        {"$0.04/core-hour", 1, 35040, "$"},
        {"EUR 1/core-day", 2, 73000, "EUR"},
        {"20\xe2\x82\xac/core-month", 1, 24000, "\xe2\x82\xac"},
        {"1/core-year", 3, 300, ""},
        {".5/core-year", 1, 50, ""},
        {"0.000000001/core-year", 1000000000, 100, ""},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_cost cost;
        assert_true(fr_cost_init(&cost, rows[i].price, rows[i].cores, NULL));
        assert_int_equal(fr_cost_of(&cost, 7, 7), rows[i].hundredths);
        assert_string_equal(cost.currency, rows[i].currency);
    }
}

static void no_prices(void **state)
{
    static const struct {
        const char *price;
        uint64_t cores;
        fr_code code;
    } rows[] = {
        {"0.04/core-hour", 0, FR_E_USAGE},
        {NULL, 5, FR_E_USAGE},
        {"0.04", 5, FR_E_USAGE},
        {"/core-hour", 5, FR_E_USAGE},
        {"USD/core-hour", 5, FR_E_USAGE},
        {"0/core-hour", 5, FR_E_USAGE},
        {"1.2.3/core-hour", 5, FR_E_USAGE},
        {"$1 USD/core-hour", 5, FR_E_USAGE},
        {"1 currency of a long name/core-hour", 5, FR_E_USAGE},
        {"9000000000000000000/core-hour", 5, FR_E_LIMIT},
        {"1/core-year", UINT64_MAX, FR_E_LIMIT},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_cost cost;
        fr_error err = {0};
        assert_false(fr_cost_init(&cost, rows[i].price, rows[i].cores, &err));
        assert_int_equal(err.code, rows[i].code);
    }
    fr_cost none;
    assert_true(fr_cost_init(&none, NULL, 0, NULL));
    assert_int_equal(none.whole, 0);
}

static void shares(void **state)
{
    fr_cost cost;

    (void)state;
    assert_true(fr_cost_init(&cost, "1/core-year", 10, NULL));
    assert_int_equal(fr_cost_of(&cost, 1, 3), 333);
    assert_int_equal(fr_cost_of(&cost, 2, 3), 667);
    assert_int_equal(fr_cost_of(&cost, 0, 3), 0);
    assert_int_equal(fr_cost_of(&cost, 1, 0), 0);
    assert_int_equal(fr_cost_of(&cost, INT64_MAX - 1, INT64_MAX), 1000);
    assert_true(fr_cost_init(&cost, "0.000000001/core-year", 92000000000000000, NULL));
    assert_int_equal(fr_cost_of(&cost, INT64_MAX / 2, INT64_MAX), 4600000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prices),
        cmocka_unit_test(no_prices),
        cmocka_unit_test(shares),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
