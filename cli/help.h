/*
 * help.h - --help, made from the tables of subcommands and options; 80 columns.
 */
#ifndef FLAMERENDER_CLI_HELP_H
#define FLAMERENDER_CLI_HELP_H

#include <stdio.h>

#include "command.h"

/* Usage, examples, and the options by task. With `overview` the subcommands too. */
void help_print(FILE *to, const struct command *command, bool overview);

#endif
