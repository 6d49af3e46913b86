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
    fr_diff *diff = fr_diff_build(&sides[0], &sides[1], NULL, &err);

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alike),
        cmocka_unit_test(few_large_ones),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
