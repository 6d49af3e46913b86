/* main.c - flamerender: an ordinary client of flamerender.h. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "dropin.h"
#include "options.h"

/* Large arrays go back to the system when they are freed. Left to itself, glibc keeps all sizes of which
 * one was freed once, and a profile is taken from array to array. */
static void return_large_arrays(void)
{
#ifdef __GLIBC__
    (void)mallopt(M_MMAP_THRESHOLD, 4 << 20);
    (void)mallopt(M_TRIM_THRESHOLD, 8 << 20);
#endif
}

/* A descriptor that the caller closed would be taken by the next file opened: a profile would be
 * written into an input. The stand-ins fail at the first read or write, as a closed one would. */
static void fill_standard_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* The text that stdio printed (--help, lists) must have arrived too. */
static int finish_output(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fr_error err = {.code = FR_E_IO, .source = "standard output"};
    append_text(err.text, sizeof err.text, "cannot be written: %s", strerror(errno));
    return message_error(&err);
}

static int run(const struct command *command, int argc, char **argv, bool is_named)
{
    static struct options opt; /* too large for a small stack */
    fr_error err = {0};
    options_init(&opt);
    if (!options_parse(&opt, command, argc, argv, &err))
        return message_error(&err);
    if (!command->run_alone) /* its programs have limits of their own */
        memory_limit(opt.read.limits.memory);
    if (!opt.help && !opt.version)
        return command_run(&opt);
    if (opt.help)
        help_print(stdout, command, !is_named);
    else
        printf("flamerender %s\n", fr_version());
    return FR_OK;
}

/* The subcommand is the first argument that is no option, if it has the name of one; it is taken out
 * of them. "flamerender x.folded" is a render, and so is "flamerender ./top". */
static int program(int argc, char **argv)
{
    int n_given = argc > 0 ? argc : 1; /* execve() may give no name at all */
    int at = 1 + options_skip(n_given - 1, argv + 1);
    const struct command *command = at < n_given ? command_find(argv[at]) : NULL;
    if (!command)
        return run(command_at(0), n_given - 1, argv + 1, false);
    memmove(&argv[2], &argv[1], (size_t)(at - 1) * sizeof *argv);
    return run(command, n_given - 2, argv + 2, true);
}

int main(int argc, char **argv)
{
    int status;
    return_large_arrays();
    fill_standard_descriptors();
    /* Some daemons leave it ignored: nobody would learn how a process ended that this one started. */
    (void)signal(SIGCHLD, SIG_DFL);
    (void)signal(SIGXFSZ,
                 SIG_IGN); /* a file beyond ulimit -f is an error of write(), with a message */
    if (argc < 1 || !dropin_run(argv[0], argc - 1, argv + 1, program, &status))
        status = program(argc, argv);
    return finish_output(status);
}
