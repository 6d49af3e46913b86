/*
 * Differences of shares and their noise: worked examples, what swaps and empty sides must give, and
 * how often unchanged and changed runs are distinguished.
 */
#include "diff/significance.h"
#include "significance_fixture.h"

static const fr_significance_options defaults = {.fdr = 0.05, .sampling_only = true};

/* One row by itself. */
static fr_row_change judged(const double *sum, const double *squares, const fr_comparison *runs)
{
    fr_amounts row = {.sum = sum, .squares = squares};
    fr_significance s;
    fr_error err = {0};

    assert_true(fr_significance_init(&s, runs, &row, 1, &defaults, &err));
    return fr_significance_row(&s, &row);
}

static void two_proportions(void **state)
{
    static const struct {
        double base, new_, whole_base, whole_new, change, z;
    } rows[] = {
        {1000, 1500, 10000, 15000, 0, 0},           /* the same share */
        {100, 130, 1000, 1000, 0.03, 2.10274061},   /* textbook score test */
        {130, 100, 1000, 1000, -0.03, -2.10274061}, /* and its mirror */
        {0, 20, 1000, 1000, 0.02, 4.4946657},       /* new */
        {500, 500, 500, 500, 0, 0},                 /* a frame that is everything */
        {0, 0, 500, 500, 0, 0},                     /* or nothing */
        {0, 30, 0, 300, 0.1, 0},                    /* an empty side: nothing to judge */
        {30, 0, 300, 0, -0.1, 0},
        {0, 0, 0, 0, 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const double whole[] = {rows[i].whole_base, rows[i].whole_new};
        const double sum[] = {rows[i].base, rows[i].new_};
        fr_comparison runs = {1, 1, whole, NULL, NULL};
        fr_row_change c = judged(sum, NULL, &runs);
        assert_close(c.change, rows[i].change);
        assert_close(c.z, rows[i].z);
        assert_close(c.p, 2 * fr_normal_tail(fabs(rows[i].z)));
        assert_true(isfinite(c.error) && isfinite(c.samples));
    }
}

/* 50 samples of weight 4 against 60 of them, the rest of weight 1: p = 0.22, c_in = 4, c_out = 1,
 * so the variance is 0.22 * 0.78 * (0.78 * 4 + 0.22) / 1000 a side. All weights alike: as counts. */
static void weights(void **state)
{
    const double whole[] = {1000, 1000}, whole_squares[] = {1600, 1720};
    const double sum[] = {200, 240}, squares[] = {800, 960};
    const double thrice[] = {3000, 3000}, thrice_squares[] = {9000, 9000};
    const double sum3[] = {300, 390}, squares3[] = {900, 1170};
    fr_comparison runs = {1, 1, whole, whole_squares, NULL},
                  alike = {1, 1, thrice, thrice_squares, NULL};
    fr_row_change c = judged(sum, squares, &runs);

    (void)state;
    assert_close(c.z, 1.1814439);
    assert_close(c.samples, 110);
    assert_close(judged(sum3, squares3, &alike).z, 2.10274061);
    assert_close(judged(sum3, NULL, &alike).z, 2.10274061);
}

/* The wholes grew by 1.3, the typical frame by 1.1 (within 2 %): 500 of 1000 should be 550. */
static void factors(void **state)
{
    const double whole[] = {1000, 1300}, sum[] = {500, 650};
    fr_comparison runs = {1, 1, whole, NULL, NULL};
    fr_amounts row = {.sum = sum};
    fr_significance s;
    fr_error err = {0};
    fr_row_change c;

    (void)state;
    assert_true(fr_significance_init(&s, &runs, &row, 1, &defaults, &err));
    assert_close(s.factor, 1.3);
    assert_close(fr_significance_row(&s, &row).z, 0);
    s.factor = 1.1, s.factor_error = 0.02, s.rates = true;
    c = fr_significance_row(&s, &row);
    assert_close(c.change, 100.0 / 1300);
    assert_close(c.z, 2.6629822);
}

/* Runs that agree exactly are no surer than their samples. */
static void equal_counts(void **state)
{
    const double whole[] = {1000, 1000, 1000, 1000, 1000, 1000};
    const double same[] = {100, 100, 100, 100, 100, 100}, more[] = {100, 100, 100, 130, 130, 130};
    const double uneven[] = {100, 100, 100, 160, 100, 130};
    fr_comparison runs = {3, 3, whole, NULL, NULL}, one = {1, 5, whole, NULL, NULL};
    fr_row_change c = judged(more, NULL, &runs);

    (void)state;
    assert_close(judged(same, NULL, &runs).z, 0);
    assert_close(judged(same, NULL, &one).z, 0);
    assert_close(c.change / c.error, 3.642053564);
    assert_true(judged(uneven, NULL, &runs).z < c.z);
    assert_true(judged(uneven, NULL, &runs).z > 0);
}

static void mirrored(void **state)
{
    random_source random = {11};
    made_runs a, b;
    fr_row_change there[N_TESTED], back[N_TESTED];
    fr_significance s, t;
    fr_error err = {0};
    fr_comparison runs = {3, 3, a.whole, NULL, NULL}, swapped = {3, 3, b.whole, NULL, NULL};

    (void)state;
    make_runs(&a, 6, 0.1, 3, 3, 0.03, &random);
    b = a;
    for (uint32_t i = 0; i < N_TESTED; i++) {
        b.rows[i].sum = b.sum[i];
        for (uint32_t run = 0; run < 6; run++)
            b.sum[i][run] = a.sum[i][(run + 3) % 6];
    }
    assert_true(fr_significance_init(&s, &runs, a.rows, N_TESTED, &defaults, &err));
    assert_true(fr_significance_init(&t, &swapped, b.rows, N_TESTED, &defaults, &err));
    assert_true(fr_significance_family(&s, a.rows, N_TESTED, there, &err));
    assert_true(fr_significance_family(&t, b.rows, N_TESTED, back, &err));
    for (uint32_t i = 0; i < N_TESTED; i++) {
        assert_close(there[i].z, -back[i].z);
        assert_close(there[i].error, back[i].error);
        assert_close(there[i].q, back[i].q);
    }
}

/* The 25 tests of McDonald, Handbook of Biological Statistics, "Multiple comparisons": at a rate of
 * 24 % the first five are found, at 5 % the first alone. */
static void discoveries(void **state)
{
    static const double tests[] = {0.222, 0.001, 0.008, 0.041, 0.039, 0.042, 0.060, 0.074, 0.205,
                                   0.212, 0.216, 0.251, 0.269, 0.275, 0.34,  0.341, 0.384, 0.569,
                                   0.594, 0.696, 0.762, 0.94,  0.942, 0.975, 0.986};
    double p[COUNT(tests)];
    size_t n_found;

    (void)state;
    memcpy(p, tests, sizeof p);
    assert_close(fr_discovery_cut(p, COUNT(p), 0.24, &n_found), 0.048);
    assert_int_equal(n_found, 5);
    assert_close(fr_discovery_cut(p, COUNT(p), 0.05, &n_found), 0.002);
    assert_int_equal(n_found, 1);
    assert_close(fr_discovery_cut(p, COUNT(p), 0.01, &n_found), 0.0004);
    assert_int_equal(n_found, 0);
    assert_close(fr_discovery_cut(p, 0, 0.05, &n_found), 0.05);
}

/* q is at most the rate for exactly those that are found. */
static void family(void **state)
{
    random_source random = {5};
    made_runs m;
    fr_row_change changes[N_TESTED];
    fr_significance s;
    fr_error err = {0};
    fr_comparison runs = {1, 1, m.whole, NULL, NULL};

    (void)state;
    make_runs(&m, 2, 0, 0, 1, 0.08, &random);
    assert_true(fr_significance_init(&s, &runs, m.rows, N_TESTED, &defaults, &err));
    assert_true(fr_significance_family(&s, m.rows, N_TESTED, changes, &err));
    assert_true(s.n_found >= 1);
    for (uint32_t i = 0; i < N_TESTED; i++) {
        assert_int_equal(fabs(changes[i].z) >= s.z_cut, changes[i].q <= 0.05);
        assert_true(changes[i].q >= changes[i].p);
    }
    assert_true(changes[0].q <= 0.05);
}

/* Typical ratios: none is more than sampling here; and what a row and the typical make together. */
static void spreads(void **state)
{
    fr_scatter rows[12];
    fr_typical trend;
    fr_spread s;

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        rows[i] = (fr_scatter){0.01 * (double)(i + 1), 2};
    trend = fr_typical_fit(rows, COUNT(rows), 8);
    assert_true(trend.df >= FR_DF_NORMAL); /* they scatter less than chi squared does */
    assert_close(trend.slope, 0);
    assert_close(fr_typical_at(&trend, 0.05).ratio, 2 * exp(log(4) - fr_digamma(4)));
    assert_close(fr_typical_fit(rows, 2, 8).df, 0);
    s = fr_spread_join((fr_spread){2, 4}, (fr_spread){5, 8}, 100);
    assert_close(s.ratio, 4);
    assert_close(s.df, 12);
    assert_close(fr_spread_join((fr_spread){2, 4}, (fr_spread){5, 8}, 9).df, 9);
    assert_close(fr_spread_join((fr_spread){0.2, 4}, (fr_spread){0.5, 8}, 100).ratio, 1);
    assert_close(fr_spread_join((fr_spread){0, 0}, (fr_spread){0, 0}, 100).ratio, 1);
}

/* (1.96 + 0.84) standard errors for a single test; four times the samples halve it, nearly. */
static void visible(void **state)
{
    const double whole[] = {10000, 10000}, few[] = {1000, 1000}, none[] = {0, 1000},
                 three[] = {3, 3};
    fr_significance s;
    fr_error err = {0};

    (void)state;
    assert_true(fr_significance_init(&s, &(fr_comparison){1, 1, whole, NULL, NULL}, NULL, 0,
                                     &defaults, &err));
    assert_close(fr_visible_change(&s, NULL, 0, 0.1), 0.012201763);
    assert_true(fr_significance_init(&s, &(fr_comparison){1, 1, few, NULL, NULL}, NULL, 0,
                                     &defaults, &err));
    assert_close(fr_visible_change(&s, NULL, 0, 0.5), 0.062522787);
    assert_true(fr_significance_init(&s, &(fr_comparison){1, 1, none, NULL, NULL}, NULL, 0,
                                     &defaults, &err));
    assert_close(fr_visible_change(&s, NULL, 0, 0.5), 0);
    /* of 3 samples a side: change = 2.802 sqrt(2 p (1 - p) / 3), p = 0.5 + change / 2 */
    assert_true(fr_significance_init(&s, &(fr_comparison){1, 1, three, NULL, NULL}, NULL, 0,
                                     &defaults, &err));
    assert_close(fr_visible_change(&s, NULL, 0, 0.5), 0.752829303);
}

/* With so many times the samples just that change is the visible one. */
static void needed(void **state)
{
    static const double shares[] = {0.01, 0.1, 0.5, 0.9};
    fr_error err = {0};

    (void)state;
    for (size_t i = 0; i < COUNT(shares); i++)
        for (double change = 0.002; change < 0.05; change *= 2) {
            double whole[] = {1000, 3000}, times, back;
            fr_significance s;
            assert_true(fr_significance_init(&s, &(fr_comparison){1, 1, whole, NULL, NULL}, NULL, 0,
                                             &defaults, &err));
            times = fr_times_needed(&s, NULL, 0, shares[i], change);
            whole[0] *= times;
            whole[1] *= times;
            assert_true(fr_significance_init(&s, &(fr_comparison){1, 1, whole, NULL, NULL}, NULL, 0,
                                             &defaults, &err));
            back = fr_visible_change(&s, NULL, 0, shares[i]);
            if (fabs(back / change - 1) > 1e-6)
                fail_msg("share %g: %g times for %g, which then is %g", shares[i], times, change,
                         back);
        }
}

/* 1 pp of 50 %: 2 p (1 - p) (1.960 + 0.842)^2 / 0.01^2 with p = 0.505 between old and new is 39 240. */
static void needed_of_half(void **state)
{
    double whole[] = {1000, 1000};
    fr_significance s;
    fr_error err = {0};

    (void)state;
    assert_true(fr_significance_init(&s, &(fr_comparison){1, 1, whole, NULL, NULL}, NULL, 0,
                                     &defaults, &err));
    assert_true(fabs(1000 * fr_times_needed(&s, NULL, 0, 0.5, 0.01) - 39240) < 10);
}

/* ---------------------------------------------------------------- many draws */

/* How many of `draws` comparisons find something, or function `of` where it is one. */
static uint32_t found(uint32_t runs_a_side, double scatter, uint32_t of, double more,
                      uint32_t draws, uint64_t seed)
{
    random_source random = {seed};
    uint32_t n = 0;

    for (uint32_t draw = 0; draw < draws; draw++) {
        made_runs m;
        fr_row_change changes[N_TESTED];
        fr_significance s;
        fr_error err = {0};
        fr_comparison runs = {runs_a_side, runs_a_side, m.whole, NULL, NULL};
        make_runs(&m, 2 * runs_a_side, scatter, of < PARTS ? of : 0, runs_a_side, more, &random);
        assert_true(fr_significance_init(&s, &runs, m.rows, N_TESTED, &defaults, &err));
        assert_true(fr_significance_family(&s, m.rows, N_TESTED, changes, &err));
        n += of < PARTS ? fabs(changes[of].z) >= s.z_cut : s.n_found > 0;
    }
    return n;
}

/* At a rate of 5 % at most 10 of 100 unchanged comparisons show anything; where runs differ by more
 * than sampling, one run a side can't hold that and several can. */
static void level(void **state)
{
    (void)state;
    assert_true(found(1, 0, N_TESTED, 0, 100, 1) <= 10);
    assert_true(found(3, 0, N_TESTED, 0, 100, 2) <= 10);
    assert_true(found(3, 0.2, N_TESTED, 0, 100, 3) <= 10);
    assert_true(found(5, 0.2, N_TESTED, 0, 100, 4) <= 10);
    assert_true(found(1, 0.2, N_TESTED, 0, 50, 5) > 25);
}

/* A change of the size that is said to be visible is found in about 4 of 5. */
static void power(void **state)
{
    static const struct {
        uint32_t runs, of;
        double scatter;
    } rows[] = {{1, 0, 0}, {1, 20, 0}, {3, 0, 0.1}, {5, 0, 0.1}, {3, 20, 0.1}};

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        random_source random = {99};
        made_runs m;
        fr_row_change changes[N_TESTED];
        fr_significance s;
        fr_error err = {0};
        double size = 0;
        uint32_t n;
        /* What unchanged runs say is visible: the mean of ten. */
        for (uint32_t k = 0; k < 10; k++) {
            fr_comparison runs = {rows[i].runs, rows[i].runs, m.whole, NULL, NULL};
            make_runs(&m, 2 * rows[i].runs, rows[i].scatter, 0, MOST, 0, &random);
            assert_true(fr_significance_init(&s, &runs, m.rows, N_TESTED, &defaults, &err));
            assert_true(fr_significance_family(&s, m.rows, N_TESTED, changes, &err));
            size += fr_visible_change(&s, m.rows, N_TESTED, part_share(rows[i].of)) / 10;
        }
        n = found(rows[i].runs, rows[i].scatter, rows[i].of, size, 100, 7 + i);
        if (n < 65 || n > 95)
            fail_msg("row %zu: a change of %.4f was found in %u of 100", i, size, n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_proportions), cmocka_unit_test(weights),
        cmocka_unit_test(factors),         cmocka_unit_test(equal_counts),
        cmocka_unit_test(mirrored),        cmocka_unit_test(discoveries),
        cmocka_unit_test(family),          cmocka_unit_test(spreads),
        cmocka_unit_test(visible),         cmocka_unit_test(needed),
        cmocka_unit_test(needed_of_half),  cmocka_unit_test(level),
        cmocka_unit_test(power),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
