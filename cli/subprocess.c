/* subprocess.c - fork, a pipe for the error, wait. */
#define _GNU_SOURCE /* strsignal, prctl */
#include "subprocess.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "messages.h"

/* The error is lost where the pipe fails: the exit status says then whether the job is done. */
static void send(int to, const fr_error *failure)
{
    const char *at = (const char *)failure;
    size_t left = sizeof *failure;
    while (left > 0) {
        ssize_t n = write(to, at, left);
        if (n < 0 && errno != EINTR)
            return;
        at += n > 0 ? n : 0;
        left -= n > 0 ? (size_t)n : 0;
    }
}

_Noreturn static void work(subprocess_job *job, void *arg, pid_t parent, int to)
{
    fr_error failure = {0};
#ifdef __linux__
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* nobody waits for a picture whose program was ended */
    if (getppid() != parent)                /* it was ended before that call */
        _exit(1);
#endif
    bool ok = job(arg, &failure);
    send(to, &failure);
    _exit(ok ? 0 : failure.code != FR_OK ? (int)failure.code : FR_E_IO);
}

/* False where the job ended without a word. */
static bool hear(int from, fr_error *failure)
{
    size_t n = 0;
    ssize_t part;
    do {
        part = read(from, (char *)failure + n, sizeof *failure - n);
        n += part > 0 ? (size_t)part : 0;
    } while ((part > 0 && n < sizeof *failure) || (part < 0 && errno == EINTR));
    return n == sizeof *failure;
}

static int wait_for(pid_t process)
{
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

static bool fail_signal(int ended_by, fr_error *err)
{
    if (ended_by == SIGPIPE) { /* the reader has left: as if this process had written */
        (void)signal(SIGPIPE, SIG_DFL);
        (void)raise(SIGPIPE);
    }
    fail_with(err, FR_E_LIMIT, "the libraries that draw text were stopped by signal %d (%s)",
              ended_by, strsignal(ended_by));
    return hint_with(
        err, "they need more memory or stack (ulimit -v, ulimit -s); SVG and HTML need neither");
}

/* The job ended without a word of its own. */
static bool judge_status(int status, fr_error *err)
{
    if (WIFSIGNALED(status))
        return fail_signal(WTERMSIG(status), err);
    return WEXITSTATUS(status) == 0 ||
           fail_with(
               err, (fr_code)WEXITSTATUS(status),
               "the picture is not written, and the process that painted it could not say why");
}

static bool fail_start(fr_error *err)
{
    fail_with(err, FR_E_LIMIT, "no process can be started to paint the picture: %s",
              strerror(errno));
    return hint_with(err, "ulimit -u limits processes; SVG and HTML need no further process");
}

bool subprocess_run(subprocess_job *job, void *arg, fr_error *err)
{
    fr_error failure = {0};
    int ends[2];
    if (pipe(ends) != 0)
        return fail_start(err);
    fflush(NULL);
    pid_t parent = getpid(), process = fork();
    if (process == 0)
        work(job, arg, parent, ends[1]);
    int why = errno;
    close(ends[1]);
    bool heard = process > 0 && hear(ends[0], &failure);
    close(ends[0]);
    errno = why;
    if (process < 0)
        return fail_start(err);
    int status = wait_for(process);
    if (!heard)
        return judge_status(status, err);
    if (failure.code != FR_OK)
        *err = failure;
    return status == 0;
}
