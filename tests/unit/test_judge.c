/*
 * What a differential says where values are not counts of samples: weights.
 */
#include "diff_fixture.h"

typedef struct amount {
    const char *name;
    uint64_t n;     /* samples ... */
    int64_t weight; /* ... of this weight each */
} amount;

/* main and what it calls, in bytes. */
static fr_profile *weighted(const amount *amounts, size_t n)
{
    fr_error err = {0};
    fr_builder *b = fr_builder_new(NULL, &err);
    uint32_t column, main_stack;
    fr_profile *profile;

    assert_non_null(b);
    column = fr_builder_column(b, "space", "bytes", 0);
    main_stack =
        fr_builder_push(b, FR_NO_STACK, fr_builder_frame(b, &(fr_frame_info){.name = "main"}));
    for (size_t i = 0; i < n; i++) {
        uint32_t frame = fr_builder_frame(b, &(fr_frame_info){.name = amounts[i].name});
        double squares =
            (double)amounts[i].n * (double)amounts[i].weight * (double)amounts[i].weight;
        fr_builder_add(b, fr_builder_push(b, main_stack, frame), column,
                       (int64_t)amounts[i].n * amounts[i].weight, amounts[i].n, squares);
    }
    profile = fr_builder_finish(b, &err);
    assert_non_null(profile);
    return profile;
}

static fr_diff *diff_weighted(const amount *base, const amount *new_, size_t n)
{
    fr_error err = {0};
    fr_profile *profiles[] = {weighted(base, n), weighted(new_, n)};
    fr_side sides[] = {{.profiles = (const fr_profile *const *)&profiles[0], .n = 1},
                       {.profiles = (const fr_profile *const *)&profiles[1], .n = 1}};
    fr_diff_options opt = FR_DIFF_DEFAULTS;
    opt.sampling_only = true;
    fr_diff *diff = fr_diff_build(&sides[0], &sides[1], &opt, &err);

    assert_non_null(diff);
    fr_profile_free(profiles[0]);
    fr_profile_free(profiles[1]);
    return diff;
}

/* Samples that all weigh 7 say what samples that weigh 1 say. */
static void alike(void **state)
{
    static const amount base[2][2] = {{{"a", 100, 1}, {"b", 900, 1}},
                                      {{"a", 100, 7}, {"b", 900, 7}}};
    static const amount new_[2][2] = {{{"a", 150, 1}, {"b", 850, 1}},
                                      {{"a", 150, 7}, {"b", 850, 7}}};
    fr_diff *one = diff_weighted(base[0], new_[0], 2), *seven = diff_weighted(base[1], new_[1], 2);
    const fr_diff_function *a = function_of(one, "a"), *b = function_of(seven, "a");

    (void)state;
    assert_near(a->total.z, 3.38, 0.01); /* 0.05 / sqrt(0.125 * 0.875 * 2 / 1000) */
    assert_near(b->total.z, a->total.z, 1e-9);
    assert_near(b->n_samples, 250, 1e-9);
    assert_near(b->total.error_pp, a->total.error_pp, 1e-9);
    assert_int_equal(b->total.verdict, FR_VERDICT_GREW);
    fr_diff_free(one);
    fr_diff_free(seven);
}

/* 10 buffers of 1000 bytes against 16 are no news, though 6 000 bytes came; 10 000 small ones
 * against 16 000 are. Their nodes say so as well. */
static void few_large_ones(void **state)
{
    static const amount base[] = {{"buffer", 10, 1000}, {"node", 10000, 1}, {"rest", 80000, 1}};
    static const amount large[] = {{"buffer", 16, 1000}, {"node", 10000, 1}, {"rest", 80000, 1}};
    static const amount small[] = {{"buffer", 10, 1000}, {"node", 16000, 1}, {"rest", 80000, 1}};
    fr_diff *few = diff_weighted(base, large, 3), *many = diff_weighted(base, small, 3);

    (void)state;
    assert_int_equal(function_of(few, "buffer")->total.verdict, FR_VERDICT_NOISE);
    assert_near(function_of(few, "buffer")->n_samples, 26, 1e-9);
    assert_true(function_of(few, "buffer")->total.z > 0.5);
    assert_true(function_of(few, "buffer")->total.z < 1.5);
    assert_int_equal(fr_diff_total(few, node_of(few, "buffer")).verdict, FR_VERDICT_NOISE);
    assert_int_equal(function_of(many, "node")->total.verdict, FR_VERDICT_GREW);
    assert_int_equal(fr_diff_total(many, node_of(many, "node")).verdict, FR_VERDICT_GREW);
    fr_diff_free(few);
    fr_diff_free(many);
}

