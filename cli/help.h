/*
 * help.h - what is made of the tables of subcommands and options: --help in 80 columns, the man page, completions.
 */
#ifndef FR_CLI_HELP_H
#define FR_CLI_HELP_H

#include "options.h"

#include <stdio.h>

/* A completion script, to be sourced or installed where the shell looks for it. */
void completion_print(FILE *to, enum shell shell);

/* flamerender(1) as roff; no date in it. */
void manual_print(FILE *to);

/* Usage, examples, and the options by task. With `overview` the subcommands too. */
void help_print(FILE *to, const struct command *command, bool overview);

#endif
