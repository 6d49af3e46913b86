/*
 * pool.h - a few tasks at once, on threads that live no longer than the call.
 */
#ifndef FR_BASE_POOL_H
#define FR_BASE_POOL_H

#include <stddef.h>

#define FR_MOST_THREADS 64

typedef void fr_task(void *arg, size_t index); /* One task of several: `index` from 0 on. */

/* Runs task(arg, 0) to task(arg, n - 1), each once, on up to `n_threads` threads, and returns when all are done. The
 * caller's thread is one of them and runs task 0. Where the system starts no more threads, fewer do all the work. */
void fr_pool_run(size_t n_threads, size_t n, fr_task *task, void *arg);

size_t fr_pool_cpus(void); /* The CPUs this process may run on, 1 to FR_MOST_THREADS. */

#endif