/* f moved from a to b and is what it was; a model that knows f to be steady, and a and b to be
 * anything but, colours no box. Without it the boxes of f changed. */
static void model_knows_functions(void **state)
{
    static const char noise[] =
        "{\"format\": \"flamerender-noise\", \"version\": 1, \"runs\": 10, \"samples\": 1000, "
        "\"overall\": 1, \"typical\": {\"level\": 0, \"slope\": 0, \"low\": -9, \"high\": 0, "
        "\"df\": 9}, \"functions\": ["
        "{\"name\": \"a\", \"share\": 0.5, \"ratio\": 200, \"df\": 18}, "
        "{\"name\": \"b\", \"share\": 0.5, \"ratio\": 200, \"df\": 18}, "
        "{\"name\": \"f\", \"share\": 0.9, \"ratio\": 1, \"df\": 18}]}";
    const char *base = "main;a;f 700\nmain;b;f 200\nmain;rest 100\n";
    const char *new_ = "main;a;f 200\nmain;b;f 700\nmain;rest 100\n";
    fr_diff_options opt = FR_DIFF_DEFAULTS;
    opt.sampling_only = true;
    fr_diff *plain = diff_of(base, new_, &opt), *modelled;

    (void)state;
    opt.noise = noise;
    modelled = diff_of(base, new_, &opt);
    for (uint32_t i = 1; i < modelled->tree->n; i++)
        assert_int_equal(fr_diff_total(modelled, i).verdict, FR_VERDICT_NOISE);
    assert_int_equal(fr_diff_total(plain, node_of(plain, "f")).verdict, FR_VERDICT_SHRANK);
    fr_diff_free(plain);
    fr_diff_free(modelled);
}

/* What fr_diff_calibrate() writes is what fr_diff_options.noise reads: one pair of the runs it was
 * learned from shows nothing, though 400 of 1000 against 500 is far beyond sampling. */
static void calibrated(void **state)
{
    static const char *const texts[] = {"main;f 400\nmain;g 600\n", "main;f 500\nmain;g 500\n",
                                        "main;f 450\nmain;g 550\n", "main;f 420\nmain;g 580\n"};
    fr_error err = {0};
    fr_output *out = fr_output_memory();
    const fr_profile *runs[COUNT(texts)];
    fr_diff_options opt = FR_DIFF_DEFAULTS;
    size_t len;
    fr_diff *plain = diff_of(texts[0], texts[1], NULL), *modelled;

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++)
        runs[i] = read_folded(texts[i]);
    assert_true(
        fr_diff_calibrate(&(fr_side){.profiles = runs, .n = COUNT(texts)}, NULL, out, &err));
    opt.noise = fr_output_bytes(out, &len);
    modelled = diff_of(texts[0], texts[1], &opt);
    assert_int_equal(function_of(plain, "f")->total.verdict, FR_VERDICT_GREW);
    assert_int_equal(function_of(modelled, "f")->total.verdict, FR_VERDICT_NOISE);
    assert_true(modelled->visible_pp[2] > plain->visible_pp[2]);
    assert_false(fr_diff_calibrate(&(fr_side){.profiles = runs, .n = 2}, NULL, out, &err));
    assert_int_equal(err.code, FR_E_USAGE);
    for (size_t i = 0; i < COUNT(texts); i++)
        fr_profile_free((fr_profile *)(uintptr_t)runs[i]);
    fr_output_free(out);
    fr_diff_free(plain);
    fr_diff_free(modelled);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alike),
        cmocka_unit_test(few_large_ones),
        cmocka_unit_test(model_knows_functions),
        cmocka_unit_test(calibrated),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
