/* test_diff_names.c - names that differ by run: who is taken as one, and who is not. */
#include "diff_fixture.h"

static const char *pair_at(const fr_diff *d, size_t i, char to[200])
{
    if (i >= d->n_pairs)
        return "";
    snprintf(to, 200, "%s=%s", fr_names_at(d->tree->names, d->pairs[i].base_name).at,
             fr_names_at(d->tree->names, d->pairs[i].new_name).at);
    return to;
}

/* Number of functions that one side lacks. */
static size_t one_sided(const fr_diff *d)
{
    size_t n = 0;

    for (size_t i = 0; i < d->n_functions; i++)
        n += d->functions[i].total.base == 0 || d->functions[i].total.new_ == 0;
    return n;
}

static void one_to_one(void **state)
{
    static const struct {
        const char *base, *new_, *pairs[3];
        size_t n_one_sided;
    } cases[] = {
        /* the largest meets the largest, whatever the numbers */
        {"m;A$$Lambda$1.r 30\nm;A$$Lambda$2.r 60\n",
         "m;A$$Lambda$8.r 29\nm;A$$Lambda$7.r 61\n",
         {"A$$Lambda$2.r=A$$Lambda$7.r", "A$$Lambda$1.r=A$$Lambda$8.r", ""},
         0},
        /* two of one side and one of the other: one is left */
        {"m;f.part.0 30\nm;f.part.1 60\n", "m;f.part.7 50\n", {"f.part.1=f.part.7", "", ""}, 1},
        /* what both sides have is not looked at */
        {"m;f.part.0 30\nm;f.part.1 60\n",
         "m;f.part.0 30\nm;f.part.2 9\n",
         {"f.part.1=f.part.2", "", ""},
         0},
        /* another caller */
        {"m;x;f.part.0 30\n", "m;y;f.part.1 30\n", {"", "", ""}, 4},
        /* a caller that is a pair itself */
        {"m;A$$Lambda$1.r;f.part.0 30\n",
         "m;A$$Lambda$2.r;f.part.1 30\n",
         {"A$$Lambda$1.r=A$$Lambda$2.r", "f.part.0=f.part.1", ""},
         0},
        /* another function */
        {"m;f.part.0 30\n", "m;g.part.0 30\n", {"", "", ""}, 2},
        /* in two places: once, where there is more of it */
        {"m;a;f.part.0 90\nm;b;f.part.0 5\n",
         "m;a;f.part.1 90\nm;b;f.part.2 5\n",
         {"f.part.0=f.part.1", "", ""},
         1},
    };
    char text[200];
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        fr_diff *d = diff_of(cases[i].base, cases[i].new_, NULL);
        for (size_t k = 0; k < 3; k++)
            assert_string_equal(pair_at(d, k, text), cases[i].pairs[k]);
        assert_int_equal(one_sided(d), cases[i].n_one_sided);
        fr_diff_free(d);
    }
}

static void exact_names(void **state)
{
    fr_diff_options opt = FR_DIFF_DEFAULTS;
    opt.exact_names = true;
    fr_diff *d = diff_of("m;f.part.0 30\n", "m;f.part.1 30\n", &opt);
    (void)state;
    assert_int_equal(d->n_pairs, 0);
    assert_int_equal(one_sided(d), 2);
    fr_diff_free(d);
}

/* Tiers and process ids meet across callers, and stay as they stand with --exact-names. */
static void always_the_same(void **state)
{
    fr_diff_options opt = FR_DIFF_DEFAULTS;
    fr_diff *d = diff_of("m;RegExp:*fib 30\nm;RegExp:~fib 10\nm;[perf-1.map] 5\n",
                         "m;RegExp:^fib 41\nm;[perf-22.map] 5\n", &opt);
    (void)state;
    assert_int_equal(one_sided(d), 0);
    assert_int_equal(d->n_same, 5);
    assert_int_equal(function_of(d, "RegExp:fib")->total.base, 40);
    assert_int_equal(function_of(d, "RegExp:fib")->total.new_, 41);
    fr_diff_free(d);
    opt.exact_names = true;
    d = diff_of("m;RegExp:*fib 30\nm;[perf-1.map] 5\n", "m;RegExp:^fib 41\n", &opt);
    assert_int_equal(d->n_same, 0);
    assert_int_equal(one_sided(d), 3);
    assert_int_equal(function_of(d, "RegExp:*fib")->total.new_, 0);
    fr_diff_free(d);
}

