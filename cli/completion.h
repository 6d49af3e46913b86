/*
 * completion.h - what shells complete, from the tables of subcommands and options.
 */
#ifndef FLAMERENDER_CLI_COMPLETION_H
#define FLAMERENDER_CLI_COMPLETION_H

#include <stdio.h>

/* Values of --completion. */
enum shell { SHELL_NONE, SHELL_BASH, SHELL_ZSH, SHELL_FISH };

/* A script to be sourced, or installed where the shell looks for it. */
void completion_print(FILE *to, enum shell shell);

#endif
