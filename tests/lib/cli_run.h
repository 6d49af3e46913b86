/*
 * cli_run.h - the program in this process: what a command line writes and says. For tests called test_cli_*, which are
 * linked with the program's own files.
 *
 *     cli_outcome o = cli_run((const char *[]){"top", "--format=csv", "a.folded", NULL});
 *     ...
 *     cli_outcome_free(&o);
 */
#ifndef FR_TESTS_CLI_RUN_H
#define FR_TESTS_CLI_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options.h"

typedef struct cli_outcome {
    int status;
    char *written, *said; /* malloc'ed; NUL-terminated */
    size_t n_written;
} cli_outcome;

/* Runs a subcommand with its arguments, the last of which is NULL, on standard output. */
cli_outcome cli_run(const char *const *argv);
void cli_outcome_free(cli_outcome *o);
/* Whether two runs wrote and returned the same; what they said may differ. */
bool cli_outcome_equal(const cli_outcome *a, const cli_outcome *b);

/* The i-th way to give an option: alone, each of its choices, the texts that it can do something with, a number.
 * False past the last. */
bool cli_give(const struct option_row *row, size_t i, char *to, size_t room);
/* Makes an empty folder the current one, with links to files of golden/shared/; cmocka's setup, and its teardown. */
int cli_open_folder(void **state);
int cli_close_folder(void **state);

#endif
