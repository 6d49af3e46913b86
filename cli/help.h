/*
 * help.h - --help, made from the tables of subcommands and options; 80 columns.
 */
#ifndef FLAMERENDER_CLI_HELP_H
#define FLAMERENDER_CLI_HELP_H

#include <stdio.h>

#include "options.h"

/* Usage, examples, and the options by task. With `overview` the subcommands too. */
void help_print(FILE *to, const struct command *command, bool overview);
/* What help_walk() calls: `begin` with the title of a group, and `put` for each of its options. */
struct help_writer {
    void (*begin)(FILE *to,
                  const char *title); /* "What is read", "What is read (perf-script only)" */
    void (*put)(FILE *to, const struct option_row *row);
};
/* The options of these subcommands (COMMAND_ bits), grouped by task; within it, those of one or two formats make
 * groups of their own. */
void help_walk(FILE *to, const struct help_writer *writer, unsigned commands);
/* " NAME", " name|value|input", "[=direct|cycles]", "" is appended. */
void help_argument(char *to, size_t cap, const struct option_row *row);

#endif
