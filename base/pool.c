#define _GNU_SOURCE /* sched_getaffinity */
/* pool.c - threads take the next task that nobody has taken. */
#include "base/pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct pool {
    atomic_size_t next;
    size_t n;
    fr_task *task;
    void *arg;
} pool;

static void *work(void *arg)
{
    pool *p = arg;

    for (size_t i = atomic_fetch_add(&p->next, 1); i < p->n; i = atomic_fetch_add(&p->next, 1))
        p->task(p->arg, i);
    return NULL;
}

void fr_pool_run(size_t n_threads, size_t n, fr_task *task, void *arg)
{
    pool p = {.n = n, .task = task, .arg = arg};
    pthread_t threads[FR_MOST_THREADS];
    size_t n_started = 0, wanted = n_threads < n ? n_threads : n;

    atomic_init(&p.next, 1); /* task 0 is the caller's */
    while (n_started + 1 < wanted && n_started < FR_MOST_THREADS &&
           pthread_create(&threads[n_started], NULL, work, &p) == 0)
        n_started++;
    if (n > 0)
        task(arg, 0);
    work(&p);
    while (n_started > 0)
        pthread_join(threads[--n_started], NULL);
}

size_t fr_pool_cpus(void)
{
    cpu_set_t set;
    size_t n;

    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    n = (size_t)CPU_COUNT(&set);
    return n < 1 ? 1 : n > FR_MOST_THREADS ? FR_MOST_THREADS : n;
}
