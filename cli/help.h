/*
 * help.h - --help, made from the tables of subcommands and options; 80 columns.
 */
#ifndef FLAMERENDER_CLI_HELP_H
#define FLAMERENDER_CLI_HELP_H

#include <stdio.h>

#include "options.h"

/* Usage, examples, and the options by task. With `overview` the subcommands too. */
void help_print(FILE *to, const struct command *command, bool overview);
/* "What is read" */
const char *help_task_title(enum task task);
/* " NAME", " name|value|input", "[=direct|cycles]", "" is appended. */
void help_argument(char *to, size_t cap, const struct option_row *row);

#endif
