/*
 * test_tally.c - self and total of names without stacks, by hand. test_pprof_ways.c has random pprofs.
 */
#include "model/build/tally.h"

#include "unit/unit.h"

enum { A, B, C, N_NAMES };

/* Two columns: the value, and ten times the value. */
static void count(fr_tally *t, size_t n, const uint32_t *names, int64_t value)
{
    fr_tally_count(t, names, n, (int64_t[]){value, 10 * value});
}

#define COUNT_STACK(t, value, ...)                                                                 \
    count(t, COUNT(((uint32_t[]){__VA_ARGS__})), (uint32_t[]){__VA_ARGS__}, value)

static void assert_name(const fr_tally *t, uint32_t name, int64_t self, int64_t total)
{
    assert_int_equal(fr_tally_self(t, name, 0), self);
    assert_int_equal(fr_tally_total(t, name, 0), total);
    assert_int_equal(fr_tally_self(t, name, 1), 10 * self);
    assert_int_equal(fr_tally_total(t, name, 1), 10 * total);
}

static void counted_once_a_stack(void **state)
{
    fr_tally *t = fr_tally_new(2, N_NAMES);

    (void)state;
    assert_non_null(t);
    COUNT_STACK(t, 5, A, B);    /* a;b 5 */
    COUNT_STACK(t, 7, A, C, B); /* a;c;b 7 */
    assert_false(t->recursive[0]);
    t->stack = UINT32_MAX;      /* numbers of stacks begin again */
    COUNT_STACK(t, 3, A, B, A); /* a;b;a 3 */
    COUNT_STACK(t, 2, B);       /* b 2 */
    assert_name(t, A, 3, 15);
    assert_name(t, B, 14, 17);
    assert_name(t, C, 0, 7);
    assert_true(t->recursive[0] && t->recursive[1]);
    assert_int_equal(t->deepest, 3);
    fr_tally_free(t);
}

static void a_value_of_nothing_is_not_recursive(void **state)
{
    fr_tally *t = fr_tally_new(3, N_NAMES);

    (void)state;
    assert_non_null(t);
    fr_tally_count(t, (uint32_t[]){B, B}, 2, (int64_t[]){0, 0, 6});
    assert_int_equal(fr_tally_total(t, B, 0), 0);
    assert_int_equal(fr_tally_total(t, B, 2), 6);
    assert_int_equal(fr_tally_self(t, B, 2), 6);
    assert_false(t->recursive[0] || t->recursive[1]);
    assert_true(t->recursive[2]);
    fr_tally_free(t);
}

static void parts_add_up(void **state)
{
    fr_tally *t = fr_tally_new(2, N_NAMES), *other = fr_tally_new(2, N_NAMES);

    (void)state;
    assert_true(t && other);
    COUNT_STACK(t, INT64_C(1) << 40, A, B);
    COUNT_STACK(other, 4, C, A, A);
    fr_tally_own(other, C, 9,
                 (int64_t[]){2, 20}); /* a stack of nine frames, of which only the last counts */
    fr_tally_join(t, other);
    assert_name(t, A, 4, (INT64_C(1) << 40) + 4);
    assert_name(t, C, 2, 4);
    assert_true(t->recursive[0]);
    assert_int_equal(t->deepest, 9);
    fr_tally_free(other);
    fr_tally_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counted_once_a_stack),
        cmocka_unit_test(a_value_of_nothing_is_not_recursive),
        cmocka_unit_test(parts_add_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
