/*
 * test_pattern.c - what a pattern may cost: a number of steps over all names that it meets, however
 * the cost is spread over them.
 */
#include "model/profile.h"
#include "model/transform/names.h"
#include "unit/unit.h"

typedef struct texts {
    const char *letters; /* "a": "aaa...aaa0X", "aaa...aaa1X" */
    size_t len, n;
} texts;

/* How many of the texts are matched against before the pattern has no steps left. */
static size_t met(const char *expression, fr_pattern_kind kind, texts t, fr_error *err)
{
    fr_pattern *pattern = fr_pattern_new(expression, "--focus", kind, NULL);
    char *text = malloc(t.len + 32);
    size_t n = 0, letters = strlen(t.letters);

    assert_non_null(pattern);
    if (!text)
        abort();
    for (size_t i = 0; i < t.len; i++)
        text[i] = t.letters[i % letters];
    for (; n < t.n && err->code == FR_OK; n++) {
        snprintf(text + t.len, 32, "%zuX", n);
        fr_pattern_matches(pattern, fr_bytes_of(text), err);
    }
    free(text);
    fr_pattern_free(pattern);
    return n;
}

static void assert_ends(const char *expression, fr_pattern_kind kind, texts t, size_t most)
{
    fr_error err = {0};
    size_t n = met(expression, kind, t, &err);

    if (n > most)
        print_error("%s: %zu names\n", expression, n);
    assert_in_range(n, 1, most);
    assert_int_equal(err.code, FR_E_LIMIT);
    assert_non_null(strstr(err.text, "--focus"));
}

/* Each of these took minutes: 30 ms for each name of two dozen bytes, or one name of 1 MiB. */
static void evil_patterns_run_out_of_steps(void **state)
{
    static const struct {
        const char *expression;
        texts t;
        size_t most_foreign, most_own; /* 0: not tried, to save time */
    } rows[] = {
        {"(a+)+[bc]", {"a", 14, 100000}, 200, 2000},
        {"(a+)+[bc]", {"a", 18, 100000}, 20, 0},
        {"(a|aa)+$", {"a", 40, 100000}, 2, 0},
        {".*?a++[bc]", {"a", 1 << 20, 100}, 1, 1},
        {"(.*?)a{30000}[bc]", {"a", 1 << 16, 10000}, 1, 0},
        {"(a*)b?\\1[bc]", {"a", 1 << 16, 10000}, 2, 0},
        {"a*a*a*a*[bc]", {"a", 200, 100000}, 2, 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_ends(rows[i].expression, FR_PATTERN_FOREIGN, rows[i].t, rows[i].most_foreign);
        if (rows[i].most_own)
            assert_ends(rows[i].expression, FR_PATTERN_PART, rows[i].t, rows[i].most_own);
    }
}

/* What people write goes on for as long as there are names. */
static void ordinary_patterns_go_on(void **state)
{
    static const struct {
        const char *expression;
        texts t;
    } rows[] = {
        {"runtime[.]malloc", {"runtime.", 40, 100000}},
        {"std::.*<.*>::.*(int|long|char)", {"std::vector<int>::", 90, 3000}},
        {"(malloc|free|calloc|realloc|operator new|operator delete|mmap|munmap)",
         {"some::name ", 60, 20000}},
        {"\\w+::\\w+\\(", {"word::", 60, 20000}},
        {"foo.*bar", {"foo, ", 300, 2000}},
        {"method.*string", {"method(int) ", 10000, 20}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_error err = {0};
        assert_int_equal(met(rows[i].expression, FR_PATTERN_PART, rows[i].t, &err), rows[i].t.n);
        assert_int_equal(err.code, FR_OK);
    }
}

/* "(a+)+[bc]" as the profile's own: nothing is dropped, and a note says so. */
static void a_slow_pattern_of_the_profile_is_skipped(void **state)
{
    fr_profile *p = read_folded("main;b 1\nmain;aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaX 3\n"), *made;
    fr_error err = {0};

    (void)state;
    p->meta.recording.drop_frames = strdup("b|(a+)+[bc]");
    made = fr_profile_transform(p, &(fr_transform_options){.own_drop_frames = true}, &err);
    assert_non_null(made);
    assert_written(made, "folded", "main;aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaX 3\nmain;b 1\n");
    assert_non_null(
        strstr(note_of(made, "choice").text, "the profile's own drop_frames takes too many steps"));
    fr_profile_free(made);
    made = fr_profile_transform(p, &(fr_transform_options){.drop_frames = "b|(a+)+[bc]"}, &err);
    assert_null(made);
    assert_int_equal(err.code, FR_E_LIMIT);
    assert_non_null(strstr(err.text, "--drop-frames"));
    fr_profile_free(p);
}

static void a_slow_renaming_ends(void **state)
{
    const char *rules[] = {"s/(a+)+[bc]/x/"};
    fr_renames *renames = fr_renames_new(rules, 1, NULL);
    fr_arena arena = {0};
    fr_error err = {0};
    fr_bytes to;

    (void)state;
    assert_non_null(renames);
    for (size_t i = 0; i < 100000 && err.code == FR_OK; i++)
        fr_renames_apply(renames, FR_LITERAL("aaaaaaaaaaaaaaX"), &arena, &to, &err);
    assert_int_equal(err.code, FR_E_LIMIT);
    assert_non_null(strstr(err.text, "--rename"));
    fr_arena_reset(&arena);
    fr_renames_free(renames);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evil_patterns_run_out_of_steps),
        cmocka_unit_test(ordinary_patterns_go_on),
        cmocka_unit_test(a_slow_pattern_of_the_profile_is_skipped),
        cmocka_unit_test(a_slow_renaming_ends),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
