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
    assert_string_equal(fr_moment_of_time(INT64_C(1793863815000000000)).label,
                        "2026-11-05 07:30:15");
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
        cmocka_unit_test(patterns_are_checked),
        cmocka_unit_test(moments_are_labelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
