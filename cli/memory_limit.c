/*
 * memory_limit.c - one limit of the system serves as the account on which everything draws: RLIMIT_DATA
 * counts the heap and all private memory that can be written (Linux 4.7 and later).
 *
 * The process keeps to --limit-memory, whatever allocates: readers, trees, pictures, and the libraries below them.
 *
 *     peak memory <= --limit-memory + 64 MiB      in every subcommand and for every output
 */
#include "command.h"

#include <sys/resource.h>

/* The program itself, stacks of threads, fonts. The process stays within 64 MiB beyond the limit. Pages of libraries'
 * code, which RLIMIT_DATA does not count, have 10 of them: fifty libraries have 9 in memory once fonts are drawn. */
#define RESERVE (UINT64_C(54) << 20)

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

void memory_limit(uint64_t bytes)
{
#ifndef IS_SANITIZED
    struct rlimit now, wanted;
    rlim_t most = (rlim_t)(bytes < UINT64_MAX - RESERVE ? bytes + RESERVE : UINT64_MAX);

    if (getrlimit(RLIMIT_DATA, &now) != 0)
        return;
    wanted = now;
    if (now.rlim_cur == RLIM_INFINITY || most < now.rlim_cur)
        wanted.rlim_cur = most;
    (void)setrlimit(RLIMIT_DATA, &wanted);
#else
    (void)bytes;
#endif
}
