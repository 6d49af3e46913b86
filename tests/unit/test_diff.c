/* test_diff.c - what a differential must never get wrong, by examples computed by hand. */
#include "diff_fixture.h"

/* Share of 10 % on both sides; the new side is half as long again. */
static void longer_recording(void **state)
{
    fr_diff *d = diff_of("main;foo 1000\nmain;bar 9000\n", "main;foo 1500\nmain;bar 13500\n", NULL);
    (void)state;
    for (uint32_t i = 0; i < d->tree->n; i++) {
        assert_int_equal(fr_diff_total(d, i).verdict, FR_VERDICT_NOISE);
        assert_int_equal(fr_diff_self(d, i).verdict, FR_VERDICT_NOISE);
    }
    assert_near(d->factor.value, 1.5, 0);
    assert_near(fr_diff_total(d, node_of(d, "foo")).change_pp, 0, 0);
    assert_int_equal(d->base_whole, 10000);
    assert_int_equal(d->new_whole, 15000);
    fr_diff_free(d);
}

/* "main;f<i> <value>" for i in from..to */
static size_t put_functions(char *to, size_t room, int n, int value)
{
    size_t len = 0;

    for (int i = 0; i < n; i++)
        len += (size_t)snprintf(to + len, room - len, "main;f%d %d\n", i, value);
    return len;
}

/* A grew from 10 to 20 of 100; B has 50 and 12 others have the rest: only A and main changed. */
static void one_grew(void **state)
{
    char base[1000], new_[1000];
    size_t n = put_functions(base, sizeof base, 12, 1000);
    put_functions(new_, sizeof new_, 12, 1000);
    snprintf(base + n, sizeof base - n, "main;A 3000\nmain;B 15000\n");
    snprintf(new_ + n, sizeof new_ - n, "main;A 6000\nmain;B 15000\n");
    fr_diff *d = diff_of(base, new_, NULL);
    (void)state;
    fr_diff_value a = fr_diff_total(d, node_of(d, "A")), b = fr_diff_total(d, node_of(d, "B"));
    fr_diff_value m = fr_diff_total(d, node_of(d, "main"));
    assert_int_equal(d->factor.used, FR_NORMALIZE_TYPICAL);
    assert_near(d->factor.value, 1.0, 0);
    assert_near(d->factor.share, 1.1, 1e-12);
    assert_int_equal(a.verdict, FR_VERDICT_GREW);
    assert_near(a.change_pp, 100 * 3000 / 33000.0, 1e-9);
    assert_int_equal(b.verdict, FR_VERDICT_NOISE);
    assert_near(b.change_pp, 0, 0);
    assert_near(b.share_pp, 100 * (15000 / 33000.0 - 0.5), 1e-9);
    assert_int_equal(m.verdict, FR_VERDICT_GREW);
    assert_true(m.change_pp <= a.change_pp + 1e-9);
    fr_diff_free(d);
}

/* Everything is new, or gone; no NaN anywhere. */
static void empty_side(void **state)
{
    fr_error err = {0};
    fr_builder *builder = fr_builder_new(NULL, &err);
    fr_builder_column(builder, "samples", "samples", 0);
    const fr_profile *none = fr_builder_finish(builder, &err),
                     *some = read_folded("main;foo 100\n");
    fr_side sides[] = {{.profiles = &none, .n = 1}, {.profiles = &some, .n = 1}};
    (void)state;
    for (size_t s = 0; s < 2; s++) {
        fr_diff *d = fr_diff_build(&sides[s], &sides[1 - s], NULL, &err);
        assert_non_null(d);
        fr_diff_value v = fr_diff_total(d, node_of(d, "foo"));
        assert_int_equal(v.verdict, s == 0 ? FR_VERDICT_NEW : FR_VERDICT_GONE);
        assert_near(v.change_pp, s == 0 ? 100 : -100, 0);
        assert_near(v.share_pp, s == 0 ? 100 : -100, 0);
        assert_near(v.error_pp + v.z, 0, 0);
        fr_diff_free(d);
    }
    fr_profile_free((fr_profile *)none);
    fr_profile_free((fr_profile *)some);
}

/* Two programs with a runtime of 12 functions in common, a tenth of each: shares, said. */
static void little_in_common(void **state)
{
    char base[2000], new_[2000];
    size_t n = put_functions(base, sizeof base, 12, 100);
    put_functions(new_, sizeof new_, 12, 300);
    snprintf(base + n, sizeof base - n, "main;A 10800\n");
    snprintf(new_ + n, sizeof new_ - n, "main;B 10800\n");
    fr_diff *d = diff_of(base, new_, NULL);
    (void)state;
    assert_int_equal(d->factor.used, FR_NORMALIZE_SHARE);
    assert_non_null(strstr(d->factor.text, "hold 25 % of either at most"));
    fr_diff_free(d);
}

/* Most of the work is gone: what is left did not grow. */
static void most_is_gone(void **state)
{
    char base[2000], new_[2000];
    size_t n = put_functions(base, sizeof base, 12, 1000);
    put_functions(new_, sizeof new_, 12, 1000);
    snprintf(base + n, sizeof base - n, "main;A 30000\n");
    fr_diff *d = diff_of(base, new_, NULL);
    (void)state;
    assert_int_equal(d->factor.used, FR_NORMALIZE_TYPICAL);
    assert_int_equal(fr_diff_total(d, node_of(d, "A")).verdict, FR_VERDICT_GONE);
    assert_int_equal(fr_diff_total(d, node_of(d, "f3")).verdict, FR_VERDICT_NOISE);
    fr_diff_free(d);
}

/* What is drawn from the leaves is judged by the same functions. */
static void callers(void **state)
{
    const char *base = "main;a;copy 1000\nmain;b;copy 1000\nmain;c 3000\n";
    const char *new_ = "main;a;copy 2000\nmain;b;copy 1000\nmain;c 3000\n";
    fr_diff_options opt = FR_DIFF_DEFAULTS;
    fr_diff *plain = diff_of(base, new_, NULL);
    opt.callers = true;
    fr_diff *d = diff_of(base, new_, &opt);
    (void)state;
    assert_int_equal(d->n_functions, plain->n_functions);
    for (size_t i = 0; i < d->n_functions; i++) {
        const char *name = fr_names_at(d->tree->names, d->functions[i].name).at;
        assert_int_equal(d->functions[i].total.base, function_of(plain, name)->total.base);
        assert_int_equal(d->functions[i].total.verdict, function_of(plain, name)->total.verdict);
    }
    assert_near(d->z_cut, plain->z_cut, 0);
    assert_int_equal(fr_diff_total(d, node_of(d, "copy")).base, 2000);
    assert_int_equal(fr_diff_total(d, node_of(d, "copy")).new_, 3000);
    fr_diff_free(d);
    fr_diff_free(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(longer_recording), cmocka_unit_test(one_grew),
        cmocka_unit_test(empty_side),       cmocka_unit_test(little_in_common),
        cmocka_unit_test(most_is_gone),     cmocka_unit_test(callers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
