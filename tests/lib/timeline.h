/*
 * timeline.h - recordings of made-up threads, for tests of what happens when: each thread is sampled at random times
 * (Poisson), and says what it ran then. Deterministic: by a seed.
 */
#ifndef FR_TESTS_TIMELINE_H
#define FR_TESTS_TIMELINE_H

#include "flamerender.h"

/* What a thread does at a time, in seconds after the first: its innermost function, or NULL where it does not run. */
typedef const char *timeline_activity(double second);

typedef struct timeline_thread {
    const char *comm;
    double per_second; /* samples while it runs */
    timeline_activity *runs;
} timeline_thread;

/* Samples of one frame below main, from 5076.2 s of the clock on; the caller frees the profile. */
fr_profile *timeline_profile(const timeline_thread *threads, size_t n, double seconds,
                             uint64_t seed);

/* Makes a profile as these do. */
typedef fr_profile *timeline_made(const timeline_thread *threads, size_t n, double seconds,
                                  uint64_t seed);

/* The same as rows, each of which stands for 1 to 16 samples, by chance; and of which one in a hundred stands for 60. */
timeline_made timeline_rows, timeline_large_rows;

/* Threads that always run, each sampled `per_second` times a second at even distances. */
fr_profile *timeline_ticks(int n_threads, int per_second, int seconds);
/* The same, with a second sample right behind one of so many. */
fr_profile *timeline_ticks_twice(int n_threads, int per_second, int seconds, int one_of);

/* Threads that sleep most of the time: at each tick, each runs one of so many times by chance, where it may. */
fr_profile *timeline_sleepers(int n_threads, int per_second, int seconds, uint32_t one_of,
                              timeline_activity *runs);

/* CPUs that tick together and are busy by chance, seven times in ten, with one of four threads each; else idle. */
fr_profile *timeline_system(int n_cpus, int per_second, int seconds);

/* A wait off CPU of a thread (by its number), from a second on, in a function, or in "outer;inner". */
typedef struct timeline_wait {
    uint32_t thread;
    double from, to;
    const char *in;
} timeline_wait;

/* The same of waits, as sched:sched_switch records are read. */
fr_profile *timeline_waits(const timeline_wait *waits, size_t n);

#endif
