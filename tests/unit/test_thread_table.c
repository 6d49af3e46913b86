/* test_thread_table.c - rows of threads, found in a bounded number of looks however many there are. */
#include "model/build/builder_state.h"
#include "unit/unit.h"

#define MANY 200000

static fr_thread thread_of(uint32_t i)
{
    return (fr_thread){.pid = i / 3, .tid = i, .comm = i % 7};
}

/* Pids of a `make -j`: each is met once, and once more later. */
static void many_threads_are_found_at_once(void **state)
{
    fr_thread_table table = {0};
    fr_samples samples = {0};
    uint64_t looks = 0;

    (void)state;
    for (uint32_t round = 0; round < 2; round++)
        for (uint32_t i = 0; i < MANY; i++)
            assert_int_equal(fr_thread_table_add(&table, &samples, thread_of(i)), i);
    assert_int_equal(samples.n_threads, MANY);
    for (size_t i = 0; i < table.slots.n; i++)
        if (table.slots.at[i].item1)
            looks += 1 + ((i - table.slots.at[i].tag) & (table.slots.n - 1));
    assert_true(looks < 8 * (uint64_t)MANY); /* walks through all take 20 000 000 000 */
    fr_thread_table_reset(&table);
    fr_samples_reset(&samples);
}

/* Pid, tid and comm all tell threads apart, and -1 is as good as any. */
static void threads_differ_by_each_part(void **state)
{
    static const fr_thread rows[] = {{1, 2, 3}, {2, 2, 3},   {1, 3, 3},
                                     {1, 2, 4}, {-1, -1, 0}, {-1, 0, 0}};
    fr_thread_table table = {0};
    fr_samples samples = {0};

    (void)state;
    for (size_t round = 0; round < 3; round++)
        for (size_t i = 0; i < COUNT(rows); i++)
            assert_int_equal(fr_thread_table_add(&table, &samples, rows[i]), i);
    assert_int_equal(samples.n_threads, COUNT(rows));
    fr_thread_table_reset(&table);
    fr_samples_reset(&samples);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_threads_are_found_at_once),
        cmocka_unit_test(threads_differ_by_each_part),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
