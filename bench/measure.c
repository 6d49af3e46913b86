/*
 * measure.c - runs a command a few times and prints the best wall time, the largest peak memory and the best CPU
 * time, of all its threads.
 *
 *     measure RUNS INPUT OUTPUT COMMAND...      "0.123456 45678 0.204800": seconds, KiB, seconds
 *
 * Standard input and output of the command are INPUT and OUTPUT; no shell stands between.
 */
#define _DEFAULT_SOURCE /* wait4 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double cpu_seconds(const struct rusage *usage)
{
    return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
           (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) / 1e6;
}

static void become(char **argv)
{
    int in = open(argv[2], O_RDONLY), out = open(argv[3], O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0)
        _exit(127);
    execvp(argv[4], argv + 4);
    _exit(127);
}

int main(int argc, char **argv)
{
    if (argc < 5)
        return 2;
    double best = 1e9, best_cpu = 1e9;
    long peak = 0;
    for (int run = atoi(argv[1]); run > 0; run--) {
        struct rusage usage;
        int status;
        double start = seconds();
        pid_t child = fork();
        if (child == 0)
            become(argv);
        if (child < 0 || wait4(child, &status, 0, &usage) < 0 || status != 0)
            return 1;
        double took = seconds() - start;
        best = took < best ? took : best;
        best_cpu = cpu_seconds(&usage) < best_cpu ? cpu_seconds(&usage) : best_cpu;
        peak = usage.ru_maxrss > peak ? usage.ru_maxrss : peak;
    }
    printf("%.6f %ld %.6f\n", best, peak, best_cpu);
    return 0;
}
