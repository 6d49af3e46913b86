/* What names of files tell of time. */
#include "trend/trend.h"
#include "unit.h"

static void names_tell_moments(void **state)
{
    static const struct {
        const char *pattern, *name, *label; /* NULL: it does not fit */
        double key[2];
    } rows[] = {
        {"{date}", "cpu-2026-11-05.pb.gz", "2026-11-05 00:00", {1793836800}},
        {"cpu-{date}", "/x/2020-01-01/cpu-20261105T073015.pb", "2026-11-05 07:30:15", {1793863815}},
        {"{date}", "2026-11-05_0730", "2026-11-05 07:30", {1793863800}},
        {"{date}", "2026-11-05T07:30", "2026-11-05 07:30", {1793863800}},
        {"{date}", "1970-01-01", "1970-01-01 00:00", {0}},
        {"{date}", "1969-12-31T23-59", "1969-12-31 23:59", {-60}},
        {"{date}", "2026-13-05", NULL, {0}},
        {"{date}", "2026-02-28", "2026-02-28 00:00", {1772236800}},
        {"{date}", "2026-02-29", NULL, {0}}, /* of a leap year */
        {"{date}", "2024-02-29", "2024-02-29 00:00", {1709164800}},
        {"{date}", "2026-04-31", NULL, {0}},
        {"{version}", "api-v2.38.1-run3.pb.gz", "v2.38.1", {2, 38}},
        {"{version}", "v10.pb", "v10", {10}},
        {"api-{version}-", "api-2.4-x", "2.4", {2, 4}},
        {"build{number}", "build107.folded", "107", {107}},
        {"-{number}.pb", "1-2.pb", "2", {2}},
        {"{number}", "none", NULL, {0}},
        {"b{number}", "", NULL, {0}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_moment m;
        fr_error err = {0};
        bool fits = fr_moment_of_name(&m, rows[i].pattern, rows[i].name, &err);
        if (fits != (rows[i].label != NULL))
            fail_msg("'%s' and '%s': %d", rows[i].pattern, rows[i].name, fits);
        if (!fits) {
            assert_int_equal(err.code, FR_E_FORMAT);
            continue;
        }
        assert_string_equal(m.label, rows[i].label);
        for (size_t k = 0; k < 2; k++)
            if (m.part[k] != rows[i].key[k])
                fail_msg("'%s': part %zu is %.0f", rows[i].name, k, m.part[k]);
    }
}

/* Ids of 19 digits and more are numbers of their own, in their order: no double holds one. */
static void long_numbers_differ(void **state)
{
    static const char *const in_order[] = {"b999999999999999",
                                           "b1000000000000000",
                                           "b1234567890123456788",
                                           "b1234567890123456789",
                                           "b00001234567890123456790",
                                           "b123456789012345678901234567890",
                                           "b123456789012345678901234567891"};
    fr_trend *t;
    fr_error err = {0};
    fr_trend_options opt = FR_TREND_DEFAULTS;

    (void)state;
    opt.time_from_name = "b{number}";
    t = fr_trend_new(&opt, &err);
    assert_non_null(t);
    for (size_t i = COUNT(in_order); i-- > 0;) {
        fr_profile *p = read_folded("main 5\n");
        assert_true(fr_trend_add(t, p, &(fr_trend_run_info){.name = in_order[i]}, &err));
        fr_profile_free(p);
    }
    assert_true(fr_trend_order(t, &err));
    assert_int_equal(t->n_points, COUNT(in_order));
    for (uint32_t i = 0; i < t->n_points; i++)
        assert_string_equal(t->points[i].label, in_order[i] + 1);
    fr_trend_free(t);
}

static void patterns_are_checked(void **state)
{
    static const char *const good[] = {"{date}", "x{version}y", "{number}"};
    static const char *const bad[] = {"", "x", "{day}", "{date", "{date}{number}", "{x}{date}"};
    fr_error err = {0};

    (void)state;
    for (size_t i = 0; i < COUNT(good); i++)
        assert_true(fr_moment_check(good[i], &err));
    for (size_t i = 0; i < COUNT(bad); i++)
        if (fr_moment_check(bad[i], &err))
            fail_msg("'%s' is taken for a pattern", bad[i]);
}

static void moments_are_labelled(void **state)
{
    (void)state;
    assert_string_equal(fr_moment_of_time(1793863815).label, "2026-11-05 07:30:15");
    assert_string_equal(fr_moment_of_order("/x/cpu-3.pb.gz", 0).label, "cpu-3");
    assert_string_equal(fr_moment_of_order("api-v2.38.folded", 0).label, "api-v2.38");
    assert_string_equal(fr_moment_of_order(".x", 0).label, ".x");
    /* names of files that are no UTF-8, hold controls, or are cut within a character */
    assert_string_equal(fr_moment_of_order("a\xff\x1b-1.folded", 0).label, "a\\xff\\x1b-1");
    char name[2 * FR_MOMENT_TEXT + 2] = "";
    while (strlen(name) + 2 < sizeof name)
        strcat(name, "\xc3\xa9");
    fr_moment long_name = fr_moment_of_order(name, 0);
    assert_int_equal(strlen(long_name.label) % 2, 0);
    assert_int_equal(strncmp(long_name.label, name, strlen(long_name.label)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_tell_moments),
        cmocka_unit_test(long_numbers_differ),
        cmocka_unit_test(patterns_are_checked),
        cmocka_unit_test(moments_are_labelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
