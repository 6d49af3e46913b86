/* wait.h - there is no process to wait for. */
#ifndef FR_WASI_SYS_WAIT_H
#define FR_WASI_SYS_WAIT_H

#include <errno.h>
#include <sys/types.h>

#define WIFSIGNALED(status) ((void)(status), 0)
#define WTERMSIG(status)    ((void)(status), 0)
#define WEXITSTATUS(status) ((status) >> 8 & 255)

static inline pid_t waitpid(pid_t process, int *status, int options)
{
    (void)process, (void)status, (void)options;
    errno = ECHILD;
    return -1;
}

#endif
