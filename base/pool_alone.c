/* pool_alone.c - the caller does all tasks, in order (-DFR_THREADS=OFF). */
#include "base/pool.h"

void fr_pool_run(size_t n_threads, size_t n, fr_task *task, void *arg)
{
    (void)n_threads;
    for (size_t i = 0; i < n; i++)
        task(arg, i);
}

size_t fr_pool_cpus(void)
{
    return 1;
}
