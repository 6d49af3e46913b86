/*
 * platform_wasi.c - what POSIX has and WASI lacks (packaging/wasm/include has the headers): compiled for WebAssembly
 * alone.
 *
 *     sbrk()            memory within the limit that memory_limit.c sets, as RLIMIT_DATA does elsewhere
 *     realpath()        follows the links of the file itself
 *     fork(), pipe()    fail
 *     chdir             to $PWD at the start: WASI opens paths below the root and knows no working folder
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define PAGE_BYTES 65536
#define MOST_LINKS 40

static struct rlimit most = {RLIM_INFINITY, RLIM_INFINITY};

int getrlimit(int which, struct rlimit *limit)
{
    (void)which;
    *limit = most;
    return 0;
}

int setrlimit(int which, const struct rlimit *limit)
{
    (void)which;
    most = *limit;
    return 0;
}

/* The allocator of wasi-libc asks for whole pages here, and only here. */
void *sbrk(intptr_t more)
{
    size_t held = __builtin_wasm_memory_size(0), before;

    if (more % PAGE_BYTES != 0 || more < 0)
        abort();
    if (more == 0)
        return (void *)(held * PAGE_BYTES);
    if ((uint64_t)held * PAGE_BYTES + (uint64_t)more <= most.rlim_cur) {
        before = __builtin_wasm_memory_grow(0, (size_t)more / PAGE_BYTES);
        if (before != SIZE_MAX)
            return (void *)(before * PAGE_BYTES);
    }
    errno = ENOMEM;
    return (void *)-1;
}

/* The link at `path` leads there, below the link's own folder; NULL where it is none. */
static char *follow(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash + 1 - path) : 0;
    char *next = malloc(folder + PATH_MAX + 1);
    ssize_t n = next ? readlink(path, next + folder, PATH_MAX) : -1;

    if (n <= 0) {
        free(next);
        return NULL;
    }
    next[folder + (size_t)n] = '\0';
    if (next[folder] == '/')
        memmove(next, next + folder, (size_t)n + 1);
    else
        memcpy(next, path, folder);
    return next;
}

/* The file that is replaced when one is written; links of folders stay in its path. */
char *realpath(const char *path, char *resolved)
{
    struct stat status;
    char *real = stat(path, &status) == 0 ? strdup(path) : NULL, *next;

    (void)resolved;
    for (int i = 0; real && i < MOST_LINKS && (next = follow(real)) != NULL; i++) {
        free(real);
        real = next;
    }
    return real;
}

pid_t fork(void)
{
    errno = ENOSYS;
    return -1;
}

pid_t getppid(void)
{
    return 0;
}

int pipe(int ends[2])
{
    (void)ends;
    errno = ENOSYS;
    return -1;
}

/* Called before main(). A host without a working folder sets no $PWD. */
__attribute__((constructor)) static void enter_folder(void)
{
    const char *folder = getenv("PWD");

    if (folder)
        (void)!chdir(folder);
}

/* Debian's builtins for WebAssembly are compiled with a guard of the stack. */
uintptr_t __stack_chk_guard = 0x5bd1e995;

_Noreturn void __stack_chk_fail(void);

_Noreturn void __stack_chk_fail(void)
{
    __builtin_trap();
}
