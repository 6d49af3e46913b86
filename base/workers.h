/*
 * workers.h - the same work on several threads: each takes what is left to do.
 */
#ifndef FR_BASE_WORKERS_H
#define FR_BASE_WORKERS_H

/* Processors that are online, 1 at least. */
unsigned fr_workers_wanted(void);

typedef struct fr_workers fr_workers;

/* Starts `n` threads that run work(arg), or as many as the system gives (none is fine: the caller
 * takes part, or does all). NULL when memory ran out. */
fr_workers *fr_workers_start(unsigned n, void (*work)(void *arg), void *arg);
/* Waits for all and frees. */
void fr_workers_join(fr_workers *workers);

#endif
