/*
 * A learned noise model: what it learns, that it comes back from JSON, what it refuses, and that a
 * single pair judged with it holds its level where sampling noise alone does not.
 */
#include "significance_fixture.h"

#include "diff/significance.h"

static fr_noise *learned(double scatter, uint32_t n, uint64_t seed)
{
    random_source random = {seed};
    made_runs m;
    fr_error err = {0};
    fr_noise *noise;

    make_runs(&m, n, scatter, 0, MOST, 0, &random);
    noise = fr_noise_learn(&(fr_comparison){n, 0, m.whole, NULL, NULL}, m.rows, N_TESTED, &err);
    if (!noise)
        print_error("%s\n", err.text);
    assert_non_null(noise);
    return noise;
}

/* A scatter of 20 % is a variance of 0.04 p^2 beside p (1 - p) / 4000: for p = 10 % the ratio is
 * 1 + 0.04 * 0.1 / 0.9 * 4000 = 18.8. Without scatter it is 1. */
static void ratios(void **state)
{
    fr_noise *wild = learned(0.2, 20, 1), *calm = learned(0, 20, 2);
    double share = part_share(0);
    double want = 1 + 0.04 * share / (1 - share) * SAMPLES;

    (void)state;
    assert_in_range(wild->n_functions, 30, N_TESTED);
    assert_int_equal(wild->n_runs, 20);
    assert_close(wild->samples, SAMPLES);
    assert_true(fr_noise_typical(wild, share, SAMPLES).ratio > want / 2);
    assert_true(fr_noise_typical(wild, share, SAMPLES).ratio < want * 2);
    assert_true(fr_noise_spread(wild, fr_bytes_of("f0"), share, SAMPLES).ratio > want / 3);
    assert_true(calm->overall < 1.2);
    assert_true(fr_noise_typical(calm, share, SAMPLES).ratio < 1.3);
    fr_noise_free(wild);
    fr_noise_free(calm);
}

/* A known function by its name, an unknown one by its share; twice the samples: what goes beyond
 * sampling counts twice. */
static void asked(void **state)
{
    fr_noise_function functions[] = {{"f", 0.5, {3, 12}}};
    fr_noise noise = {.n_runs = 10, .samples = 1000, .functions = functions, .n_functions = 1};

    (void)state;
    noise.typical = (fr_typical){.level = log(5), .low = -1, .high = 0, .df = 4};
    assert_close(fr_noise_spread(&noise, FR_LITERAL("f"), 0.5, 1000).ratio, 3);
    assert_close(fr_noise_spread(&noise, FR_LITERAL("f"), 0.5, 2000).ratio, 5);
    assert_close(fr_noise_spread(&noise, FR_LITERAL("f"), 0.5, 500).ratio, 2);
    assert_close(fr_noise_spread(&noise, FR_LITERAL("f"), 0.5, 500).df, 12);
    assert_close(fr_noise_spread(&noise, FR_LITERAL("ff"), 0.5, 1000).ratio, 5);
    assert_close(fr_noise_spread(&noise, FR_LITERAL("ff"), 0.5, 1000).df, 4);
    assert_close(fr_noise_typical(&noise, 0.5, 1000).df, 13);
}

static char *json_of(const fr_noise *noise)
{
    fr_output *out = fr_output_memory();
    size_t len;
    char *copy;

    assert_non_null(out);
    fr_noise_write(noise, out);
    copy = strdup(fr_output_bytes(out, &len));
    assert_non_null(copy);
    assert_int_equal(strlen(copy), len);
    fr_output_free(out);
    return copy;
}

/* Read and written again: the same bytes. Names are any text. */
static void json(void **state)
{
    fr_noise_function functions[] = {{"a\"\\\n", 0.25, {1.5, 4}}, {"b", 0, {1e9, 1e6}}};
    fr_noise odd = {.n_runs = 3, .functions = functions, .n_functions = 2};
    fr_noise *made[] = {learned(0.2, 5, 3), &odd};

    (void)state;
    for (size_t i = 0; i < COUNT(made); i++) {
        fr_error err = {0};
        char *first = json_of(made[i]), *again;
        fr_noise *back = fr_noise_read(first, strlen(first), &err);
        assert_non_null(back);
        assert_int_equal(back->n_functions, made[i]->n_functions);
        again = json_of(back);
        assert_string_equal(first, again);
        free(first);
        free(again);
        fr_noise_free(back);
    }
    fr_noise_free(made[0]);
}

