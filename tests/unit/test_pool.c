/*
 * test_pool.c - every task runs once, whatever the numbers of tasks and threads; the caller's thread
 * takes the first.
 */
#include "unit.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/pool.h"

#define MOST_TASKS 200

typedef struct counts {
    atomic_uint runs[MOST_TASKS];
    pthread_t first;
} counts;

static void count(void *arg, size_t index)
{
    counts *c = arg;

    if (index == 0)
        c->first = pthread_self();
    atomic_fetch_add(&c->runs[index], 1);
}

static void every_task_once(void **state)
{
    static const size_t threads[] = {1, 2, 3, 7, 64, 1000}, tasks[] = {0, 1, 2, 5, MOST_TASKS};

    (void)state;
    for (size_t t = 0; t < COUNT(threads); t++)
        for (size_t k = 0; k < COUNT(tasks); k++) {
            counts c;
            memset(&c, 0, sizeof c);
            fr_pool_run(threads[t], tasks[k], count, &c);
            for (size_t i = 0; i < MOST_TASKS; i++)
                assert_int_equal(atomic_load(&c.runs[i]), i < tasks[k]);
            assert_true(tasks[k] == 0 || pthread_equal(c.first, pthread_self()));
        }
}

static void some_cpus(void **state)
{
    (void)state;
    assert_in_range(fr_pool_cpus(), 1, FR_MOST_THREADS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_task_once),
        cmocka_unit_test(some_cpus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
