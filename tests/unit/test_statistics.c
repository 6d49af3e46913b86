/*
 * The distributions behind every verdict, against values of tables (Abramowitz and Stegun 26; t
 * table of any textbook) and of mpmath with 30 digits.
 */
#include "unit.h"

#include <math.h>

#include "diff/statistics.h"

#define PRECISION 1e-9

static void assert_near(double got, double want)
{
    if (fabs(got - want) > PRECISION * fmax(fabs(want), 1e-3))
        fail_msg("got %.15g, want %.15g", got, want);
}

static void normal_tails(void **state)
{
    static const double rows[][2] = {
        {0, 0.5},
        {1, 0.158655253931457},
        {1.96, 0.0249978951482204},
        {3.5, 0.000232629079035525},
        {6, 9.86587645037698e-10},
        {-2, 0.977249868051821},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_near(fr_normal_tail(rows[i][0]), rows[i][1]);
}

static void normal_quantiles(void **state)
{
    static const double rows[][2] = {
        {0.5, 0},
        {0.025, 1.95996398454005},
        {1e-4, 3.71901648545568},
        {1e-10, 6.36134090240406},
        {1e-100, 21.2734535609653},
        {0.9, -1.2815515655446},
        {0.3, 0.524400512708041},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_near(fr_normal_quantile(rows[i][0]), rows[i][1]);
    assert_true(isfinite(fr_normal_quantile(0)));
    assert_true(isfinite(fr_normal_quantile(1)));
}

static void incomplete_beta(void **state)
{
    static const double rows[][4] = {
        {2, 3, 0.4, 0.5248},
        {0.5, 0.5, 0.25, 1.0 / 3},
        {10, 2, 0.9, 0.6973568802},
        {2, 10, 0.9, 0.999999999},
        {50.5, 0.5, 0.99, 0.314884761450819},
        {2, 3, 0, 0},
        {2, 3, 1, 1},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_near(fr_beta_share(rows[i][0], rows[i][1], rows[i][2]), rows[i][3]);
}

static void t_tails(void **state)
{
    static const double rows[][3] = {
        {2.776445105, 4, 0.0250000000050597},
        {1, 1, 0.25},
        {0, 7, 0.5},
        {-2, 3.5, 0.936930738712043},
        {6, 9, 0.00010124966103382},
        {12, 8, 1.07193337384439e-6},
        {5, 1000, 3.38362818232432e-7},
        {4, 200, 4.45654760929672e-5},
        {1.96, FR_DF_NORMAL, 0.0249978951482204},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_near(fr_t_tail(rows[i][0], rows[i][1]), rows[i][2]);
    /* F with one degree of freedom is t squared, of both tails */
    for (size_t i = 0; i + 1 < COUNT(rows); i++)
        assert_near(fr_f_tail(rows[i][0] * rows[i][0], 1, rows[i][1]),
                    2 * fmin(rows[i][2], 1 - rows[i][2]));
}

static void t_quantiles(void **state)
{
    static const double rows[][3] = {
        {0.025, 1, 12.7062047361747},        {0.025, 4, 2.77644510519779},
        {0.005, 10, 3.16927267261695},       {0.0005, 20, 3.84951627493083},
        {1e-5, 8, 8.90702687084344},         {0.8, 5, -0.919543780240826},
        {0.025, INFINITY, 1.95996398454005},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_near(fr_t_quantile(rows[i][0], rows[i][1]), rows[i][2]);
}

/* As rare as t with its degrees of freedom, and never beyond what doubles hold. */
static void t_as_normal(void **state)
{
    (void)state;
    assert_near(fr_t_as_normal(6, 9), 3.71587794698);
    assert_near(fr_t_as_normal(-3, 4), -2.05434855859);
    assert_near(fr_t_as_normal(-5, INFINITY), -5);
    assert_near(fr_t_as_normal(0, 3), 0);
    assert_true(isfinite(fr_t_as_normal(1e200, 50)));
}

/* Columns of the t table at 2.5 %. */
static void t_from_normal(void **state)
{
    static const double rows[][2] = {{2, 4.302652730},   {4, 2.776445105},
                                     {9, 2.262157163},   {30, 2.042272456},
                                     {1e3, 1.962339081}, {INFINITY, 1.959963985}};

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_true(fabs(fr_t_from_normal(1.959963985, rows[i][0]) / rows[i][1] - 1) < 0.01);
    assert_near(fr_t_from_normal(-1.959963985, 1e3), -1.962339081);
    assert_near(fr_t_from_normal(0, 3), 0);
}

static void gamma_derivatives(void **state)
{
    static const double rows[][3] = {
        {0.1, -10.4237549404111, 101.433299150793},   {0.5, -1.96351002602142, 4.93480220054468},
        {1, -0.577215664901533, 1.64493406684823},    {2, 0.422784335098467, 0.644934066848226},
        {9.99, 2.2507003728312, 0.105276950148242},   {10, 2.25175258906672, 0.105166335681686},
        {50.5, 3.91203967092839, 0.0199993334266372},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_near(fr_digamma(rows[i][0]), rows[i][1]);
        assert_near(fr_trigamma(rows[i][0]), rows[i][2]);
        assert_true(fabs(fr_trigamma_inverse(rows[i][2]) / rows[i][0] - 1) < 1e-7);
    }
    assert_true(fabs(fr_trigamma_inverse(1e9) * sqrt(1e9) - 1) < 1e-3);
    assert_true(fabs(fr_trigamma_inverse(1e-9) * 1e-9 - 1) < 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normal_tails),      cmocka_unit_test(normal_quantiles),
        cmocka_unit_test(incomplete_beta),   cmocka_unit_test(t_tails),
        cmocka_unit_test(t_quantiles),       cmocka_unit_test(t_as_normal),
        cmocka_unit_test(gamma_derivatives), cmocka_unit_test(t_from_normal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
