/*
 * shim.c - a preloaded library that lets the k-th call of a function fail.
 *
 *     FAULT=malloc:17 LD_PRELOAD=libfr_fault_shim.so flamerender render in.folded -o out.svg
 *
 * FAULT is KIND:K, which fails the K-th call once, or KIND:K:ever, which fails it and all that
 * follow. KIND is malloc (with calloc, realloc, aligned_alloc, posix_memalign; ENOMEM), read (EIO),
 * write (ENOSPC), short (write() writes one byte of several), fsync, close, rename or open (EIO), kill
 * (a signal ends a process that calls write()), or end (one that calls _exit()).
 * Without FAULT, or with K = 0, nothing fails; FAULT_COUNT names a file that gets the number of
 * calls, of processes that it starts too. With FAULT_MAIN only calls of the first thread count and fail.
 *
 * FAULT=serve:FD reads faults from that socket, a message each, before main() begins: each is a process
 * that goes on to main() with it, in a group of its own. The answers are its id, and what waitpid() says
 * of its end. So libraries are loaded once for all of them (attempts.py).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_ulong *n_calls; /* shared with processes that this one starts */
static unsigned long fail_at;
static bool for_ever, main_only;
static char kind[16];

/* glibc's own allocator, reachable without dlsym (which allocates). */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static void read_fault(const char *fault)
{
    const char *colon = strchr(fault, ':');
    if (!colon || (size_t)(colon - fault) >= sizeof kind)
        return;
    n_calls =
        mmap(NULL, sizeof *n_calls, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (n_calls == MAP_FAILED)
        abort();
    memcpy(kind, fault, (size_t)(colon - fault));
    char *end;
    fail_at = strtoul(colon + 1, &end, 10);
    for_ever = strcmp(end, ":ever") == 0;
    main_only = getenv("FAULT_MAIN");
}

static void answer(int fd, int number)
{
    if (send(fd, &number, sizeof number, MSG_NOSIGNAL) != sizeof number)
        _exit(1);
}

/* Returns in each process that tries a fault. Nothing is allocated, as nothing is in a plain run. */
static void serve(int fd)
{
    static char variable[64] = "FAULT=";
    char *fault = variable + strlen(variable);
    ssize_t length;
    while ((length = recv(fd, fault, sizeof variable - strlen("FAULT=") - 1, 0)) > 0) {
        fault[length] = '\0';
        pid_t child = fork();
        if (child == 0) {
            setpgid(0, 0);
            close(fd);
            putenv(variable);
            read_fault(fault);
            return;
        }
        int status = 0;
        answer(fd, child);
        if (child < 0 || waitpid(child, &status, 0) != child)
            _exit(1);
        answer(fd, status);
    }
    _exit(0);
}

__attribute__((constructor)) static void read_environment(void)
{
    const char *fault = getenv("FAULT");
    if (fault && strncmp(fault, "serve:", strlen("serve:")) == 0)
        serve(atoi(fault + strlen("serve:")));
    else if (fault)
        read_fault(fault);
}

__attribute__((destructor)) static void write_count(void)
{
    const char *path = getenv("FAULT_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file)
        return;
    fprintf(file, "%lu\n", n_calls ? atomic_load(n_calls) : 0UL);
    fclose(file);
}

static bool fails(const char *what)
{
    if (kind[0] != what[0] || strcmp(kind, what) != 0)
        return false;
    if (main_only && gettid() != getpid())
        return false;
    unsigned long n = atomic_fetch_add(n_calls, 1) + 1;
    return fail_at && (for_ever ? n >= fail_at : n == fail_at);
}

static void *no_memory(void)
{
    errno = ENOMEM;
    return NULL;
}

void *malloc(size_t size)
{
    return fails("malloc") ? no_memory() : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return fails("malloc") ? no_memory() : __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
    return fails("malloc") ? no_memory() : __libc_realloc(p, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails("malloc") ? no_memory() : __libc_memalign(alignment, size);
}

int posix_memalign(void **p, size_t alignment, size_t size)
{
    *p = fails("malloc") ? NULL : __libc_memalign(alignment, size);
    return *p ? 0 : ENOMEM;
}

#define REAL(name) (__extension__(__typeof__(&name)) dlsym(RTLD_NEXT, #name))

static int failure(int error)
{
    errno = error;
    return -1;
}

ssize_t read(int fd, void *to, size_t n)
{
    return fails("read") ? failure(EIO) : REAL(read)(fd, to, n);
}

ssize_t write(int fd, const void *from, size_t n)
{
    if (fd == STDERR_FILENO) /* messages must get out to be checked */
        return REAL(write)(fd, from, n);
    if (fails("write"))
        return failure(ENOSPC);
    if (fails("kill"))
        (void)raise(SIGKILL);
    return REAL(write)(fd, from, n > 1 && fails("short") ? 1 : n);
}

int fsync(int fd)
{
    return fails("fsync") ? failure(EIO) : REAL(fsync)(fd);
}

int fdatasync(int fd)
{
    return fails("fsync") ? failure(EIO) : REAL(fdatasync)(fd);
}

int close(int fd)
{
    bool failing = fails("close");
    int status = REAL(close)(fd); /* a close that fails has closed all the same */
    return failing ? failure(EIO) : status;
}

int rename(const char *from, const char *to)
{
    return fails("rename") ? failure(EIO) : REAL(rename)(from, to);
}

int renameat(int from_fd, const char *from, int to_fd, const char *to)
{
    return fails("rename") ? failure(EIO) : REAL(renameat)(from_fd, from, to_fd, to);
}

int linkat(int from_fd, const char *from, int to_fd, const char *to, int flags)
{
    return fails("rename") ? failure(EIO) : REAL(linkat)(from_fd, from, to_fd, to, flags);
}

int open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0;
    va_end(args);
    return fails("open") ? failure(EIO) : REAL(open)(path, flags, mode);
}

_Noreturn void _exit(int status)
{
    if (fails("end"))
        (void)raise(SIGKILL);
    REAL(_exit)(status);
    __builtin_unreachable();
}