/* Values in ns are more samples than 10^9 a run: a model that held fewer would take what runs differ by for larger. */
static void large(void **state)
{
    fr_noise_function functions[] = {{"f", 0.25, {4e12, 4}}};
    fr_noise of_ns = {.n_runs = 4, .samples = 6e10, .functions = functions, .n_functions = 1};
    fr_error err = {0};
    char *text = json_of(&of_ns);
    fr_noise *back = fr_noise_read(text, strlen(text), &err);

    (void)state;
    assert_non_null(back);
    assert_close(back->samples, 6e10);
    assert_close(fr_noise_spread(back, FR_LITERAL("f"), 0.25, 6e10).ratio, 4e12);
    free(text);
    fr_noise_free(back);
}

#define HEAD                                                                                       \
    "{\"format\": \"flamerender-noise\", \"version\": 1, \"runs\": 5, \"samples\": 9, "            \
    "\"overall\": 1, "
#define TREND "\"typical\": {\"level\": 0, \"slope\": 0, \"low\": -1, \"high\": 0, \"df\": 4}, "

static void refused(void **state)
{
    static const struct {
        const char *text, *part;
    } rows[] = {
        {"", "no noise model"},
        {"[]", "\"format\""},
        {"{\"format\": \"flamerender-noise\"}", "\"version\""},
        {"{\"format\": \"flamerender-noise\", \"version\": 2}", "\"version\""},
        {"{\"format\": \"flamerender-noise\", \"version\": 1, \"runs\": 1}", "\"runs\""},
        {HEAD "\"functions\": []}", "\"typical\""},
        {HEAD TREND "\"functions\": {}}", "\"functions\" should be a list"},
        {HEAD TREND "\"functions\": [1]}", "a function without"},
        {HEAD TREND "\"functions\": [{\"name\": \"f\", \"share\": 2, \"ratio\": 1, \"df\": 3}]}",
         "\"share\""},
        {HEAD TREND "\"functions\": [{\"name\": \"f\", \"share\": 0.1, \"ratio\": -1, \"df\": 3}]}",
         "\"ratio\""},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_error err = {0};
        fr_noise *noise = fr_noise_read(rows[i].text, strlen(rows[i].text), &err);
        assert_null(noise);
        assert_int_equal(err.code, FR_E_FORMAT);
        if (!strstr(err.text, rows[i].part))
            fail_msg("%s: %s", rows[i].text, err.text);
        assert_non_null(strstr(err.hint, "--calibrate"));
    }
}

static void too_few(void **state)
{
    const double whole[] = {100, 100};
    fr_error err = {0};

    (void)state;
    assert_null(fr_noise_learn(&(fr_comparison){2, 0, whole, NULL, NULL}, NULL, 0, &err));
    assert_int_equal(err.code, FR_E_USAGE);
    assert_string_equal(err.text, "2 runs; at least 3 are needed to learn how they differ");
}

static uint32_t found(const fr_noise *noise, uint32_t of, double more, uint64_t seed)
{
    random_source random = {seed};
    uint32_t n = 0;

    for (uint32_t draw = 0; draw < 200; draw++) {
        made_runs m;
        fr_row_change changes[N_TESTED];
        fr_significance s;
        fr_significance_options opt = {.fdr = 0.05, .noise = noise};
        fr_error err = {0};
        make_runs(&m, 2, 0.2, of < PARTS ? of : 0, 1, more, &random);
        assert_true(fr_significance_init(&s, &(fr_comparison){1, 1, m.whole, NULL, NULL}, m.rows,
                                         N_TESTED, &opt, &err));
        assert_true(fr_significance_family(&s, m.rows, N_TESTED, changes, &err));
        assert_int_equal(s.basis, FR_BASIS_MODEL);
        n += of < PARTS ? fabs(changes[of].z) >= s.z_cut : s.n_found > 0;
    }
    return n;
}

/* Ten runs were learned from; other pairs of runs are judged, unchanged and with a large change. */
static void single_pairs(void **state)
{
    fr_noise *noise = learned(0.2, 10, 4);

    (void)state;
    assert_true(found(noise, N_TESTED, 0, 5) <= 20);
    assert_true(found(noise, 0, 0.3, 6) >= 160);
    fr_noise_free(noise);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratios),  cmocka_unit_test(asked),   cmocka_unit_test(json),
        cmocka_unit_test(refused), cmocka_unit_test(too_few), cmocka_unit_test(single_pairs),
        cmocka_unit_test(large),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
