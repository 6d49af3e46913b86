/*
 * main.c - flamerender: an ordinary client of flamerender.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "help.h"
#include "messages.h"
#include "options.h"

/* A descriptor that the caller closed would be taken by the next file opened: a profile would be
 * written into an input. The stand-ins fail at the first read or write, as a closed one would. */
static void fill_standard_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* What stdio printed (--help, lists) must have arrived too. */
static int finish_output(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fr_error err = {.code = FR_E_IO, .source = "standard output"};
    append_text(err.text, sizeof err.text, "cannot be written: %s", strerror(errno));
    return message_error(&err);
}

/* The subcommand, and how many arguments named it: "flamerender x.folded" is a render. */
static const struct command *choose_command(int argc, char **argv, int *n_named)
{
    const struct command *command = argc > 1 ? command_find(argv[1]) : NULL;
    *n_named = command ? 2 : 1;
    return command ? command : command_at(0);
}

static int run(const struct command *command, int argc, char **argv, bool is_named)
{
    struct options opt;
    fr_error err = {0};
    options_init(&opt);
    if (!options_parse(&opt, command, argc, argv, &err))
        return message_error(&err);
    if (opt.help)
        help_print(stdout, command, !is_named);
    else if (opt.version)
        printf("flamerender %s\n", fr_version());
    else
        return command->run(&opt);
    return FR_OK;
}

int main(int argc, char **argv)
{
    fill_standard_descriptors();
    int n_named;
    const struct command *command = choose_command(argc, argv, &n_named);
    int n_skipped = n_named < argc ? n_named : argc;
    return finish_output(run(command, argc - n_skipped, argv + n_skipped, n_named == 2));
}
