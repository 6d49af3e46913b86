/* workers.c - threads, started and joined. */
#include "base/workers.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#define MOST_WORKERS 64

struct fr_workers {
    pthread_t threads[MOST_WORKERS];
    unsigned n;
    void (*work)(void *arg);
    void *arg;
};

unsigned fr_workers_wanted(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);

    return n < 1 ? 1 : n > MOST_WORKERS ? MOST_WORKERS : (unsigned)n;
}

static void *run(void *arg)
{
    const fr_workers *workers = arg;

    workers->work(workers->arg);
    return NULL;
}

/* Signals are the caller's: its threads have them blocked. */
fr_workers *fr_workers_start(unsigned n, void (*work)(void *arg), void *arg)
{
    fr_workers *workers = calloc(1, sizeof *workers);
    sigset_t all, before;

    if (!workers)
        return NULL;
    workers->work = work;
    workers->arg = arg;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (workers->n < n && workers->n < MOST_WORKERS &&
           pthread_create(&workers->threads[workers->n], NULL, run, workers) == 0)
        workers->n++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return workers;
}

void fr_workers_join(fr_workers *workers)
{
    if (!workers)
        return;
    for (unsigned i = 0; i < workers->n; i++)
        pthread_join(workers->threads[i], NULL);
    free(workers);
}
