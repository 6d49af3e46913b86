/*
 * test_cli_hostile.c - no message of the program holds a raw control character, whatever it was called
 * with.
 *
 * Children of the test are the program without its main(), which is cheaper than starting it; a few
 * names go through the program itself.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/options.h"
#include "fuzz/fuzz.h"
#include "unit/hostile_names.h"

#define N_STARTED 8 /* every so many names */

/* argv: the program, perhaps a subcommand, options and inputs. */
static int as_program(int argc, char **argv)
{
    const struct command *named = command_find(argv[1]);
    const struct command *command = named ? named : command_at(0);
    int at = named ? 2 : 1;
    struct options opt;
    fr_error err = {0};
    options_init(&opt);
    if (!options_parse(&opt, command, argc - at, argv + at, &err))
        return message_error(&err);
    if (!opt.help)
        return command_run(&opt);
    help_print(stdout, command, false);
    return FR_OK;
}

static void be_program(char **argv, bool started)
{
    int argc = 0;
    if (started)
        execv(argv[0], argv);
    while (argv[argc])
        argc++;
    int status = started ? 127 : as_program(argc, argv);
    fflush(NULL);
    _exit(status);
}

/* Runs it with no input; what it said, in `said`. Its exit status. */
static int run_program(char **argv, bool started, char *said, size_t room)
{
    int ends[2], status;
    size_t len = 0;
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        int null = open("/dev/null", O_RDWR);
        dup2(null, 0);
        dup2(ends[1], 1);
        dup2(ends[1], 2);
        close(ends[0]);
        be_program(argv, started);
    }
    assert_true(child > 0);
    close(ends[1]);
    for (ssize_t n; (n = read(ends[0], said + len, room - 1 - len)) > 0;)
        len += (size_t)n;
    said[len] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void messages_are_printable(void **state)
{
    (void)state;
    char *path = getenv("FR_PROGRAM");
    assert_non_null(path);
    for (size_t i = 0; i < N_HOSTILE; i++) {
        char said[65536], option[512], name[512];
        snprintf(name, sizeof name, "%s", hostile[i]);
        snprintf(option, sizeof option, "--%s", hostile[i]);
        char *commands[][6] = {
            {path, "render", "--", name, NULL}, /* a file that is not there */
            {path, "render", option, NULL},           {path, name, "--help", NULL},
            {path, "render", "--format", name, NULL}, {path, "render", "--theme", name, NULL},
            {path, "render", "--focus", name, NULL},
        };
        for (size_t k = 0; k < sizeof commands / sizeof *commands; k++) {
            int status = run_program(commands[k], i % N_STARTED == 0, said, sizeof said);
            if (!fuzz_text_is_clean(said, strlen(said)))
                fail_msg("command %zu, name %zu: %s", k, i, said);
            assert_in_range(status, 0, 6);
            assert_true(status == 0 || said[0]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_are_printable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
