/*
 * read.c - the speed of reading alone, in CPU time, which other work on the machine disturbs least.
 *
 *     cc -O2 -D_POSIX_C_SOURCE=200809L -Iinclude -o read bench/read.c build/libflamerender.a -lz -ljansson -lpcre2-8 \
 *         $(pkg-config --libs pangocairo) -lm -lpthread
 *     ./read RUNS THREADS FILE...
 *
 * `all`: bytes by the CPU time of all threads. `caller`: by that of the calling thread, which reads
 * the first part, joins the others and finishes; it is what the reading takes where every thread has
 * a CPU of its own. Best of RUNS.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "flamerender.h"

static double seconds(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void read_once(const char *path, uint32_t threads, double *all, double *caller)
{
    double before = seconds(CLOCK_PROCESS_CPUTIME_ID), own = seconds(CLOCK_THREAD_CPUTIME_ID);
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_error err = {0};
    fr_reader *reader;
    fr_profile *profile = NULL;

    opt.threads = threads;
    reader = fr_reader_new(&opt, &err);
    if (reader && fr_reader_add_path(reader, path, &err))
        profile = fr_reader_finish(reader, &err);
    if (!profile) {
        fprintf(stderr, "%s: %s\n", path, err.text);
        exit(1);
    }
    before = seconds(CLOCK_PROCESS_CPUTIME_ID) - before;
    own = seconds(CLOCK_THREAD_CPUTIME_ID) - own;
    fr_profile_free(profile);
    *all = before < *all ? before : *all;
    *caller = own < *caller ? own : *caller;
}

int main(int argc, char **argv)
{
    for (int i = 3; i < argc; i++) {
        double all = 1e9, caller = 1e9;
        struct stat status;
        if (stat(argv[i], &status) != 0)
            return 1;
        for (int run = 0; run < atoi(argv[1]); run++)
            read_once(argv[i], (uint32_t)atoi(argv[2]), &all, &caller);
        printf("%-32s %8.1f MB  all %6.3f GB/s  caller %6.3f GB/s\n", argv[i],
               (double)status.st_size / 1e6, (double)status.st_size / all / 1e9,
               (double)status.st_size / caller / 1e9);
    }
}