static void renames(void **state)
{
    static const char *const rules[] = {"s/^old_//", "s/(\\w+)_v\\d/$1/"};
    fr_diff_options opt = FR_DIFF_DEFAULTS;
    opt.renames = rules;
    opt.n_renames = 2;
    fr_diff *d = diff_of("m;old_parse 30\n", "m;parse_v2 31\n", &opt);
    (void)state;
    assert_int_equal(one_sided(d), 0);
    assert_int_equal(function_of(d, "parse")->total.new_, 31);
    fr_diff_free(d);
    opt.n_renames = 1;
    opt.renames = (const char *const[]){"s/(/x/"};
    fr_error err = {0};
    assert_null(
        try_diff((const char *[]){"m 1\n", NULL}, (const char *[]){"m 1\n", NULL}, &opt, &err));
    assert_int_equal(err.code, FR_E_USAGE);
}

static void perhaps_renamed(void **state)
{
    static const struct {
        const char *base, *new_;
        size_t n;
    } cases[] = {
        {"m;read;parse 900\nm;w 4000\n", "m;load;parse 880\nm;w 4000\n", 1},
        {"m;read;parse 900\nm;w 4000\n", "m;load;lex 880\nm;w 4000\n", 0},    /* other callees */
        {"m;read;parse 900\nm;w 4000\n", "m;load;parse 3000\nm;w 4000\n", 0}, /* much larger */
        {"m;read 900\nm;w 4000\n", "m;load 905\nm;w 4000\n", 1},
        {"m;read 900\nm;w 4000\n", "m;load 1400\nm;w 4000\n", 0},
        {"m;x;read 900\nm;w 4000\nm;x 90\nm;y 90\n", "m;y;read2 900\nm;w 4000\nm;x 90\nm;y 90\n",
         0}, /* of another caller */
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        fr_diff *d = diff_of(cases[i].base, cases[i].new_, NULL);
        assert_int_equal(d->n_renamed, cases[i].n);
        fr_diff_free(d);
    }
}

/* 3 200 frames are gone, each a hundredth of a percent: that of the new one is looked for among all of them. */
static void renamed_among_many(void **state)
{
    fr_output *base = fr_output_memory();
    fr_diff_options opt = FR_DIFF_DEFAULTS;
    size_t len;

    (void)state;
    opt.min_change_pp = 0;
    opt.sampling_only = true;
    for (int i = 0; i < 3200; i++)
        fr_put_format(base, "m;a%d;k%d 100\n", i, i);
    fr_put_text(base, "m;read;parse 9000\nm;w 400000\n");
    fr_diff *d = diff_of(fr_output_bytes(base, &len), "m;load;parse 8800\nm;w 700000\n", &opt);
    assert_int_equal(d->n_renamed, 1);
    assert_true(
        fr_bytes_equal(fr_names_at(d->tree->names, d->renamed[0].base_name), FR_LITERAL("read")));
    fr_diff_free(d);
    fr_output_free(base);
}

/* The nearest in size is taken, each once; of equal ones that which stands first. */
static void renamed_to_nearest(void **state)
{
    static const char base[] = "m;a1 900\nm;a2 1000\nm;a3 1000\nm;w 40000\n";
    static const char new_[] = "m;b1 1000\nm;b2 1004\nm;b3 905\nm;w 40000\n";
    static const char *const wanted[][2] = {{"a1", "b3"}, {"a2", "b1"}, {"a3", "b2"}};
    fr_diff *d = diff_of(base, new_, NULL);

    (void)state;
    assert_int_equal(d->n_renamed, COUNT(wanted));
    for (size_t i = 0; i < COUNT(wanted); i++) {
        const fr_names *names = d->tree->names;
        assert_string_equal(fr_names_at(names, d->renamed[i].base_name).at, wanted[i][0]);
        assert_string_equal(fr_names_at(names, d->renamed[i].new_name).at, wanted[i][1]);
    }
    fr_diff_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_to_one),         cmocka_unit_test(exact_names),
        cmocka_unit_test(always_the_same),    cmocka_unit_test(renames),
        cmocka_unit_test(perhaps_renamed),    cmocka_unit_test(renamed_among_many),
        cmocka_unit_test(renamed_to_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
