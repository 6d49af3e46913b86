/*
 * test_stack_table.c - pairs in the table of stacks: every one gets one id, whether it has a slot or
 * stands behind its parent, and whether its parent is a stack of the same table or any number.
 */
#include "unit.h"

#include "model/build/stack_table.h"

#define N_PAIRS 3000

static void stacks_behind_their_parents(void **state)
{
    fr_stack_table table;

    (void)state;
    assert_true(fr_stack_table_init(&table));
    assert_int_equal(fr_stack_table_add(&table, (fr_stack){0, 7}), 1);
    assert_int_equal(fr_stack_table_add(&table, (fr_stack){1, 8}), 2);
    assert_int_equal(fr_stack_table_append(&table, (fr_stack){2, 9}), 3);
    assert_int_equal(table.n_used, 0);
    assert_int_equal(fr_stack_table_add(&table, (fr_stack){1, 9}), 4);
    assert_int_equal(table.n_used, 1);
    assert_int_equal(fr_stack_table_add(&table, (fr_stack){2, 9}), 3);
    assert_int_equal(fr_stack_table_add(&table, (fr_stack){1, 9}), 4);
    assert_int_equal(fr_stack_table_add(&table, (fr_stack){0, 7}), 1);
    assert_int_equal(table.n, 5);
    fr_stack_table_reset(&table);
}

/* The first of the parent is not in the table yet when the pair is: (4, 1) is pair 1. */
static void pairs_of_other_numbers(void **state)
{
    fr_stack_table table;

    (void)state;
    assert_true(fr_stack_table_init(&table));
    assert_int_equal(fr_stack_table_add(&table, (fr_stack){4, 1}), 1);
    for (uint32_t i = 2; i < 5; i++)
        assert_int_equal(fr_stack_table_add(&table, (fr_stack){UINT32_MAX, i}), i);
    assert_int_equal(fr_stack_table_add(&table, (fr_stack){4, 1}), 1);
    assert_int_equal(fr_stack_table_add(&table, (fr_stack){4, 2}), 5);
    assert_int_equal(fr_stack_table_add(&table, (fr_stack){4, 1}), 1);
    assert_int_equal(fr_stack_table_add(&table, (fr_stack){4, 2}), 5);
    fr_stack_table_reset(&table);
}

/* Against a list that is searched from its start. */
static void random_pairs(void **state)
{
    static fr_stack list[N_PAIRS + 1];
    random_source random = {5};
    uint32_t n = 1;
    fr_stack_table table;

    (void)state;
    assert_true(fr_stack_table_init(&table));
    for (uint32_t round = 0; round < N_PAIRS; round++) {
        uint32_t near = n > 3 ? n - 3 + random_below(&random, 6) : random_below(&random, 6);
        fr_stack pair = {random_below(&random, 2) ? near : random_below(&random, 60),
                         1 + random_below(&random, 3)};
        uint32_t id = 1;
        while (id < n && (list[id].parent != pair.parent || list[id].frame != pair.frame))
            id++;
        if (id == n)
            list[n++] = pair;
        assert_int_equal(fr_stack_table_add(&table, pair), id);
    }
    assert_true(n > 500 && table.n == n && table.n_used < n);
    fr_stack_table_reset(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stacks_behind_their_parents),
        cmocka_unit_test(pairs_of_other_numbers),
        cmocka_unit_test(random_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
